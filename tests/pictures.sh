#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# pictures.sh BOUTON [--update]: the pictures in docs/pictures are what the commands on
# their page draw.
set -u
bouton=$1
cd "$(dirname "$0")/.." || exit 2
. tests/check.sh
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$root/examples" "$root/games" "$work"

pictures=0
while read -r command; do
    file=$(sed -nE 's/.* -o ([a-z0-9-]+\.[a-z]+).*/\1/p' <<<"$command")
    [ -n "$file" ] || continue
    pictures=$((pictures + 1))
    check "$command" bash -c "cd '$work' && ${command/#bouton/\"$bouton\"} >/dev/null"
    [ "${2:-}" = --update ] && cp "$work/$file" "docs/pictures/$file"
    check "docs/pictures/$file is up to date" cmp "$work/$file" "docs/pictures/$file"
done < <(sed -n 's/^\$ //p' docs/pictures/README.md)
check "the page has pictures" test $pictures -gt 5
close
