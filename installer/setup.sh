# Sourced by run.sh and test.sh: a private environment from the lock, and what it needs of the system.
# shellcheck shell=bash
#
# Speaks on stderr only, so that what the program itself prints stays clean. Written for bash 3.2 and later.
#
# An environment has up to three extents, each with all of the one before: base (the terminal program), gui (with the
# window) and dev (with the tests). A stamp for each is written last of all, so that a set-up that was interrupted, a
# lock that has changed, a checkout that was moved or a Python that was replaced are all noticed by the next start.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
place="" # folder of the environment, once ready_place or set_up has found one
python="" # the Python it is made with
separate_pip="" # set when that Python has pip, but nothing to put pip into an environment with

# Another product's settings for its own Python must not reach ours.
unset PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE

# What Qt loads, Debian's package for each, and where it is needed; RPM systems are asked for the library itself.
qt_libraries=(
    "libglib-2.0.so.0 libglib2.0-0 everywhere"
    "libGL.so.1 libgl1 everywhere"
    "libEGL.so.1 libegl1 everywhere"
    "libxkbcommon.so.0 libxkbcommon0 everywhere"
    "libfontconfig.so.1 libfontconfig1 everywhere"
    "libdbus-1.so.3 libdbus-1-3 everywhere"
    "libxkbcommon-x11.so.0 libxkbcommon-x11-0 x11"
    "libxcb-cursor.so.0 libxcb-cursor0 x11"
    "libxcb-icccm.so.4 libxcb-icccm4 x11"
    "libxcb-keysyms.so.1 libxcb-keysyms1 x11"
    "libxcb-shape.so.0 libxcb-shape0 x11"
    "libwayland-cursor.so.0 libwayland-cursor0 wayland"
)

say() { printf 'headroom: %s\n' "$*" >&2; }

has() { command -v -- "$1" > /dev/null 2>&1; }

stamp() { # stamp PLACE: what the stamps of a finished environment there must say
    local lock
    lock=$(cat -- "$root"/installer/lock/*.txt "$root/installer/setup.sh" | cksum)
    printf '%s | %s | %s' "$lock" "$root" "$(readlink -f -- "$1/bin/python" || true)"
}

is_ready() { # is_ready PLACE EXTENT
    [[ -f $1/ready.$2 && -x $1/bin/python && $(< "$1/ready.$2") == "$(stamp "$1")" ]]
}

ready_place() { # ready_place EXTENT: finds an environment that needs nothing done
    for place in "$root/.venv" "${XDG_DATA_HOME:-${HOME:-/}/.local/share}/headroom/environment"; do
        if is_ready "$place" "$1"; then return 0; fi
    done
    if [[ -w $root && (! -e $root/.venv || -w $root/.venv) ]]; then place=$root/.venv; fi
    return 1
}

set_up() { # set_up EXTENT: makes what ready_place did not find
    # One set-up at a time; the lock is the folder itself, so that it leaves no file behind.
    exec 9< "$root/installer"
    if has flock; then flock 9 || true; fi
    if ! ready_place "$1"; then
        find_python || return
        fill "$1" || return
    fi
    exec 9<&-
}

find_python() {
    local fit='import sys, venv; assert (3, 11) <= sys.version_info[:2] <= (3, 14)'
    try_python "$fit; import ensurepip" && return
    if try_python "$fit" && ! "$python" -I -m pip --version > /dev/null 2>&1; then
        # Debian and Ubuntu take this part out of Python and into a package of its own.
        install_packages "the part of $python that makes private environments" \
            "$("$python" -I -c 'import sys; print("python{}.{}-venv".format(*sys.version_info))')" && return
    fi
    if [[ -n $python ]]; then
        separate_pip=yes
        "$python" -I -m pip --version > /dev/null 2>&1 && return
        say "nothing can be set up without it: Headroom needs two Python packages even in the terminal."
        return 3
    fi
    say "needs Python 3.11 to 3.14, and found none (looked for python3.14 to python3.11 and python3;"
    say "HEADROOM_PYTHON=/path/to/python3 names another). Debian 12: apt-get install python3;"
    say "Ubuntu 22.04: apt-get install python3.11 python3.11-venv; RHEL 9: dnf install python3.11."
    return 3
}

try_python() { # try_python CODE: the first Python that runs CODE without complaint
    local name
    for name in ${HEADROOM_PYTHON:+"$HEADROOM_PYTHON"} python3.14 python3.13 python3.12 python3.11 python3; do
        if has "$name" && "$name" -I -c "$1" > /dev/null 2>&1; then
            python=$(command -v -- "$name")
            return 0
        fi
    done
    return 1
}

fill() { # fill EXTENT: the environment itself
    local extent=$1 lock=$root/installer/lock pip known
    pip=("$place/bin/python" -I -m pip)
    if [[ -n $separate_pip ]]; then pip=("$python" -I -m pip --python "$place/bin/python"); fi
    if is_ready "$place" base; then known=yes; else known=""; fi
    say "setting up a private environment in $place"
    # Below the user's data folder, which may not exist yet and is for this user's eyes only.
    if [[ $place != "$root/.venv" ]]; then (umask 077 && mkdir -p -- "$place") || return; fi
    mkdir -p -- "$place"
    rm -f -- "$place"/ready.*
    # What an interrupted set-up left is not built upon: a half-copied package looks installed.
    if [[ -z $known ]]; then "$python" -I -m venv --clear ${separate_pip:+--without-pip} "$place" || return; fi
    fetch "${pip[@]}" install --require-hashes --only-binary :all: \
        --requirement "$lock/$extent.txt" --requirement "$lock/build.txt" || return
    PIP_USER=0 "${pip[@]}" install --no-index --no-deps --no-build-isolation --quiet --disable-pip-version-check \
        --editable "$root" >&2 || return
    if [[ -w $root ]]; then "$place/bin/python" -I -m compileall -q "$root/app" "$root/sizing" >&2 || return; fi
    mark "$extent"
}

fetch() { # fetch PIP...: what it prints is progress, and only worth reading in a terminal
    local quiet=--quiet
    if [[ -t 2 ]]; then quiet=--progress-bar=on; fi
    if PIP_USER=0 "$@" "$quiet" --disable-pip-version-check --no-input >&2; then return; fi
    say "the Python packages could not be installed; the reason is above. A mirror or a folder of wheels can be"
    say "named in pip's own settings (PIP_INDEX_URL, PIP_NO_INDEX with PIP_FIND_LINKS, PIP_CERT, PIP_PROXY)."
    return 3
}

mark() { # mark EXTENT: says that this extent, and each smaller one, is whole
    local extent
    for extent in base gui dev; do
        stamp "$place" > "$place/ready.new"
        mv -f -- "$place/ready.new" "$place/ready.$extent"
        if [[ $extent == "$1" ]]; then return; fi
    done
}

missing_libraries() { # prints the rows of qt_libraries that this system cannot load
    [[ $OSTYPE == linux* ]] || return 0
    printf '%s\n' "${qt_libraries[@]}" | "$python" -I -c '
import ctypes, sys
for row in sys.stdin:
    try:
        ctypes.CDLL(row.split()[0])
    except OSError:
        print(row, end="")
'
}

enough_libraries() { # enough_libraries MISSING: whether a window can open without those
    case $1 in
        *everywhere*) return 1 ;;
        *x11*) [[ -n ${WAYLAND_DISPLAY:-} && $1 != *wayland$'\n'* ]] ;;
    esac
}

install_qt_libraries() { # 1 when no window can open here
    local missing name package names=()
    if [[ -z $python ]]; then find_python || return; fi
    missing=$(missing_libraries)$'\n'
    if enough_libraries "$missing"; then return 0; fi
    while read -r name package _; do
        if has apt-get; then names+=("$package"); else names+=("$name()(64bit)"); fi
    done <<< "${missing%$'\n'}"
    install_packages "the system libraries that the window needs" "${names[@]}" || return
    # A package manager that could not find one of them may have left only that one out.
    missing=$(missing_libraries)$'\n'
    if enough_libraries "$missing"; then return 0; fi
    say "still missing: $(cut -d " " -f 1 <<< "${missing%$'\n'}" | tr '\n' " ")"
    return 1
}

install_packages() { # install_packages PURPOSE PACKAGE...: 1 when they are not to be had, after saying so
    local purpose=$1 command
    shift
    if has apt-get; then
        command=(apt-get install --yes --no-install-recommends "$@")
    elif has dnf; then
        command=(dnf install --assumeyes --setopt=strict=0 "$@")
    elif has zypper; then
        command=(zypper --non-interactive install "$@")
    else
        say "missing: $purpose ($*), and no package manager that is known here (apt-get, dnf, zypper)."
        return 1
    fi
    if ((EUID != 0)); then
        say "missing: $purpose. An administrator can install it with"
        say "   $(printf ' %q' "${command[@]}")"
        return 1
    fi
    say "installing $purpose:$(printf ' %s' "$@")"
    if has apt-get; then
        apt-get update --quiet=2 >&2 || true
        DEBIAN_FRONTEND=noninteractive "${command[@]}" --quiet=2 -o Dpkg::Use-Pty=0 >&2 && return
    else
        "${command[@]}" >&2 && return
    fi
    say "the system's package manager could not install that; its reason is above."
    return 1
}
