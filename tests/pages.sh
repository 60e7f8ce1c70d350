#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs golden, given as the first argument, on every page that shows commands.
# More arguments go to golden: `pages.sh golden --update`.
set -u
golden=$1
shift
cd "$(dirname "$0")/.." || exit 2
files=()
[ -d tests/cli/files ] && files=(--files tests/cli/files)
shopt -s nullglob globstar
exec "$golden" "$@" "${files[@]}" tests/cli/*.md ./*.md docs/**/*.md
