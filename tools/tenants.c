#include "tenants.h"

#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/hash.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "cmd.h"

#define FILE_MAX	((size_t)1 << 20)

struct one {
	char	*name, *hash;
};

struct tenants {
	struct one	*items;
	size_t		 n, cap;
};

/* NULL, or what is wrong with it. */
static const char *
take_line(struct tenants *t, char *line)
{
	static const char blank[] = " \t\r";
	char *rest, *name, *hash;
	struct one *one;
	struct hash any;
	size_t i;

	line[strcspn(line, "#")] = '\0';
	name = strtok_r(line, blank, &rest);
	if (name == NULL)
		return NULL;
	hash = strtok_r(NULL, blank, &rest);
	if (hash == NULL || hash_parse(hash, &any) < 0)
		return "want NAME SHA256, 64 hexadecimal digits";
	if (strtok_r(NULL, blank, &rest) != NULL)
		return "want nothing behind the hash";
	for (i = 0; i < t->n; i++)
		if (strcmp(t->items[i].name, name) == 0)
			return "this name is there already";
	one = MEM_PUSH(t->items, t->n, t->cap);
	one->name = mem_strdup(name);
	one->hash = mem_strdup(hash);
	return NULL;
}

int
tenants_read(const struct cmd *cmd, const char *path, struct tenants **ret)
{
	auto_buf struct buf text = BUF_INIT;
	struct tenants *t;
	char *line, *rest = NULL;
	const char *why = NULL;
	size_t number = 0;
	int r = fdio_read_file(path, FILE_MAX, &text);

	if (r < 0) {
		cmd_error(cmd, "%s: %s", path, strerror(-r));
		return -1;
	}
	*ret = t = mem_new(1, sizeof(*t));
	buf_str(&text);
	for (line = text.data; line != NULL && why == NULL; line = rest) {
		rest = strchr(line, '\n');
		if (rest != NULL)
			*rest++ = '\0';
		number++;
		why = take_line(t, line);
	}
	if (why == NULL && t->n == 0)
		why = "nobody stands there";
	if (why != NULL)
		cmd_error(cmd, "%s:%zu: %s", path, number, why);
	return why != NULL ? -1 : 0;
}

void
tenants_free(struct tenants *t)
{
	while (t != NULL && t->n > 0) {
		t->n--;
		free(t->items[t->n].name);
		free(t->items[t->n].hash);
	}
	if (t != NULL)
		free(t->items);
	free(t);
}

struct json *
tenants_json(const struct tenants *t)
{
	struct json *all = js_arr(), *one;
	size_t i;

	for (i = 0; i < t->n; i++) {
		one = js_obj();
		js_put_str(one, "name", t->items[i].name);
		js_put_str(one, "sha256", t->items[i].hash);
		js_put_num(one, "pool", 0);
		js_add(all, one);
	}
	return all;
}
