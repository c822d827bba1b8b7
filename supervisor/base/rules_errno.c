#include "rules_load.h"

/* The errors a row may return. Each name once; numbers are the C library's. */
#define ERRNOS(X)							\
	X(E2BIG) X(EACCES) X(EADDRINUSE) X(EADDRNOTAVAIL)		\
	X(EAFNOSUPPORT) X(EAGAIN) X(EBADF) X(EBUSY) X(ECHILD)		\
	X(ECONNREFUSED) X(EDOM) X(EEXIST) X(EFAULT) X(EFBIG)		\
	X(EHOSTUNREACH) X(EINTR) X(EINVAL) X(EIO) X(EISDIR) X(ELOOP)	\
	X(EMFILE) X(EMLINK) X(EMSGSIZE) X(ENAMETOOLONG) X(ENETUNREACH)	\
	X(ENFILE) X(ENODATA) X(ENODEV) X(ENOENT) X(ENOEXEC) X(ENOMEM)	\
	X(ENOPROTOOPT) X(ENOSPC) X(ENOSYS) X(ENOTDIR) X(ENOTSOCK)	\
	X(ENOTTY) X(ENXIO) X(EOPNOTSUPP) X(EPERM) X(EPIPE) X(EPROTO)	\
	X(EPROTONOSUPPORT) X(ERANGE) X(EROFS) X(ESPIPE) X(ESRCH)	\
	X(ETIMEDOUT) X(EXDEV)

#define NAME(e)		#e,
#define NUMBER(e)	e,

const char *const rules_errno_names[] = { ERRNOS(NAME) NULL };
static const int numbers[] = { ERRNOS(NUMBER) };

int
rules_errno(const char *name)
{
	size_t i;

	for (i = 0; rules_errno_names[i] != NULL; i++) {
		if (strcmp(rules_errno_names[i], name) == 0)
			return numbers[i];
	}
	return 0;
}
