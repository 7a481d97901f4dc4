#!/bin/sh
# Installs Hearth for the user who runs this, under ~/.local; needs no rights and no network.
# Run again with a newer version to update: chats and settings lie elsewhere and are not touched, and
# what lies beside the program, as a portable folder `data` or models, moves along.
#
# usage: install.sh [PREFIX]     default: ~/.local

set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=${1:-"${HOME:?}/.local"}
mkdir -p "$prefix"
prefix=$(CDPATH='' cd -- "$prefix" && pwd)
program=$prefix/lib/hearth
share=${here}/share

for part in "$here/hearth/hearth" "$here/hearth/_internal" "$share/applications/hearth.desktop"; do
    [ -e "$part" ] || { echo "This folder is not complete: $part is missing." >&2; exit 1; }
done
is_hearth() { [ -f "$1/hearth" ] && [ -x "$1/hearth" ] && [ -d "$1/_internal" ]; }
# What uninstall.sh leaves of a portable Hearth, its folder `data`, is one, too.
for folder in "$program" "$program.old"; do
    if [ -e "$folder" ] && ! is_hearth "$folder" && [ ! -f "$folder/data/data/chats.db" ] &&
        { [ ! -d "$folder/data" ] || [ "$(ls -A "$folder")" != data ]; }; then
        echo "$folder is there already and is not Hearth; nothing was changed." >&2
        exit 1
    fi
done
# Calls "$1" with each thing in the folder "$2" that was not installed: chats, models, notes.
each_foreign() {
    for thing in "$2"/* "$2"/.[!.]*; do
        case ${thing##*/} in
            hearth | _internal | uninstall.sh | LICENSE | THIRD_PARTY_LICENSES.txt) ;;
            *) if [ -e "$thing" ] || [ -L "$thing" ]; then "$1" "$thing"; fi ;;
        esac
    done
}
# Removes what was installed into the folder "$1", and the folder when nothing else lies in it.
remove_installed() {
    if is_hearth "$1"; then
        rm -rf "$1/uninstall.sh" "$1/LICENSE" "$1/THIRD_PARTY_LICENSES.txt" "$1/_internal" "$1/hearth"
    fi
    rmdir "$1" 2>/dev/null || true
}
refuse_twice() {
    [ -e "$program/${1##*/}" ] || [ -L "$program/${1##*/}" ] || return 0
    echo "There is ${1##*/} in $program and in $program.old; nothing was changed." >&2
    echo "Move one of the two away and run this again." >&2
    exit 1
}
[ ! -e "$program" ] || each_foreign refuse_twice "$program.old"

# Complete beside the old one first, so that a full disk leaves the old one working.
mkdir -p "$prefix/lib" "$prefix/bin"
new=$(mktemp -d "$prefix/lib/.hearth-XXXXXX")
trap 'rm -rf "$new"' EXIT
chmod 755 "$new"
cp -a "$here/hearth/hearth" "$here/hearth/_internal" "$new/"
for file in uninstall.sh LICENSE THIRD_PARTY_LICENSES.txt; do
    [ ! -e "$here/$file" ] || cp "$here/$file" "$new/"
done
# The old one is put aside, not deleted, until what lies beside the program in it has moved along. A
# run that was cut off in between is taken up here.
put_aside() { mv "$1" "$program.old/"; }
move_along() { mv "$1" "$program/"; }
remove_installed "$program.old"
if [ -e "$program.old" ]; then
    each_foreign put_aside "$program"
    remove_installed "$program"
elif [ -e "$program" ]; then
    mv "$program" "$program.old"
fi
mv "$new" "$program"
each_foreign move_along "$program.old"
remove_installed "$program.old"
ln -sfn "$program/hearth" "$prefix/bin/hearth"

# What a path may hold and the Exec key of a desktop file may not hold bare. Backslashes are doubled
# once more, because a value is unescaped as a text before it is read as a command.
quoted=$(printf '%s' "$program/hearth" |
    sed -e 's/\\/\\\\\\\\/g' -e 's/["`$]/\\\\&/g' -e 's/%/%%/g')
find "$share" -type f | while IFS= read -r file; do
    target=$prefix/share/${file#"$share"/}
    mkdir -p "$(dirname -- "$target")"
    cp "$file" "$target"
done
for entry in hearth.desktop hearth-open.desktop hearth-link.desktop; do
    command=$quoted awk '
        /^Exec=hearth/ { sub(/^Exec=hearth/, ""); print "Exec=\"" ENVIRON["command"] "\"" $0; next }
        { print }
    ' "$share/applications/$entry" >"$prefix/share/applications/$entry"
done

tell_desktop() {
    command -v "$1" >/dev/null 2>&1 || return 0
    "$@" >/dev/null 2>&1 || true
}
tell_desktop update-desktop-database "$prefix/share/applications"
tell_desktop update-mime-database "$prefix/share/mime"
tell_desktop gtk-update-icon-cache -q -t -f "$prefix/share/icons/hicolor"

echo "Hearth is installed in $program."
case ":$PATH:" in
    *":$prefix/bin:"*) echo "Start it from the menu, or type: hearth" ;;
    *) echo "Start it from the menu, or type: $prefix/bin/hearth" ;;
esac
echo "To remove it: $program/uninstall.sh"
