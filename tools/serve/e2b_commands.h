/*
 * The commands of a sandbox that run beside its cells, and who listens to them.
 * They run while a cell does: of a sandbox that has some, a thread of ours keeps
 * one going, which ends as soon as anything else is asked of the sandbox.
 */
#ifndef SALLYPORT_SERVE_E2B_COMMANDS_H
#define SALLYPORT_SERVE_E2B_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "e2b.h"
#include "e2b_frames.h"

/* Who listens to one command, from then on. */
struct e2b_listener;

/* Of what was told: the stream ("stdout", "stderr") and base64; NULL, NULL: it
 * ended, with a status, less than 0 for a signal. */
typedef void e2b_told(void *arg, const char *stream, const char *text,
    int64_t status);

/*
 * Of a command that begins: it runs as `given` says (cmd, args, envs, cwd,
 * stdin; taken over). NULL: `fail`, of Connect's errors the code and text; the
 * code is "closed" where the sandbox was ended meanwhile.
 */
struct e2b_listener *e2b_commands_start(const struct waiter *,
    struct e2b_sandbox *, struct json *given, const char *tag,
    struct e2b_failure *);
/* Of one that runs, by its number or tag. */
struct e2b_listener *e2b_commands_join(struct e2b_sandbox *,
    const struct json *selector, struct e2b_failure *);
int64_t e2b_listener_pid(const struct e2b_listener *);
void e2b_listener_leave(struct e2b_listener *);

/*
 * What came meanwhile, at most `ms` waited for: 1; 0, nothing; -1, that was all;
 * -2, the sandbox ended, as `fail` says.
 */
int e2b_listener_hear(const struct waiter *, struct e2b_listener *, int ms,
    e2b_told *told, void *arg, struct e2b_failure *);

bool e2b_commands_run(const struct e2b_sandbox *);	/* some do */
/* A list, the caller's. */
struct json *e2b_commands_list(struct e2b_sandbox *);
/* A signal, input (base64; `last`: none follows). False: `fail`. */
bool e2b_commands_signal(const struct waiter *, struct e2b_sandbox *,
    const struct json *selector, int signal, struct e2b_failure *);
bool e2b_commands_input(const struct waiter *, struct e2b_sandbox *,
    const struct json *selector, const char *text, bool last,
    struct e2b_failure *);
#endif
