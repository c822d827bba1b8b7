/*
 * The tools that a model is offered, in one table: `sallyport mcp` lists them,
 * `sallyport policy --as-tool` prints those that need no server.
 */
#ifndef SALLYPORT_TOOLS_DEFINITIONS_H
#define SALLYPORT_TOOLS_DEFINITIONS_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct json;
struct mcp;
struct rpc_request;

enum tool_id { TOOL_RUN, TOOL_CHECK, TOOL_EXPLAIN, TOOL_LIST, TOOL_GET,
    TOOL_END };

struct tool {
	enum tool_id	 id;
	const char	*name, *title, *about;
	/* A line for each argument: see definitions.c. */
	const struct tool_arg {
		const char	*name;		/* NULL: no more */
		const char	*type;		/* as JSON Schema calls it */
		bool		 required;
		const char	*about;
	} args[5];
	const char	*output;	/* a JSON Schema, as text */
	bool		 reads_only;
	bool		 alone;		/* of use without a server */
	/* Of a tool that is not ours: it answers at once, as a method does. */
	void		(*run)(struct mcp *, struct rpc_request *);
};

/* Others in the place of ours, which stay the caller's: a program of tests has
 * those that a suite asks for. */
void tool_offer(const struct tool *, size_t n);
/* In the order they are listed in. */
size_t tool_count(void);
const struct tool *tool_at(size_t i);
/* NULL: none of that name. */
const struct tool *tool_find(const char *name);

/* JSON Schemas, the caller's to free; of the arguments all, or those that
 * must be given. */
struct json *tool_input(const struct tool *, bool all);
struct json *tool_output(const struct tool *);
/* Do `args` fit? Else what is wrong is added to `why`. */
bool tool_accepts(const struct tool *, const struct json *args,
    struct buf *why);

/*
 * An array of the tools that need no server, as an API takes them; `prompt`
 * stands before what comes back. NULL: no such API. The names of all, parted
 * by '|': tool_apis.
 */
extern const char tool_apis[];
struct json *tool_for_api(const char *api, const char *prompt);

#endif
