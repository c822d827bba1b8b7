/*
 * Rows into one block without pointers, with the indexes a lookup needs.
 */
#include "buf.h"
#include "hash.h"
#include "mem.h"
#include "rules_image.h"
#include "rules_load.h"
#include "util.h"

struct builder {
	struct buf	 strings;
	uint32_t	*interned;	/* offset + 1 */
	size_t		 mask, ninterned;
	const struct rules_draft *const *order;	/* by kind, then subject */
};

static uint32_t
text_hash(const char *s)
{
	return rules_image_hash(0, s, strlen(s));
}

static uint32_t *
interned_slot(struct builder *b, const char *s)
{
	size_t i;

	for (i = text_hash(s) & b->mask; b->interned[i] != 0;
	    i = (i + 1) & b->mask) {
		if (strcmp(b->strings.data + b->interned[i] - 1, s) == 0)
			break;
	}
	return &b->interned[i];
}

/* Every string once; "" is offset 0. */
static uint32_t
intern(struct builder *b, const char *s)
{
	uint32_t *slot = interned_slot(b, s), off;

	if (*slot != 0)
		return *slot - 1;
	off = (uint32_t)b->strings.len;
	buf_add(&b->strings, s, strlen(s) + 1);
	*slot = off + 1;
	b->ninterned++;
	if (b->ninterned * 2 > b->mask) {
		uint32_t *old = b->interned;
		size_t n = b->mask + 1, i;

		b->interned = mem_new(n * 2, sizeof(*b->interned));
		b->mask = n * 2 - 1;
		for (i = 0; i < n; i++) {
			if (old[i] != 0)
				*interned_slot(b, b->strings.data + old[i] -
				    1) = old[i];
		}
		free(old);
	}
	return off;
}

/* Room for `n` slots at most half full, as a power of two. */
static uint32_t
table_size(size_t n)
{
	uint32_t size = 4;

	while (size < n * 2 + 1)
		size *= 2;
	return size;
}

static unsigned
verb_rank(unsigned verb)
{
	switch (verb) {
	case RULES_DENY:
		return 0;
	case RULES_HOLD:
		return 1;
	case RULES_INSPECT:
		return 2;
	default:
		return 3;
	}
}

static size_t
literal_chars(const char *s)
{
	size_t n = 0;

	for (; *s != '\0'; s++)
		n += *s != '*';
	return n;
}

/* What all subjects of a pattern begin with, cut to its first part. */
static uint32_t
bucket_hash(const struct rules_draft *d)
{
	char sep = rules_image_sep(d->row.kind, d->subject);
	size_t literal = strcspn(d->subject, "*");
	size_t head = rules_image_head(d->subject, literal, sep);

	if (head == literal)
		return 0;		/* the first part has a star */
	return rules_image_hash(d->row.kind, d->subject, head);
}

struct glob_item {
	const struct rules_draft *draft;
	uint32_t		  row, rank, bucket;
	size_t			  literal;
};

/* More literal characters, then the stricter verb, then for good order. */
static int
compare_specificity(const void *va, const void *vb)
{
	const struct glob_item *a = va, *b = vb;
	unsigned x, y;

	if (a->draft->row.kind != b->draft->row.kind)
		return a->draft->row.kind < b->draft->row.kind ? -1 : 1;
	if (a->literal != b->literal)
		return a->literal > b->literal ? -1 : 1;
	x = verb_rank(a->draft->row.verb);
	y = verb_rank(b->draft->row.verb);
	if (x != y)
		return x < y ? -1 : 1;
	return strcmp(a->draft->subject, b->draft->subject);
}

static int
compare_bucket(const void *va, const void *vb)
{
	const struct glob_item *a = va, *b = vb;

	if (a->draft->row.kind != b->draft->row.kind)
		return a->draft->row.kind < b->draft->row.kind ? -1 : 1;
	if (a->bucket != b->bucket)
		return a->bucket < b->bucket ? -1 : 1;
	return a->rank < b->rank ? -1 : 1;
}

static struct glob_item *
sorted_globs(const struct rules_drafts *drafts, size_t *ret_n)
{
	struct glob_item *items;
	size_t n = 0, i;

	items = mem_new(drafts->nrows, sizeof(*items));
	for (i = 0; i < drafts->nrows; i++) {
		const struct rules_draft *d = &drafts->rows[i];

		if (!d->row.is_glob)
			continue;
		items[n].draft = d;
		items[n].row = (uint32_t)i;
		items[n].literal = literal_chars(d->subject);
		items[n++].bucket = bucket_hash(d);
	}
	qsort(items, n, sizeof(*items), compare_specificity);
	for (i = 0; i < n; i++)
		items[i].rank = (uint32_t)i;
	qsort(items, n, sizeof(*items), compare_bucket);
	*ret_n = n;
	return items;
}

static void
fill_globs(struct ruleset *rs, const struct glob_item *items, size_t n)
{
	struct rules_image_glob *globs = (void *)((char *)rs + rs->globs);
	struct rules_image_bucket *buckets =
	    (void *)((char *)rs + rs->buckets);
	uint32_t mask = rs->nbuckets - 1, at;
	size_t i, end;

	for (i = 0; i < n; i++) {
		globs[i].row = items[i].row;
		globs[i].rank = items[i].rank;
	}
	for (i = 0; i < n; i = end) {
		uint32_t kind = items[i].draft->row.kind;

		for (end = i; end < n && items[end].draft->row.kind == kind &&
		    items[end].bucket == items[i].bucket; )
			end++;
		at = (items[i].bucket ^ kind) & mask;
		while (buckets[at].kind != RULES_KIND_NONE)
			at = (at + 1) & mask;
		buckets[at].kind = kind;
		buckets[at].hash = items[i].bucket;
		buckets[at].first = (uint32_t)i;
		buckets[at].count = (uint32_t)(end - i);
	}
}

static void
fill_rows(struct ruleset *rs, const struct rules_drafts *drafts,
    struct builder *b)
{
	struct rules_row *rows = (void *)((char *)rs + rs->rows);
	uint32_t *slots = (void *)((char *)rs + rs->slots);
	uint32_t *ids = (void *)((char *)rs + rs->ids);
	const char *last = "";
	uint32_t at;
	size_t i;

	for (i = 0; i < drafts->nrows; i++) {
		const struct rules_draft *d = &drafts->rows[i];

		rows[i] = d->row;
		rows[i].id = intern(b, d->id);
		rows[i].subject = intern(b, d->subject);
		rows[i].why = intern(b, d->why);
		rows[i].hint = intern(b, d->hint);
		rows[i].file = intern(b, d->place.file->name);
		if (d->row.is_default) {
			rs->defaults[d->row.kind] = (uint32_t)i + 1;
		} else if (!d->row.is_regex) {
			at = rules_image_hash(d->row.kind, d->subject,
			    strlen(d->subject)) & (rs->nslots - 1);
			while (slots[at] != 0)
				at = (at + 1) & (rs->nslots - 1);
			slots[at] = (uint32_t)i + 1;
		}
		if (*d->id == '\0' || strcmp(d->id, last) == 0)
			continue;
		last = d->id;
		at = text_hash(d->id) & (rs->nids - 1);
		while (ids[at] != 0)
			at = (at + 1) & (rs->nids - 1);
		ids[at] = (uint32_t)i + 1;
	}
}

/* The kind that a leading part is kept under, and what ends it; or NONE. */
static uint32_t
lead_kind(const struct rules_row *row, char *ret_end)
{
	if (row->is_default || row->is_regex)
		return RULES_KIND_NONE;
	*ret_end = row->kind == RULES_CALL ? '(' : '.';
	return row->kind == RULES_CALL ? RULES_CALL :
	    row->kind == RULES_IMPORT || row->kind == RULES_MEMBER ?
	    RULES_MEMBER : RULES_KIND_NONE;
}

static size_t
count_leads(const struct rules_drafts *drafts)
{
	size_t i, n = 0;
	const char *s;
	char end;

	for (i = 0; i < drafts->nrows; i++)
		if (lead_kind(&drafts->rows[i].row, &end) != RULES_KIND_NONE)
			for (s = drafts->rows[i].subject; *s != '\0'; s++)
				n += *s == end;
	return n;
}

static void
fill_leads(struct ruleset *rs, const struct rules_drafts *drafts,
    const char *strings)
{
	struct rules_image_lead *leads = (void *)((char *)rs + rs->leads);
	const struct rules_row *rows = (const void *)((char *)rs + rs->rows);
	uint32_t mask = rs->nleads - 1, at;
	size_t i;

	for (i = 0; i < drafts->nrows; i++) {
		const char *s = drafts->rows[i].subject, *cut;
		uint32_t kind, n;
		char end;

		kind = lead_kind(&drafts->rows[i].row, &end);
		for (cut = kind != RULES_KIND_NONE ? strchr(s, end) : NULL;
		    cut != NULL; cut = strchr(cut + 1, end)) {
			n = (uint32_t)(cut - s);
			at = rules_image_hash(kind, s, n) & mask;
			while (leads[at].kind != RULES_KIND_NONE &&
			    (leads[at].kind != kind || leads[at].n != n ||
			    memcmp(strings + leads[at].subject, s, n) != 0))
				at = (at + 1) & mask;
			leads[at] = (struct rules_image_lead){ kind,
			    rows[i].subject, n };
		}
	}
}

/* The needs of all patterns, one after the other. */
static struct rules_needs
find_needs(const struct rules_drafts *drafts)
{
	struct rules_needs all = { 0 }, some;
	size_t i, k;

	for (i = 0; i < drafts->nrows; i++) {
		if (!drafts->rows[i].row.is_regex)
			continue;
		rules_needs_find(drafts->rows[i].subject, &some);
		for (k = 0; k < some.n; k++)
			*MEM_PUSH(all.list, all.n, all.cap) = some.list[k];
		rules_needs_release(&some);
	}
	return all;
}

static void
fill_regexes(struct ruleset *rs, const struct rules_drafts *drafts,
    const struct rules_needs *needs)
{
	struct rules_image_regex *regexes =
	    (void *)((char *)rs + rs->regexes);
	struct rules_needs some;
	uint32_t first = 0;
	size_t i, n = 0;

	for (i = 0; i < drafts->nrows; i++) {
		if (!drafts->rows[i].row.is_regex)
			continue;
		rules_needs_find(drafts->rows[i].subject, &some);
		regexes[n++] = (struct rules_image_regex){ (uint32_t)i, first,
		    (uint32_t)some.n };
		first += (uint32_t)some.n;
		rules_needs_release(&some);
	}
	if (needs->n > 0)
		memcpy((char *)rs + rs->needs, needs->list,
		    needs->n * sizeof(*needs->list));
}

static int
compare_meaning(const void *va, const void *vb)
{
	const struct rules_draft *a = *(const struct rules_draft *const *)va;
	const struct rules_draft *b = *(const struct rules_draft *const *)vb;

	if (a->row.kind != b->row.kind)
		return a->row.kind < b->row.kind ? -1 : 1;
	if (a->row.is_default != b->row.is_default)
		return a->row.is_default ? -1 : 1;
	if (a->row.is_regex != b->row.is_regex)
		return a->row.is_regex ? -1 : 1;
	return strcmp(a->subject, b->subject);
}

static unsigned
alerts_of(const struct rules_load *load)
{
	return load->alerts != 0 ? load->alerts : RULES_ALERT_DEFAULT;
}

/*
 * What decides, in one order whatever the text's: subjects, verbs, ids and
 * attributes. Not the wording, the examples or where a row stands.
 */
static void
hash_meaning(const struct rules_load *load, const struct rules_drafts *drafts,
    struct hash *ret)
{
	const struct rules_draft **sorted;
	auto_buf struct buf line = BUF_INIT;
	struct hash_state state;
	size_t i;

	sorted = mem_new(drafts->nrows, sizeof(*sorted));
	for (i = 0; i < drafts->nrows; i++)
		sorted[i] = &drafts->rows[i];
	qsort(sorted, drafts->nrows, sizeof(*sorted), compare_meaning);
	hash_begin(&state);
	buf_addf(&line, "sallyport-rules %d tier %c landlock %d\n",
	    RULES_VERSION, load->tier, load->by_landlock);
	for (i = 0; i < RULES_NLIMITS; i++)
		buf_addf(&line, "limit %s %lld\n", rules_limit_name(i),
		    (long long)load->limits[i]);
	for (i = 0; i < load->naliases && !load->no_aliases; i++)
		buf_addf(&line, "alias %s %s%s\n", load->aliases[i].name.text,
		    load->aliases[i].target, load->aliases[i].shown ?
		    " shown" : "");
	if (load->environment != NULL)
		buf_addf(&line, "environment %s\n", load->environment);
	if (alerts_of(load) != RULES_ALERT_DEFAULT)
		buf_addf(&line, "alert %u\n", alerts_of(load));
	for (i = 0; i < load->nlisted; i++)
		buf_addf(&line, "surface %s %s %s\n", load->listed[i].module,
		    load->listed[i].name, load->listed[i].home != NULL ?
		    load->listed[i].home : "");
	hash_update(&state, line.data, line.len);
	for (i = 0; i < drafts->nrows; i++) {
		const struct rules_row *row = &sorted[i]->row;

		line.len = 0;
		buf_addf(&line, "%s %s %d%d%d %s [%s %s %d%d%d %d] %zu:%s\n",
		    rules_verb_name(row->verb), rules_kind_name(row->kind),
		    row->is_default, row->is_regex, row->has_members,
		    sorted[i]->id, rules_class_name(row->class),
		    rules_severity_name(row->severity), row->quiet, row->kill,
		    row->lookup,
		    row->err, strlen(sorted[i]->subject), sorted[i]->subject);
		if (row->kind == RULES_MODEL)
			buf_addf(&line, "%s\n", sorted[i]->why);
		if (row->kind == RULES_LEFT_FILE)
			buf_addf(&line, "%u %u\n", row->most, row->type);
		hash_update(&state, line.data, line.len);
	}
	hash_end(&state, ret);
	free(sorted);
}

static size_t
count_modules(const struct rules_load *load)
{
	size_t i, n = 0;

	for (i = 0; i < load->nlisted; i++)
		n += i == 0 || strcmp(load->listed[i].module,
		    load->listed[i - 1].module) != 0;
	return n;
}

static void
fill_listed(struct ruleset *rs, const struct rules_load *load,
    struct builder *b)
{
	struct rules_image_listed *out = (void *)((char *)rs + rs->listed);
	struct rules_image_module *modules =
	    (void *)((char *)rs + rs->modules), *module = NULL;
	const struct rules_listed *l;
	uint32_t at, n = 0;
	size_t i;

	for (i = 0; i < load->nlisted; i++) {
		l = &load->listed[i];
		if (i == 0 || strcmp(l->module, l[-1].module) != 0) {
			at = text_hash(l->module) & (rs->nmodules - 1);
			while (modules[at].name != 0)
				at = (at + 1) & (rs->nmodules - 1);
			module = &modules[at];
			module->name = intern(b, l->module);
			module->first = n;
		}
		if (*l->name == '\0')	/* the module itself */
			continue;
		out[n++] = (struct rules_image_listed){ intern(b, l->name),
		    l->home != NULL ? intern(b, l->home) : 0 };
		module->count++;
	}
}

/* The parts of the block, each aligned to 8. */
static uint32_t
place_part(uint32_t *size, size_t count, size_t each)
{
	uint32_t at = *size;

	*size = (uint32_t)((at + count * each + 7) & ~(size_t)7);
	return at;
}

static void
lay_out(struct ruleset *head, const struct rules_load *load, size_t nglobs,
    size_t nneeds, const struct rules_drafts *drafts)
{
	uint32_t size = (sizeof(*head) + 7) & ~7u;
	size_t n = drafts->nrows, i;

	head->magic = RULES_MAGIC;
	head->nrows = (uint32_t)n;
	head->rows = place_part(&size, n, sizeof(struct rules_row));
	head->nexamples = (uint32_t)load->nexamples;
	head->examples = place_part(&size, load->nexamples,
	    sizeof(struct rules_example));
	head->nslots = table_size(n);
	head->slots = place_part(&size, head->nslots, sizeof(uint32_t));
	head->nids = table_size(load->nstmts);
	head->ids = place_part(&size, head->nids, sizeof(uint32_t));
	head->nglobs = (uint32_t)nglobs;
	head->globs = place_part(&size, nglobs,
	    sizeof(struct rules_image_glob));
	head->nbuckets = table_size(nglobs);
	head->buckets = place_part(&size, head->nbuckets,
	    sizeof(struct rules_image_bucket));
	for (i = 0; i < n; i++)
		head->nregexes += drafts->rows[i].row.is_regex;
	head->regexes = place_part(&size, head->nregexes,
	    sizeof(struct rules_image_regex));
	head->nneeds = (uint32_t)nneeds;
	head->needs = place_part(&size, nneeds, sizeof(struct rules_need));
	head->nleads = table_size(count_leads(drafts));
	head->leads = place_part(&size, head->nleads,
	    sizeof(struct rules_image_lead));
	head->naliases = load->no_aliases ? 0 : (uint32_t)load->naliases;
	head->aliases = place_part(&size, head->naliases,
	    sizeof(struct rules_alias));
	head->nmodules = table_size(count_modules(load));
	head->modules = place_part(&size, head->nmodules,
	    sizeof(struct rules_image_module));
	head->nlisted = (uint32_t)load->nlisted;
	head->listed = place_part(&size, head->nlisted,
	    sizeof(struct rules_image_listed));
	head->strings = size;
	head->tier = (uint32_t)load->tier;
	head->by_landlock = load->by_landlock;
	memcpy(head->limits, load->limits, sizeof(head->limits));
}

struct ruleset *
rules_build(const struct rules_load *load, const struct rules_drafts *drafts)
{
	struct builder b = { .strings = BUF_INIT };
	struct rules_example *examples;
	struct rules_alias *aliases;
	struct ruleset head = { 0 }, *rs;
	struct glob_item *globs;
	struct rules_needs needs;
	struct hash hash;
	size_t nglobs, i;

	b.interned = mem_new(1024, sizeof(*b.interned));
	b.mask = 1023;
	intern(&b, "");
	globs = sorted_globs(drafts, &nglobs);
	needs = find_needs(drafts);
	lay_out(&head, load, nglobs, needs.n, drafts);
	rs = mem_new(1, head.strings);
	*rs = head;
	rs->profile = intern(&b, load->profile);
	if (load->environment != NULL)
		rs->environment = intern(&b, load->environment);
	rs->alerts = alerts_of(load);
	fill_rows(rs, drafts, &b);
	fill_globs(rs, globs, nglobs);
	fill_regexes(rs, drafts, &needs);
	fill_leads(rs, drafts, b.strings.data);
	examples = (void *)((char *)rs + rs->examples);
	for (i = 0; i < load->nexamples; i++) {
		examples[i].is_bad = load->examples[i].is_bad;
		examples[i].text = intern(&b, load->examples[i].text);
		examples[i].line = load->examples[i].line;
	}
	aliases = (void *)((char *)rs + rs->aliases);
	for (i = 0; i < rs->naliases; i++) {
		aliases[i].name = intern(&b, load->aliases[i].name.text);
		aliases[i].target = intern(&b, load->aliases[i].target);
		aliases[i].shown = load->aliases[i].shown;
	}
	fill_listed(rs, load, &b);
	hash_meaning(load, drafts, &hash);
	memcpy(rs->hash, hash.bytes, sizeof(rs->hash));

	rs->nstrings = (uint32_t)b.strings.len;
	rs->size = (rs->strings + rs->nstrings + 7) & ~7u;
	rs = mem_resize(rs, 1, rs->size);
	memset((char *)rs + rs->strings, 0, rs->size - rs->strings);
	memcpy((char *)rs + rs->strings, b.strings.data, b.strings.len);
	free(globs);
	rules_needs_release(&needs);
	free(b.interned);
	buf_free(&b.strings);
	return rs;
}
