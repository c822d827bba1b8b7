/*
 * Any bytes as a file of /proc. What is read of a line must stand in it as the
 * kernel would have written it: printed again, it is the line's beginning.
 */
#include "standalone.h"

#include "supervisor/base/util.h"
#include "supervisor/tracer/proctext.h"

static void
must(bool held)
{
	if (!held)
		abort();
}

static void
check_map(const char *line, size_t n)
{
	struct proctext_map map;
	char again[256];
	int len;

	if (!proctext_map(line, n, &map))
		return;
	must(map.start < map.end);
	must(map.name + map.name_len == line + n);
	must(memchr(line, '\n', n) == NULL && memchr(line, '\0', n) == NULL);
	must(map.name_len == 0 || map.name[0] != ' ');
	len = snprintf(again, sizeof(again), "%lx-%lx %c%c%c%c %lx %x:%x %lu",
	    (unsigned long)map.start, (unsigned long)map.end,
	    map.readable ? 'r' : '-', map.writable ? 'w' : '-',
	    map.executable ? 'x' : '-', map.shared ? 's' : 'p',
	    (unsigned long)map.offset, map.major, map.minor,
	    (unsigned long)map.ino);
	/* Leading zeros aside. */
	must(len > 0 && (size_t)len <= n);
}

static void
check_keys(const char *text, size_t n)
{
	static const char *const keys[] = { "Pid", "Umask", "VmPTE", "x" };
	int64_t value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		if (proctext_number(text, n, keys[i], &value))
			must(value >= 0);
		if (proctext_octal(text, n, keys[i], &value))
			must(value >= 0);
	}
	for (i = 0; i < 60; i++)
		if (proctext_stat(text, n, (unsigned)i, &value))
			must(i >= 3 && memchr(text, ')', n) != NULL);
}

static void
check_lines(char *text, size_t n)
{
	FILE *f = n > 0 ? fmemopen(text, n, "r") : NULL;
	size_t len, newlines = 0, lines = 0, i;
	char line[64];

	for (i = 0; i < n; i++)
		newlines += text[i] == '\n';
	while (f != NULL && proctext_next(f, line, sizeof(line), &len)) {
		must(len < sizeof(line) && line[len] == '\0');
		must(memchr(line, '\n', len) == NULL);
		lines++;
	}
	must(f == NULL ||
	    lines == newlines + (n > 0 && text[n - 1] != '\n'));
	if (f != NULL)
		fclose(f);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	/* Exactly so many bytes: a look beyond them shows under ASan. */
	char *text = malloc(n > 0 ? n : 1);
	size_t at, len;

	if (text == NULL)
		abort();
	memcpy(text, data, n);
	for (at = 0; at < n; at += len + 1) {
		char *end = memchr(text + at, '\n', n - at);

		len = end != NULL ? (size_t)(end - text) - at : n - at;
		check_map(text + at, len);
	}
	check_map(text, n);
	check_keys(text, n);
	check_lines(text, n);
	free(text);
	return 0;
}
