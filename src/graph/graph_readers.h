/* SPDX-License-Identifier: MIT
 * The four readers of graph files. The first three fill a draft; the rows of a binary
 * file are the graph already. */
#ifndef BOUTON_GRAPH_READERS_H
#define BOUTON_GRAPH_READERS_H

#include "graph/graph_draft.h"
#include "graph/graph_input.h"

bt_status bti_read_edge_list(bti_graph_input *in, bti_draft *draft);
/* *strict: the file calls itself strict, so repeated arrows are one. */
bt_status bti_read_dot(bt_span text, bti_draft *draft, bool *strict);
bt_status bti_read_json_graph(bt_span text, bti_draft *draft);
bt_status bti_read_rows(bti_graph_input *in, bt_graph *graph);

/* How binary files begin; the last byte is the version. */
#define BTI_ROWS_MAGIC "BTNGRAF\1"

#endif
