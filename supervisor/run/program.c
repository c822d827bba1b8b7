#include "program.h"

#include <limits.h>
#include <sys/stat.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../policy/image.h"
#include "../policy/policy.h"
#include "which.h"

/* What `path` names as that by which it is run; canonical. */
static int
read_header(const char *path, enum image_kind *ret_kind, char name[PATH_MAX],
    char **ret, char **ret_why)
{
	auto_buf struct buf why = BUF_INIT;
	int r = image_read_path(path, ret_kind, name);

	*ret = r == 0 && name[0] != '\0' ? realpath(name, NULL) : NULL;
	if (r < 0 && r != -EACCES)
		buf_addf(&why, "%s: its header is broken", path);
	else if (r == 0 && name[0] != '\0' && *ret == NULL)
		buf_addf(&why, "%s: its interpreter %s: %s", path, name,
		    strerror(errno));
	else
		return r == 0 ? 0 : -EACCES;
	*ret_why = buf_steal(&why);
	return r == 0 ? -ENOENT : -ENOEXEC;
}

/*
 * What the kernel will start: the file; of a script its interpreter, once; of
 * that ELF file its loader, once.
 */
static int
follow(struct program *program, char **ret_why)
{
	auto_buf struct buf why = BUF_INIT;
	enum image_kind kind;
	char *next, name[PATH_MAX];
	int r = read_header(program->exe, &kind, name, &next, ret_why);

	if (r == -EACCES)	/* ours to execute, not to read */
		kind = IMAGE_OTHER;
	else if (r < 0)
		return r;
	if (kind == IMAGE_SCRIPT) {
		program->interpreter = next;
		program->word = mem_strdup(name);
		if (name[strlen(name) + 1] != '\0')
			program->argument = mem_strdup(name + strlen(name) + 1);
		r = read_header(next, &kind, name, &next, ret_why);
		if (r == 0 && kind == IMAGE_ELF) {
			program->loader = next;
			return 0;
		}
		if (r < 0 && r != -EACCES)
			return r;
		if (r == 0)
			free(next);
		buf_addf(&why, "%s: its interpreter %s is no program itself "
		    "(an ELF file): name the one that runs it", program->exe,
		    program->interpreter);
	} else if (kind != IMAGE_OTHER) {
		program->loader = next;
		return 0;
	} else
		buf_addf(&why, "%s: is no program: neither ELF nor a "
		    "script with #!", program->exe);
	*ret_why = buf_steal(&why);
	return -ENOEXEC;
}

/* Why `name` cannot be executed by `uid`, of which_find's error. */
static void
add_refusal(struct buf *why, const char *name, uid_t uid, int err)
{
	struct stat st;

	buf_addf(why, "%s: ", name);
	if (err == -ENOENT || err == -ENOTDIR)
		buf_adds(why, strchr(name, ' ') == NULL ? "not found" :
		    "not found; a program and its arguments are words of "
		    "their own");
	else if (err != -EACCES)
		buf_adds(why, strerror(-err));
	else if (strchr(name, '/') == NULL || stat(name, &st) < 0 ||
	    (S_ISREG(st.st_mode) && (st.st_mode & 0111) != 0))
		buf_addf(why, "uid %u, which it would run as, may not execute "
		    "it", (unsigned)uid);
	else
		buf_adds(why, S_ISREG(st.st_mode) ? "is not marked executable: "
		    "chmod +x" : "is not a regular file");
}

int
program_find(const char *name, uid_t uid, char **ret_why, struct program *ret)
{
	struct program program = { 0 };
	auto_buf struct buf why = BUF_INIT;
	int r = -ENOEXEC;

	if (python_is_name(name)) {
		r = python_find(name, uid, ret_why, &program.python);
		/* By its path whatever it is may run: under the wall. */
		if (r == -ENOEXEC && strchr(name, '/') != NULL) {
			free(*ret_why);
			*ret_why = NULL;
		} else if (r < 0)
			return r;
	}
	if (r == 0) {
		program.is_python = true;
		program.exe = mem_strdup(program.python.exe);
		program.argv0 = mem_strdup(program.python.argv0);
		program.called = mem_strdup(program.python.argv0);
	} else {
		r = which_find(name, uid, NULL, &program.called, &program.exe,
		    NULL);
		if (r < 0) {
			add_refusal(&why, name, uid, r);
			*ret_why = buf_steal(&why);
			return r;
		}
	}
	/* A run begins elsewhere than its caller. */
	if (program.called[0] != '/') {
		free(program.called);
		program.called = mem_strdup(program.exe);
	}
	r = follow(&program, ret_why);
	if (r < 0) {
		program_release(&program);
		return r;
	}
	*ret = program;
	return 0;
}

int
program_of(const char *exe, char **ret_why, struct program *ret)
{
	struct program program = { .exe = mem_strdup(exe) };
	int r = follow(&program, ret_why);

	if (r < 0) {
		program_release(&program);
		return r;
	}
	*ret = program;
	return 0;
}

/* PREFIX/bin/x and PREFIX/lib/y, or both in one folder. */
static bool
is_beside(const char *path, const char *program)
{
	size_t n = (size_t)(strrchr(program, '/') - program);

	if (strncmp(path, program, n + 1) == 0)
		return strchr(path + n + 1, '/') == NULL;
	if (n < 4 || strncmp(program + n - 4, "/bin", 4) != 0)
		return false;
	n -= 3;
	return strncmp(path, program, n) == 0 &&
	    strncmp(path + n, "lib", 3) == 0;
}

/*
 * A file that only a header names: it must lie with the program that names
 * it, in a tree of the system, or where the rows or the operator let the run
 * read or execute it anyhow.
 */
static int
check_header(const struct program *program, const struct policy *policy,
    const char *path, const char *what, char **ret_why)
{
	static const char system_trees[][16] = { "/bin", "/sbin", "/usr/bin",
	    "/usr/sbin", "/usr/local/bin", "/lib", "/lib32", "/lib64",
	    "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec",
	    "/usr/local/lib" };
	auto_buf struct buf why = BUF_INIT;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(system_trees); i++)
		if (util_is_below(path, system_trees[i]))
			return 0;
	if (is_beside(path, program->exe) ||
	    policy_path(policy, ACCESS_READ, path).verb == RULES_ALLOW ||
	    policy_path(policy, ACCESS_EXEC, path).verb == RULES_ALLOW)
		return 0;
	buf_addf(&why, "%s names %s as its %s, which lies in no tree of the "
	    "system and not with it; --allow-exec %s permits it",
	    program->exe, path, what, path);
	*ret_why = buf_steal(&why);
	return -EACCES;
}

int
program_check(const struct program *program, const struct policy *policy,
    char **ret_why)
{
	int r = 0;

	if (program->interpreter != NULL)
		r = check_header(program, policy, program->interpreter,
		    "interpreter", ret_why);
	if (r == 0 && program->loader != NULL)
		r = check_header(program, policy, program->loader, "loader",
		    ret_why);
	return r;
}

void
program_release(struct program *program)
{
	free(program->interpreter);
	free(program->loader);
	free(program->exe);
	free(program->argv0);
	free(program->called);
	free(program->word);
	free(program->argument);
	python_release(&program->python);
	*program = (struct program){ 0 };
}
