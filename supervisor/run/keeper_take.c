#include "keeper_parts.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/fit.h"
#include "../base/hash.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"

/* The file under way. */
struct taking {
	char			*path;		/* or NULL */
	bool			 is_tmp;
	int			 to;		/* its copy, or -1 */
	bool			 refused;	/* why is said already */
	int64_t			 size;
	struct hash_state	 hash;
};

static void
skip(struct fit_list *skipped, const char *path, const char *why)
{
	struct json *item = js_obj();

	js_put_str(item, "path", path);
	js_put_str(item, "why", why);
	fit_add(skipped, item);
}

bool
keeper_is_plain(const char *path)
{
	size_t n;

	for (;; path += n + 1) {
		n = strcspn(path, "/");
		if (n == 0 || (n < 3 && strspn(path, ".") >= n))
			return false;
		if (path[n] == '\0')
			return true;
	}
}

/* What lies in the way goes, where that was asked for and it is a file. */
static bool
make_way(int at, const char *name)
{
	struct stat st;

	return fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISREG(st.st_mode) && unlinkat(at, name, 0) == 0;
}

/* A new file below the output folder, its folders made as needed. */
static int
create_output(struct keeper_output output, const char *path, mode_t mode,
    const char **ret_why)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	auto_free char *copy = mem_strdup(path);
	auto_fd int at = dup(output.fd);
	char *part = copy, *slash;
	int fd;

	if (at < 0)
		return -errno;
	/* Whoever tells us has fewer rights than we have. */
	if (!keeper_is_plain(path)) {
		*ret_why = "is no name below a folder";
		return -EINVAL;
	}
	while ((slash = strchr(part, '/')) != NULL) {
		*slash = '\0';
		if (mkdirat(at, part, 0777) < 0 && errno != EEXIST) {
			*ret_why = strerror(errno);
			return -errno;
		}
		fd = openat(at, part,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0) {
			*ret_why = "the output folder has something else of "
			    "this name";
			return -errno;
		}
		close(at);
		at = fd;
		part = slash + 1;
	}
	fd = openat(at, part, flags, mode);
	if (fd < 0 && errno == EEXIST && output.overwrites) {
		if (make_way(at, part))
			fd = openat(at, part, flags, mode);
		else
			errno = EEXIST;
	}
	if (fd < 0) {
		*ret_why = errno == EEXIST ?
		    "exists in the output folder already" : strerror(errno);
		return -errno;
	}
	return fd;
}

int
keeper_copy(struct keeper_output output, const char *path, int from,
    const char **ret_why)
{
	struct stat st;
	int r;
	auto_fd int to = fstat(from, &st) < 0 ? -1 : create_output(output,
	    path, st.st_mode & S_IXUSR ? 0777 : 0666, ret_why);

	if (to < 0)
		return to;
	lseek(from, 0, SEEK_SET);
	r = fdio_copy(from, to);
	if (r < 0 && ftruncate(to, 0) == 0)
		*ret_why = "was not copied to its end; an empty file remains";
	return r;
}

/* One begins. What cannot be copied is not listed, either. */
static void
begin(struct taking *t, const char *head, struct keeper_output output,
    struct fit_list *skipped)
{
	const char *path = head + KEEPER_FLAGS, *why = NULL;
	const mode_t mode = output.is_private ? 0700 : 0777;

	t->path = mem_strdup(path);
	t->is_tmp = head[KEEPER_IS_TMP] == 'y';
	t->to = -1;
	t->size = 0;
	t->refused = false;
	hash_begin(&t->hash);
	if (output.fd < 0)
		return;
	t->to = create_output(output, path,
	    head[KEEPER_EXECUTABLE] == 'y' ? mode : mode & 0666, &why);
	if (t->to < 0) {
		t->to = -1;
		t->refused = true;
		skip(skipped, path, why);
	}
}

/* A copy that broke off is not left looking whole. */
static void
break_off(struct taking *t, const char *why, struct fit_list *skipped)
{
	auto_buf struct buf text = BUF_INIT;

	if (t->refused)
		return;
	buf_adds(&text, why);
	if (t->to >= 0 && ftruncate(t->to, 0) == 0)
		buf_adds(&text, "; an empty file remains");
	skip(skipped, t->path, buf_str(&text));
	t->refused = true;
}

static void
take_data(struct taking *t, const char *bytes, size_t n,
    struct fit_list *skipped)
{
	int r;

	if (t->refused)
		return;
	hash_update(&t->hash, bytes, n);
	t->size += (int64_t)n;
	r = t->to >= 0 ? fdio_write_all(t->to, bytes, n) : 0;
	if (r < 0)
		break_off(t, strerror(-r), skipped);
}

/* As the code calls it. */
static void
put_name(const struct taking *t, struct json *item)
{
	auto_buf struct buf name = BUF_INIT;
	const char *slash = t->is_tmp ? strchr(t->path, '/') : NULL;

	if (slash != NULL)
		buf_addf(&name, "/tmp%s", slash);
	else
		buf_adds(&name, t->path);
	js_put_str(item, "name", buf_str(&name));
}

static void
end(struct taking *t, struct fit_list *files)
{
	char hex[HASH_HEX];
	struct json *item;
	struct hash hash;

	if (t->path != NULL && !t->refused && files != NULL) {
		hash_end(&t->hash, &hash);
		hash_hex(&hash, hex);
		item = js_obj();
		js_put_str(item, "path", t->path);
		put_name(t, item);
		js_put_num(item, "size", t->size);
		js_put_str(item, "sha256", hex);
		fit_add(files, item);
	}
	if (t->to >= 0)
		close(t->to);
	t->to = -1;
	free(t->path);
	t->path = NULL;
}

/* "path", NUL, "why". */
static void
take_skip(struct taking *t, const char *bytes, size_t n,
    struct fit_list *skipped)
{
	size_t len = strnlen(bytes, n);

	if (len >= n)
		return;
	if (t->path != NULL)
		break_off(t, bytes + len + 1, skipped);
	else
		skip(skipped, bytes, bytes + len + 1);
	end(t, NULL);
}

int
keeper_take(int fd, struct keeper_output output, struct fit_list *files,
    struct fit_list *skipped)
{
	auto_free char *bytes = mem_resize(NULL, KEEPER_MOST + 1, 1);
	struct taking t = { .to = -1 };
	struct keeper_head head;
	int r, result = 0;

	for (;;) {
		r = keeper_receive(fd, &head, bytes);
		if (r < 0 || head.kind == KEEPER_DONE)
			break;
		if (head.kind == KEEPER_FILE && t.path == NULL &&
		    head.len > KEEPER_FLAGS)
			begin(&t, bytes, output, skipped);
		else if (head.kind == KEEPER_DATA && t.path != NULL)
			take_data(&t, bytes, head.len, skipped);
		else if (head.kind == KEEPER_END && t.path != NULL)
			end(&t, files);
		else if (head.kind == KEEPER_SKIP)
			take_skip(&t, bytes, head.len, skipped);
		else {
			r = -EPROTO;
			break;
		}
	}
	if (t.path != NULL) {
		break_off(&t, "was not read to its end", skipped);
		end(&t, NULL);
	}
	if (r == 0 && head.len == sizeof(result))
		memcpy(&result, bytes, sizeof(result));
	return r < 0 ? r : result;
}
