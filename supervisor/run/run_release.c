#include "run_parts.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "../base/json.h"
#include "../host/cgroup.h"
#include "../session/room.h"
#include "workdir.h"

static void
free_list(char **list)
{
	size_t i;

	for (i = 0; list != NULL && list[i] != NULL; i++)
		free(list[i]);
	free(list);
}

void
run_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void
run_unprepare(struct run *run)
{
	cgroup_end(run->cgroup);
	workdir_free(run->workdir);
	reach_release(&run->reach);
	policy_free(run->policy);
	python_release(&run->python);
	program_release(&run->program);
	free_list(run->argv);
	free_list(run->env);
	if (run->script_fd >= 0)
		close(run->script_fd);
	/* The tree had the caller's open file, and may have changed these. */
	if (!run->opts->stdin_null && run->stdin_fd == run->opts->stdin_fd &&
	    run->stdin_flags >= 0)
		fcntl(run->stdin_fd, F_SETFL, run->stdin_flags);
	if (run->stdin_fd > STDERR_FILENO &&
	    run->stdin_fd != run->opts->stdin_fd)
		close(run->stdin_fd);
	run_close(&run->events_fd);
	run_close(&run->go_fd);
	run_close(&run->output_fd);
	run_close(&run->uid_fd);
	for (int i = 0; i < 2; i++) {
		run_close(&run->output[i]);
		run_close(&run->writer[i]);
	}
	js_free(run->isolation);
	js_free(run->interpreter);
	js_free(run->end);
	room_free(run->room);
	buf_free(&run->said);
	free(run->why);
}
