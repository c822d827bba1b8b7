/*
 * sallyport: the front door of both doors. Finds the subcommand and hands
 * over; they are listed in cmd_all.c, everything else is in cmd_*.c.
 */
#include "cmd.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "../supervisor/base/mem.h"
#include "../supervisor/host/renounce.h"

#ifndef SALLYPORT_VERSION
#define SALLYPORT_VERSION "0.0.0"
#endif

static const struct cmd *running;

static void
out_of_memory(size_t wanted)
{
	static const char text[] = "sallyport: out of memory\n";

	(void)wanted;
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
		_exit(2);
	_exit(running != NULL ? running->failure : 2);
}

static void
print_help(FILE *to)
{
	size_t i;

	fprintf(to, "usage: sallyport COMMAND [ARGUMENT...]\n\n"
	    "Judge Python before it runs, and every system call while it "
	    "does.\n\n");
	for (i = 0; cmd_all[i] != NULL; i++)
		fprintf(to, "  %-8s %s\n", cmd_all[i]->name,
		    cmd_all[i]->summary);
	fprintf(to, "\nsallyport COMMAND --help says more, sallyport(1) "
	    "all.\n");
}

/*
 * A closed standard descriptor would be handed out again, and a report would
 * go into whatever got its number. What stands in is opened the wrong way
 * round: using it fails.
 */
static void
fill_standard_fds(void)
{
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null",
		    fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			_exit(125);
}

static bool
asks_for_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int
no_command(const char *word)
{
	const char *names[ARRAY_SIZE(cmd_all)] = { NULL }, *near;

	for (size_t i = 0; cmd_all[i] != NULL; i++)
		names[i] = cmd_all[i]->name;
	near = cmd_nearest(word, names);
	fprintf(stderr, "sallyport: no command '%.40s'; ", word);
	if (near != NULL)
		fprintf(stderr, "did you mean %s? ", near);
	fprintf(stderr, "see sallyport --help\n");
	return 2;
}

static int
help_on(const char *word)
{
	for (size_t i = 0; cmd_all[i] != NULL; i++)
		if (strcmp(word, cmd_all[i]->name) == 0)
			return cmd_print_help(cmd_all[i]);
	return no_command(word);
}

int
main(int argc, char **argv)
{
	size_t i;

	fill_standard_fds();
	/* What is made for the owner must be the owner's to use. */
	umask(umask(0) & 077);
	/* A log that may grow no more is an error to tell of: EFBIG. */
	signal(SIGXFSZ, SIG_IGN);
	/* Or nobody would be told how what was started ended. */
	signal(SIGCHLD, SIG_DFL);
	mem_set_exhausted(out_of_memory);
	/* Where it cannot be mended, the first thread says what is refused. */
	renounce_clone3();
	if (argc < 2) {
		print_help(stderr);
		return 2;
	}
	if (argc > 2 && strcmp(argv[1], "help") == 0)
		return help_on(argv[2]);
	if (asks_for_help(argv[1]) || strcmp(argv[1], "help") == 0) {
		print_help(stdout);
		return cmd_flush(&(struct cmd){ .name = argv[1] }) < 0 ? 2 : 0;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("sallyport %s\n", SALLYPORT_VERSION);
		return cmd_flush(&(struct cmd){ .name = argv[1] }) < 0 ? 2 : 0;
	}
	for (i = 0; cmd_all[i] != NULL; i++) {
		if (strcmp(argv[1], cmd_all[i]->name) != 0)
			continue;
		running = cmd_all[i];
		if (argc > 2 && asks_for_help(argv[2]))
			return cmd_print_help(running);
		return running->run(argc - 1, argv + 1);
	}
	return no_command(argv[1]);
}
