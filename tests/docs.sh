#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The pages in docs/games are what the command $BOUTON says of its rule sets today.
set -u
cd "$(dirname "$0")/.." || exit 2
. tests/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check "the command makes its pages" tools/docs "$BOUTON" "$work"
for page in "$work"/*.md; do
    name=docs/games/$(basename "$page")
    check "$name is up to date (make docs)" diff "$name" "$page"
done
for page in docs/games/*.md; do
    check "$page belongs to a rule set" test -e "$work/$(basename "$page")"
done
close
