/*
 * Where the submission makes files and folders, wherever in its source: what
 * it lists or reads there later is its own. Which function runs first nobody
 * asks.
 */
#include "obscure.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../places/signatures.h"
#include "../read/tree.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"
#include "../values/site.h"

/* A path without ./ and the like; gaps stand for what is not known. */
struct named {
	const struct named	*next;
	const char		*path;
	size_t			 n;
};

/* Appends it as signature_clean_path() does, and gives what stands there. */
static const char *
clean(const char *path, size_t n, struct buf *out)
{
	signature_clean_path(path, n, "", out);
	return buf_str(out) + 1;
}

static void
add_named(struct judge *j, const char *path, size_t n)
{
	auto_buf struct buf text = BUF_INIT;
	struct named *one = arena_alloc(j->arena, sizeof(*one));

	clean(path, n, &text);
	one->n = text.len - 1;
	one->path = arena_strndup(j->arena, text.data + 1, one->n);
	one->next = j->named;
	j->named = one;
	/* It may be anywhere. */
	j->named_anywhere |= one->path[0] == FOLD_GAP;
}

static void
add_set(struct judge *j, const struct vset *set)
{
	size_t i;

	j->named_anywhere |= set->unknown || set->n == 0;
	for (i = 0; i < set->n; i++)
		switch (set->v[i]->kind) {
		case VALUE_STR:
		case VALUE_BYTES:
		case VALUE_PARTIAL:
			add_named(j, set->v[i]->text.bytes,
			    set->v[i]->text.n);
			break;
		case VALUE_RESULT:
			if (set->v[i]->text.bytes != NULL)
				add_named(j, set->v[i]->text.bytes,
				    set->v[i]->text.n);
			else
				j->named_anywhere = true;
			break;
		case VALUE_INT:
		case VALUE_NONE:
			break;
		default:
			j->named_anywhere = true;
		}
}

/* open(x), open(x, "r"): it makes nothing. */
static bool
only_reads(struct judge *j, uint32_t call, const struct signature *sig)
{
	const struct vset *set;
	uint32_t node;
	size_t i, k;

	for (i = 0; i < sig->n; i++) {
		if (sig->parameters[i].use != 'm')
			continue;
		node = signature_argument(j, call, sig, i);
		if (node == 0)
			return true;
		if (node == SIGNATURE_UNKNOWN)
			return false;
		set = eval(j, node);
		if (set->unknown || set->n == 0)
			return false;
		for (k = 0; k < set->n; k++)
			if (set->v[k]->kind != VALUE_STR || strpbrk(
			    arena_strndup(j->arena, set->v[k]->text.bytes,
			    set->v[k]->text.n), "wax+") != NULL)
				return false;
	}
	return true;
}

/* What this argument names, or this object whose method is called. */
static void
add_place(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node), *given;

	if (set->unknown || set->n == 0) {
		given = handed_over(j, node);
		if (given->n > 0)
			set = given;
	}
	add_set(j, set);
}

static void
add_call(struct judge *j, uint32_t call)
{
	uint32_t object = 0, node;
	const char *name = site_callee(j, call), *dot;
	const struct signature *found;
	struct signature sig;
	size_t i;

	found = name[0] == '\0' ? NULL : signature_of(name);
	if (found == NULL) {
		name = site_attribute(j, call + 1, &object);
		dot = strrchr(name, '.');
		found = signature_of_method(dot == NULL ? name : dot + 1);
	}
	if (found == NULL)
		return;
	/* It is kept in one place, which others use as well. */
	sig = *found;
	for (i = 0; i < sig.n; i++) {
		const struct parameter *p = &sig.parameters[i];

		if (p->use != 'w' && (p->use != 'o' || only_reads(j, call,
		    &sig)))
			continue;
		if (p->self) {
			site_attribute(j, call + 1, &object);
			if (object != 0)
				add_place(j, object);
			continue;
		}
		node = signature_argument(j, call, &sig, i);
		if (node == SIGNATURE_UNKNOWN)
			j->named_anywhere = true;
		else if (node != 0)
			add_place(j, node);
	}
}

static void
find_named(struct judge *j)
{
	uint32_t i;

	if (j->named_known)
		return;
	j->named_known = true;
	for (i = 0; i < j->tree.n && !j->late; i++) {
		if (j->nodes[i].kind == NODE_CALL &&
		    j->nodes[tree_last(j->nodes, i)].kind == NODE_ARGUMENTS)
			add_call(j, i);
		if (i % 4096 == 4095 && eval_has_no_time(j))
			break;
	}
}

bool
named_any(struct judge *j)
{
	find_named(j);
	return j->named != NULL || j->named_anywhere;
}

bool
named_is_written(struct judge *j, const struct value *path)
{
	auto_buf struct buf text = BUF_INIT;
	const struct named *one;
	const char *s;

	find_named(j);
	s = clean(path->text.bytes, path->text.n, &text);
	for (one = j->named; one != NULL; one = one->next)
		if (one->n == text.len - 1 && memcmp(one->path, s, one->n) ==
		    0)
			return true;
	return false;
}

bool
named_begins_with(struct judge *j, const char *s, size_t n)
{
	const struct named *one;

	find_named(j);
	for (one = j->named; one != NULL; one = one->next)
		if (one->path[0] == s[0] && (one->n < n || memchr(one->path,
		    FOLD_GAP, n) != NULL || memcmp(one->path, s, n) == 0))
			return true;
	return false;
}

bool
named_is_below(struct judge *j, const char *folder, size_t n)
{
	auto_buf struct buf text = BUF_INIT;
	const struct named *one;
	const char *s, *gap;
	size_t len;

	find_named(j);
	s = clean(folder, n, &text);
	len = strcmp(s, ".") == 0 ? 0 : text.len - 1;
	if (j->named_anywhere)
		return true;
	for (one = j->named; one != NULL; one = one->next) {
		if (len == 0 && strchr("/~", one->path[0]) == NULL &&
		    strncmp(one->path, "..", 2) != 0)
			return true;
		gap = memchr(one->path, FOLD_GAP, one->n);
		if (gap != NULL && (size_t)(gap - one->path) <= len)
			return true;
		if (len > 0 && one->n >= len && memcmp(one->path, s, len) ==
		    0 && (one->n == len || one->path[len] == '/' ||
		    s[len - 1] == '/'))
			return true;
	}
	return false;
}
