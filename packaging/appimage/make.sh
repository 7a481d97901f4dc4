#!/bin/sh
# Makes an AppImage of the built program. UNTESTED: the runtime that an AppImage begins with has to
# be brought, and there was none to try this with; see docs/packaging.md.
#
# Needs `make package` before, squashfs-tools, and the static "type 2" runtime of the AppImage
# project as a file.
#
# usage: make.sh RUNTIME OUTPUT.AppImage

set -eu

runtime=$1
output=$2
cd "$(dirname -- "$0")/../.."
stage=build/appimage
rm -rf "$stage"
mkdir -p "$stage/usr/lib"
cp -a dist/hearth "$stage/usr/lib/hearth"
cp -a build/package/deb/usr/share "$stage/usr/share"
cp "$stage/usr/share/applications/hearth.desktop" "$stage/hearth.desktop"
cp "$stage/usr/share/icons/hicolor/256x256/apps/hearth.png" "$stage/hearth.png"
ln -s usr/lib/hearth/hearth "$stage/AppRun"
mksquashfs "$stage" "$stage.sqfs" -root-owned -noappend -comp zstd
cat "$runtime" "$stage.sqfs" >"$output"
chmod +x "$output"
