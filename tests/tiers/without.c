/*
 * without RULE... -- PROGRAM [ARG...]
 *
 * Run a program on a host that lacks something: a system call filter makes
 * the named calls fail, for it and all that it starts. Rules:
 *
 *	CALL=ERRNO		the call fails
 *	CALL:N=VALUE=ERRNO	it fails where argument N is VALUE
 *	CALL:N&MASK=ERRNO	it fails where argument N has a bit of MASK
 *	@FILE			a table of what is allowed; all else fails with
 *				EPERM, or as its line "default ERRNO" says (see
 *				docker.calls). Of two lines for a call the
 *				first counts, as do those of "include FILE"
 *	nofile=N		at most N open files, soft and hard
 *	closed=FD		that descriptor is not open
 *	init			the program is a child of a first process that
 *				waits for it alone, as an init of a container may
 *
 * A call is a name that libseccomp knows, or a number.
 */
#include <errno.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
	const char	*name;
	int		 number;
} errnos[] = {
	{ "ENOSYS", ENOSYS }, { "EPERM", EPERM }, { "EBUSY", EBUSY },
	{ "EIO", EIO }, { "EINVAL", EINVAL }, { "EOPNOTSUPP", EOPNOTSUPP },
	{ "EACCES", EACCES },
};

static void __attribute__((noreturn))
die(const char *what, const char *which)
{
	fprintf(stderr, "without: %s: %s\n", what, which);
	exit(120);
}

static int
errno_of(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(errnos) / sizeof(errnos[0]); i++)
		if (strcmp(errnos[i].name, name) == 0)
			return errnos[i].number;
	die("no such errno here", name);
}

static int
call_of(const char *name)
{
	char *end;
	long number = strtol(name, &end, 10);

	if (*name != '\0' && *end == '\0')
		return (int)number;
	return seccomp_syscall_resolve_name(name);
}

static void
add(scmp_filter_ctx filter, uint32_t action, int nr,
    const struct scmp_arg_cmp *cmp, const char *word)
{
	int r = seccomp_rule_add_array(filter, action, nr, cmp != NULL, cmp);

	/* What all other calls get, libseccomp will not be told again. */
	if (r < 0 && r != -EACCES)
		die(strerror(-r), word);
}

static void
refuse(scmp_filter_ctx filter, const char *word)
{
	char copy[128], *error, *arg, *value;
	struct scmp_arg_cmp cmp = { 0 };
	uint32_t action;
	uint64_t bit;
	int nr;

	snprintf(copy, sizeof(copy), "%s", word);
	error = strrchr(copy, '=');
	if (error == NULL)
		die("not a rule", word);
	*error++ = '\0';
	action = SCMP_ACT_ERRNO(errno_of(error));
	arg = strchr(copy, ':');
	if (arg != NULL)
		*arg++ = '\0';
	nr = call_of(copy);
	if (nr < 0)
		die("no such call", word);
	if (arg == NULL) {
		add(filter, action, nr, NULL, word);
		return;
	}
	cmp.arg = (unsigned)(*arg++ - '0');
	value = arg + 1;
	if (*arg == '=') {
		cmp.op = SCMP_CMP_EQ;
		cmp.datum_a = strtoull(value, NULL, 0);
		add(filter, action, nr, &cmp, word);
		return;
	}
	if (*arg != '&')
		die("not a rule", word);
	cmp.op = SCMP_CMP_MASKED_EQ;
	for (bit = 1; bit != 0; bit <<= 1) {
		if ((strtoull(value, NULL, 0) & bit) == 0)
			continue;
		cmp.datum_a = cmp.datum_b = bit;
		add(filter, action, nr, &cmp, word);
	}
}

/* Has an earlier line said all about this call? If `now`, this one does. */
static int
is_settled(int nr, int now)
{
	static int settled[1024];
	static size_t n;
	size_t i;

	for (i = 0; i < n; i++)
		if (settled[i] == nr)
			return 1;
	if (now && n < 1024)
		settled[n++] = nr;
	return 0;
}

/* One line of a table of allowed calls: "allow CALL... [if N OP VALUE]". */
static void
permit(scmp_filter_ctx filter, char *line)
{
	struct scmp_arg_cmp cmp = { 0 };
	char *names[64], *word, *save = NULL, op[4] = "";
	unsigned long long value, mask;
	uint32_t action = SCMP_ACT_ALLOW;
	int n = 0, i, nr, conditional = 0;
	unsigned index;

	word = strtok_r(line, " \t\n", &save);
	if (word == NULL || *word == '#')
		return;
	if (strcmp(word, "deny") == 0)
		action = SCMP_ACT_ERRNO(errno_of(strtok_r(NULL, " \t\n",
		    &save)));
	else if (strcmp(word, "allow") != 0)
		die("not a line of a table", word);
	while ((word = strtok_r(NULL, " \t\n", &save)) != NULL) {
		if (strcmp(word, "if") == 0) {
			conditional = 1;
			break;
		}
		if (n == 64)
			die("too many names on a line", word);
		names[n++] = word;
	}
	if (conditional) {
		word = strtok_r(NULL, "\n", &save);
		if (word == NULL)
			die("no condition", names[0]);
		if (sscanf(word, " %u & %lli = %lli", &index,
		    (long long *)&mask, (long long *)&value) == 3) {
			cmp.op = SCMP_CMP_MASKED_EQ;
			cmp.datum_a = mask;
			cmp.datum_b = value;
		} else if (sscanf(word, " %u %3s %lli", &index, op,
		    (long long *)&value) == 3) {
			cmp.op = strcmp(op, "!=") == 0 ? SCMP_CMP_NE :
			    SCMP_CMP_EQ;
			cmp.datum_a = value;
		} else
			die("not a condition", word);
		cmp.arg = index;
	}
	for (i = 0; i < n; i++) {
		nr = seccomp_syscall_resolve_name(names[i]);
		/* Newer than this libseccomp: refused, as it would be. */
		if (nr == __NR_SCMP_ERROR || is_settled(nr, !conditional))
			continue;
		add(filter, action, nr, conditional ? &cmp : NULL, names[i]);
	}
}

static void
read_table(scmp_filter_ctx *filter, const char *path)
{
	FILE *file = fopen(path, "re");
	char line[1024], word[256], beside[4096];
	int folder = (int)(strrchr(path, '/') + 1 - path);

	if (file == NULL)
		die("cannot read", path);
	while (fgets(line, sizeof(line), file) != NULL) {
		if (sscanf(line, "default %255s", word) == 1) {
			*filter = seccomp_init(SCMP_ACT_ERRNO(errno_of(word)));
			continue;
		}
		if (*filter == NULL)
			*filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
		if (sscanf(line, "include %255s", word) == 1) {
			snprintf(beside, sizeof(beside), "%.*s%s", folder,
			    path, word);
			read_table(filter, beside);
		} else
			permit(*filter, line);
	}
	fclose(file);
}

/* As an init that knows its child only: it reaps nobody else. */
static void
become_init(void)
{
	int status;
	pid_t pid = fork();

	if (pid <= 0)
		return;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			_exit(120);
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) :
	    128 + WTERMSIG(status));
}

int
main(int argc, char **argv)
{
	scmp_filter_ctx filter = NULL;
	struct rlimit limit;
	int i, r;

	for (i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (*argv[i] == '@')
			read_table(&filter, argv[i] + 1);
	}
	if (i >= argc - 1)
		die("usage", "without RULE... -- PROGRAM [ARG...]");
	if (filter == NULL)
		filter = seccomp_init(SCMP_ACT_ALLOW);
	if (filter == NULL)
		die("seccomp_init", strerror(errno));
	/* Root's set-user-ID programs keep working, as in a container. */
	if (geteuid() == 0)
		seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0);
	for (i = 1; strcmp(argv[i], "--") != 0; i++) {
		if (*argv[i] == '@')
			continue;
		if (strncmp(argv[i], "nofile=", 7) == 0) {
			limit.rlim_cur = limit.rlim_max =
			    strtoul(argv[i] + 7, NULL, 10);
			if (setrlimit(RLIMIT_NOFILE, &limit) < 0)
				die("setrlimit", argv[i]);
		} else if (strncmp(argv[i], "closed=", 7) == 0)
			close(atoi(argv[i] + 7));
		else if (strcmp(argv[i], "init") == 0)
			become_init();
		else
			refuse(filter, argv[i]);
	}
	r = seccomp_load(filter);
	if (r < 0) {
		/* No capability to go without it. */
		seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 1);
		r = seccomp_load(filter);
	}
	if (r < 0)
		die("loading the filter", strerror(-r));
	execv(argv[i + 1], argv + i + 1);
	die("exec", argv[i + 1]);
}
