#include "names.h"

#include "../supervisor/base/mem.h"
#include "../supervisor/base/util.h"

struct name {
	const char	*text;
	uint32_t	 n, hash;
};

struct names {
	struct name	*list;
	size_t		 count, cap;
	uint32_t	*slots;		/* index into list, 0: free */
	uint32_t	 mask;
	size_t		 fixed;
	struct arena	*arena, *fixed_arena;
};

static uint32_t
hash_bytes(const char *s, size_t n)
{
	uint32_t h = 2166136261u;
	size_t i;

	for (i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * 16777619u;
	return h ^ h >> 15;
}

struct names *
names_new(void)
{
	struct names *t = mem_new(1, sizeof(*t));

	t->mask = 1023;
	t->slots = mem_new(t->mask + 1, sizeof(*t->slots));
	/* There are some 250 that are known, and a short text adds a few. */
	t->cap = 512;
	t->list = mem_resize(NULL, t->cap, sizeof(*t->list));
	t->fixed_arena = arena_new();
	t->arena = t->fixed_arena;
	MEM_PUSH(t->list, t->count, t->cap)->text = "";
	t->fixed = 1;
	return t;
}

void
names_free(struct names *t)
{
	if (t == NULL)
		return;
	if (t->arena != t->fixed_arena)
		arena_free(t->arena);
	arena_free(t->fixed_arena);
	free(t->list);
	free(t->slots);
	free(t);
}

static void
names_place(struct names *t, uint32_t index)
{
	uint32_t slot = t->list[index].hash & t->mask;

	while (t->slots[slot] != 0)
		slot = (slot + 1) & t->mask;
	t->slots[slot] = index;
}

static void
names_rebuild(struct names *t)
{
	size_t i;

	memset(t->slots, 0, ((size_t)t->mask + 1) * sizeof(*t->slots));
	for (i = 1; i < t->count; i++)
		names_place(t, (uint32_t)i);
}

void
names_fix(struct names *t)
{
	t->fixed = t->count;
	t->arena = arena_new();
}

void
names_reset(struct names *t)
{
	uint32_t i, slot;

	if (t->count == t->fixed)
		return;
	/*
	 * Linear probing and last in, first out: taking the newest away first
	 * never breaks the chain of an older one.
	 */
	for (i = (uint32_t)t->count - 1; i >= t->fixed; i--) {
		slot = t->list[i].hash & t->mask;
		while (t->slots[slot] != i)
			slot = (slot + 1) & t->mask;
		t->slots[slot] = 0;
	}
	t->count = t->fixed;
	if (t->mask > 1u << 16) {
		t->mask = 4095;
		t->slots = mem_resize(t->slots, t->mask + 1,
		    sizeof(*t->slots));
		names_rebuild(t);
	}
	arena_free(t->arena);
	t->arena = arena_new();
}

static uint32_t
names_find(const struct names *t, const char *s, size_t n, uint32_t hash)
{
	uint32_t slot = hash & t->mask;
	const struct name *have;

	for (; t->slots[slot] != 0; slot = (slot + 1) & t->mask) {
		have = &t->list[t->slots[slot]];
		if (have->hash == hash && have->n == n &&
		    memcmp(have->text, s, n) == 0)
			return t->slots[slot];
	}
	return 0;
}

uint32_t
names_lookup(const struct names *t, const char *s, size_t n)
{
	return names_find(t, s, n, hash_bytes(s, n));
}

static uint32_t
names_add(struct names *t, const char *s, size_t n, uint32_t hash,
    const char *kept)
{
	struct name *fresh;

	if (t->count * 2 > t->mask) {
		t->mask = t->mask * 2 + 1;
		t->slots = mem_resize(t->slots, (size_t)t->mask + 1,
		    sizeof(*t->slots));
		names_rebuild(t);
	}
	fresh = MEM_PUSH(t->list, t->count, t->cap);
	fresh->text = kept != NULL ? kept : arena_strndup(t->arena, s, n);
	fresh->n = (uint32_t)n;
	fresh->hash = hash;
	names_place(t, (uint32_t)t->count - 1);
	return (uint32_t)t->count - 1;
}

uint32_t
names_intern(struct names *t, const char *s, size_t n)
{
	uint32_t hash = hash_bytes(s, n), found = names_find(t, s, n, hash);

	return found != 0 ? found : names_add(t, s, n, hash, NULL);
}

uint32_t
names_intern_static(struct names *t, const char *s)
{
	size_t n = strlen(s);
	uint32_t hash = hash_bytes(s, n), found = names_find(t, s, n, hash);

	return found != 0 ? found : names_add(t, s, n, hash, s);
}

const char *
names_text(const struct names *t, uint32_t name)
{
	return t->list[name].text;
}

uint32_t
names_length(const struct names *t, uint32_t name)
{
	return t->list[name].n;
}

uint32_t
names_count(const struct names *t)
{
	return (uint32_t)t->count;
}
