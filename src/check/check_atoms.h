/* SPDX-License-Identifier: MIT
 * How atoms read digits. */
#ifndef BOUTON_CHECK_CHECK_ATOMS_H
#define BOUTON_CHECK_CHECK_ATOMS_H

#include "check/check_machine.h"

/* Not for machines, nor for the first variable of the automaton read backwards. */
int64_t bti_atom_start(const bti_question *q, const bti_atom *atom);
int64_t bti_atom_digit(const bti_question *q, const bti_atom *atom, int64_t state,
                       int64_t arg, unsigned digit);
int64_t bti_atom_tick(const bti_question *q, const bti_atom *atom, int64_t state);
bool bti_atom_accepts(const bti_question *q, const bti_atom *atom, int64_t state);

/* Is whatever `worse` accepts accepted by `better`? May say no when it does not know.
 */
bool bti_atom_better(const bti_question *q, const bti_atom *atom, int64_t better,
                     int64_t worse);

/* The automaton read backwards, inside a round: it came from state `from`, must arrive
 * in state `to`, and is at a node. */
int64_t bti_backwards(uint64_t from, uint64_t to, uint64_t at);

#endif
