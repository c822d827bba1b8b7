#include "front.h"

#include <string.h>
#include <unistd.h>

#include "../base/fdio.h"
#include "../base/fit.h"
#include "../base/json.h"
#include "../job/supervise.h"
#include "../run/run_parts.h"
#include "../run/workdir.h"
#include "room.h"

const char session_driver[] =
#include "cells_py.h"
;

void
session_options(struct run_options *opts)
{
	opts->script_name = "<session>";
	opts->script = session_driver;
	opts->script_len = sizeof(session_driver) - 1;
	opts->argv = NULL;
}

void
session_begin(struct run_ready *ready, const struct run_events *events)
{
	struct run *run = run_of_ready(ready);

	run->events = events;
	run->room = room_new();
	run_let_begin(run, SUPERVISE_SESSION);
}

int
session_next(struct run_ready *ready, const struct room_cell *cell)
{
	struct run *run = run_of_ready(ready);
	const char word = SUPERVISE_CELL;
	int r = room_put(run->room, cell);

	if (r == 0)
		r = run_cell_intent(run);
	return r < 0 ? r : fdio_write_all(run->go_fd, &word, 1);
}

bool
session_said_more(struct run_ready *ready)
{
	return run_said_more(run_of_ready(ready));
}

enum session_heard
session_hear(struct run_ready *ready)
{
	struct run *run = run_of_ready(ready);
	const char *end;

	if (!run_hear(run))
		return SESSION_ENDED;
	if (run->end == NULL)
		return SESSION_RUNS;
	end = js_get_str(run->end, "end");
	return end != NULL && strcmp(end, "cell") == 0 ? SESSION_WAITS :
	    SESSION_ENDED;
}

const char *
session_why(struct run_ready *ready)
{
	const struct run *run = run_of_ready(ready);
	const char *end = run->end != NULL ? js_get_str(run->end, "end") :
	    NULL;

	if (end == NULL)
		return "its supervisor died";
	if (js_get_flag(run->end, "stuck"))
		return "a cell did not end when it was interrupted";
	if (strcmp(end, "exited") == 0)
		return "its interpreter ended";
	if (strcmp(end, "signaled") == 0)
		return "its interpreter was killed by a signal";
	if (strcmp(end, "killed") == 0)
		return "it was ended by policy";
	if (strcmp(end, "limit") == 0)
		return "it was ended by a limit";
	return strcmp(end, "stopped") == 0 ? NULL : "its supervisor failed";
}

void
session_record(struct run_ready *ready, struct json **ret_record,
    int *ret_status)
{
	struct run *run = run_of_ready(ready);

	if (run->end == NULL && run_caught() == 0)
		run_refusef(run, STATUS_FAILED, "the supervisor died; the tree "
		    "died with it");
	*ret_record = run_build_record(run, run_caught(), ret_status);
	js_free(run->end);
	run->end = NULL;
	run->heard = 0;
}

struct json *
session_files(struct run_ready *ready)
{
	struct run *run = run_of_ready(ready);
	struct fit_list files = { .items = js_arr(), .budget = 1 << 20 };
	struct fit_list skipped = { .items = js_arr(), .budget = 0 };

	workdir_collect(run->workdir, (struct keeper_output){ .fd = -1 },
	    policy_limit(run->policy, RULES_DISK), &files, &skipped);
	js_free(skipped.items);
	return files.items;
}

struct workdir *
session_workdir(struct run_ready *ready)
{
	return run_of_ready(ready)->workdir;
}

void
session_interrupt(struct run_ready *ready)
{
	const char word = SUPERVISE_INTERRUPT;

	room_interrupt(run_of_ready(ready)->room);
	fdio_write_all(run_of_ready(ready)->go_fd, &word, 1);
}

void
session_extend(struct run_ready *ready, int64_t wall_ms)
{
	char words[1 + sizeof(wall_ms)] = { SUPERVISE_EXTEND };

	memcpy(words + 1, &wall_ms, sizeof(wall_ms));
	fdio_write_all(run_of_ready(ready)->go_fd, words, sizeof(words));
}

void
session_end(struct run_ready *ready)
{
	const char word = SUPERVISE_END;

	fdio_write_all(run_of_ready(ready)->go_fd, &word, 1);
}
