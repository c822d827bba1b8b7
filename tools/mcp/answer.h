/*
 * What a model is given of an answer of the sandbox: the result of a call of
 * a tool, as MCP has it (content, structuredContent, isError).
 */
#ifndef SALLYPORT_TOOLS_ANSWER_H
#define SALLYPORT_TOOLS_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

struct json;
struct tool;

/* A text, and whether it is an error; the caller's to free, as all are. */
struct json *answer_text(bool is_error, const char *text, size_t n);
/*
 * Of a document, and the `n` bytes that followed it. `session`: the handle to
 * name; NULL if there is none.
 */
struct json *answer_result(const struct tool *, const struct json *doc,
    const char *bytes, size_t n, const char *session);

#endif
