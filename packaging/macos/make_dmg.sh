#!/bin/sh
# Builds Hearth.app and packs it into a disk image. UNTESTED: it was never run, see docs/packaging.md.
# Needs a Mac of the architecture it is for, Xcode's command line tools, a Python from python.org.
#
#   SIGN_IDENTITY="Developer ID Application: …"   signs; without it the system warns of the program
#   NOTARY_PROFILE=NAME                           has it notarised, by credentials that
#                                                 `xcrun notarytool store-credentials NAME` kept

set -eu
cd "$(dirname "$0")/../.."

make frozen
app=dist/Hearth.app
cp -R dist/hearth/_internal/resources/licences "$app/Contents/Resources/resources/"
version=$(.venv/bin/python -c 'import app; print(app.__version__)')
image=dist/packages/hearth-$version-macos-$(uname -m).dmg

if [ -n "${SIGN_IDENTITY:-}" ]; then
    # From the inside out: a signature covers those of what lies within.
    find "$app" -type f \( -name '*.dylib' -o -name '*.so' \) -exec \
        codesign --force --timestamp --options runtime --sign "$SIGN_IDENTITY" {} +
    codesign --force --timestamp --options runtime \
        --entitlements packaging/macos/entitlements.plist --sign "$SIGN_IDENTITY" "$app"
    codesign --verify --deep --strict "$app"
fi

mkdir -p dist/packages build/dmg
rm -rf build/dmg/* "$image"
cp -R "$app" build/dmg/
ln -s /Applications build/dmg/Applications
hdiutil create -volname Hearth -srcfolder build/dmg -format ULMO "$image"

if [ -n "${SIGN_IDENTITY:-}" ] && [ -n "${NOTARY_PROFILE:-}" ]; then
    codesign --timestamp --sign "$SIGN_IDENTITY" "$image"
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
    xcrun stapler staple "$image"
fi
(cd dist/packages && shasum -a 256 ./*.dmg >SHA256SUMS)
echo "$image"
