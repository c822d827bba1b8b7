#include "path.h"

#include <string.h>
#include <strings.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

static int
hex_of(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ?
	    c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

const char *
path_decode(struct arena *arena, const char *text, size_t n)
{
	char *out = arena_alloc(arena, n + 1);
	size_t i, k = 0;
	int hi, lo;

	for (i = 0; i < n; i++) {
		out[k++] = text[i];
		if (text[i] != '%')
			continue;
		hi = i + 2 < n ? hex_of(text[i + 1]) : -1;
		lo = hi >= 0 ? hex_of(text[i + 2]) : -1;
		if (lo < 0 || hi * 16 + lo == 0)
			return NULL;
		out[k - 1] = (char)(hi * 16 + lo);
		i += 2;
	}
	return out;
}

bool
path_split(struct arena *arena, const char *text, struct path *ret)
{
	size_t n;

	if (*text != '/')
		return false;
	while (*text == '/' && text[1] != '\0') {
		text++;
		n = strcspn(text, "/");
		if (ret->nparts == PATH_PARTS)
			return false;
		ret->parts[ret->nparts] = path_decode(arena, text, n);
		if (ret->parts[ret->nparts++] == NULL)
			return false;
		text += n;
	}
	return true;
}

static const char *
join(struct arena *arena, const struct path *p, size_t from)
{
	auto_buf struct buf all = BUF_INIT;
	size_t i;

	for (i = from; i < p->nparts; i++)
		buf_addf(&all, "%s%s", i > from ? "/" : "", p->parts[i]);
	return arena_strndup(arena, buf_str(&all), all.len);
}

bool
path_match(struct arena *arena, struct path *p, const char *route)
{
	size_t i = 0, n;

	p->nfound = 0;
	while (*route == '/') {
		route++;
		n = strcspn(route, "/");
		if (n == 3 && strncmp(route, "{*}", 3) == 0) {
			p->found[p->nfound++] = join(arena, p, i);
			return i < p->nparts;
		}
		if (i == p->nparts)
			return false;
		if (n == 2 && strncmp(route, "{}", 2) == 0)
			p->found[p->nfound++] = p->parts[i];
		else if (strlen(p->parts[i]) != n ||
		    strncmp(p->parts[i], route, n) != 0)
			return false;
		route += n;
		i++;
	}
	return i == p->nparts;
}

/* The host's name of "HOST", "HOST:PORT" or "[::1]:PORT". */
static size_t
host_length(const char *host)
{
	const char *end = host[0] == '[' ? strchr(host, ']') : NULL;

	return end != NULL ? (size_t)(end + 1 - host) : strcspn(host, ":");
}

bool
path_is_local(const char *host)
{
	static const char names[][12] = { "localhost", "127.0.0.1", "[::1]" };
	size_t n = host_length(host), i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i]) == n && strncasecmp(names[i], host, n) == 0)
			return true;
	return false;
}

bool
path_is_same_host(const char *origin, const char *host)
{
	const char *name = strstr(origin, "://");

	return name != NULL && strcasecmp(name + 3, host) == 0;
}
