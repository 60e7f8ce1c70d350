/* SPDX-License-Identifier: MIT
 * Which version of the format a certificate needs (docs/formats/certificate.md). */
#ifndef BOUTON_PROVE_CERTIFICATE_VERSION_H
#define BOUTON_PROVE_CERTIFICATE_VERSION_H

#include "prove/theory.h"

/* From this version on `t mod m` is the residue of a negative t, too. */
enum { BTI_RESIDUE_VERSION = 5 };

/* Whether a line means the same in the versions before, at all values of its variables
 * whose declared ones are in `within` (NULL: everywhere). No is always a safe answer,
 * and is given where the automata become too large. */
BT_MUST_CHECK bt_status bti_reads_alike(const bti_theory *t, const bti_node *formula,
                                        const bti_dfa *within, bool *alike);

/* The same for the lines that state the rules. */
BT_MUST_CHECK bt_status bti_rules_read_alike(const bti_theory *t, bool *alike);

#endif
