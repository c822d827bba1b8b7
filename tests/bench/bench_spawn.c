/*
 * What one command costs over another, from start to end as its parent sees
 * it: bench_spawn ROUNDS COMMAND... // COMMAND...
 *
 * They take turns. Prints the median of the pairwise ratios, its quartiles,
 * and the medians of both in microseconds: a line by the clock, and one by the
 * processor time of the children, which other work on the machine disturbs
 * less. A program in C, since an interpreter's own cost of starting a child
 * would flatter the ratio.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#define WARM	5

extern char **environ;

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct cost {
	double	wall, cpu;
};

static double
of_timeval(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static struct cost
run(char **command, posix_spawn_file_actions_t *quiet)
{
	double start = seconds();
	struct rusage used;
	int status;
	pid_t pid;

	if (posix_spawn(&pid, command[0], quiet, NULL, command,
	    environ) != 0 || wait4(pid, &status, 0, &used) != pid ||
	    !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		fprintf(stderr, "bench_spawn: %s: failed\n", command[0]);
		exit(1);
	}
	return (struct cost){ seconds() - start,
	    of_timeval(used.ru_utime) + of_timeval(used.ru_stime) };
}

static int
compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return a < b ? -1 : a > b;
}

static void
print(double *a, double *b, int n)
{
	double *ratio = calloc((size_t)n, sizeof(*ratio));
	int i;

	if (ratio == NULL)
		exit(1);
	for (i = 0; i < n; i++)
		ratio[i] = a[i] / (b[i] > 0 ? b[i] : 1e-6);
	qsort(a, (size_t)n, sizeof(*a), compare);
	qsort(b, (size_t)n, sizeof(*b), compare);
	qsort(ratio, (size_t)n, sizeof(*ratio), compare);
	printf("%.3f %.3f %.3f %.0f %.0f\n", ratio[n / 2], ratio[n / 4],
	    ratio[n * 3 / 4], a[n / 2] * 1e6, b[n / 2] * 1e6);
	free(ratio);
}

int
main(int argc, char **argv)
{
	int n = argc > 4 ? atoi(argv[1]) : 0, i;
	char **first = argv + 2, **second = NULL;
	posix_spawn_file_actions_t quiet;
	double *wall, *cpu;

	for (i = 3; i + 1 < argc && second == NULL; i++)
		if (strcmp(argv[i], "//") == 0) {
			argv[i] = NULL;
			second = argv + i + 1;
		}
	if (n < 4 || second == NULL) {
		fprintf(stderr, "usage: bench_spawn ROUNDS COMMAND... // "
		    "COMMAND...\n");
		return 2;
	}
	wall = calloc((size_t)n * 2, sizeof(*wall));
	cpu = calloc((size_t)n * 2, sizeof(*cpu));
	if (wall == NULL || cpu == NULL)
		return 1;
	posix_spawn_file_actions_init(&quiet);
	posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
	for (i = -WARM; i < n; i++) {
		int at = i < 0 ? 0 : i;
		struct cost a, b;

		if (i % 2 == 0)
			a = run(first, &quiet);
		b = run(second, &quiet);
		if (i % 2 != 0)
			a = run(first, &quiet);
		wall[at] = a.wall;
		wall[n + at] = b.wall;
		cpu[at] = a.cpu;
		cpu[n + at] = b.cpu;
	}
	print(wall, wall + n, n);
	print(cpu, cpu + n, n);
	free(wall);
	free(cpu);
	return 0;
}
