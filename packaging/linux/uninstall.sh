#!/bin/sh
# Removes what install.sh installed. Chats, settings and stored memory stay: see the end.
#
# usage: uninstall.sh [PREFIX]     default: where this file lies, else ~/.local

set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
case $here in
    */lib/hearth) default=${here%/lib/hearth} ;;
    *) default=${HOME:?}/.local ;;
esac
prefix=${1:-$default}
program=$prefix/lib/hearth

if [ ! -f "$program/hearth" ] || [ ! -x "$program/hearth" ] || [ ! -d "$program/_internal" ]; then
    echo "There is no Hearth in $program; nothing was changed." >&2
    exit 1
fi
[ "$(readlink "$prefix/bin/hearth" 2>/dev/null || true)" != "$program/hearth" ] || rm "$prefix/bin/hearth"
rm -f "$prefix/share/applications/hearth.desktop" "$prefix/share/applications/hearth-open.desktop" \
    "$prefix/share/applications/hearth-link.desktop" \
    "$prefix/share/metainfo/org.hearth.hearth.metainfo.xml" "$prefix/share/mime/packages/hearth.xml" \
    "$prefix/share/man/man1/hearth.1.gz" \
    "$prefix"/share/icons/hicolor/*/apps/hearth.png "$prefix"/share/icons/hicolor/*/apps/hearth.svg
# By their names: beside the program may lie the chats of its portable use, models, anything.
for part in hearth _internal uninstall.sh LICENSE THIRD_PARTY_LICENSES.txt; do
    rm -rf "${program:?}/$part"
done
rmdir "$program" 2>/dev/null || true

tell_desktop() {
    command -v "$1" >/dev/null 2>&1 || return 0
    "$@" >/dev/null 2>&1 || true
}
tell_desktop update-desktop-database "$prefix/share/applications"
tell_desktop update-mime-database "$prefix/share/mime"
tell_desktop gtk-update-icon-cache -q -t -f "$prefix/share/icons/hicolor"

config=${XDG_CONFIG_HOME:-${HOME:?}/.config}/hearth
echo "Hearth is removed. Your chats and settings are still there; if you want them gone as well:"
echo "    rm -r ~/.local/share/hearth ~/.config/hearth ~/.cache/hearth ~/.local/state/hearth"
[ ! -s "$config/moved-to" ] || echo "Chats that were moved are in: $(cat "$config/moved-to")"
[ ! -d "$program/data" ] || echo "Chats of its portable use are in: $program/data"
[ ! -d "$program" ] || echo "What Hearth did not install was left in: $program"
echo "Model files are where you keep them."
