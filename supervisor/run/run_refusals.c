#include "run_refusals.h"

#include <string.h>

#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"

#define FRAMES_MAX	64u

/* How the value of an OSError begins, and what it is about. */
static const struct {
	const char	*value, *limit, *name;
} told[] = {
	{ "[Errno 12] ", "memory", "ENOMEM" },
	{ "[Errno 24] ", "open_files", "EMFILE" },
	{ "[Errno 27] ", "file_size", "EFBIG" },
	{ "[Errno 28] ", "disk", "ENOSPC" },
	{ "[Errno 122] ", "disk", "EDQUOT" },
};

static int
kind_of(const struct json *error)
{
	const char *name = js_get_str(error, "name");
	const char *value = js_get_str(error, "value");
	size_t i;

	if (name == NULL || value == NULL)
		return -1;
	if (strcmp(name, "MemoryError") == 0 ||
	    strcmp(name, "_ArrayMemoryError") == 0)
		return 0;
	for (i = 0; i < ARRAY_SIZE(told); i++)
		if (strncmp(value, told[i].value, strlen(told[i].value)) == 0)
			return (int)i;
	return -1;
}

const char *
run_limit_in_error(const struct json *error)
{
	int kind = kind_of(error);

	return kind < 0 ? NULL : told[kind].limit;
}

/* `  File "NAME", line N, in FUNCTION`; NULL if this line is no such. */
static struct json *
frame_of(const char *line, size_t n, const char *script)
{
	static const char head[] = "  File \"", middle[] = "\", line ";
	const size_t nhead = sizeof(head) - 1, nmiddle = sizeof(middle) - 1;
	auto_free char *text = mem_strndup(line, n);
	const char *in;
	char *sep, *end;
	struct json *frame;
	long number;

	if (strncmp(text, head, nhead) != 0 ||
	    (sep = strstr(text + nhead, middle)) == NULL)
		return NULL;
	number = strtol(sep + nmiddle, &end, 10);
	in = strncmp(end, ", in ", 5) == 0 ? end + 5 : "<module>";
	*sep = '\0';
	if (number <= 0 || (script != NULL &&
	    strcmp(text + nhead, script) != 0))
		return NULL;
	frame = js_obj();
	js_put_str(frame, "file", text + nhead);
	js_put_num(frame, "line", number);
	js_put_str(frame, "function", in);
	js_put(frame, "column", js_nul());
	js_put(frame, "end_column", js_nul());
	return frame;
}

/* A traceback names the innermost last; we name it first. */
static struct json *
frames_of(const char *traceback, const char *script)
{
	struct json *frames[FRAMES_MAX], *list = js_arr(), *frame;
	const char *p = traceback;
	unsigned n = 0;

	while (p != NULL && *p != '\0') {
		size_t len = strcspn(p, "\n");

		frame = frame_of(p, len, script);
		if (frame != NULL && n == FRAMES_MAX) {
			js_free(frames[0]);
			memmove(frames, frames + 1,
			    (FRAMES_MAX - 1) * sizeof(frames[0]));
			n--;
		}
		if (frame != NULL)
			frames[n++] = frame;
		p += len + (p[len] == '\n');
	}
	while (n > 0)
		js_add(list, frames[--n]);
	return list;
}

struct json *
run_refusals(const struct json *seen, const struct json *error,
    const char *name, long long max, const char *script)
{
	struct json *all = js_is_arr(seen) ? js_copy(seen) : js_arr();
	struct json *refusal;
	int kind = kind_of(error);
	size_t i;

	for (i = 0; i < js_len(all); i++) {
		const char *limit = js_get_str(js_at(all, i), "limit");

		if (name != NULL && limit != NULL && strcmp(limit, name) == 0)
			return all;
	}
	if (name == NULL || kind < 0)
		return all;
	refusal = js_obj();
	js_put(refusal, "syscall", js_nul());
	js_put_str(refusal, "errno", told[kind].name);
	js_put_str(refusal, "limit", name);
	js_put_num(refusal, "max", max);
	js_put(refusal, "used", js_nul());
	js_put(refusal, "asked", js_nul());
	js_put_num(refusal, "count", 1);
	js_put(refusal, "python", frames_of(js_get_str(error, "traceback"),
	    script));
	js_put(refusal, "python_why", js_nul());
	js_put(refusal, "native", js_arr());
	js_add(all, refusal);
	return all;
}
