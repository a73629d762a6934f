#!/usr/bin/env bash
# Refreshes installer/lock/*.txt from pyproject.toml: exact versions with hashes, for Python 3.11 to 3.14 on Linux,
# Windows and macOS. Needs uv. "bash installer/lock.sh" keeps what still fits; "--upgrade" takes the newest that fits.
#
# The smaller sets are resolved below the largest, so that every set agrees on every version.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

uv=${UV:-uv}
lock=installer/lock
build=$(mktemp --suffix=.in)
trap 'rm -f -- "$build"' EXIT

resolve() { # resolve NAME INPUT OPTION...
    local name=$1 input=$2
    shift 2
    "$uv" pip compile --quiet --universal --python-version 3.11 --only-binary :all: --generate-hashes \
        --no-emit-index-url --no-annotate --no-header "$@" "$input" --output-file "$lock/$name.txt"
    { echo "# Made from pyproject.toml by installer/lock.sh: do not edit."; cat -- "$lock/$name.txt"; } > "$lock/$name.new"
    mv -- "$lock/$name.new" "$lock/$name.txt"
}

sed -n '/^\[build-system\]/,/^\[/s/^requires = \["\(.*\)"\]$/\1/p' pyproject.toml | sed 's/", "/\n/g' > "$build"
[[ -s $build ]] || { echo "pyproject.toml names no build requirement" >&2; exit 1; }

resolve dev pyproject.toml --extra gui --extra dev "$@"
resolve gui pyproject.toml --extra gui --constraint "$lock/dev.txt"
resolve base pyproject.toml --constraint "$lock/dev.txt"
resolve build "$build" --constraint "$lock/dev.txt"
