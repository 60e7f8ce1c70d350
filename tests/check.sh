# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# check.h for scripts. check SENTENCE COMMAND...: passes when the command succeeds, shows
# what it said when it does not. close prints the closing line and gives the exit code.
passed=0
failed=0

check() {
    local what=$1 said
    shift
    if said=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        [ -n "$said" ] && echo "    ${said//$'\n'/$'\n'    }"
        return 1
    fi
}

# The same for commands that have to fail.
check_not() {
    local what=$1
    shift
    check "$what" not "$@"
}

not() {
    ! "$@"
}

close() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
