/* Operators of two operands: sums, products, templates of %, paths. */
#include "fold.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../symbols/occurrences.h"
#include "foldcall.h"
#include "foldtext.h"

/* The operator between two operands; comments may stand around it. */
static void
read_operator(const struct judge *j, uint32_t node, char out[3])
{
	uint32_t left = node + 1, right = j->nodes[left].skip;
	uint32_t at = j->nodes[left].end, end = j->nodes[right].start;
	size_t n = 0;

	out[0] = out[1] = out[2] = '\0';
	for (; at < end && n < 2; at++) {
		char c = j->source.bytes[at];

		if (c == '#') {
			while (at < end && j->source.bytes[at] != '\n')
				at++;
		} else if ((unsigned char)c <= ' ' || c == '\\' || c == '(' || c == ')') {
			if (n > 0)
				break;
		} else
			out[n++] = c;
	}
}

static bool
integer_result(const char *op, int64_t a, int64_t b, int64_t *ret)
{
	int64_t i;

	switch (op[0]) {
	case '+': return !__builtin_add_overflow(a, b, ret);
	case '-': return !__builtin_sub_overflow(a, b, ret);
	case '&': *ret = a & b; return true;
	case '|': *ret = a | b; return true;
	case '^': *ret = a ^ b; return true;
	case '*':
		if (op[1] != '*')
			return !__builtin_mul_overflow(a, b, ret);
		if (b < 0 || b > 62)
			return false;
		for (*ret = 1, i = 0; i < b; i++)
			if (__builtin_mul_overflow(*ret, a, ret))
				return false;
		return true;
	case '<':
		if (a < 0 || b < 0 || b > 62 || a > (INT64_MAX >> b))
			return false;
		*ret = a << b;
		return true;
	case '>':
		if (a < 0 || b < 0 || b > 62)
			return false;
		*ret = a >> b;
		return true;
	case '/':
		if (op[1] != '/')
			return false;
		/* FALLTHROUGH */
	case '%':
		if (b == 0 || b == -1 || a == INT64_MIN)
			return false;
		/* Python rounds down. */
		i = a / b - (a % b != 0 && (a < 0) != (b < 0));
		*ret = op[0] == '/' ? i : a - i * b;
		return true;
	}
	return false;
}

/* What one conversion writes; false if that is not known. */
static bool
write_conversion(const struct value *template, char conversion,
    const struct vset *set, struct buf *out)
{
	const struct value *v;

	if (set->n != 1 || set->unknown)
		return false;
	v = set->v[0];
	if (conversion == 's')
		return fold_write(v, out);
	/* Of a text, %c is its one character, and the others are an error. */
	if (conversion == 'c' && v->kind == VALUE_STR)
		return fold_write(v, out);
	return conversion != '\0' && strchr("cdix", conversion) != NULL &&
	    fold_write_number(v, conversion, template->kind == VALUE_BYTES, out);
}

/* "%s%c" % (a, b): what conversions of constants write. */
static const struct vset *
format_percent(struct judge *j, const struct value *template,
    const struct vset *right, uint32_t place)
{
	auto_buf struct buf out = BUF_INIT;
	const struct vset *const *args = &right;
	const char *s = template->text.bytes;
	size_t n = template->text.n, i, used = 0, count = 1;
	bool known = true, plain;

	if (right->n == 1 && !right->unknown &&
	    right->v[0]->kind == VALUE_LIST &&
	    right->v[0]->flags & VALUE_FIXED) {
		args = right->v[0]->items.list;
		count = right->v[0]->flags & VALUE_OPEN ? 0 :
		    right->v[0]->items.n;
	}
	for (i = 0; i < n; i++) {
		if (s[i] != '%' || i + 1 == n) {
			buf_addc(&out, s[i]);
			continue;
		}
		plain = true;
		if (s[++i] == '(') {
			/* "%(a)s": which one is not followed. */
			plain = false;
			count = 0;
			while (i + 1 < n && s[i] != ')')
				i++;
			i += i + 1 < n;
		}
		for (; i + 1 < n && s[i] != '\0' &&
		    strchr("#0- +.123456789", s[i]) != NULL; i++)
			plain = false;
		if (s[i] == '%') {
			buf_addc(&out, '%');
			continue;
		}
		/* These take an argument more, or stand before the letter. */
		if (strchr("*hlL", s[i]) != NULL)
			return &vset_unknown;
		if (!plain || used >= count ||
		    !write_conversion(template, s[i], args[used], &out)) {
			known = false;
			fold_add_gap(&out);
		}
		used++;
		if (out.len > FOLD_MAX)
			return &vset_unknown;
	}
	if (!known && template->kind != VALUE_STR)
		return &vset_unknown;
	return fold_text(j, known ? (enum value_kind)template->kind :
	    VALUE_PARTIAL, place, &out);
}

static const struct vset *
repeat(struct judge *j, const struct value *v, int64_t times, uint32_t place)
{
	auto_buf struct buf out = BUF_INIT;
	const struct vset **list;
	size_t i, k, n;

	if (times < 0)
		times = 0;
	if (fold_is_text(v)) {
		if (times > FOLD_MAX || (size_t)times * v->text.n > FOLD_MAX)
			return &vset_unknown;
		for (i = 0; i < (size_t)times; i++)
			buf_add(&out, v->text.bytes, v->text.n);
		return fold_text(j, (enum value_kind)v->kind, place, &out);
	}
	if (v->kind != VALUE_LIST || v->flags & VALUE_OPEN ||
	    times > FOLD_ELEMENTS_MAX ||
	    (size_t)times * v->items.n > FOLD_ELEMENTS_MAX)
		return NULL;
	n = (size_t)times * v->items.n;
	list = arena_alloc(j->arena, (n + 1) * sizeof(*list));
	for (i = k = 0; i < n; i++, k = k + 1 == v->items.n ? 0 : k + 1)
		list[i] = v->items.list[k];
	return fold_list(j, place, list, n, 0);
}

static bool
is_known_in_part(const struct value *v)
{
	return v->kind == VALUE_STR || v->kind == VALUE_PARTIAL;
}

static const struct vset *
add_values(struct judge *j, const struct value *a, const struct value *b,
    uint32_t place)
{
	auto_buf struct buf out = BUF_INIT;
	bool skip;

	if ((fold_is_text(a) && a->kind == b->kind) || (is_known_in_part(a) &&
	    is_known_in_part(b))) {
		if (a->text.n + b->text.n > FOLD_MAX)
			return &vset_unknown;
		buf_add(&out, a->text.bytes, a->text.n);
		/* Two gaps are one. */
		skip = out.len > 0 && b->text.n > 0 && b->text.bytes[0] ==
		    FOLD_GAP && out.data[out.len - 1] == FOLD_GAP;
		buf_add(&out, b->text.bytes + skip, b->text.n - skip);
		return fold_text(j, a->kind == b->kind ? (enum value_kind)
		    a->kind : VALUE_PARTIAL, place, &out);
	}
	if (a->kind != VALUE_LIST || b->kind != VALUE_LIST ||
	    a->items.n + b->items.n > FOLD_ELEMENTS_MAX)
		return NULL;
	return fold_list(j, place, fold_both(j, a, b), a->items.n + b->items.n,
	    (a->flags | b->flags) & VALUE_OPEN ? a->flags | b->flags :
	    a->flags & b->flags & VALUE_FIXED);
}

/* Path("a") / "b": the text of such a result is the path. */
const struct vset *
fold_join_path(struct judge *j, const struct value *a, const struct value *b,
    uint32_t place)
{
	auto_buf struct buf out = BUF_INIT;
	struct value *v;

	if (a->text.bytes == NULL || b->text.bytes == NULL)
		return NULL;
	if (b->text.n == 0 || b->text.bytes[0] != '/') {
		buf_add(&out, a->text.bytes, a->text.n);
		if (out.len > 0 && out.data[out.len - 1] != '/')
			buf_addc(&out, '/');
	}
	buf_add(&out, b->text.bytes, b->text.n);
	if (out.len > 4096)
		return NULL;
	v = value_new(j->arena, VALUE_RESULT, place);
	v->name = KNOWN(pathlib_Path);
	v->text.n = out.len;
	v->text.bytes = arena_strndup(j->arena, buf_str(&out), out.len);
	return vset_one(j->arena, v);
}

static const struct vset *
binary_values(struct judge *j, const char *op, const struct value *a,
    const struct value *b, uint32_t place)
{
	int64_t r;

	if (a->kind == VALUE_INT && b->kind == VALUE_INT) {
		if (!integer_result(op, a->integer, b->integer, &r))
			return NULL;
		return a->name != 0 && b->name != 0 &&
		    strchr("&|^", op[0]) != NULL ?
		    value_bool(j->arena, place, r != 0) :
		    value_integer(j->arena, place, r);
	}
	if (op[1] != '\0')
		return NULL;
	switch (op[0]) {
	case '+':
		return add_values(j, a, b, place);
	case '*':
		if (b->kind == VALUE_INT)
			return repeat(j, a, b->integer, place);
		if (a->kind == VALUE_INT)
			return repeat(j, b, a->integer, place);
		return NULL;
	case '|':
		return a->kind == VALUE_DICT && b->kind == VALUE_DICT ?
		    fold_merge(j, a, b, place) : NULL;
	case '/':
		if (a->kind == VALUE_RESULT && fold_is_path_class(a->name) &&
		    (b->kind == VALUE_STR || (b->kind == VALUE_RESULT &&
		    fold_is_path_class(b->name))))
			return fold_join_path(j, a, b, place);
		return NULL;
	default:
		return NULL;
	}
}

/*
 * What is added to a text may decide itself what comes of it, but only if a
 * class says so.
 */
static bool
starts_with_left(struct judge *j, const char op[3], const struct value *left)
{
	return op[0] == '+' && op[1] == '\0' && is_known_in_part(left) &&
	    !own_answers(j, "__radd__");
}

/* The same of "%s" % x, if x is no tuple of such. */
static bool
fills_template(struct judge *j, const struct value *left,
    const struct vset *right)
{
	size_t i;

	if (!fold_is_text(left))
		return false;
	for (i = 0; i < right->n && right->v[i]->kind != VALUE_OBJECT; i++)
		;
	return (i == right->n && !right->unknown) || !own_answers(j,
	    "__rmod__");
}

static const char gap_text[] = { FOLD_GAP };
const struct value fold_gap = { .kind = VALUE_PARTIAL,
    .text = { gap_text, 1 } };

/* Something, and then these texts: no more than may be. */
static const struct vset *
ends_with(struct judge *j, const struct vset *right, uint32_t place)
{
	const struct vset *set = &vset_unknown;
	size_t i;

	for (i = 0; i < right->n; i++)
		if (is_known_in_part(right->v[i]))
			set = vset_join(j->arena, set, add_values(j, &fold_gap,
			    right->v[i], place));
	return set;
}

/* Nothing but what calls gave, and what modules hold. */
static bool
says_nothing(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_PATH && (set->v[i]->kind !=
		    VALUE_RESULT || set->v[i]->text.bytes != NULL))
			return false;
	return true;
}

static bool
are_integers(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_INT || set->v[i]->name != 0)
			return false;
	return true;
}

/* Of numbers alone, no more than FOLD_COMBINATIONS. */
static const struct vset *
integers_together(struct judge *j, uint32_t node, const char *op,
    const struct vset *a, const struct vset *b)
{
	int64_t all[FOLD_COMBINATIONS];
	bool known = !a->unknown && !b->unknown;
	size_t i, k, n = 0;

	for (i = 0; i < a->n; i++)
		for (k = 0; k < b->n; k++)
			if (integer_result(op, a->v[i]->integer,
			    b->v[k]->integer, &all[n]))
				n++;
			else
				known = false;
	return vset_integers(j->arena, node, all, n, !known);
}

static const struct vset *
put_together(struct judge *j, uint32_t node, const struct vset *a,
    const struct vset *b)
{
	const struct vset *set = &vset_none, *one;
	const struct vset *all[1 + FOLD_COMBINATIONS];
	size_t i, k, n = 1;
	char op[3];

	read_operator(j, node, op);
	if (op[0] == '+' && op[1] == '\0' && says_nothing(a))
		return ends_with(j, b, node);
	if (a->n == 0)
		return NULL;
	if (op[0] == '%' && op[1] == '\0') {
		for (i = 0; i < a->n; i++) {
			one = fills_template(j, a->v[i], b) ? format_percent(j,
			    a->v[i], b, node) : b->n == 1 && !b->unknown ?
			    binary_values(j, op, a->v[i], b->v[0], node) :
			    NULL;
			set = vset_join(j->arena, set,
			    one != NULL ? one : &vset_unknown);
		}
		return a->unknown ? vset_with_unknown(j->arena, set) : set;
	}
	if ((size_t)a->n * b->n > FOLD_COMBINATIONS)
		return NULL;
	if (are_integers(a) && are_integers(b))
		return integers_together(j, node, op, a, b);
	/* A known start is worth keeping. */
	if (b->unknown && op[0] == '+' && op[1] == '\0')
		for (i = 0; i < a->n; i++)
			if (starts_with_left(j, op, a->v[i]))
				set = vset_join(j->arena, set, add_values(j,
				    a->v[i], &fold_gap, node));
			else
				set = vset_with_unknown(j->arena, set);
	else if (b->unknown)
		set = &vset_unknown;
	all[0] = a->unknown ? vset_with_unknown(j->arena, set) : set;
	for (i = 0; i < a->n; i++)
		for (k = 0; k < b->n; k++) {
			one = binary_values(j, op, a->v[i], b->v[k], node);
			if (one == NULL && starts_with_left(j, op, a->v[i]))
				one = add_values(j, a->v[i], &fold_gap, node);
			all[n++] = one != NULL ? one : &vset_unknown;
		}
	return vset_join_all(j->arena, all, n, 1);
}

const struct vset *
fold_binary(struct judge *j, uint32_t node)
{
	const struct vset *a = j->ask->node(j, node + 1), *set;
	const struct vset *b = j->ask->node(j, tree_last(j->nodes, node));

	if (a->n == 0 && b->n == 0)
		return NULL;
	if (fold_kept(j, node, a, b, &set))
		return set;
	return fold_keep(j, node, a, b, put_together(j, node, a, b));
}
