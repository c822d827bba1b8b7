#include "image.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "../base/util.h"

#define HEAD_MAX	256	/* BINPRM_BUF_SIZE */

/* "#!/usr/bin/env python3": a name, and all that follows as one argument. */
static int
read_script(const char *head, size_t n, char ret_name[PATH_MAX])
{
	size_t from = 2 + strspn(head + 2, " \t");
	size_t len = strcspn(head + from, " \t\n");

	/* A name that the kernel's buffer cuts off is none. */
	if (len == 0 || (n == HEAD_MAX && from + len == n))
		return -ENOEXEC;
	memcpy(ret_name, head + from, len);
	ret_name[len] = '\0';
	from += len + strspn(head + from + len, " \t");
	n = strcspn(head + from, "\n");
	while (n > 0 && strchr(" \t", head[from + n - 1]) != NULL)
		n--;
	memcpy(ret_name + len + 1, head + from, n);
	ret_name[len + 1 + n] = '\0';
	return 0;
}

/* The entries of PT_DYNAMIC, as far as they are in the file. */
static bool
has_soname(int fd, const Elf64_Phdr *ph)
{
	Elf64_Dyn dyn[64];
	off_t at = (off_t)ph->p_offset;
	ssize_t n;
	size_t left = ph->p_filesz / sizeof(*dyn), i, got;

	for (; left > 0; left -= got, at += n) {
		n = pread(fd, dyn, sizeof(dyn), at);
		if (n < (ssize_t)sizeof(*dyn))
			return false;
		got = (size_t)n / sizeof(*dyn);
		for (i = 0; i < got && i < left; i++) {
			if (dyn[i].d_tag == DT_SONAME || dyn[i].d_tag == DT_NULL)
				return dyn[i].d_tag == DT_SONAME;
		}
		if (got > left)
			return false;
	}
	return false;
}

static int
read_elf(int fd, const char *head, size_t n, enum image_kind *ret_kind,
    char ret_name[PATH_MAX])
{
	Elf64_Ehdr eh;
	Elf64_Phdr ph;
	unsigned i;

	if (n < sizeof(eh))
		return -ENOEXEC;
	memcpy(&eh, head, sizeof(eh));
	/* Of another width: its first system call ends it. */
	if (eh.e_ident[EI_CLASS] != ELFCLASS64 ||
	    eh.e_phentsize != sizeof(ph))
		return -ENOEXEC;
	for (i = 0; i < eh.e_phnum; i++) {
		if (pread(fd, &ph, sizeof(ph), (off_t)(eh.e_phoff +
		    i * sizeof(ph))) != sizeof(ph))
			return -ENOEXEC;
		if (ph.p_type == PT_DYNAMIC && has_soname(fd, &ph))
			*ret_kind = IMAGE_LIBRARY;
		/* The first counts, as for the kernel. */
		if (ph.p_type != PT_INTERP || ret_name[0] != '\0')
			continue;
		if (ph.p_filesz < 2 || ph.p_filesz > PATH_MAX ||
		    pread(fd, ret_name, ph.p_filesz, (off_t)ph.p_offset) !=
		    (ssize_t)ph.p_filesz || ret_name[ph.p_filesz - 1] != '\0')
			return -ENOEXEC;
	}
	return 0;
}

static int
image_read(int fd, enum image_kind *ret_kind, char ret_name[PATH_MAX])
{
	char head[HEAD_MAX + 1];
	ssize_t n = pread(fd, head, HEAD_MAX, 0);

	if (n < 0)
		return -errno;
	head[n] = '\0';
	ret_name[0] = '\0';
	*ret_kind = IMAGE_OTHER;
	if (n >= 2 && head[0] == '#' && head[1] == '!') {
		*ret_kind = IMAGE_SCRIPT;
		return read_script(head, (size_t)n, ret_name);
	}
	if (n >= SELFMAG && memcmp(head, ELFMAG, SELFMAG) == 0) {
		*ret_kind = IMAGE_ELF;
		return read_elf(fd, head, (size_t)n, ret_kind, ret_name);
	}
	return 0;
}

int
image_read_fd(int fd, const char *path, enum image_kind *ret_kind,
    char ret_name[PATH_MAX])
{
	const char *base = strrchr(path, '/');
	int r = image_read(fd, ret_kind, ret_name);

	/* musl's has no DT_SONAME. */
	if (*ret_kind == IMAGE_ELF && base != NULL &&
	    (strncmp(base, "/ld-", 4) == 0 || strncmp(base, "/ld.so", 6) == 0))
		*ret_kind = IMAGE_LIBRARY;
	return r;
}

int
image_read_path(const char *path, enum image_kind *ret_kind,
    char ret_name[PATH_MAX])
{
	auto_fd int fd = -1;
	struct stat st;

	*ret_kind = IMAGE_OTHER;
	ret_name[0] = '\0';
	if (lstat(path, &st) < 0 || !S_ISREG(st.st_mode))
		return 0;
	fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY |
	    O_CLOEXEC);
	return fd < 0 ? -errno : image_read_fd(fd, path, ret_kind, ret_name);
}

uint64_t
image_memory_fd(int fd)
{
	uint64_t sum = 0;
	Elf64_Ehdr eh;
	Elf64_Phdr ph;
	unsigned i;

	if (pread(fd, &eh, sizeof(eh), 0) != sizeof(eh) ||
	    memcmp(eh.e_ident, ELFMAG, SELFMAG) != 0 ||
	    eh.e_phentsize != sizeof(ph))
		return 0;
	for (i = 0; i < eh.e_phnum; i++) {
		if (pread(fd, &ph, sizeof(ph), (off_t)(eh.e_phoff +
		    i * sizeof(ph))) != sizeof(ph))
			break;
		if (ph.p_type == PT_LOAD && (ph.p_flags & PF_W) &&
		    ph.p_memsz < UINT64_MAX / 2 - sum)
			sum += ph.p_memsz;
	}
	return sum;
}

uint64_t
image_memory(const char *path)
{
	enum image_kind kind;
	char next[PATH_MAX];
	auto_fd int fd = -1;

	if (image_read_path(path, &kind, next) < 0)
		return 0;
	fd = open(kind == IMAGE_SCRIPT ? next : path,
	    O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	return fd >= 0 ? image_memory_fd(fd) : 0;
}
