#!/bin/sh
# Tries the .deb where nothing else is: in a fresh Debian of the smallest kind, as a user without
# rights. Installs it with apt, so that what it depends on must be right; runs the self-test, asks the
# built-in guide, takes the chat up again in another run, opens the window on an X server outside,
# chats there, opens it again. Then the same on a GPU, which is Mesa's Vulkan driver that computes on
# the processor: the chat that the processor began goes on there, and on the processor again when the
# driver is removed. Removes the package at the end.
#
# Needs root on Debian or Ubuntu, a network for apt, and debootstrap, xvfb, xdotool, imagemagick,
# python3. Everything is done in a folder that is deleted at the end.
#
# usage: try_in_bare_root.sh DEB [SCREENSHOT.png]
#   SUITE=bookworm       which Debian
#   BASE=FILE.tgz        what debootstrap --make-tarball made, to download less

set -eu

deb=$(readlink -f "$1")
screenshot=${2:-}
suite=${SUITE:-bookworm}
work=$(mktemp -d)
root=$work/root
home=/home/tester
chats=$root$home/.local/share/hearth/chats.db
server=

say() { printf '\n== %s\n' "$*"; }
fail() {
    echo "FAILED: $*" >&2
    exit 1
}

end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
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

# One column of the newest message: role, status or text.
newest() {
    python3 - "$chats" "$1" <<'EOF'
import sqlite3, sys
try:
    row = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute(
        "SELECT role, status, text FROM messages ORDER BY id DESC LIMIT 1").fetchone()
except sqlite3.Error:
    row = None
print({"role": row[0], "status": row[1], "text": row[2]}[sys.argv[2]] if row else "")
EOF
}

n_messages() {
    python3 -c 'import sqlite3, sys; print(sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute("SELECT count(*) FROM messages").fetchone()[0])' "$chats"
}

open_window() {
    as_user DISPLAY="$DISPLAY" QT_QPA_PLATFORM=xcb sh -c 'echo $$ >$HOME/pid; exec hearth' \
        2>"$work/complaints" &
    program=$!
    tries=0
    until window=$(xdotool search --onlyvisible --name Hearth 2>/dev/null | head -n 1) && [ -n "$window" ]; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || fail "no window: $(cat "$work/complaints")"
        sleep 0.1
    done
    tries=0
    until grep -q 'model loaded' "$root$home/.local/state/hearth/engine.log" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "the guide was not loaded"
        sleep 0.1
    done
    sleep 1
}

ask_window() {
    before=$(n_messages)
    xdotool windowfocus "$window"
    sleep 0.5
    xdotool type --delay 15 "$1"
    xdotool key Return
    tries=0
    until [ "$(n_messages)" -ge $((before + 2)) ] && [ "$(newest status)" = complete ]; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "no answer in the window: $(newest role) $(newest status)"
        sleep 0.1
    done
    echo "asked: $1"
    echo "answer: $(newest text | head -n 3)"
}

close_window() {
    kill -TERM "$(cat "$root$home/pid")"
    code=0
    wait "$program" || code=$?
    [ $code = 0 ] || fail "the window ended with code $code"
    [ ! -s "$work/complaints" ] || fail "the window complained: $(cat "$work/complaints")"
    rm "$root$home/.local/state/hearth/engine.log"
}

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

say "Installing $(basename "$deb")"
cp "$deb" "$root/tmp/hearth.deb"
inside find / -xdev -path /proc -prune -o -path /tmp -prune -o -path /dev -prune -o -print | sort >"$work/before"
inside apt-get update -q >/dev/null
inside apt-get install -qy --no-install-recommends /tmp/hearth.deb >"$work/apt.log" 2>&1 ||
    fail "$(tail -n 20 "$work/apt.log")"
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
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3>"$work/display" 2>/dev/null &
server=$!
read -r number <"$work/display"
DISPLAY=:$number
export DISPLAY
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
open_window
ask_window "Where are my chats stored?"
[ -z "$screenshot" ] || import -window "$window" "$screenshot"
close_window

say "The window again: the chat is there, and is gone on with"
n_before=$(n_messages)
open_window
ask_window "Does anything leave my machine?"
[ "$(n_messages)" = $((n_before + 2)) ] || fail "messages were lost"
close_window

say "With a driver for GPUs"
inside apt-get install -qy --no-install-recommends libvulkan1 mesa-vulkan-drivers >"$work/apt.log" 2>&1 ||
    fail "$(tail -n 20 "$work/apt.log")"
# ggml takes no device that computes on the processor, unless it is named.
on_gpu() { as_user GGML_VK_VISIBLE_DEVICES=0 "$@"; }
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
inside apt-get purge -qy --autoremove mesa-vulkan-drivers libvulkan1 >"$work/apt.log" 2>&1
goes_on "on the GPU" on_gpu "$gpu_chat"
echo "said: $(cat "$work/notes")"
grep -q 'is not there any more' "$work/notes" || fail "nobody said that the GPU has gone"
[ "$(wc -l <"$work/notes")" = 1 ] || fail "more than one sentence"
goes_on "on the GPU" on_gpu "$gpu_chat"
[ ! -s "$work/notes" ] || fail "it was said twice: $(cat "$work/notes")"

say "Removing it"
inside apt-get purge -qy --autoremove hearth >"$work/apt.log" 2>&1 || fail "$(tail -n 20 "$work/apt.log")"
inside find / -xdev -path /proc -prune -o -path /tmp -prune -o -path /dev -prune -o -print | sort >"$work/after"
left=$(comm -13 "$work/before" "$work/after" |
    grep -Ev "^/(home/tester|var/(lib/(apt|dpkg)|cache|log)|run)(/|$)" | grep -i hearth || true)
[ -z "$left" ] || fail "left behind: $left"
[ -s "$chats" ] || fail "the chats are gone"
echo "Nothing of Hearth is left but the user's own folders."
