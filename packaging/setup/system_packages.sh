#!/bin/sh
# Makes sure that the system has what Hearth needs and no Python package can bring: a C++ compiler,
# Python with venv, the libraries behind Qt's xcb and EGL plugins, a font.
#
# What is missing is found by asking for the libraries and commands themselves, so this works on
# every Linux; installing it needs apt-get and root (or sudo that asks no password). Where that is
# not given, the line to type is printed and the exit status is 1.
#
# usage: system_packages.sh [--with-display] [--with-packaging] [--with-vulkan] [--with-windows-lab]
#   --with-display    also what tests use: Xvfb and xdotool to open a window, bubblewrap to run code
#   --with-packaging  also what builds and checks the packages
#   --with-vulkan     also what compiles the Vulkan backend for GPUs, and a driver that computes on
#                     the processor, for its tests. Hearth does without: where these cannot be
#                     installed that is said, and is no failure
#   --with-windows-lab  also what makes a Debian root, in which Windows is tried

set -eu

python=${PYTHON:-python3}

# soname, Debian and Ubuntu package
libraries='
libEGL.so.1 libegl1
libGL.so.1 libgl1
libX11-xcb.so.1 libx11-xcb1
libdbus-1.so.3 libdbus-1-3
libfontconfig.so.1 libfontconfig1
libglib-2.0.so.0 libglib2.0-0
libwayland-cursor.so.0 libwayland-cursor0
libxcb-cursor.so.0 libxcb-cursor0
libxcb-glx.so.0 libxcb-glx0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-image.so.0 libxcb-image0
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-randr.so.0 libxcb-randr0
libxcb-render-util.so.0 libxcb-render-util0
libxcb-shape.so.0 libxcb-shape0
libxcb-xinerama.so.0 libxcb-xinerama0
libxcb-xkb.so.1 libxcb-xkb1
libxkbcommon-x11.so.0 libxkbcommon-x11-0
'

say() { printf '%s\n' "$*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }

known_libraries() {
    PATH="$PATH:/sbin:/usr/sbin" ldconfig -p | awk '{ print $1 }'
}

has_font() {
    for folder in /usr/share/fonts /usr/local/share/fonts "${HOME:-/nonexistent}/.local/share/fonts"; do
        [ -d "$folder" ] || continue
        [ -z "$(find "$folder" \( -name '*.ttf' -o -name '*.otf' -o -name '*.ttc' \) | head -n 1)" ] || return 0
    done
    return 1
}

# A built program carries Python as a library, which Debian packs apart from the interpreter.
needs_shared_python() {
    have "$python" && "$python" - <<'EOF'
import ctypes, os, sys, sysconfig

name = sysconfig.get_config_var("INSTSONAME") or ""
folder = sysconfig.get_config_var("LIBDIR") or ""
if not name.startswith("libpython") or os.path.exists(os.path.join(folder, name)):
    sys.exit(1)
try:
    ctypes.CDLL(name)
except OSError:
    sys.exit(0)
sys.exit(1)
EOF
}

missing_packages() {
    known=$(known_libraries)
    printf '%s' "$libraries" | while read -r soname package; do
        [ -n "$soname" ] || continue
        printf '%s\n' "$known" | grep -Fqx "$soname" || echo "$package"
    done
    has_font || echo fonts-dejavu-core
    { have "${CC:-cc}" && have "${CXX:-c++}"; } || echo build-essential
    if ! have "$python"; then
        case $python in
            python3 | python3.[0-9]*) echo "$python $python-venv" ;;
        esac
    elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        "$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
    fi
    case " $* " in
        *" --with-display "*)
            have Xvfb || echo xvfb
            have xdotool || echo xdotool
            have bwrap || echo bubblewrap
            ;;
    esac
    case " $* " in
        *" --with-packaging "*)
            have appstreamcli || echo appstream
            have desktop-file-validate || echo desktop-file-utils
            have readelf || echo binutils
            have dpkg-deb || echo dpkg
            have update-mime-database || echo shared-mime-info
            have xz || echo xz-utils
            have makeself || echo makeself
            # The built program brings it along for Qt's plugin.
            printf '%s\n' "$known" | grep -Fqx libwayland-egl.so.1 || echo libwayland-egl1
            needs_shared_python && "$python" -c 'import sys; print("libpython%d.%d" % sys.version_info[:2])'
            ;;
    esac
    case " $* " in
        *" --with-windows-lab "*) have debootstrap || [ -x /usr/sbin/debootstrap ] || echo debootstrap
            have npm || echo npm ;;
    esac
}

missing_for_vulkan() {
    if [ -z "${VULKAN_SDK:-}" ]; then
        have glslc || echo glslc
        [ -e /usr/include/vulkan/vulkan.hpp ] || echo libvulkan-dev
        [ -e /usr/include/spirv/unified1/spirv.hpp ] || echo spirv-headers
    fi
    [ -n "$(find /usr/share/vulkan/icd.d /usr/local/share/vulkan/icd.d -name 'lvp_icd*' 2>/dev/null)" ] ||
        echo mesa-vulkan-drivers
}

may_install() {
    have apt-get && { [ "$(id -u)" = 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }
}

install() {
    as_root=
    [ "$(id -u)" = 0 ] || as_root='sudo -n'
    # A fresh image has no package lists; old lists name packages that are gone.
    ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1 || $as_root apt-get update -q
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $1 \
        </dev/null && return 0
    $as_root apt-get update -q
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $1 \
        </dev/null
}

if [ "$(uname -s)" = Linux ]; then
    missing=$(missing_packages "$@" | tr '\n' ' ')
    missing=${missing% }
    if [ -n "$missing" ]; then
        if ! have apt-get; then
            say "Hearth needs a few system packages that are missing here. On Debian they are called:"
            say "    $missing"
            say "Please install their counterparts with your package manager, then run make again."
            exit 1
        elif may_install; then
            say "Installing system packages: $missing"
            install "$missing" >&2
        else
            say "Hearth needs a few system packages that are missing here. Please run"
            say "    sudo apt install $missing"
            say "and then make again."
            exit 1
        fi
    fi
fi

case " $* " in
    *" --with-vulkan "*)
        missing=$(missing_for_vulkan | tr '\n' ' ')
        missing=${missing% }
        if [ "$(uname -s)" = Linux ] && [ -n "$missing" ]; then
            if may_install; then
                say "Installing system packages for Vulkan: $missing"
                install "$missing" >&2 || say "They could not be installed; Hearth does without them."
            else
                say "GPUs are used through Vulkan, which needs a few packages more. On Debian:"
                say "    sudo apt install $missing"
                say "Without them Hearth computes on the processor."
            fi
        fi
        ;;
esac

if ! have "$python"; then
    say "Hearth needs Python 3.11 or newer, and there is no $python here."
    say "Please install it; if it has another name, say make PYTHON=that-name."
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    say "Hearth needs Python 3.11 or newer; $python is $("$python" -c 'import platform; print(platform.python_version())')."
    say "Please install a newer one beside it and say make PYTHON=python3.12 (or whatever it is called)."
    exit 1
fi
if ! have "${CC:-cc}" || ! have "${CXX:-c++}"; then
    say "Hearth compiles llama.cpp for this machine, and there is no C++ compiler here."
    say "On macOS: xcode-select --install"
    exit 1
fi
