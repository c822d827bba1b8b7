/*
 * What git's index holds for the next commit, in place of the work tree. Git
 * itself is asked, with nothing of the repository's that would run a program:
 * names and hashes of what changed, then the bytes of those hashes.
 */
#include "check.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/mem.h"

#define STAGED_MOST	(1u << 30)	/* bytes of all together */
#define ID_MOST		64		/* characters of an object's name */

extern char **environ;

/* What a git prints that reads `in`, if that is not NULL. 0 or -1. */
static int
ask_git(const struct check *check, char *const *argv, const struct buf *in,
    struct buf *out)
{
	posix_spawn_file_actions_t actions;
	auto_fd int from = -1;
	int ends[2], status = 0, r = 0;
	pid_t pid;

	if (in != NULL)
		r = fdio_sealed("sallyport-ids", in->data, in->len, &from);
	if (r == 0 && pipe2(ends, O_CLOEXEC) < 0)
		r = -errno;
	if (r < 0) {
		cmd_error(check->cmd, "git: %s", strerror(-r));
		return -1;
	}
	posix_spawn_file_actions_init(&actions);
	if (from >= 0)
		posix_spawn_file_actions_adddup2(&actions, from, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	r = -posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (r == 0)
		r = fdio_read_all(ends[0], STAGED_MOST, out);
	else
		pid = -1;
	close(ends[0]);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (r < 0 || status != 0) {
		cmd_error(check->cmd, r == -ENOENT ? "--staged needs git: "
		    "install it" : r < 0 ? "git: %s" : "--staged: git cannot "
		    "read an index here", strerror(-r));
		return -1;
	}
	return 0;
}

/* ":100644 100644 OLD NEW M"; true with the mode and hash of the new one. */
static bool
parse_entry(const char *s, char ret_mode[7], char ret_id[ID_MOST + 1])
{
	char status;

	return sscanf(s, ":%*6[0-7] %6[0-7] %*64[0-9a-f] %64[0-9a-f] %c",
	    ret_mode, ret_id, &status) == 3;
}

/* Regular files and links only: of a submodule there are no bytes here. */
static int
list_changes(const struct check *check, const struct buf *list,
    struct check_inputs *inputs, struct buf *ids)
{
	const char *s = list->data, *end = s + list->len, *name, *why;
	char mode[7], id[ID_MOST + 1];

	for (; s < end; s = name + strlen(name) + 1) {
		name = s + strlen(s) + 1;
		if (name >= end || !parse_entry(s, mode, id)) {
			cmd_error(check->cmd, "--staged: git's list of "
			    "changes cannot be read");
			return -1;
		}
		if (!check_files_wanted(name) || strncmp(mode, "16", 2) == 0)
			continue;
		why = strncmp(mode, "12", 2) == 0 ? "a symbolic link is "
		    "staged: not followed; stage the file itself" : NULL;
		check_files_add_bytes(inputs, name, why);
		if (why == NULL)
			buf_addf(ids, "%s\n", id);
	}
	return 0;
}

/* Answers come in the order of the questions: "ID blob SIZE", the bytes. */
static int
take_contents(const struct check *check, const struct buf *answers,
    struct check_inputs *inputs)
{
	const char *s = answers->data, *end = s + answers->len, *line;
	struct check_input *in;
	size_t i, n;

	for (i = 0; i < inputs->n; i++) {
		in = &inputs->items[i];
		if (in->why != NULL)
			continue;
		line = s < end ? memchr(s, '\n', (size_t)(end - s)) : NULL;
		if (line == NULL || sscanf(s, "%*64[0-9a-f] blob %zu",
		    &n) != 1 || (size_t)(end - line) < 2 ||
		    n > (size_t)(end - line) - 2) {
			cmd_error(check->cmd, "--staged: git has not the "
			    "bytes of %s", in->name);
			return -1;
		}
		in->bytes = mem_new(n + 1, 1);
		memcpy(in->bytes, line + 1, n);
		in->nbytes = n;
		s = line + 1 + n + 1;
	}
	return 0;
}

int
check_staged_add(const struct check *check, char *const *paths, size_t n,
    struct check_inputs *inputs)
{
	static const char *const list[] = { "git", "-c",
	    "core.fsmonitor=false", "diff", "--cached", "--raw", "-z",
	    "--no-abbrev", "--no-renames", "--no-ext-diff",
	    "--ignore-submodules=none", "--diff-filter=d", "--" };
	static const char *const fetch[] = { "git", "cat-file", "--batch",
	    NULL };
	auto_free const char **argv = NULL;
	auto_buf struct buf changes = BUF_INIT, ids = BUF_INIT;
	auto_buf struct buf answers = BUF_INIT;

	argv = mem_new(ARRAY_SIZE(list) + n + 1, sizeof(*argv));
	memcpy(argv, list, sizeof(list));
	memcpy(argv + ARRAY_SIZE(list), paths, n * sizeof(*argv));
	setenv("GIT_OPTIONAL_LOCKS", "0", 1);
	setenv("GIT_NO_LAZY_FETCH", "1", 1);
	setenv("GIT_LITERAL_PATHSPECS", "1", 1);
	if (ask_git(check, (char *const *)argv, NULL, &changes) < 0 ||
	    list_changes(check, &changes, inputs, &ids) < 0)
		return -1;
	if (ids.len == 0)
		return 0;
	if (ask_git(check, (char *const *)(uintptr_t)fetch, &ids,
	    &answers) < 0)
		return -1;
	return take_contents(check, &answers, inputs);
}
