/*
 * What a program file names in its header: a script its interpreter, an ELF
 * file its loader. Both are the words of whoever wrote the file.
 */
#ifndef SALLYPORT_IMAGE_H
#define SALLYPORT_IMAGE_H

#include <limits.h>
#include <stdint.h>

enum image_kind {
	IMAGE_OTHER = 0,	/* nothing that the kernel starts by itself */
	IMAGE_SCRIPT,
	IMAGE_ELF,
	IMAGE_LIBRARY,		/* ELF too, but no program: it has a name for
				   others to load it by (DT_SONAME), or is a
				   loader, which would start any file that can
				   be read, whatever the rows say of it */
};

/*
 * Read as the kernel reads it (binfmt_script, binfmt_elf of Linux 6.18). `fd`
 * is called `path`, and may be at any offset. ret_name is "" where nothing is
 * named: a static program. Behind a script's, and its NUL, stands the argument
 * that its interpreter is given first, "" where there is none. 0, -ENOEXEC for
 * a header that is broken, or another -errno.
 */
int image_read_fd(int fd, const char *path, enum image_kind *ret_kind,
    char ret_name[PATH_MAX]);

/* The same of the regular file at `path`, no link; anything else is OTHER. */
int image_read_path(const char *path, enum image_kind *ret_kind,
    char ret_name[PATH_MAX]);

/*
 * The private writable memory that the kernel makes before a program starts:
 * its data and its static arrays. A script's is its interpreter's. 0 where
 * nothing is known.
 */
uint64_t image_memory(const char *path);
uint64_t image_memory_fd(int fd);

#endif
