#include "program.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/util.h"

#define HEAD_BYTES	4096
/* As deep as the kernel follows interpreters of interpreters. */
#define CHAIN_MAX	4

static void
add_file(struct program *program, const char *path)
{
	char **slot = MEM_PUSH(program->files, program->nfiles,
	    program->files_cap);

	*slot = path != NULL ? mem_strdup(path) : NULL;
}

/* "#!/usr/bin/env python3" names two files; arguments are of no interest. */
static char *
shebang(char *head, size_t n)
{
	size_t from = 2, end;

	while (from < n && (head[from] == ' ' || head[from] == '\t'))
		from++;
	end = from;
	while (end < n && head[end] != ' ' && head[end] != '\t' &&
	    head[end] != '\n' && head[end] != '\0')
		end++;
	return end > from && end < n ? mem_strndup(head + from, end - from) :
	    NULL;
}

/* The dynamic loader that an ELF file asks for, or NULL. */
static char *
elf_interpreter(int fd, const char *head, size_t n)
{
	Elf64_Ehdr eh;
	Elf64_Phdr ph;
	char path[PATH_MAX];
	unsigned i;

	if (n < sizeof(eh))
		return NULL;
	memcpy(&eh, head, sizeof(eh));
	if (eh.e_ident[EI_CLASS] != ELFCLASS64 ||
	    eh.e_phentsize != sizeof(ph))
		return NULL;
	for (i = 0; i < eh.e_phnum; i++) {
		if (pread(fd, &ph, sizeof(ph), (off_t)(eh.e_phoff +
		    i * sizeof(ph))) != sizeof(ph))
			return NULL;
		if (ph.p_type != PT_INTERP)
			continue;
		if (ph.p_filesz == 0 || ph.p_filesz >= sizeof(path) ||
		    pread(fd, path, ph.p_filesz, (off_t)ph.p_offset) !=
		    (ssize_t)ph.p_filesz)
			return NULL;
		path[ph.p_filesz] = '\0';
		return mem_strdup(path);
	}
	return NULL;
}

/* What the file at `path` is run by: NULL, or the caller's to free. */
static char *
interpreter_of(const char *path, bool *ret_known)
{
	auto_fd int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char head[HEAD_BYTES];
	ssize_t n;

	*ret_known = false;
	if (fd < 0 || (n = read(fd, head, sizeof(head))) < 4)
		return NULL;
	if (head[0] == '#' && head[1] == '!') {
		*ret_known = true;
		return shebang(head, (size_t)n);
	}
	if (memcmp(head, ELFMAG, SELFMAG) == 0) {
		*ret_known = true;
		return elf_interpreter(fd, head, (size_t)n);
	}
	return NULL;
}

static int
follow(struct program *program, const char *first, char **ret_why)
{
	auto_free char *at = mem_strdup(first);
	auto_buf struct buf why = BUF_INIT;
	bool known;
	int i;

	for (i = 0; i < CHAIN_MAX; i++) {
		auto_free char *next = interpreter_of(at, &known);
		auto_free char *real = NULL;

		add_file(program, at);
		if (!known && i == 0) {
			buf_addf(&why, "%s: is no program: neither ELF nor a "
			    "script with #!", first);
			*ret_why = buf_steal(&why);
			return -ENOEXEC;
		}
		if (next == NULL)
			return 0;
		real = realpath(next, NULL);
		if (real == NULL) {
			buf_addf(&why, "%s: its interpreter %s: %s", at, next,
			    strerror(errno));
			*ret_why = buf_steal(&why);
			return -ENOENT;
		}
		if (strcmp(real, next) != 0)
			add_file(program, next);
		free(at);
		at = steal_ptr(&real);
	}
	return 0;
}

static bool
is_python_name(const char *name)
{
	const char *base = strrchr(name, '/');

	base = base != NULL ? base + 1 : name;
	if (strncmp(base, "python", 6) != 0)
		return false;
	return strspn(base + 6, "0123456789.") == strlen(base + 6);
}

/* Why `name` cannot be executed by `uid`, of python_which's error. */
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
	int r;

	/* A version manager's shim would run a dozen programs to find it. */
	if (is_python_name(name)) {
		r = python_find(name, uid, ret_why, &program.python);
		if (r < 0)
			return r;
		program.is_python = true;
		program.exe = mem_strdup(program.python.exe);
		program.argv0 = mem_strdup(program.python.argv0);
	} else {
		r = python_which(name, uid, &program.exe);
		if (r < 0) {
			add_refusal(&why, name, uid, r);
			*ret_why = buf_steal(&why);
			return r;
		}
	}
	r = follow(&program, program.exe, ret_why);
	if (r < 0) {
		program_release(&program);
		return r;
	}
	add_file(&program, NULL);
	*ret = program;
	return 0;
}

int
program_of(const char *exe, char **ret_why, struct program *ret)
{
	struct program program = { .exe = mem_strdup(exe) };
	int r = follow(&program, exe, ret_why);

	if (r < 0) {
		program_release(&program);
		return r;
	}
	add_file(&program, NULL);
	*ret = program;
	return 0;
}

void
program_release(struct program *program)
{
	size_t i;

	for (i = 0; i < program->nfiles; i++)
		free(program->files[i]);
	free(program->files);
	free(program->exe);
	free(program->argv0);
	python_release(&program->python);
	*program = (struct program){ 0 };
}
