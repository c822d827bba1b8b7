#include "facts.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../syntax/kinds.h"
#include "known.h"
#include "siblings.h"
#include "../source/names.h"
#include "python_names.h"
#include "../syntax/syntax.h"

#define FACTS_ROOM	64	/* more than there are names */
#define PAIRS_FIRST	32	/* slots; a power of two */
#define JOIN_MAX	1000	/* bytes: no row is that long */

enum have {
	HAVE_CALL = 1,
	HAVE_ATTR = 2,
	HAVE_IMPORT = 4,
	HAVE_BUILTIN = 8,
	HAVE_KEYWORDS = 16,
	HAVE_PREFIX = 32,
};

/* Small: there is one for each name, and most are never filled in. */
struct fact {
	uint32_t	call, attr, own_import;	/* rows, from 1; 0: none */
	uint8_t		have;
	uint16_t	words;	/* of a model; bit 0: they are known */
	bool		builtin : 1, exception : 1, stdlib : 1;
	bool		keywords : 1;		/* rows look at them */
	bool		prefix : 1;		/* of a subject: a package */
};

/* A slot of the table of members, or of that of joined names. */
struct pair {
	uint32_t	first, second;
	struct member	member;
};

struct facts {
	const struct ruleset	*rules, *models;
	struct names		*names;
	const struct submission	*together;	/* modules of its own; or NULL */
	struct fact		*list;
	size_t			 n, cap;
	struct pair		*pairs, *joins;
	uint32_t		 pairs_mask, npairs, joins_mask, njoins;
	/* Of the closed vocabularies; looked up when first needed. */
	const struct rules_row	*source[SOURCE_NWORDS], *flow[FLOW_NWORDS];
	const struct rules_row	*node[NODE_KIND_END];
	struct buf		 scratch;
};

static const char *const source_words[] = {
#define X(constant, word) word,
	SOURCE_WORDS(X)
#undef X
};

static const char *const flow_words[] = {
#define X(constant, word) word,
	FLOW_WORDS(X)
#undef X
};

static struct fact *
fact_of(struct facts *f, uint32_t name)
{
	if (name >= f->cap) {
		size_t cap = f->cap + f->cap / 2;

		if (cap < (size_t)name + FACTS_ROOM)
			cap = (size_t)name + FACTS_ROOM;
		f->list = mem_resize(f->list, cap, sizeof(*f->list));
		memset(f->list + f->cap, 0,
		    (cap - f->cap) * sizeof(*f->list));
		f->cap = cap;
	}
	return &f->list[name];
}

static uint32_t
number_of(const struct facts *f, const struct rules_row *row)
{
	return row != NULL ? (uint32_t)(row - rules_at(f->rules, 0)) + 1 : 0;
}

static const struct rules_row *
numbered(const struct facts *f, uint32_t number)
{
	return number > 0 ? rules_at(f->rules, number - 1) : NULL;
}

struct facts *
facts_new(const struct ruleset *rules, struct names *names)
{
	struct facts *f = mem_new(1, sizeof(*f));
	struct rules_model model;

	f->rules = f->models = rules;
	/* Written before there were models: none is no word about paths. */
	if (!rules_model(rules, "open", &model))
		rules_builtin("minimal", &f->models);
	f->names = names;
	f->pairs_mask = f->joins_mask = PAIRS_FIRST - 1;
	f->pairs = mem_new(f->pairs_mask + 1, sizeof(*f->pairs));
	f->joins = mem_new(f->joins_mask + 1, sizeof(*f->joins));
	return f;
}

void
facts_free(struct facts *f)
{
	if (f == NULL)
		return;
	free(f->list);
	free(f->pairs);
	free(f->joins);
	buf_free(&f->scratch);
	free(f);
}

void
facts_reset(struct facts *f)
{
	if (f->cap > 0)
		memset(f->list, 0, f->cap * sizeof(*f->list));
	memset(f->pairs, 0, ((size_t)f->pairs_mask + 1) * sizeof(*f->pairs));
	memset(f->joins, 0, ((size_t)f->joins_mask + 1) * sizeof(*f->joins));
	f->npairs = f->njoins = 0;
}

#define ROW_LISTED	UINT32_MAX	/* instead of a row's number */

/* A module of which a `surface` list tells. */
static const struct rules_row listed_row = {
	.verb = RULES_ALLOW, .kind = RULES_IMPORT, .has_members = 1,
};

/* A module of the submission's own; its members are what it defines. */
static const struct rules_row own_row = {
	.verb = RULES_ALLOW, .kind = RULES_IMPORT, .has_members = 1,
};

void
facts_submission(struct facts *f, const struct submission *together)
{
	if (f->together != together)
		facts_reset(f);
	f->together = together;
}

bool
facts_is_sibling(struct facts *f, uint32_t name)
{
	return f->together != NULL && name != 0 && siblings_has_module(
	    f->together, names_text(f->names, name));
}

const struct rules_row *
facts_call(struct facts *f, uint32_t name)
{
	struct fact *fact = fact_of(f, name);

	if (!(fact->have & HAVE_CALL)) {
		fact->call = number_of(f, rules_find(f->rules, RULES_CALL,
		    names_text(f->names, name)));
		fact->have |= HAVE_CALL;
	}
	return numbered(f, fact->call);
}

const struct rules_row *
facts_attr(struct facts *f, uint32_t name)
{
	struct fact *fact = fact_of(f, name);

	if (!(fact->have & HAVE_ATTR)) {
		fact->attr = number_of(f, rules_decide(f->rules, RULES_ATTR,
		    names_text(f->names, name)));
		fact->have |= HAVE_ATTR;
	}
	return numbered(f, fact->attr);
}

const struct rules_row *
facts_own_import(struct facts *f, uint32_t name)
{
	struct fact *fact = fact_of(f, name);

	if (facts_is_sibling(f, name))
		return &own_row;
	if (!(fact->have & HAVE_IMPORT)) {
		const struct rules_row *row = rules_find(f->rules,
		    RULES_IMPORT, names_text(f->names, name));

		fact->own_import = (row == NULL || row->is_glob) &&
		    rules_lists_module(f->rules, names_text(f->names, name)) ?
		    ROW_LISTED : number_of(f, row);
		fact->have |= HAVE_IMPORT;
	}
	return fact->own_import == ROW_LISTED ? &listed_row :
	    numbered(f, fact->own_import);
}

const struct rules_row *
facts_import(struct facts *f, uint32_t name)
{
	const struct rules_row *row = facts_own_import(f, name);
	const char *text = names_text(f->names, name);

	/* pandas.new: what a row says of all names below a package. */
	if (row == NULL && strchr(text, '.') != NULL) {
		row = rules_find(f->rules, RULES_MEMBER, text);
		if (row != NULL && row->verb == RULES_ALLOW)
			row = NULL;
	}
	return row != NULL ? row : rules_default(f->rules, RULES_IMPORT);
}

uint32_t
facts_told_as(struct facts *f, uint32_t name)
{
	static const char top[] = "matplotlib.", part[] = "pyplot.";
	static const char settings[][12] = { "rcParams", "RcParams",
	    "rc_params" };
	const char *s = names_text(f->names, name), *last;
	size_t i;

	if (strncmp(s, top, sizeof(top) - 1) != 0)
		return name;
	s += sizeof(top) - 1;
	if (strncmp(s, part, sizeof(part) - 1) == 0)
		s += sizeof(part) - 1;
	f->scratch.len = 0;
	buf_adds(&f->scratch, top);
	last = strrchr(s, '.');
	for (i = 0; i < ARRAY_SIZE(settings); i++)
		if (strstr(s, settings[i]) != NULL)
			break;
	if (i < ARRAY_SIZE(settings)) {
		buf_adds(&f->scratch, settings[0]);
		s = last != NULL && strstr(last, settings[i]) == NULL ? last :
		    "";
	}
	buf_adds(&f->scratch, s);
	return names_intern(f->names, buf_str(&f->scratch), f->scratch.len);
}

bool
facts_has_keywords(struct facts *f, uint32_t name)
{
	struct fact *fact = fact_of(f, name);

	if (!(fact->have & HAVE_KEYWORDS)) {
		const char *text = names_text(f->names, facts_told_as(f,
		    name));

		fact = fact_of(f, name);
		fact->keywords = rules_begins(f->rules, RULES_CALL, text);
		/* sympy.**(0=?) speaks of all that sympy has. */
		if (!fact->keywords && strchr(text, '.') != NULL) {
			f->scratch.len = 0;
			buf_addf(&f->scratch, "%.*s.**",
			    (int)strcspn(text, "."), text);
			fact->keywords = rules_begins(f->rules, RULES_CALL,
			    buf_str(&f->scratch));
		}
		fact->have |= HAVE_KEYWORDS;
	}
	return fact->keywords;
}

bool
facts_says(struct facts *f, uint32_t name, enum rules_word word)
{
	struct fact *fact = fact_of(f, name);
	struct rules_model model;

	if (fact->words == 0)
		fact->words = (uint16_t)(1 | (facts_model(f, names_text(
		    f->names, name), &model) ? model.words : 0));
	return fact->words >> word & 1;
}

bool
facts_model(const struct facts *f, const char *name, struct rules_model *ret)
{
	return rules_model(f->models, name, ret);
}

static struct fact *
builtin_fact(struct facts *f, uint32_t name)
{
	struct fact *fact = fact_of(f, name);

	if (!(fact->have & HAVE_BUILTIN)) {
		fact->builtin = python_has(PYTHON_BUILTINS, names_text(f->names, name));
		fact->exception = python_is_exception(names_text(f->names,
		    name));
		fact->stdlib = !fact->builtin &&
		    python_has(PYTHON_STDLIB, names_text(f->names, name));
		fact->have |= HAVE_BUILTIN;
	}
	return fact;
}

bool
facts_is_builtin(struct facts *f, uint32_t name)
{
	return builtin_fact(f, name)->builtin;
}

bool
facts_is_exception(struct facts *f, uint32_t name)
{
	return builtin_fact(f, name)->exception;
}

bool
facts_is_stdlib(struct facts *f, uint32_t name)
{
	return builtin_fact(f, name)->stdlib;
}

const struct rules_row *
facts_source(struct facts *f, enum source_word word)
{
	if (f->source[word] == NULL)
		f->source[word] = rules_find(f->rules, RULES_SOURCE,
		    source_words[word]);
	return f->source[word];
}

const struct rules_row *
facts_flow(struct facts *f, enum flow_word word)
{
	if (f->flow[word] == NULL)
		f->flow[word] = rules_find(f->rules, RULES_FLOW,
		    flow_words[word]);
	return f->flow[word];
}

const struct rules_row *
facts_node(struct facts *f, unsigned kind)
{
	if (kind >= NODE_KIND_END)
		return NULL;
	if (f->node[kind] == NULL && syntax_is_kind(kind))
		f->node[kind] = rules_decide(f->rules, RULES_NODE,
		    syntax_kind_name(kind));
	return f->node[kind];
}

static struct pair *
find_pair(struct pair **pairs, uint32_t *mask, uint32_t *count,
    uint32_t first, uint32_t second, bool *ret_fresh)
{
	struct pair *old = *pairs;
	uint32_t i, slot, old_mask = *mask;

	if (*count * 2 > *mask) {
		*mask = *mask * 2 + 1;
		*pairs = mem_new((size_t)*mask + 1, sizeof(**pairs));
		*count = 0;
		for (i = 0; i <= old_mask; i++)
			if (old[i].first != 0)
				*find_pair(pairs, mask, count, old[i].first,
				    old[i].second, ret_fresh) = old[i];
		free(old);
	}
	slot = (first * 0x9e3779b1u ^ second * 0x85ebca77u) >> 7;
	for (slot &= *mask; (*pairs)[slot].first != 0;
	    slot = (slot + 1) & *mask)
		if ((*pairs)[slot].first == first &&
		    (*pairs)[slot].second == second) {
			*ret_fresh = false;
			return &(*pairs)[slot];
		}
	(*pairs)[slot] = (struct pair){ .first = first, .second = second };
	(*count)++;
	*ret_fresh = true;
	return &(*pairs)[slot];
}

uint32_t
facts_join(struct facts *f, uint32_t first, uint32_t second)
{
	struct pair *p;
	bool fresh;

	if (names_length(f->names, first) > JOIN_MAX)
		return first;
	p = find_pair(&f->joins, &f->joins_mask, &f->njoins, first, second,
	    &fresh);
	if (fresh) {
		f->scratch.len = 0;
		buf_adds(&f->scratch, names_text(f->names, first));
		buf_addc(&f->scratch, '.');
		buf_adds(&f->scratch, names_text(f->names, second));
		p->member.full = names_intern(f->names, f->scratch.data,
		    f->scratch.len);
	}
	return p->member.full;
}

/* A package to walk through: a row names something below it. */
static bool
is_prefix(struct facts *f, uint32_t name)
{
	struct fact *fact = fact_of(f, name);

	if (!(fact->have & HAVE_PREFIX)) {
		fact->prefix = rules_begins(f->rules, RULES_MEMBER,
		    names_text(f->names, name));
		fact->have |= HAVE_PREFIX;
	}
	return fact->prefix;
}

/* The row of the nearest package around, or the default. */
static const struct rules_row *
owner_row(struct facts *f, uint32_t module)
{
	const char *text = names_text(f->names, module), *dot;
	const struct rules_row *row;
	uint32_t name = module;
	size_t n;

	for (;;) {
		row = facts_own_import(f, name);
		if (row != NULL)
			return row;
		n = names_length(f->names, name);
		for (dot = text + n; dot > text && *dot != '.'; dot--)
			;
		if (dot == text)
			return rules_default(f->rules, RULES_IMPORT);
		name = names_intern(f->names, text, (size_t)(dot - text));
		text = names_text(f->names, name);
	}
}

/* What a list calls another name's home must stand in one itself. */
static bool
is_listed_as_itself(struct facts *f, const char *full)
{
	const char *dot = strrchr(full, '.'), *home;

	if (dot == NULL)
		return false;
	f->scratch.len = 0;
	buf_add(&f->scratch, full, (size_t)(dot - full));
	return rules_lists(f->rules, buf_str(&f->scratch), dot + 1, &home) &&
	    *home == '\0';
}

/*
 * A name of a `surface` list, judged by its home: a module there, or a member
 * with a row of its own, or allowed. What lies between the two gives nothing.
 */
static bool
decide_listed(struct facts *f, uint32_t module, const char *name,
    struct member *m)
{
	const struct rules_row *row;
	const char *home;

	if (!rules_lists(f->rules, names_text(f->names, module), name, &home))
		return false;
	m->verb = RULES_ALLOW;
	if (*home == '\0')
		return true;
	m->full = names_intern(f->names, home, strlen(home));
	row = facts_own_import(f, m->full);
	m->is_module = row != NULL;
	if (row == NULL)
		row = rules_find(f->rules, RULES_MEMBER, home);
	if (row != NULL && (m->is_module || !row->is_glob)) {
		m->row = row;
		m->verb = row->verb;
	} else if (!is_listed_as_itself(f, home)) {
		m->row = row != NULL ? row : rules_default(f->rules,
		    RULES_MEMBER);
		m->verb = m->row != NULL ? m->row->verb : RULES_DENY;
	}
	return true;
}

static void
decide_member(struct facts *f, uint32_t module, uint32_t attribute,
    struct member *m)
{
	const char *text, *full, *home;
	const struct rules_row *row, *owner;

	full = names_text(f->names, m->full);
	row = facts_own_import(f, m->full);
	/* A module by its second name is the module. */
	if ((row == NULL || row->verb == RULES_ALLOW) && rules_lists(f->rules,
	    names_text(f->names, module), names_text(f->names, attribute),
	    &home) && *home != '\0' && rules_lists_module(f->rules, home) &&
	    decide_listed(f, module, names_text(f->names, attribute), m))
		return;
	if (row != NULL) {
		m->is_module = true;
		m->row = row;
		m->verb = row->verb;
		return;
	}
	text = names_text(f->names, attribute);
	if (facts_is_sibling(f, module)) {
		bool has = siblings_has_member(f->together,
		    names_text(f->names, module), text);

		m->row = has ? &own_row : rules_default(f->rules,
		    RULES_MEMBER);
		m->verb = has ? RULES_ALLOW : RULES_DENY;
		return;
	}
	row = rules_find(f->rules, RULES_MEMBER, full);
	if ((row == NULL || row->is_glob) && decide_listed(f, module, text, m))
		return;
	if ((row == NULL || row->is_glob) && text[0] == '_' && text[1] == '_') {
		const struct rules_row *attr = rules_find(f->rules, RULES_ATTR,
		    text);

		row = attr != NULL ? attr : row;
	}
	if (row != NULL) {
		m->row = row;
		m->verb = row->verb;
		m->is_module = row->kind == RULES_MEMBER &&
		    row->verb == RULES_ALLOW && is_prefix(f, m->full);
		return;
	}
	if (is_prefix(f, m->full)) {
		m->is_module = true;
		m->verb = RULES_ALLOW;
		return;
	}
	owner = owner_row(f, module);
	m->is_module = python_has(PYTHON_STDLIB, text);
	if (owner == NULL)
		return;
	if (owner->verb != RULES_ALLOW) {
		m->row = owner;
		m->verb = owner->verb;
		return;
	}
	if (!owner->has_members && text[0] != '_' && !m->is_module) {
		m->row = owner;
		m->verb = RULES_ALLOW;
		return;
	}
	m->row = rules_default(f->rules, RULES_MEMBER);
	m->verb = m->row != NULL ? m->row->verb : RULES_DENY;
	/* A module that a table once lets through is a module all the same. */
}

struct member
facts_member(struct facts *f, uint32_t module, uint32_t attribute)
{
	struct member m = { 0 };
	struct pair *p;
	bool fresh;

	p = find_pair(&f->pairs, &f->pairs_mask, &f->npairs, module,
	    attribute, &fresh);
	if (fresh) {
		m.full = facts_join(f, module, attribute);
		decide_member(f, module, attribute, &m);
		p->member = m;
	}
	return p->member;
}

const char *
facts_missing(struct facts *f)
{
	unsigned i;

	for (i = 0; i < SOURCE_NWORDS; i++)
		if (facts_source(f, (enum source_word)i) == NULL)
			return source_words[i];
	for (i = 0; i < FLOW_NWORDS; i++)
		if (facts_flow(f, (enum flow_word)i) == NULL)
			return flow_words[i];
	for (i = 0; i < NODE_KIND_END; i++)
		if (facts_node(f, i) == NULL && syntax_is_kind(i))
			return syntax_kind_name(i);
	for (i = RULES_IMPORT; i <= RULES_ATTR; i++)
		if (rules_default(f->rules, (enum rules_kind)i) == NULL)
			return rules_kind_name((enum rules_kind)i);
	return NULL;
}
