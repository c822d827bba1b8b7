/*
 * What a loop of a replay makes longer each time, so that its end can be told
 * before it is come to.
 */
#include "replay_parts.h"

void
growth_watch(struct replay *r, uint32_t body, struct growing *g)
{
	const struct node *nodes = r->j->nodes;
	uint32_t child;

	g->n = 0;
	TREE_CHILDREN(nodes, body, child)
		if (g->n < WATCHED && nodes[child].kind ==
		    NODE_EXPRESSION_STATEMENT && nodes[child + 1].kind ==
		    NODE_ASSIGNMENT && nodes[child + 2].kind ==
		    NODE_IDENTIFIER) {
			g->length[g->n] = g->ratio[g->n] = 0;
			g->names[g->n++] = replay_binding(r, child + 2);
		}
}

/* Longer by as much in each round: how long will it be after the last? */
void
growth_ask(struct replay *r, struct growing *g, double left)
{
	double n, ratio, all, more;
	uint32_t i;

	for (i = 0; i < g->n; i++) {
		n = thing_length(r, r->slots[g->names[i]].now);
		ratio = g->length[i] > 0 ? n / g->length[i] : 0;
		if (ratio > 1.2 && ratio >= g->ratio[i] * 0.97 && ratio <=
		    g->ratio[i] * 1.03 && n > 100) {
			for (all = n, more = left; more >= 1 && all < 1e12;
			    more--)
				all *= ratio;
			if (all > 1e10)
				replay_huge(r, 0, all);
		}
		g->length[i] = n;
		g->ratio[i] = ratio;
	}
}
