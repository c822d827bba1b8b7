#include "rules.h"

#include <limits.h>

#include "hash.h"
#include "rules_image.h"
#include "util.h"

static const char *const verb_names[] = {
	[RULES_DENY] = "deny", [RULES_INSPECT] = "inspect",
	[RULES_HOLD] = "hold", [RULES_ALLOW] = "allow",
};

static const char *const kind_names[] = {
	[RULES_KIND_NONE] = "none", [RULES_SOURCE] = "source",
	[RULES_NODE] = "node", [RULES_IMPORT] = "import",
	[RULES_MEMBER] = "member", [RULES_CALL] = "call",
	[RULES_ATTR] = "attr", [RULES_STRING] = "string",
	[RULES_NAME] = "name",
	[RULES_PATH] = "path", [RULES_HOST] = "host", [RULES_FLOW] = "flow",
	[RULES_MODEL] = "model",
	[RULES_SYSCALL] = "syscall", [RULES_READ] = "read",
	[RULES_WRITE] = "write", [RULES_STAT] = "stat", [RULES_EXEC] = "exec",
	[RULES_CONNECT] = "connect", [RULES_BIND] = "bind",
	[RULES_SELF] = "self", [RULES_LEFT_TEXT] = "output",
	[RULES_LEFT_FILE] = "file", [RULES_LEFT_RESULT] = "result",
};

static const char *const class_names[] = {
	[RULES_CAPABILITY] = "capability", [RULES_ESCAPE] = "escape",
	[RULES_SYNTAX] = "syntax", [RULES_RESOURCE] = "resource",
	[RULES_OBFUSCATION] = "obfuscation",
};

static const char *const type_names[] = {
	[RULES_TYPE_ANY] = "any", [RULES_TYPE_TEXT] = "text",
	[RULES_TYPE_JSON] = "json", [RULES_TYPE_PNG] = "png",
	[RULES_TYPE_JPEG] = "jpeg", [RULES_TYPE_GIF] = "gif",
	[RULES_TYPE_PDF] = "pdf", [RULES_TYPE_ZIP] = "zip",
};

static const char *const severity_names[] = {
	[RULES_SEVERITY_UNSET] = "unset", [RULES_LOW] = "low",
	[RULES_MEDIUM] = "medium", [RULES_HIGH] = "high",
	[RULES_CRITICAL] = "critical",
};

static const char *const limit_names[] = {
	[RULES_WALL] = "wall", [RULES_CPU] = "cpu", [RULES_MEMORY] = "memory",
	[RULES_PROCESSES] = "processes", [RULES_OPEN_FILES] = "open_files",
	[RULES_FILE_SIZE] = "file_size", [RULES_DISK] = "disk",
	[RULES_OUTPUT] = "output", [RULES_FILES] = "files",
	[RULES_CPUS] = "cpus", [RULES_IO] = "io",
};

static const enum rules_form limit_forms[] = {
	[RULES_WALL] = RULES_FORM_TIME, [RULES_CPU] = RULES_FORM_TIME,
	[RULES_MEMORY] = RULES_FORM_SIZE, [RULES_PROCESSES] = RULES_FORM_COUNT,
	[RULES_OPEN_FILES] = RULES_FORM_COUNT,
	[RULES_FILE_SIZE] = RULES_FORM_SIZE, [RULES_DISK] = RULES_FORM_SIZE,
	[RULES_OUTPUT] = RULES_FORM_SIZE, [RULES_FILES] = RULES_FORM_COUNT,
	[RULES_CPUS] = RULES_FORM_PART, [RULES_IO] = RULES_FORM_SIZE,
};

#define NAME_OF(names, i) \
	((size_t)(i) < ARRAY_SIZE(names) ? (names)[i] : "unknown")

const char *
rules_verb_name(enum rules_verb verb)
{
	return NAME_OF(verb_names, verb);
}

const char *
rules_kind_name(enum rules_kind kind)
{
	return NAME_OF(kind_names, kind);
}

const char *
rules_class_name(enum rules_class class)
{
	return NAME_OF(class_names, class);
}

const char *
rules_severity_name(enum rules_severity severity)
{
	return NAME_OF(severity_names, severity);
}

const char *
rules_type_name(enum rules_type type)
{
	return NAME_OF(type_names, type);
}

const char *
rules_limit_name(enum rules_limit limit)
{
	return NAME_OF(limit_names, limit);
}

enum rules_form
rules_limit_form(enum rules_limit limit)
{
	return limit_forms[limit];
}

static const void *
at_offset(const struct ruleset *rs, uint32_t offset)
{
	return (const char *)rs + offset;
}

const char *
rules_text(const struct ruleset *rs, uint32_t offset)
{
	const char *strings = at_offset(rs, rs->strings);

	return offset < rs->nstrings ? strings + offset : "";
}

size_t
rules_count(const struct ruleset *rs)
{
	return rs->nrows;
}

const struct rules_row *
rules_at(const struct ruleset *rs, size_t i)
{
	const struct rules_row *rows = at_offset(rs, rs->rows);

	return i < rs->nrows ? &rows[i] : NULL;
}

const struct rules_example *
rules_example(const struct ruleset *rs, const struct rules_row *row, size_t i)
{
	const struct rules_example *all = at_offset(rs, rs->examples);

	if (i >= row->nexamples || row->examples + i >= rs->nexamples)
		return NULL;
	return &all[row->examples + i];
}

uint32_t
rules_image_hash(uint32_t kind, const char *s, size_t n)
{
	uint32_t h = (2166136261u ^ kind) * 16777619u;
	size_t i;

	for (i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * 16777619u;
	h ^= h >> 15;
	return h ? h : 1;
}

char
rules_image_sep(uint32_t kind, const char *subject)
{
	switch (kind) {
	case RULES_PATH:
	case RULES_READ:
	case RULES_WRITE:
	case RULES_STAT:
	case RULES_EXEC:
	case RULES_LEFT_FILE:
		return '/';
	case RULES_CONNECT:
	case RULES_BIND:
		return strncmp(subject, "unix:", 5) == 0 ? '/' : '.';
	case RULES_STRING:
	case RULES_NAME:
		return '\0';
	default:
		return '.';
	}
}

size_t
rules_image_head(const char *s, size_t n, char sep)
{
	size_t i;

	/* What is passed, f(0=x), is no part of the name. */
	for (i = 1; i < n && sep != '\0'; i++)
		if (s[i] == sep || (sep == '.' && s[i] == '('))
			return i;
	return n;
}

/*
 * Backtracking to the last star of each sort is enough: a later `*` can take
 * what an earlier one could, up to the separator that both stop at, and `**`
 * takes whatever came before it.
 */
bool
rules_glob(const char *pattern, const char *subject, char sep)
{
	const char *p = pattern, *s = subject;
	const char *one_p = NULL, *one_s = NULL, *any_p = NULL, *any_s = NULL;

	for (;;) {
		if (p[0] == '*' && p[1] == '*') {
			while (*p == '*')
				p++;
			if (*p == '\0')
				return true;
			any_p = p, any_s = s;
			one_p = NULL;
		} else if (*p == '*') {
			one_p = ++p, one_s = s;
		} else if (*p == *s) {
			if (*p == '\0')
				return true;
			p++, s++;
		} else if (*s == '\0' && sep == '/' &&
		    strcmp(p, "/**") == 0) {
			return true;	/* the directory itself */
		} else if (one_p != NULL && *one_s != '\0' &&
		    (sep == '\0' || *one_s != sep)) {
			p = one_p, s = ++one_s;
		} else if (any_p != NULL && *any_s != '\0') {
			p = any_p, s = ++any_s;
			one_p = NULL;
		} else {
			return false;
		}
	}
}

static const struct rules_row *
find_exact(const struct ruleset *rs, uint32_t kind, const char *subject,
    size_t n)
{
	const uint32_t *slots = at_offset(rs, rs->slots);
	uint32_t mask = rs->nslots - 1, i;

	for (i = rules_image_hash(kind, subject, n) & mask; slots[i] != 0;
	    i = (i + 1) & mask) {
		const struct rules_row *row = rules_at(rs, slots[i] - 1);

		if (row->kind == kind &&
		    strcmp(rules_text(rs, row->subject), subject) == 0)
			return row;
	}
	return NULL;
}

const struct rules_row *
rules_regex(const struct ruleset *rs, size_t i,
    const struct rules_need **ret_needs, size_t *ret_nneeds)
{
	const struct rules_image_regex *all = at_offset(rs, rs->regexes);
	const struct rules_need *needs = at_offset(rs, rs->needs);

	if (i >= rs->nregexes)
		return NULL;
	*ret_needs = needs + all[i].needs;
	*ret_nneeds = all[i].nneeds;
	return rules_at(rs, all[i].row);
}

bool
rules_begins(const struct ruleset *rs, enum rules_kind kind, const char *text)
{
	const struct rules_image_lead *all = at_offset(rs, rs->leads);
	uint32_t mask = rs->nleads - 1, i;
	size_t n = strlen(text);

	for (i = rules_image_hash(kind, text, n) & mask;
	    all[i].kind != RULES_KIND_NONE; i = (i + 1) & mask)
		if (all[i].kind == (uint32_t)kind && all[i].n == n &&
		    memcmp(rules_text(rs, all[i].subject), text, n) == 0)
			return true;
	return false;
}

/* The patterns of this kind whose first part is exactly these bytes. */
static void
find_bucket(const struct ruleset *rs, uint32_t kind, uint32_t hash,
    const struct rules_image_glob **ret, size_t *ret_n)
{
	const struct rules_image_bucket *all = at_offset(rs, rs->buckets);
	const struct rules_image_glob *globs = at_offset(rs, rs->globs);
	uint32_t mask = rs->nbuckets - 1, i;

	*ret_n = 0;
	for (i = (hash ^ kind) & mask; all[i].kind != RULES_KIND_NONE;
	    i = (i + 1) & mask) {
		if (all[i].kind == kind && all[i].hash == hash) {
			*ret = globs + all[i].first;
			*ret_n = all[i].count;
			return;
		}
	}
}

const struct rules_row *
rules_find(const struct ruleset *rs, enum rules_kind kind, const char *subject)
{
	const struct rules_image_glob *a = NULL, *b = NULL, *next;
	const struct rules_row *row;
	size_t n = strlen(subject), na, nb;
	char sep = rules_image_sep(kind, subject);

	row = find_exact(rs, kind, subject, n);
	if (row != NULL)
		return row;
	if (rs->nglobs == 0)
		return NULL;
	find_bucket(rs, kind, rules_image_hash(kind, subject,
	    rules_image_head(subject, n, sep)), &a, &na);
	find_bucket(rs, kind, 0, &b, &nb);
	while (na + nb > 0) {
		if (nb == 0 || (na > 0 && a->rank < b->rank))
			next = a++, na--;
		else
			next = b++, nb--;
		row = rules_at(rs, next->row);
		if (rules_glob(rules_text(rs, row->subject), subject, sep))
			return row;
	}
	return NULL;
}

const struct rules_row *
rules_default(const struct ruleset *rs, enum rules_kind kind)
{
	if ((unsigned)kind >= RULES_NKINDS || rs->defaults[kind] == 0)
		return NULL;
	return rules_at(rs, rs->defaults[kind] - 1);
}

const struct rules_row *
rules_decide(const struct ruleset *rs, enum rules_kind kind,
    const char *subject)
{
	const struct rules_row *row = rules_find(rs, kind, subject);

	return row != NULL ? row : rules_default(rs, kind);
}

const struct rules_row *
rules_by_id(const struct ruleset *rs, const char *id)
{
	const uint32_t *ids = at_offset(rs, rs->ids);
	uint32_t mask = rs->nids - 1, i;

	if (*id == '\0')
		return NULL;
	for (i = rules_image_hash(0, id, strlen(id)) & mask; ids[i] != 0;
	    i = (i + 1) & mask) {
		const struct rules_row *row = rules_at(rs, ids[i] - 1);

		if (strcmp(rules_text(rs, row->id), id) == 0)
			return row;
	}
	return NULL;
}

const struct rules_alias *
rules_alias(const struct ruleset *rs, size_t i)
{
	const struct rules_alias *all = at_offset(rs, rs->aliases);

	return i < rs->naliases && !rs->by_landlock ? &all[i] : NULL;
}

int64_t
rules_limit(const struct ruleset *rs, enum rules_limit limit)
{
	return (unsigned)limit < RULES_NLIMITS ? rs->limits[limit] : -1;
}

char
rules_tier(const struct ruleset *rs)
{
	return (char)rs->tier;
}

bool
rules_judge_reads_by_landlock(const struct ruleset *rs)
{
	return rs->by_landlock != 0;
}

const char *const rules_alert_names[] = { "block", "hold", "violation",
	"limit", "failed", NULL };

unsigned
rules_alerts(const struct ruleset *rs)
{
	return rs->alerts;
}

const char *
rules_environment(const struct ruleset *rs)
{
	return rules_text(rs, rs->environment);
}

const char *
rules_profile_name(const struct ruleset *rs)
{
	return rules_text(rs, rs->profile);
}

void
rules_hash(const struct ruleset *rs, struct hash *ret)
{
	memcpy(ret->bytes, rs->hash, sizeof(ret->bytes));
}

const void *
rules_image(const struct ruleset *rs, size_t *ret_n)
{
	*ret_n = rs->size;
	return rs;
}

void
rules_free(struct ruleset *rs)
{
	free(rs);
}

struct unit {
	const char	*name;
	int64_t		 factor;
};

/* Digits, then exactly one of the units; the product must fit. */
static int
parse_unit(const char *s, const struct unit *units, int64_t *ret)
{
	int64_t value = 0;
	size_t i;

	if (*s < '0' || *s > '9')
		return -EINVAL;
	for (; *s >= '0' && *s <= '9'; s++) {
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, *s - '0', &value))
			return -EINVAL;
	}
	for (i = 0; units[i].name != NULL; i++) {
		if (strcmp(s, units[i].name) != 0)
			continue;
		if (__builtin_mul_overflow(value, units[i].factor, &value))
			return -EINVAL;
		*ret = value;
		return 0;
	}
	return -EINVAL;
}

int
rules_parse_time(const char *s, int64_t *ret_ms)
{
	static const struct unit units[] = {
		{ "ms", 1 }, { "s", 1000 }, { "m", 60 * 1000 }, { NULL, 0 }
	};

	return parse_unit(s, units, ret_ms);
}

int
rules_parse_size(const char *s, int64_t *ret_bytes)
{
	static const struct unit units[] = {
		{ "", 1 }, { "K", 1024 }, { "M", 1024 * 1024 },
		{ "G", 1024 * 1024 * 1024 }, { NULL, 0 }
	};

	return parse_unit(s, units, ret_bytes);
}

/* "2", "0.5", ".25": thousandths. */
static int
parse_part(const char *s, int64_t *ret)
{
	char whole[16] = "0";
	int64_t scale = 100, value;
	size_t n = strcspn(s, ".");

	if (n >= sizeof(whole) || s[0] == '\0')
		return -EINVAL;
	if (n > 0)
		snprintf(whole, sizeof(whole), "%.*s", (int)n, s);
	if (parse_unit(whole, (struct unit[]){ { "", 1000 }, { NULL, 0 } },
	    &value) < 0 || (s[n] == '.' && s[n + 1] == '\0'))
		return -EINVAL;
	for (s += n + (s[n] == '.'); *s >= '0' && *s <= '9'; s++, scale /= 10)
		value += (*s - '0') * scale;
	*ret = value;
	return *s != '\0' ? -EINVAL : 0;
}

int
rules_parse_amount(enum rules_form form, const char *s, int64_t *ret)
{
	static const struct unit count[] = { { "", 1 }, { NULL, 0 } };
	int r = -EINVAL;

	switch (form) {
	case RULES_FORM_TIME:
		r = rules_parse_time(s, ret);
		break;
	case RULES_FORM_SIZE:
		r = rules_parse_size(s, ret);
		break;
	case RULES_FORM_COUNT:
		r = parse_unit(s, count, ret);
		break;
	case RULES_FORM_PART:
		r = parse_part(s, ret);
		break;
	}
	return r == 0 && *ret <= 0 ? -EINVAL : r;
}

const char *
rules_form_wanted(enum rules_form form)
{
	static const char *const wanted[] = {
		[RULES_FORM_TIME] = "a time such as 500ms, 30s or 2m",
		[RULES_FORM_SIZE] = "a size such as 4096, 512K, 64M or 1G",
		[RULES_FORM_COUNT] = "a number",
		[RULES_FORM_PART] = "a number such as 2 or 0.5, 0.001 at least",
	};

	return wanted[form];
}
