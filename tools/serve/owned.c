#include "owned.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/json.h"

void
owned_new_id(char ret[OWNED_ID])
{
	struct hash hash = { { 0 } };
	char hex[HASH_HEX];

	if (getrandom(hash.bytes, 16, 0) != 16)
		abort();
	hash_hex(&hash, hex);
	memcpy(ret, hex, OWNED_ID - 1);
	ret[OWNED_ID - 1] = '\0';
}

void
owned_add(struct owned **list, struct owned *one)
{
	one->next = *list;
	*list = one;
}

struct owned **
owned_find(struct owned **list, const struct tenant *tenant, const char *id)
{
	struct owned **at;

	for (at = list; *at != NULL; at = &(*at)->next)
		if ((*at)->tenant == tenant && strcmp((*at)->id, id) == 0)
			return at;
	return NULL;
}

void *
owned_take(struct owned **at)
{
	struct owned *one = *at;

	*at = one->next;
	return one;
}

struct json *
owned_ids(const struct owned *list, const struct tenant *tenant)
{
	struct json *ids = js_arr();

	for (; list != NULL; list = list->next)
		if (list->tenant == tenant)
			js_add(ids, js_str(list->id));
	return ids;
}
