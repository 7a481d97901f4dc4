# Uses the window of the installed program as a person does, by keys and mouse, and learns what came
# of it from the engine's log, the chats' database and what can be copied out of the window.
# Sourced by try_in_bare_root.sh, whose `root`, `home`, `work`, `pictures`, `fail` and `as_user` it takes.
# shellcheck shell=sh disable=SC2154

chats=$root$home/.local/share/hearth/chats.db
engine_log=$root$home/.local/state/hearth/engine.log

# Waits until a command succeeds. $1: seconds at most; $2: what is said after them; then the command.
until_true() {
    last_moment=$(($(date +%s) + $1))
    complaint=$2
    shift 2
    until "$@"; do
        [ "$(date +%s)" -lt $last_moment ] || fail "$complaint"
        sleep 0.1
    done
}

# -- what the program has written --

# How many messages there are (n); of the newest one its status, its text, how many tokens of its
# prompt came from the disk (restored), how many it had (prompt); of the one before its text (question).
newest() {
    python3 - "$chats" "$1" <<'EOF'
import json, sqlite3, sys
try:
    rows = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute(
        "SELECT count(*) OVER (), status, text, stats FROM messages ORDER BY id DESC LIMIT 2"
    ).fetchall()
except sqlite3.Error:  # nothing was written yet
    rows = []
rows += [(0, "", "", "")] * (2 - len(rows))
(n, status, text, stats), (_, _, question, _) = rows
counts = json.loads(stats or "{}")
restored, prompt = counts.get("n_restored", 0), counts.get("n_prompt", 0)
print(locals()[sys.argv[2]])
EOF
}

# The layers of the model that was loaded last: "5 of 5" are on a GPU.
layers() { sed -n 's/.*model loaded in .*, \(.*\) layers on a GPU$/\1/p' "$engine_log" | tail -n 1; }
all_on_gpu() {
    counts=$(layers)
    [ "${counts%% *}" -gt 0 ] && [ "${counts%% *}" = "${counts##* }" ]
}
none_on_gpu() { case $(layers) in "0 of "*) ;; *) return 1 ;; esac }
n_loads() { cat "$engine_log" 2>/dev/null | grep -c 'model loaded' || true; }

has_loaded() { [ "$(n_loads)" -gt "$1" ]; }
is_answered() { [ "$(newest n)" -ge "$1" ] && [ "$(newest status)" = complete ]; }
has_ended() {
    state=$(cut -d ' ' -f 3 "/proc/$program/stat" 2>/dev/null) || return 0
    [ "$state" = Z ]
}

# -- windows --

# Whether a window with such a title is there, which `found` is then.
is_open() {
    found=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | head -n 1)
    [ -n "$found" ]
}
shows_chat() { [ "$(xdotool getwindowname "$window")" != Hearth ]; }

# $1: as whom it is run; $2: "again" where a chat was shown last, which must come back.
open_window() {
    rm -f "$engine_log"
    "$1" DISPLAY="$DISPLAY" QT_QPA_PLATFORM=xcb hearth 2>"$work/complaints" &
    program=$!
    until_true 60 "no window was opened" is_open 'Hearth$'
    window=$found
    until_true 180 "the guide was not loaded" has_loaded 0
    [ "${2:-}" != again ] || until_true 30 "the chat was not shown again" shows_chat
}

close_window() {
    xdotool windowfocus --sync "$window" key ctrl+q
    until_true 30 "the window did not close" has_ended
    code=0
    wait "$program" || code=$?
    [ $code = 0 ] || fail "the window ended with code $code"
    [ ! -s "$work/complaints" ] || fail "the window complained"
}

ask_window() {
    before=$(newest n)
    xdotool windowfocus --sync "$window" key ctrl+l
    xdotool type --delay 15 "$1"
    xdotool key Return
    until_true 120 "no answer in the window: $1" is_answered $((before + 2))
    [ "$(newest question)" = "$1" ] || fail "another question arrived: $(newest question)"
    echo "asked: $1"
    echo "answer: $(newest text | head -n 3)"
}

# What was computed for the chat before must have come from the disk.
check_restored() {
    echo "restored: $(newest restored) of $(newest prompt) tokens, with $(layers) layers on the GPU"
    [ "$(newest restored)" -gt 0 ] || fail "nothing was restored"
}

# Clicks into a window. $1: the window; $2, $3: pixels from its left, its top; below 0 from the other side.
click() {
    clicked=$1
    eval "$(xdotool getwindowgeometry --shell "$1" | grep -E '^(WIDTH|HEIGHT)=')"
    across=$2 down=$3
    [ "$across" -ge 0 ] || across=$((WIDTH + across))
    [ "$down" -ge 0 ] || down=$((HEIGHT + down))
    shift 3
    xdotool mousemove --window "$clicked" $across $down click "$@" 1
}

# -- pages --

# Chooses in "Model settings…" how many layers go onto the GPU, and clicks "Save and reload".
# $1: name of the picture of that page; then keys in the list of what can be chosen.
choose_layers() {
    name=$1
    shift
    before=$(n_loads)
    xdotool windowfocus --sync "$window" key ctrl+shift+i
    until_true 10 "the page Model settings was not opened" is_open '^Settings for'
    page=$found
    xdotool windowfocus --sync "$page" key alt+l "$@"
    picture "$page" "$name"
    click "$page" -70 -27
    until_true 180 "the model was not loaded again" has_loaded "$before"
}

# Opens the page "Hardware" from the menu, by its last entry of the group "Model".
open_hardware() {
    xdotool windowfocus --sync "$window"
    click "$window" -28 25
    xdotool key Down Down Down Right Up Return
    until_true 10 "the page Hardware was not opened" is_open '^Hardware'
    page=$found
}

# Whether "Copy all" copies some words from the page "Hardware"; the button "Close" has the focus.
copies() {
    xdotool windowfocus --sync "$page" key shift+Tab space Tab
    xclip -o -selection clipboard 2>/dev/null | grep -Fq "$1"
}

# Whether a notice above the chat has some words: three clicks select a line of one.
notice_says() {
    for height in 62 70 78 86 94 102 110; do
        click "$window" 460 $height --repeat 3 --delay 40
        if xclip -o -selection primary 2>/dev/null | grep -Fq "$1"; then
            return 0
        fi
    done
    return 1
}

# -- pictures --

is_still() {
    sleep 0.4
    import -window "$1" "$work/now.png"
    n_changed=$(compare -metric AE "$work/last.png" "$work/now.png" null: 2>&1 || true)
    mv "$work/now.png" "$work/last.png"
    case $n_changed in
        [0-9] | [0-9][0-9]) n_same=$((n_same + 1)) ;; # a cursor that blinks
        *) n_same=0 ;;
    esac
    [ $n_same -ge 8 ]
}

# Takes a picture of a window that has come to rest, where pictures are wanted.
picture() {
    [ -n "$pictures" ] || return 0
    n_same=0
    import -window "$1" "$work/last.png"
    until_true 60 "the window does not come to rest" is_still "$1"
    cp "$work/last.png" "$pictures/$2.png"
}
