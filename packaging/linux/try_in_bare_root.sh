#!/bin/sh
# Tries the .deb where nothing else is: in a fresh Debian of the smallest kind, as a user without
# rights. Installs it with apt, so that what it depends on must be right; runs the self-test, asks the
# built-in guide, takes the chat up again in another run, opens the window on an X server outside,
# chats there, opens it again. Then the same on a GPU, which is Mesa's Vulkan driver that computes on
# the processor: on the command line, and in the window, where the GPU is chosen in "Model settings…".
# The chat that the processor began goes on there, also after a restart, and on the processor again
# when the driver is removed, of which the window tells. Removes the package at the end.
#
# Needs root on Debian or Ubuntu, a network for apt, and debootstrap, xvfb, xdotool, xclip,
# imagemagick, python3. Everything is done in a folder that is deleted at the end.
#
# usage: try_in_bare_root.sh DEB [PICTURES]
#   PICTURES             a folder for pictures of the window
#   THEME=dark           how the window looks; else as the system, which says nothing here
#   SUITE=bookworm       which Debian
#   BASE=FILE.tgz        what debootstrap --make-tarball made, to download less

set -eu

began=$(date +%s)
here=$(dirname "$(readlink -f "$0")")
deb=$(readlink -f "$1")
pictures=${2:+$(readlink -f "$2")}
suite=${SUITE:-bookworm}
work=$(mktemp -d)
root=$work/root
home=/home/tester
server=
program=

say() { printf '\n== %s\n' "$*"; }
fail() {
    echo "FAILED: $*" >&2
    cat "$work/complaints" >&2 2>/dev/null || true
    exit 1
}

end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ -z "$program" ] || wait "$program" || true # it ends with the display
    for folder in tmp/.X11-unix dev proc; do
        umount -l "$root/$folder" 2>/dev/null || true
    done
    # Never delete through what could not be unmounted.
    if grep -q " $root/" /proc/mounts; then
        echo "still mounted, so not deleted: $root" >&2
    else
        rm -rf "$work"
    fi
}
trap end EXIT
trap 'exit 130' INT TERM

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() {
    chroot --userspec=1000:1000 "$root" env -i PATH=/usr/bin:/bin HOME=$home USER=tester \
        XDG_RUNTIME_DIR=/run/user/1000 LANG=C.UTF-8 "$@"
}
figure() { python3 -c 'import json, sys; print(json.loads(sys.stdin.readlines()[-1])[sys.argv[1]])' "$1"; }

# ggml takes no device that computes on the processor, unless it is named.
on_gpu() { as_user GGML_VK_VISIBLE_DEVICES=0 "$@"; }
apt() {
    inside apt-get -qy --no-install-recommends "$@" >"$work/apt.log" 2>&1 ||
        fail "$(tail -n 20 "$work/apt.log")"
}
add_driver() { apt install libvulkan1 mesa-vulkan-drivers; }
remove_driver() { apt purge --autoremove libvulkan1 mesa-vulkan-drivers; }
installed_files() {
    inside find / -xdev -path /proc -prune -o -path /tmp -prune -o -path /dev -prune -o -print | sort
}

. "$here/window_by_hand.sh"

say "A fresh Debian $suite"
set -- --variant=minbase
[ -z "${BASE:-}" ] || set -- "$@" --unpack-tarball="$(readlink -f "$BASE")"
debootstrap "$@" "$suite" "$root" >"$work/debootstrap.log" 2>&1 || fail "$(tail -n 5 "$work/debootstrap.log")"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
inside useradd --create-home --uid 1000 tester
mkdir -p "$root/run/user/1000" "$root/tmp/.X11-unix"
chown 1000:1000 "$root/run/user/1000"
chmod 700 "$root/run/user/1000"
if [ -n "${THEME:-}" ]; then
    settings=$root$home/.config/hearth/settings.toml
    mkdir -p "$(dirname "$settings")"
    printf '[look]\ntheme = "%s"\n' "$THEME" >"$settings"
    chown -R 1000:1000 "$root$home/.config"
fi

say "Installing $(basename "$deb")"
cp "$deb" "$root/tmp/hearth.deb"
installed_files >"$work/before"
apt update
apt install /tmp/hearth.deb
grep -E 'newly installed|additional disk' "$work/apt.log"

say "Without a window"
as_user hearth --version
as_user hearth self-test | grep -E '^(processor|build|devices|chosen)'
first=$(as_user hearth ask --temp 0 --json "How do I add a model?")
echo "answer: $(echo "$first" | figure text | head -n 3)"
echo "$first" | figure text | grep -q 'Ctrl+O' || fail "the guide did not answer"
chat=$(echo "$first" | figure chat_id)
second=$(as_user hearth ask --temp 0 --json --chat "$chat" "What does resumed mean?")
restored=$(echo "$second" | figure restored_tokens)
echo "restored in the second run: $restored of $(echo "$second" | figure prompt_tokens) tokens"
[ "$restored" -gt 0 ] || fail "nothing was restored"

say "With a window"
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp -noreset 3>"$work/display" 2>/dev/null &
server=$!
read -r number <"$work/display"
DISPLAY=:$number
export DISPLAY
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
open_window as_user
ask_window "Where are my chats stored?"
picture "$window" installed
close_window

say "The window again: the chat is there, and is gone on with"
n_before=$(newest n)
open_window as_user again
ask_window "Does anything leave my machine?"
check_restored
[ "$(newest n)" = $((n_before + 2)) ] || fail "messages were lost"
close_window

say "With a driver for GPUs"
add_driver
on_gpu hearth self-test | grep -E '^(devices|chosen)'
first=$(on_gpu hearth ask --temp 0 --json "How do I add a model?" 2>"$work/notes")
echo "answer: $(echo "$first" | figure text | head -n 3)"
[ "$(echo "$first" | figure gpu_layers)" -gt 0 ] || fail "the GPU was not used"
[ ! -s "$work/notes" ] || fail "something was said of the load: $(cat "$work/notes")"
gpu_chat=$(echo "$first" | figure chat_id)
# $1: what has computed the chat before, $2: what computes now, $3: the chat
goes_on() {
    answer=$("$2" hearth ask --temp 0 --json --chat "$3" "What does resumed mean?" 2>"$work/notes") ||
        fail "no answer: $(cat "$work/notes")"
    restored=$(echo "$answer" | figure restored_tokens)
    echo "begun $1, gone on with $(echo "$answer" | figure gpu_layers) layers on the GPU: $restored of" \
        "$(echo "$answer" | figure prompt_tokens) tokens restored"
    [ "$restored" -gt 0 ] || fail "nothing was restored"
}
goes_on "on the GPU" on_gpu "$gpu_chat"
goes_on "on the processor" on_gpu "$chat"

say "The driver is removed"
remove_driver
goes_on "on the GPU" on_gpu "$gpu_chat"
echo "said: $(cat "$work/notes")"
grep -q 'is not there any more' "$work/notes" || fail "nobody said that the GPU has gone"
[ "$(wc -l <"$work/notes")" = 1 ] || fail "more than one sentence"
goes_on "on the GPU" on_gpu "$gpu_chat"
[ ! -s "$work/notes" ] || fail "it was said twice: $(cat "$work/notes")"

say "With the driver again, in the window: the GPU is used by itself, switched off and chosen"
add_driver
open_window on_gpu again
all_on_gpu || fail "only $(layers) layers are on the GPU"
choose_layers settings-without-gpu Home Down
none_on_gpu || fail "the GPU was switched off, and $(layers) layers are on it"
ask_window "How do I search my chats?"
check_restored
choose_layers settings-with-gpu Home
all_on_gpu || fail "the GPU was chosen, and only $(layers) layers are on it"
ask_window "What does resumed mean?"
check_restored
picture "$window" answered-on-gpu
close_window

say "The window again: the chat came back onto the GPU"
open_window on_gpu again
all_on_gpu || fail "only $(layers) layers are on the GPU"
ask_window "How do I add a model?"
check_restored
open_hardware
until_true 60 "the page Hardware does not name the GPU" copies 'device: Vulkan0'
copies "$(layers) layers on a GPU" || fail "the page Hardware does not say what is on the GPU"
xclip -o -selection clipboard | grep -E '^(device|model|why): '
picture "$page" hardware
xdotool key Escape
close_window

say "The driver is removed: the window says so once, and goes on"
remove_driver
open_window on_gpu again
picture "$window" driver-removed
until_true 30 "nobody said that the GPU has gone" notice_says 'is not there any more'
echo "said: $(xclip -o -selection primary)"
ask_window "Where are my chats stored?"
check_restored
none_on_gpu || fail "$(layers) layers are on a GPU that has gone"
close_window
open_window on_gpu again
ask_window "Does anything leave my machine?"
check_restored
! notice_says 'is not there any more' || fail "it was said twice"
close_window

say "Removing it"
apt purge --autoremove hearth
installed_files >"$work/after"
left=$(comm -13 "$work/before" "$work/after" |
    grep -Ev "^/(home/tester|var/(lib/(apt|dpkg)|cache|log)|run)(/|$)" | grep -i hearth || true)
[ -z "$left" ] || fail "left behind: $left"
[ -s "$chats" ] || fail "the chats are gone"
echo "Nothing of Hearth is left but the user's own folders."
echo "It took $(($(date +%s) - began)) s."
