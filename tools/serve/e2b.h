/*
 * E2B's wire: a sandbox is a session of the tenant's. What its control API
 * and the services of a sandbox share.
 */
#ifndef SALLYPORT_SERVE_E2B_H
#define SALLYPORT_SERVE_E2B_H

#include <stdbool.h>
#include <stddef.h>

#include "http.h"
#include "sessions.h"

#define E2B_HOME	"/home/user"

extern const struct http_route e2b_routes[],	/* the control API */
    e2b_code_routes[],				/* cells, contexts */
    e2b_envd_routes[],				/* files */
    e2b_watch_routes[],				/* folders that are watched */
    e2b_process_routes[];			/* commands */

/* One that is there; held until e2b_put(). */
struct e2b_sandbox {
	struct e2b_sandbox	*next;
	unsigned		 holders;
	const struct tenant	*tenant;
	char			 id[33], token[33];
	bool			 secure;	/* its token is asked for */
	char			*template;
	struct json		*envs, *metadata;	/* objects */
	struct json		*contexts;		/* by id */
	unsigned		 ran;			/* cells */
	/* See e2b_commands.c, which alone looks at them. */
	struct e2b_command	*commands;
	bool			 attended;
	struct e2b_watcher	*watchers;	/* of e2b_watch.c alone */
};

/*
 * Whose id a request has (E2b-Sandbox-Id), with the key it has, if it has one,
 * and the token. NULL: there is none, or it is another's; answered.
 */
struct e2b_sandbox *e2b_get(struct http_request *);
/* The same, of who has a link in its place, signed with the token for "read" or
 * "write" of a file. */
struct e2b_sandbox *e2b_get_signed(struct http_request *,
    const char *operation);
void e2b_put(struct e2b_sandbox *);
/* Is this the status of a document? */
bool e2b_is(const struct json *doc, const char *status);
/* Its members but `id` are read and written under this. */
void e2b_lock(void);
void e2b_unlock(void);

/* None is left of one that nobody holds. */
void e2b_watchers_free(struct e2b_sandbox *);

/* The status of HTTP that goes with an error of Connect's. */
unsigned e2b_status_of(const char *code);
/* {"code","message"}. */
void e2b_error(struct http_request *, unsigned status, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* A cell: its answer line by line. One that has to wait for another does. */
struct e2b_cell {
	struct e2b_sandbox	*sandbox;	/* held */
	struct json		*head;		/* of the request */
	struct buf		 code;
	int			 fd;		/* of the answer; or -1 */
	struct buf		 came;
	size_t			 seen;
	bool			 over;		/* all of it came */
	bool			 looks;		/* and changes nothing */
};
/* `head` is taken over, with what goes to every cell. */
void e2b_cell_begin(struct e2b_cell *, struct e2b_sandbox *,
    struct json *head, const char *code, size_t n);
/*
 * The next line, the caller's to free: 1; 0 once `ms` are over; -errno, it
 * ended, with `fail`. The last one has the type `document`.
 */
int e2b_cell_line(const struct waiter *, struct e2b_cell *, int ms,
    struct json **ret, struct failure *fail);
/* The sandbox is put. Of one that is not over nobody wants more. */
void e2b_cell_end(struct e2b_cell *);

/* What a document that is not `completed` comes to. */
void e2b_error_of(const struct json *doc, const char **ret_name,
    const char **ret_value, const char **ret_trace);

/* The document of one whose sandbox was ended from outside: to its client the
 * connection breaks off. */
bool e2b_is_closed(const struct json *doc);

/* As sessions_ask(), of what cannot be while a cell runs: it waits. */
bool e2b_ask_session(struct http_request *, const struct e2b_sandbox *,
    struct json *head, const char *bytes, size_t n, struct json **ret_doc,
    struct buf *rest, struct failure *fail);

/* Code of ours that says what it found as the JSON of its last value; the
 * caller's to free. NULL: answered. */
struct json *e2b_ask_code(struct http_request *, struct e2b_sandbox *,
    const struct json *given, const char *code);
/* The same; NULL: `fail`. With `look_ms` it only looks, and waits so long for
 * its turn. */
struct json *e2b_hear_code(const struct waiter *, struct e2b_sandbox *,
    const struct json *given, const char *code, int look_ms,
    struct failure *fail);

void e2b_tick(void);		/* each second */

#endif
