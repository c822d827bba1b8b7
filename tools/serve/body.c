/* A client's JSON. */
#include "body.h"

#include <errno.h>
#include <stdbool.h>

#include "../../supervisor/base/json.h"

/* A value takes some fifty bytes once it is read, however short it is. */
static bool
has_many_values(const char *text, size_t n)
{
	size_t i, values = 0;
	bool quoted = false;

	for (i = 0; i < n && values <= BODY_VALUES; i++)
		if (text[i] == '"')
			quoted = !quoted;
		else if (quoted)
			i += text[i] == '\\';
		else
			values += text[i] == ',' || text[i] == '[' ||
			    text[i] == '{';
	return values > BODY_VALUES;
}

int
body_parse(const char *text, size_t n, struct json **ret)
{
	*ret = NULL;
	return has_many_values(text, n) || js_parse(text, n, ret) < 0 ?
	    -EINVAL : 0;
}
