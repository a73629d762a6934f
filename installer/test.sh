#!/usr/bin/env bash
# Sets up all that the tests need and runs every check: "bash installer/test.sh [what pytest takes]".
#
# What cannot be run here, for want of root or of a tool, is listed at the end under NOT RUN HERE.
set -euo pipefail
# shellcheck source=installer/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"
cd -- "$root"

# A command that the tests call, Debian's package for it, and Red Hat's.
tools=(
    "git git git"
    "Xvfb xvfb xorg-x11-server-Xvfb"
    "mkfs.xfs xfsprogs xfsprogs"
    "mkfs.ext4 e2fsprogs e2fsprogs"
    "mkfs.btrfs btrfs-progs btrfs-progs"
    "mount mount util-linux-core"
    "fusermount3 fuse3 fuse3"
    "fio fio fio"
    "pdftoppm poppler-utils poppler-utils"
    "java default-jre-headless java-17-openjdk-headless"
    "mvn maven maven"
    "shellcheck shellcheck ShellCheck"
)
PATH=$PATH:/usr/sbin:/sbin

install_tools() {
    local row command debian redhat names=()
    for row in "${tools[@]}"; do
        read -r command debian redhat <<< "$row"
        if has "$command"; then continue; fi
        if has apt-get; then names+=("$debian"); else names+=("$redhat"); fi
    done
    if ((${#names[@]} == 0)); then return 0; fi
    install_packages "the tools that some tests need" "${names[@]}" || say "the tests that need them are left out."
}

fetch_verapdf() { # the validator of PDF/A and PDF/UA
    if [[ -e .cache/verapdf/whole ]] || ! has mvn; then return; fi
    say "fetching veraPDF, which checks the reports"
    if mvn --batch-mode --quiet -Dstyle.color=never --file installer/verapdf.pom.xml dependency:copy-dependencies \
        "-DoutputDirectory=$root/.cache/verapdf" >&2; then
        touch .cache/verapdf/whole
    else
        say "veraPDF could not be fetched; the tests that need it are left out."
    fi
}

verdicts=""
check() { # check NAME COMMAND...
    local name=$1 verdict
    shift
    if ! has "$1"; then
        verdict="not run here: $1 is not installed"
    elif "$@"; then
        verdict=passed
    else
        verdict=FAILED
    fi
    verdicts+="$name: $verdict"$'\n'
}

# The libraries come first: without a root's help the checks go on, and the tests of the window say why they do not.
install_qt_libraries || say "the tests of the window are left out."
install_tools
ready_place dev || set_up dev
fetch_verapdf

PATH=$place/bin:$PATH
check "ruff format" ruff format --check .
check "ruff check" ruff check .
check "mypy --strict" mypy
check "import contracts" lint-imports
check "shellcheck" shellcheck --external-sources installer/lock.sh installer/run.sh installer/test.sh .ci/run
# The tests close with these verdicts, and fail when one of them did.
HEADROOM_CHECKS=$verdicts exec "$place/bin/python" -P -m pytest "$@"
