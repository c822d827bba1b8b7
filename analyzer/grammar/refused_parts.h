/*
 * What refused.c asks of its parts. Each says yes only where CPython refuses
 * for certain. Private to these.
 */
#ifndef SALLYPORT_REFUSED_PARTS_H
#define SALLYPORT_REFUSED_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../judge.h"

static inline bool
refused_is(const struct judge *j, uint32_t node, const char *text)
{
	size_t n, len = strlen(text);
	const char *s = judge_text(j, node, &n);

	return n == len && memcmp(s, text, n) == 0;
}

static inline bool
refused_begins(const struct judge *j, uint32_t node, const char *text)
{
	size_t n, len = strlen(text);
	const char *s = judge_text(j, node, &n);

	return n >= len && memcmp(s, text, len) == 0;
}

/* Is there such a character between these bytes? Comments count as well. */
static inline bool
refused_has(const struct judge *j, uint32_t from, uint32_t to, char c)
{
	return from < to &&
	    memchr(j->source.bytes + from, c, to - from) != NULL;
}

/* refused.c: the function or lambda that this runs in; 0: none. */
uint32_t refused_function_of(const struct judge *, uint32_t at);

/* refused_words.c: a number, a string, strings side by side. */
bool refused_number(const struct judge *, uint32_t at);
bool refused_string(const struct judge *, uint32_t at);
bool refused_concatenation(const struct judge *, uint32_t at);

/* refused_lists.c: parameters, arguments, a clause of a
 * comprehension. */
bool refused_parameters(const struct judge *, uint32_t list);
bool refused_arguments(const struct judge *, uint32_t list);
bool refused_clause(const struct judge *, uint32_t for_in);

/* refused_places.c: may this stand where it does? */
bool refused_star(const struct judge *, uint32_t at);
bool refused_await(const struct judge *, uint32_t at);
bool refused_yield(const struct judge *, uint32_t at);
bool refused_return(const struct judge *, uint32_t at);
bool refused_lambda(const struct judge *, uint32_t at);
bool refused_future(const struct judge *, uint32_t at);

#endif
