/* SPDX-License-Identifier: MIT
 * Bouton: a workbench for impartial combinatorial games. This header includes what most
 * programs need:
 *
 *   a context      bt_context_new bt_context_free bt_host_posix bt_message
 *                  bt_last_status bt_status_name bt_version
 *   a game         bt_builtin bt_game_new bt_game_free
 *   more games     bt_registry_new bt_registry_add bt_registry_free
 *                  bt_registry_at bt_registry_find
 *   a position     bt_sum_add bt_sum_add_words bt_sum_copy bt_sum_print
 *                  bt_sum_free
 *   who wins       bt_solver_new bt_solve bt_solver_limit bt_solver_free
 *   moves          bt_moves_new bt_moves_next bt_moves_count bt_moves_more
 *                  bt_moves_free bt_say_move bt_sum_play bt_terminal
 *   why            bt_explain bt_steps_init bt_steps_write_text bt_steps_free
 *   proofs         bt_prove_rules bt_discover_rules bt_check_certificate
 *   any command    bt_ask
 *   text           bt_text_init bt_text_chars bt_text_free bt_span_of
 *
 * Functions return a bt_status, and bt_message says what went wrong. A context belongs
 * to one thread; rules and games never change, so threads may share them. Other headers
 * have more: visitors instead of lists (solve.h), tables (solved.h), graphs (graph.h
 * and explore.h), pictures (draw.h), play (play.h). To write a rule set of your own,
 * use rules.h and kit.h. all.h includes everything. */
#ifndef BOUTON_BOUTON_H
#define BOUTON_BOUTON_H

#include <bouton/base.h>
#include <bouton/certificate.h>
#include <bouton/command.h>
#include <bouton/context.h>
#include <bouton/explain.h>
#include <bouton/host.h>
#include <bouton/rules.h>
#include <bouton/solve.h>
#include <bouton/steps.h>
#include <bouton/text.h>
#include <bouton/version.h>

#endif
