#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# play_terminal.sh BOUTON: `bouton play` on a real terminal, which tmux provides: the prompt,
# chips in colour, moves typed one after the other, a long line, the end of the input,
# Ctrl-C. It waits for what should appear, however long that takes.
set -u
bouton=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 2
. tests/check.sh
work=$(mktemp -d)
terminals=0
terminal() {
    tmux -S "$work/socket$terminals" -f /dev/null "$@"
}
trap 'terminal kill-server 2>/dev/null; rm -rf "$work"' EXIT

# start WORDS...: a new terminal of 80 columns in which the command runs; its exit code goes
# to $work/code.
start() {
    rm -f "$work/code"
    terminal kill-server 2>/dev/null
    terminals=$((terminals + 1)) # the one before may still be closing
    terminal new-session -d -x 80 -y 50 \
        "trap : INT; TERM=screen-256color; export TERM; unset NO_COLOR; '$bouton' $*; echo \$? >'$work/code'; sleep 1000"
}
type_line() {
    terminal send-keys -l "$1" && terminal send-keys Enter
}
screen() {
    terminal capture-pane -p -S - "$@"
}
# Waits up to a minute until the screen has the text.
shows() {
    local i
    for ((i = 0; i < 1200; i++)); do
        screen | grep -qF -- "$1" && return
        sleep 0.05
    done
    screen
    return 1
}
prompts() {
    shows "Your move." && shows ">"
}
ends_with() {
    local i
    for ((i = 0; i < 1200; i++)); do
        [ -s "$work/code" ] && break
        sleep 0.05
    done
    [ "$(cat "$work/code")" = "$1" ]
}
in_colour() {
    screen -e | grep -q $'\e\\[[0-9;]*m●'
}

start play nim 3,4,6
check "the board and a prompt are shown" shows "pile 3  ●●●●●● 6"
check "the prompt waits" prompts
check "chips are in colour" in_colour
type_line "take 9 from 1"
check "what is not a move is explained" shows "That is too many: pile 1 has only 3."
type_line hint
check "a hint says who can win" shows "You can win from here"
type_line "3 to 2"
check "a move is made" shows "You: take 1 from pile 1 (3 to 2)"
check "the computer answers" shows "Computer: take"
type_line undo
check "undo brings the board back" shows "pile 1  ●●● 3"
type_line "$(printf 'x%.0s' {1..300})"
check "a long line is only refused" shows "is neither a move nor a"
type_line quit
check "quit shows the score" shows "Games won: you 0, the computer 0."
check "quit ends with 0" ends_with 0

start play nim 1 --neighbour
check "neighbours are Player 1 and Player 2" shows "Player 1"
terminal send-keys C-d
check "the end of the input ends the game" ends_with 0

start play nim 3,4,6
prompts >/dev/null
terminal send-keys C-c
check "Ctrl-C ends by its signal" ends_with 130

start play nim 1,1 --level random
prompts >/dev/null
terminal resize-window -x 30 -y 20
type_line "1 to 0"
check "a small window is no trouble" shows "The computer has won"
close
