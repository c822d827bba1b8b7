#include "names.h"

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../symbols/known.h"

#define FIRST_MASK	255u
#define KEPT_MASK	4095u	/* a reset shrinks what is larger */

struct name {
	const char	*text;
	uint32_t	 n, hash;
	uint32_t	 seen;		/* the last submission that interned it */
};

struct names {
	struct name	*list;		/* from number KNOWN_END on */
	size_t		 count, cap;
	uint32_t	*slots;		/* numbers; 0: free */
	uint32_t	 mask;
	uint32_t	 submission;	/* counts them */
	struct arena	*arena;
};

struct names *
names_new(void)
{
	struct names *t = mem_new(1, sizeof(*t));

	t->mask = FIRST_MASK;
	t->slots = mem_new(t->mask + 1, sizeof(*t->slots));
	t->arena = arena_new();
	return t;
}

void
names_free(struct names *t)
{
	if (t == NULL)
		return;
	arena_free(t->arena);
	free(t->list);
	free(t->slots);
	free(t);
}

static void
names_place(struct names *t, size_t index)
{
	uint32_t slot = t->list[index].hash & t->mask;

	while (t->slots[slot] != 0)
		slot = (slot + 1) & t->mask;
	t->slots[slot] = KNOWN_END + (uint32_t)index;
}

/* Room for `mask` + 1 slots, and every name in one. */
static void
names_rebuild(struct names *t, uint32_t mask)
{
	size_t i;

	if (mask != t->mask)
		t->slots = mem_resize(t->slots, (size_t)mask + 1,
		    sizeof(*t->slots));
	t->mask = mask;
	memset(t->slots, 0, ((size_t)mask + 1) * sizeof(*t->slots));
	for (i = 0; i < t->count; i++)
		names_place(t, i);
}

void
names_reset(struct names *t)
{
	if (t->count == 0)
		return;
	t->count = 0;
	names_rebuild(t, t->mask > KEPT_MASK ? KEPT_MASK : t->mask);
	arena_reset(t->arena);
}

static uint32_t
known_find(const char *s, size_t n, uint32_t hash)
{
	uint32_t slot = hash & (KNOWN_SLOTS - 1), name;

	for (; (name = known_slots[slot]) != 0;
	    slot = (slot + 1) & (KNOWN_SLOTS - 1)) {
		const struct known *have = &known_names[name];

		if (have->hash == hash && have->n == n &&
		    memcmp(have->text, s, n) == 0)
			return name;
	}
	return 0;
}

static uint32_t
names_find(const struct names *t, const char *s, size_t n, uint32_t hash)
{
	uint32_t slot = hash & t->mask, name = known_find(s, n, hash);
	const struct name *have;

	if (name != 0)
		return name;
	for (; (name = t->slots[slot]) != 0; slot = (slot + 1) & t->mask) {
		have = &t->list[name - KNOWN_END];
		if (have->hash == hash && have->n == n &&
		    memcmp(have->text, s, n) == 0)
			return name;
	}
	return 0;
}

void
names_begin(struct names *t)
{
	t->submission++;
}

uint32_t
names_lookup(const struct names *t, const char *s, size_t n)
{
	uint32_t name = names_find(t, s, n, names_hash(s, n));

	return name >= KNOWN_END && t->list[name - KNOWN_END].seen !=
	    t->submission ? 0 : name;
}

uint32_t
names_intern(struct names *t, const char *s, size_t n)
{
	uint32_t hash = names_hash(s, n), found = names_find(t, s, n, hash);
	struct name *fresh;

	if (found >= KNOWN_END)
		t->list[found - KNOWN_END].seen = t->submission;
	if (found != 0)
		return found;
	if (t->count * 2 > t->mask)
		names_rebuild(t, t->mask * 2 + 1);
	fresh = MEM_PUSH(t->list, t->count, t->cap);
	fresh->text = arena_strndup(t->arena, s, n);
	fresh->n = (uint32_t)n;
	fresh->hash = hash;
	fresh->seen = t->submission;
	names_place(t, t->count - 1);
	return KNOWN_END + (uint32_t)t->count - 1;
}

const char *
names_text(const struct names *t, uint32_t name)
{
	return name < KNOWN_END ? known_names[name].text :
	    t->list[name - KNOWN_END].text;
}

uint32_t
names_length(const struct names *t, uint32_t name)
{
	return name < KNOWN_END ? known_names[name].n :
	    t->list[name - KNOWN_END].n;
}

bool
names_is_dunder(const char *s, size_t n)
{
	return n > 4 && s[0] == '_' && s[1] == '_' && s[n - 1] == '_' &&
	    s[n - 2] == '_';
}

uint32_t
names_count(const struct names *t)
{
	return KNOWN_END + (uint32_t)t->count;
}
