/*
 * What calls pass, before the rows that look at arguments: name(keyword),
 * name(keyword=text), name(0=text), and what is stored in a library's object.
 */
#include "calls_parts.h"

#include <stdio.h>
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../eval/own.h"
#include "resources.h"
#include "../eval/signatures.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/provenance.h"
#include "../eval/site.h"
#include "checks.h"

/* An argument before the rows about it: `name(keyword=` and what it may be. */
struct passed {
	struct buf		 subject;
	const struct value	*callee;
	const char		*source;	/* what handed it over, or "" */
	uint32_t		 place;
	char			 unknown;	/* '?' from outside, else '!' */
	unsigned		 depth;		/* of numpy.dtype() around it */
};

#define DTYPES_MAX	8	/* in each other: dt = numpy.dtype(dt) */

static void check_value(struct judge *, struct passed *, const struct vset *);

static void
look_up(struct judge *j, struct passed *p)
{
	const struct rules_row *row;

	buf_addc(&p->subject, ')');
	row = rules_find(j->report->rules, RULES_CALL, buf_str(&p->subject));
	if (row != NULL)
		report_row(j, row, "call", buf_str(&p->subject), p->place,
		    p->callee);
}

/* A text as a row writes it: "?" for each gap. */
static void
add_text(struct buf *b, const struct value *v)
{
	size_t i;

	for (i = 0; i < v->text.n; i++)
		buf_addc(b, v->text.bytes[i] == FOLD_GAP ? '?' :
		    v->text.bytes[i]);
}

/* "[key]" and what stands under it; `unknown`: of a key that is not known. */
static void
check_pair(struct judge *j, struct passed *p, const struct vset *keys,
    char unknown, const struct vset *value)
{
	bool other = keys->unknown || keys->n == 0;
	size_t i, len = p->subject.len;

	for (i = 0; i < keys->n + (size_t)other; i++) {
		p->subject.len = len;
		buf_addc(&p->subject, '[');
		if (i < keys->n && (keys->v[i]->kind == VALUE_STR ||
		    keys->v[i]->kind == VALUE_PARTIAL))
			add_text(&p->subject, keys->v[i]);
		else
			buf_addc(&p->subject, unknown);
		buf_addc(&p->subject, ']');
		check_value(j, p, value);
	}
}

static void
check_items(struct judge *j, struct passed *p, const struct value *v)
{
	size_t i, len = p->subject.len;

	for (i = 0; i < v->items.n; p->subject.len = len)
		if (v->kind == VALUE_LIST)
			check_value(j, p, v->items.list[i++]);
		else if (i + 1 < v->items.n) {
			check_pair(j, p, v->items.list[i], p->unknown,
			    v->items.list[i + 1]);
			i += 2;
		}
	if (!(v->flags & VALUE_OPEN))
		return;
	buf_addf(&p->subject, "[%c]", p->unknown);
	look_up(j, p);
}

/* a.dtype, where a = np.array([1, 2]) or np.zeros(9). */
static bool
is_type_of_numbers(struct judge *j, const struct value *v)
{
	const char *name = names_text(j->names, v->name);
	struct rules_model m;
	uint32_t list, i;

	if (v->from == NULL || v->from->kind != VALUE_RESULT || strncmp(name,
	    "numpy.", 6) != 0 || strcmp(strrchr(name, '.'), ".dtype") != 0 ||
	    j->nodes[v->from->place].kind != NODE_CALL)
		return false;
	name = names_text(j->names, v->from->name);
	list = tree_last(j->nodes, v->from->place);
	if (tree_count(j->nodes, list) != 1)
		return false;
	for (i = list + 1; strcmp(name, "numpy.array") == 0 &&
	    i < j->nodes[list].skip; i++)
		if (j->nodes[i].kind != NODE_LIST && j->nodes[i].kind !=
		    NODE_INTEGER && j->nodes[i].kind != NODE_FLOAT)
			return false;
	return i > list + 1 || (model_of(j, name, &m) && m.returns ==
	    RULES_GIVES_NUMBERS);
}

/*
 * Does the class say itself what attributes there are, by names it is given? Or
 * setattr(), from anywhere?
 */
static bool
names_its_attributes(struct judge *j, uint32_t class)
{
	static const char words[][20] = { "__dict__", "__getattr__",
	    "__getattribute__", "metaclass", "vars" };
	uint32_t i;

	if (own_first_named(j, "setattr") != 0 ||
	    own_first_named(j, "__setattr__") != 0)
		return true;
	for (i = class; i < j->nodes[class].skip; i++)
		if (j->nodes[i].kind == NODE_IDENTIFIER && IS_ONE_OF(
		    names_text(j->names, j->nodes[i].name), words))
			return true;
	return false;
}

static void
check_value(struct judge *j, struct passed *p, const struct vset *set)
{
	struct buf *b = &p->subject;
	size_t i, len = b->len;

	for (i = 0; i < set->n; i++, b->len = len) {
		const struct value *v = set->v[i];

		switch (v->kind) {
		case VALUE_LIST:
		case VALUE_DICT:
			check_items(j, p, v);
			continue;
		case VALUE_STR:
		case VALUE_PARTIAL:
			add_text(b, v);
			break;
		case VALUE_INT:
			buf_adds(b, v->integer ? "True" : "False");
			break;
		case VALUE_CLASS:	/* which numpy takes for that */
			buf_adds(b, "type");
			break;
		case VALUE_OBJECT:
			if (!names_its_attributes(j, v->node))
				continue;
			buf_adds(b, "?__getattr__");
			break;
		case VALUE_RESULT:
			if (j->nodes[v->place].kind == NODE_CALL && strcmp(
			    names_text(j->names, v->name), "numpy.dtype") ==
			    0 && p->depth < DTYPES_MAX) {
				p->depth++;
				check_value(j, p, value_of(j, positional(j,
				    v->place, 0)));
				p->depth--;
				continue;
			}
			buf_addc(b, '?');
			buf_adds(b, names_text(j->names, v->name));
			break;
		case VALUE_PATH:	/* also of what such a call gives */
			if (is_type_of_numbers(j, v))
				continue;
			if (v->from != NULL && v->from->kind == VALUE_RESULT)
				buf_addc(b, '?');
			buf_adds(b, names_text(j->names, v->name));
			break;
		default:
			continue;
		}
		look_up(j, p);
	}
	if (!set->unknown && set->n > 0)
		return;
	buf_addf(b, "%c%s", p->unknown, p->source);
	look_up(j, p);
}

/*
 * What this may be, as far back as can be followed, and whether the rest comes
 * from outside: '?'; else '!'. Of no node, anything.
 */
static const struct vset *
bounds_of(struct judge *j, uint32_t node, char *ret_unknown)
{
	const struct vset *set = value_of(j, node);
	bool outside = node == 0;

	if (node != 0 && (place_is_unsure(set) || set->v[0]->kind == VALUE_DICT ||
	    set->v[0]->kind == VALUE_LIST))
		outside = is_external(j, node);
	*ret_unknown = outside ? '?' : '!';
	return set;
}

/*
 * The library's name that hands this over, as the source says: what is called,
 * or gone through; or "".
 */
static const char *
source_of(struct judge *j, uint32_t node)
{
	const struct vset *set;
	const struct def *d;
	bool whole = true;
	unsigned steps;

	for (steps = 0; steps < 8; steps++) {
		d = j->nodes[node].kind == NODE_IDENTIFIER ?
		    judge_only_def(j, node) : NULL;
		if (d != NULL && d->kind == DEF_VALUE && d->expr != 0)
			node = d->expr;
		else if (j->nodes[node].kind == NODE_SUBSCRIPT ||
		    j->nodes[node].kind == NODE_BINARY) {
			/* os.environ[x], cycler(...) + cycler(...) */
			whole = j->nodes[node++].kind == NODE_BINARY;
			if (whole && j->nodes[node].kind != NODE_CALL)
				return "";
		} else if (j->nodes[node].kind == NODE_PARENTHESIZED ||
		    j->nodes[node].kind == NODE_LIST_COMPREHENSION)
			node++;
		else
			break;
	}
	if (j->nodes[node].kind == NODE_CALL)
		return whole ? site_callee(j, node) : "";
	set = eval(j, node);
	return set->n > 0 && set->v[0]->kind == VALUE_PATH ?
	    names_text(j->names, set->v[0]->name) : "";
}

static void
check_bounds(struct judge *j, struct passed *p, uint32_t node)
{
	const struct vset *set = bounds_of(j, node, &p->unknown);

	p->source = node != 0 ? source_of(j, node) : "";
	check_value(j, p, set);
}

/* Of `{key: value for ...}` each pair. */
static void
check_passed_node(struct judge *j, struct passed *p, uint32_t node)
{
	const struct vset *keys, *set;
	const struct def *d;
	uint32_t from;
	char unknown;

	if (j->nodes[node].kind == NODE_KEYWORD_ARGUMENT)
		node = tree_last(j->nodes, node);
	d = j->nodes[node].kind == NODE_IDENTIFIER ? judge_only_def(j, node) :
	    NULL;
	from = d != NULL && d->kind == DEF_VALUE && d->expr != 0 ? d->expr :
	    node;
	if (j->nodes[from].kind == NODE_DICTIONARY_COMPREHENSION) {
		keys = bounds_of(j, from + 2, &unknown);
		set = bounds_of(j, tree_last(j->nodes, from + 1), &p->unknown);
		check_pair(j, p, keys, unknown, set);
		return;
	}
	set = bounds_of(j, node, &p->unknown);
	p->source = source_of(j, from);
	check_value(j, p, set);
}

/* x[key] = value and {key: value}, whatever x is: what such a key stands for. */
void
check_paired(struct judge *j, uint32_t key, uint32_t value)
{
	struct passed p = { .place = key, .source = "" };
	const struct vset *keys = eval(j, key);
	size_t i, len;

	buf_adds(&p.subject, "__setitem__(0=[");
	len = p.subject.len;
	for (i = 0; i < keys->n; i++) {
		if (keys->v[i]->kind != VALUE_STR)
			continue;
		p.subject.len = len;
		add_text(&p.subject, keys->v[i]);
		buf_adds(&p.subject, "]?)");
		/* Most keys have no such row: what the value is costs. */
		if (rules_find(j->report->rules, RULES_CALL, buf_str(
		    &p.subject)) == NULL)
			continue;
		p.subject.len -= 2;
		check_bounds(j, &p, value);
	}
	buf_free(&p.subject);
}

void
check_stored(struct judge *j, const struct value *object, const char *method,
    uint32_t key, uint32_t value)
{
	struct passed p = { .callee = object, .place = key, .source = "" };
	const struct vset *keys, *set;
	const char *name;
	char unknown;
	size_t len;

	buf_addf(&p.subject, "%s(0=", names_text(j->names, facts_told_as(
	    j->facts, facts_join(j->facts, object->name, names_intern(j->names,
	    method, strlen(method))))));
	len = p.subject.len;
	buf_adds(&p.subject, "[?]?)");
	name = names_text(j->names, j->nodes[key].name);
	if (j->nodes[key].role == ROLE_NAME)
		keys = value_text(j->arena, VALUE_STR, key, name,
		    strlen(name));
	else	/* Most objects have no such row: what the key is costs. */
		keys = rules_find(j->report->rules, RULES_CALL, buf_str(
		    &p.subject)) != NULL ? bounds_of(j, key, &unknown) : NULL;
	p.subject.len = len;
	if (keys != NULL) {
		set = bounds_of(j, value, &p.unknown);
		p.source = value != 0 ? source_of(j, value) : "";
		check_pair(j, &p, keys, unknown, set);
	}
	buf_free(&p.subject);
}

static void
check_keyword(struct judge *j, uint32_t path, const char *keyword, size_t n,
    const struct vset *set, uint32_t place, const struct value *v)
{
	const char *name = names_text(j->names, path);
	struct passed p = { .callee = v, .place = place, .unknown = '!',
	    .source = "" };
	auto_buf struct buf b = BUF_INIT;
	const struct rules_row *row;

	buf_addf(&p.subject, "%s(%.*s=", name, (int)n, keyword);
	if (j->nodes[place].kind == NODE_DICTIONARY_SPLAT)
		check_value(j, &p, set);
	else
		check_passed_node(j, &p, place);
	buf_free(&p.subject);
	/* Passing False, or nothing at all, is not passing it. */
	if (set->n == 1 && !set->unknown && (set->v[0]->kind == VALUE_NONE ||
	    (set->v[0]->kind == VALUE_INT && set->v[0]->integer == 0)))
		return;
	buf_addf(&b, "%s(%.*s)", name, (int)n, keyword);
	row = rules_find(j->report->rules, RULES_CALL, buf_str(&b));
	if (row != NULL)
		report_row(j, row, "call", buf_str(&b), place, v);
}

void
check_merged(struct judge *j, uint32_t at)
{
	const struct vset *object = eval(j, at + 1);
	uint32_t value = tree_last(j->nodes, at), path;
	size_t i;

	for (i = 0; i < object->n; i++) {
		const struct value *v = object->v[i];

		if (v->kind != VALUE_PATH && v->kind != VALUE_RESULT)
			continue;
		path = facts_join(j->facts, v->name, names_intern(j->names,
		    "__ior__", 7));
		if (facts_has_keywords(j->facts, path))
			check_keyword(j, facts_told_as(j->facts, path), "0",
			    1, eval(j, value), value, v);
	}
}

/* By its name, and by its place if a model tells it: rows may say either. */
static void
check_named(struct judge *j, uint32_t path, const struct rules_model *sig,
    const char *name, size_t n, const struct vset *set, uint32_t place,
    const struct value *callee)
{
	const struct rules_parameter *p = sig->parameters;
	char number[24];
	size_t i;

	check_keyword(j, path, name, n, set, place, callee);
	for (i = 0; i < sig->n; i++) {
		if (p[i].n != n || memcmp(p[i].name, name, n) != 0 ||
		    p[i].keyword || p[i].rest)
			continue;
		snprintf(number, sizeof(number), "%zu", i - p[0].self);
		check_keyword(j, path, number, strlen(number), set, place,
		    callee);
	}
}

/* f(**{"keyword": value}); false: others may be passed as well. */
static bool
check_splatted(struct judge *j, uint32_t path, const struct rules_model *sig,
    uint32_t splat, const struct value *callee)
{
	const struct value *v = vset_only(eval(j, splat), VALUE_DICT), *key;
	bool known = v != NULL && !(v->flags & VALUE_OPEN);
	size_t i;

	for (i = 0; v != NULL && i + 1 < v->items.n; i += 2) {
		key = vset_only(v->items.list[i], VALUE_STR);
		if (key == NULL)
			known = false;
		else
			check_named(j, path, sig, key->text.bytes, key->text.n,
			    v->items.list[i + 1], splat, callee);
	}
	return known;
}

void
check_keywords(struct judge *j, uint32_t call, uint32_t path, uint32_t first,
    const struct value *callee)
{
	uint32_t list = tree_last(j->nodes, call), child, full = path;
	struct rules_model sig;
	auto_buf struct buf b = BUF_INIT;
	size_t position = 0;
	char number[24];
	const char *name;
	bool hidden = false;

	if (!facts_has_keywords(j->facts, path) ||
	    j->nodes[list].kind != NODE_ARGUMENTS)
		return;
	path = facts_told_as(j->facts, path);
	name = names_text(j->names, path);
	if (!model_of(j, name, &sig) && (strchr(name, '.') != NULL ||
	    !model_of_method(j, name, &sig)))
		sig.n = 0;
	TREE_CHILDREN(j->nodes, list, child)
		switch (j->nodes[child].kind) {
		case NODE_KEYWORD_ARGUMENT:
			name = names_text(j->names, j->nodes[child + 1].name);
			check_named(j, path, &sig, name, strlen(name),
			    eval(j, child), child, callee);
			break;
		case NODE_DICTIONARY_SPLAT:
			if (check_splatted(j, path, &sig, child, callee))
				break;
			/* FALLTHROUGH */
		case NODE_LIST_SPLAT:
			hidden = true;
			check_keyword(j, path, "_", 1, eval(j, child + 1),
			    child + 1, callee);
			break;
		default:
			if (child < first || hidden)
				break;
			if (position < sig.n &&
			    !sig.parameters[position].keyword)
				check_keyword(j, path,
				    sig.parameters[position].name,
				    sig.parameters[position].n,
				    eval(j, child), child, callee);
			snprintf(number, sizeof(number), "%zu", position++);
			check_keyword(j, path, number, strlen(number),
			    eval(j, child), child, callee);
		}
	/* A row that says so itself has been asked. */
	buf_addf(&b, "%s(_=?)", names_text(j->names, path));
	if (hidden && callee != NULL && callee->name == full && rules_find(
	    j->report->rules, RULES_CALL, buf_str(&b)) == NULL)
		report_flow(j, FLOW_UNKNOWN_KEYWORDS, call,
		    names_text(j->names, path), callee);
}

void
check_method_keywords(struct judge *j, uint32_t call, const char *name,
    uint32_t first, const struct value *callee)
{
	static const char alone[][12] = { "apply", "execute", "transform" };
	static const char buffers[][12] = { "__call__", "__class__",
	    "ndarray", "recarray" };
	static const struct rules_model array = { .n = 3, .parameters[2] = {
	    .name = "buffer|buf", .n = 10 } };
	const char *dot = strrchr(name, '.');

	name = dot != NULL ? dot + 1 : name;
	if (first == 0 && IS_ONE_OF(name, buffers) && signature_argument(j,
	    call, &array, 2) == 0)
		return;
	if (tree_count(j->nodes, tree_last(j->nodes, call)) < 2 && IS_ONE_OF(
	    name, alone))
		return;
	check_keywords(j, call, names_intern(j->names, name, strlen(name)),
	    first, callee);
}
