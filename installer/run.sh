#!/usr/bin/env bash
# Starts Headroom, and first sets up whatever is missing: "bash installer/run.sh".
#
# Without arguments: the window where there is a display, else the whole job in the terminal, on the current folder.
# With arguments: the command line, as "headroom" has it ("bash installer/run.sh --help").
set -euo pipefail
# shellcheck source=installer/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

has_display() { [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} || $OSTYPE == darwin* ]]; }

extent=base
if (($# == 0)) && has_display; then extent=gui; fi
if ! ready_place "$extent"; then
    if [[ $extent == gui ]] && ! { install_qt_libraries && set_up gui; }; then
        say "without that there is no window; everything else works, so this goes on in the terminal."
        extent=base
    fi
    ready_place "$extent" || set_up "$extent"
fi
if (($# == 0)) && [[ $extent == base ]]; then
    set -- visit .
    # Nobody is there to answer; the plan is shown, and nothing but our own test files is written.
    if [[ ! -t 0 || ! -t 1 ]]; then set -- "$@" --yes; fi
fi

# Isolated (-I): a folder that happens to hold an "app" cannot take the program's place, and settings for other Pythons
# do not count. Where the checkout cannot be written, compiled files go beside the environment.
options=(-I)
if [[ ! -w $root ]]; then options+=(-X "pycache_prefix=$place/pycache"); fi
exec "$place/bin/python" "${options[@]}" -m app "$@"
