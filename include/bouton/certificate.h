/* SPDX-License-Identifier: MIT
 * Certificates: is the theorem that a file states true? Nothing of the prover is used;
 * docs/formats/certificate.md has the format and what is verified. */
#ifndef BOUTON_CERTIFICATE_H
#define BOUTON_CERTIFICATE_H

#include <bouton/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What was verified, or where the certificate is wrong. Texts live in the arena that
 * was given. */
typedef struct bt_checked bt_checked;
struct bt_checked {
    bool yes;
    /* What is verified is about nothing: there are no positions, or no position has a
     * move. False if that could not be told. */
    bool no_positions, no_moves;
    const char *why_not;  /* a sentence when the answer is no, else NULL */
    const char *position; /* that shows it, "x = 1, y = 2", or NULL */
    const char *game;     /* its name, or "" */
    const char *const *var;
    size_t vars;
    bool misere;
    const char *digits;       /* as in the file: "binary", "fib", weights */
    const char *rest;         /* the line `position`, or NULL: all tuples */
    const char *const *claim; /* as they stand in the file */
    size_t claims;
    const char *const *measure;
    size_t measures;
    size_t moves;
    size_t states, nodes; /* of the automaton */
    uint64_t searched;    /* joint states that were looked at */
    const char *value;    /* the name of the Grundy value, or NULL: only P-positions */
    const char *const *grundy; /* formulas for it, as they stand in the file */
    size_t grundys;
    /* A sum: its parts, each about values. Then moves, states, nodes and searched are
     * those of all parts together, and what else belongs to a part stands there alone.
     */
    const bt_checked *part;
    size_t parts;
    unsigned version; /* of the format; from 5 on every line was found to be defined */
};

/* BT_SYNTAX and BT_DOMAIN when the file cannot be read, BT_UNABLE at limits. A
 * certificate that can be read and is wrong is BT_OK with yes = false. */
BT_API BT_MUST_CHECK bt_status bt_check_certificate(bt_arena *arena, bt_span bytes,
                                                    bt_checked *out);

#ifdef __cplusplus
}
#endif
#endif
