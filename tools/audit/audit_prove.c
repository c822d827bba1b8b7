/*
 * sallyport audit prove, checkpoint, key: what leaves the machine, so that
 * others can hold the log against it.
 */
#include "audit_cmd.h"

#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/audit/audit_prove.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"

extern char **environ;

static int
fail(const char *path, int err)
{
	cmd_error(&cmd_audit, "%s: %s", path, audit_why(err));
	return cmd_audit.failure;
}

static int
run_prove(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "size", required_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 }
	};
	auto_buf struct buf out = BUF_INIT;
	auto_free char *path = NULL;
	uint64_t seq, size = 0;
	int c, r;

	while ((c = cmd_getopt(&cmd_audit, argc, argv, longs)) != -1) {
		if (c != 's')
			return cmd_audit.failure;
		if (audit_cmd_number("--size", optarg, &size) < 0)
			return cmd_audit.failure;
	}
	if (optind == argc)
		return cmd_usage(&cmd_audit, "prove which record? Its "
		    "sequence number is needed");
	if (audit_cmd_number("prove", argv[optind++], &seq) < 0 ||
	    audit_cmd_path(argc, argv, &path) < 0)
		return cmd_audit.failure;
	r = audit_prove(path, seq, size, &out);
	switch (r) {
	case 0:
		return audit_cmd_print(&out) < 0 ? cmd_audit.failure : 0;
	case -ENODATA:
		if (size != 0)
			cmd_error(&cmd_audit, "%s: no checkpoint of %llu "
			    "records that holds record %llu", path,
			    (unsigned long long)size, (unsigned long long)seq);
		else
			cmd_error(&cmd_audit, "%s: no checkpoint holds "
			    "record %llu yet; sallyport audit checkpoint "
			    "makes one", path, (unsigned long long)seq);
		return 1;
	case -ENOENT:
		if (access(path, F_OK) < 0)
			return fail(path, r);
		cmd_error(&cmd_audit, "%s: record %llu is not kept any more",
		    path, (unsigned long long)seq);
		return 1;
	case -EBADMSG:
		cmd_error(&cmd_audit, "%s: the log is not whole, so nothing "
		    "can be proven: see sallyport audit verify", path);
		return 1;
	default:
		return fail(path, r);
	}
}

const struct cmd_word audit_word_prove = {
	.name = "prove",
	.usage = "[--size N] SEQ [LOG]",
	.summary = "that record SEQ is under a checkpoint, as a tlog-proof",
	.help =
	"    --size N             under the checkpoint of N records; the last\n",
	.run = run_prove,
};

/* Sign what is not signed yet. */
static int
sign_now(const char *path)
{
	struct audit *a;
	int r;

	if (access(path, F_OK) < 0)
		return -errno;	/* opening would begin a new one */
	r = audit_open(path, &a);
	if (r < 0)
		return r;
	r = audit_checkpoint(a);
	audit_close(a);
	return r;
}

static int
wait_for(pid_t pid, const char *program)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	if (WIFEXITED(status))
		cmd_error(&cmd_audit, "%s: exit status %d", program,
		    WEXITSTATUS(status));
	else
		cmd_error(&cmd_audit, "%s: died of signal %d", program,
		    WTERMSIG(status));
	return -EIO;
}

/* Run a program with `text` as its standard input; no shell. */
static int
send_to(char **program, const struct buf *text)
{
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int ends[2], r, w;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
	r = -posix_spawnp(&pid, program[0], &actions, NULL, program, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[0]);
	if (r < 0) {
		close(ends[1]);
		cmd_error(&cmd_audit, "%s: %s", program[0], strerror(-r));
		return r;
	}
	/* One that does not read all of it has not got the checkpoint. */
	signal(SIGPIPE, SIG_IGN);
	w = fdio_write_all(ends[1], text->data, text->len);
	close(ends[1]);
	r = wait_for(pid, program[0]);
	if (r == 0 && w < 0) {
		cmd_error(&cmd_audit, "%s: did not read its input",
		    program[0]);
		r = w;
	}
	return r;
}

static int
run_checkpoint(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "all", no_argument, NULL, 'a' },
		{ NULL, 0, NULL, 0 }
	};
	auto_buf struct buf out = BUF_INIT;
	auto_free char *path = NULL;
	char **program = NULL;
	bool all = false;
	int c, r;

	/* Behind "--" stands a program, and not for getopt. */
	for (int i = 1; i < argc && program == NULL; i++)
		if (strcmp(argv[i], "--") == 0) {
			program = argv + i + 1;
			argv[i] = NULL;
			argc = i;
		}
	while ((c = cmd_getopt(&cmd_audit, argc, argv, longs)) != -1) {
		if (c != 'a')
			return cmd_audit.failure;
		all = true;
	}
	if (program != NULL && program[0] == NULL)
		return cmd_usage(&cmd_audit, "send it to which program?");
	if (audit_cmd_path(argc, argv, &path) < 0)
		return cmd_audit.failure;
	r = all ? 0 : sign_now(path);
	if (r == 0)
		r = audit_checkpoints(path, all, &out);
	if (r == -ENODATA) {
		cmd_error(&cmd_audit, "%s: there is no checkpoint", path);
		return 1;
	}
	if (r < 0)
		return fail(path, r);
	if (program != NULL)
		r = send_to(program, &out);
	else
		r = audit_cmd_print(&out);
	return r < 0 ? cmd_audit.failure : 0;
}

const struct cmd_word audit_word_checkpoint = {
	.name = "checkpoint",
	.usage = "[--all] [LOG] [-- PROGRAM [ARG...]]",
	.summary = "sign what is not signed yet, and print the checkpoint",
	.help =
	"    --all                all that are in the log, as they stand\n"
	"    -- PROGRAM [ARG...]  give it to a program's standard input instead\n",
	.run = run_checkpoint,
};
