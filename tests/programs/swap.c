/*
 * swap NAME GOOD BAD SECONDS: while one process gives NAME, in turn, to GOOD and to
 * BAD, others start it. BAD is a link, or a program whose loader is the canary's.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void
give(const char *name, const char *what)
{
	char next[256], to[256];
	ssize_t n = readlink(what, to, sizeof(to) - 1);

	snprintf(next, sizeof(next), "%s.next", name);
	unlink(next);
	if (n > 0) {
		to[n] = '\0';
		if (symlink(to, next) < 0)
			return;
	} else if (link(what, next) < 0)
		return;
	rename(next, name);
}

int
main(int argc, char **argv)
{
	time_t end = time(NULL) + atoi(argv[4]);
	pid_t swapper = fork();
	int tries = 0;

	(void)argc;
	while (swapper == 0) {
		give(argv[1], argv[2]);
		give(argv[1], argv[3]);
	}
	while (time(NULL) < end) {
		pid_t pid = fork();

		if (pid == 0) {
			execl(argv[1], argv[1], (char *)NULL);
			_exit(1);
		}
		waitpid(pid, NULL, 0);
		tries++;
	}
	kill(swapper, 9);
	printf("%d tries\n", tries);
	return 0;
}
