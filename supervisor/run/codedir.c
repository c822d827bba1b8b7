#include "codedir.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "remove.h"
#include "run.h"

const char *
codedir_script(const struct run_options *opts)
{
	const char *slash;

	if (opts->script_file != NULL)
		return opts->script_file;
	if (opts->script_name[0] == '<')
		return "main.py";
	slash = strrchr(opts->script_name, '/');
	return slash != NULL ? slash + 1 : opts->script_name;
}

/* The folders above `name`, of which other files may have made some. */
static int
make_folders(int dir_fd, const char *name)
{
	const char *slash = strchr(name, '/');

	for (; slash != NULL; slash = strchr(slash + 1, '/')) {
		auto_free char *folder = mem_strndup(name,
		    (size_t)(slash - name));

		if (mkdirat(dir_fd, folder, 0755) < 0 && errno != EEXIST)
			return -errno;
		if (fchmodat(dir_fd, folder, 0755, 0) < 0)
			return -errno;
	}
	return 0;
}

static int
put_file(int dir_fd, const char *name, const void *bytes, size_t n)
{
	auto_fd int fd = -1;
	int r = make_folders(dir_fd, name);

	if (r < 0)
		return r;
	fd = openat(dir_fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
	    O_CLOEXEC, 0444);
	if (fd < 0)
		return -errno;
	r = fdio_write_all(fd, bytes, n);
	return r == 0 && fchmod(fd, 0444) < 0 ? -errno : r;
}

/* Would an interpreter run, import or be set up by a file of this name? */
static bool
is_like_code(const char *name)
{
	static const char endings[][8] = { ".py", ".pyc", ".pyo", ".pyw",
	    ".pyd", ".so", ".pth", ".zip", ".egg", ".whl", ".cfg" };
	const char *dot = strrchr(name, '.');

	return dot == NULL || IS_ONE_OF(dot, endings);
}

static int
put_links(int dir_fd, const char *work, const struct run_options *opts)
{
	size_t i;

	for (i = 0; i < opts->ninputs; i++) {
		auto_buf struct buf to = BUF_INIT;

		if (is_like_code(opts->inputs[i].name))
			continue;
		buf_addf(&to, "%s/%s", work, opts->inputs[i].name);
		if (symlinkat(buf_str(&to), dir_fd, opts->inputs[i].name) < 0 &&
		    errno != EEXIST)
			return -errno;
	}
	return 0;
}

int
codedir_make(int top_fd, const char *work, const struct run_options *opts,
    char **ret_why)
{
	const char *name = codedir_script(opts);
	auto_buf struct buf why = BUF_INIT;
	auto_fd int fd = -1;
	size_t i;
	int r = 0;

	/* One that stands ready has its folder already. */
	if ((mkdirat(top_fd, CODEDIR, 0755) < 0 &&
	    !(opts->later && errno == EEXIST)) ||
	    (fd = openat(top_fd, CODEDIR, O_RDONLY | O_DIRECTORY |
	    O_NOFOLLOW | O_CLOEXEC)) < 0 || fchmod(fd, 0755) < 0)
		r = -errno;
	if (r == 0)
		r = put_file(fd, name, opts->script, opts->script_len);
	for (i = 0; i < opts->nmodules && r == 0; i++) {
		name = opts->modules[i].name;
		r = put_file(fd, name, opts->modules[i].bytes,
		    opts->modules[i].n);
	}
	if (r == 0)
		r = put_links(fd, work, opts);
	if (r < 0) {
		buf_addf(&why, "cannot make the folder of the code: %s: %s",
		    name, strerror(-r));
		*ret_why = buf_steal(&why);
	}
	return r;
}

int
codedir_put(int top_fd, const char *name, const void *bytes, size_t n)
{
	auto_fd int fd = openat(top_fd, CODEDIR, O_RDONLY | O_DIRECTORY |
	    O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0 || (unlinkat(fd, name, 0) < 0 && errno != ENOENT))
		return -errno;
	return bytes != NULL ? put_file(fd, name, bytes, n) : 0;
}

int
codedir_remove(int top_fd)
{
	struct stat st;

	if (fstatat(top_fd, CODEDIR, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? 0 : -errno;
	/* Nobody else makes one where only we may. */
	if (st.st_uid != geteuid() || !S_ISDIR(st.st_mode))
		return -EPERM;
	remove_inside(top_fd, CODEDIR);
	return unlinkat(top_fd, CODEDIR, AT_REMOVEDIR) < 0 ? -errno : 0;
}
