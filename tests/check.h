/* SPDX-License-Identifier: MIT
 * The whole test framework: CHECK counts and names what failed; check_close prints the
 * closing line and gives main its exit code. */
#ifndef BOUTON_TESTS_CHECK_H
#define BOUTON_TESTS_CHECK_H

#include <stdio.h>

static unsigned long check_passed, check_failed;

#define CHECK(condition, ...)                                                          \
    do {                                                                               \
        if (condition) {                                                               \
            check_passed++;                                                            \
        } else {                                                                       \
            check_failed++;                                                            \
            fprintf(stderr, "%s:%d: CHECK(%s): ", __FILE__, __LINE__, #condition);     \
            fprintf(stderr, __VA_ARGS__);                                              \
            fputc('\n', stderr);                                                       \
        }                                                                              \
    } while (0)

static inline int check_close(void)
{
    printf("%lu passed, %lu failed\n", check_passed, check_failed);
    return check_failed == 0 && check_passed > 0 ? 0 : 1;
}

#endif
