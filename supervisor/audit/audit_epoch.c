#include "audit_epoch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "audit.h"
#include "audit_impl.h"
#include "audit_parts.h"
#include "../base/hash.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"

#define LOCK_MS	30000

static int
move(const struct audit_file *file, const char *name, int to)
{
	return renameat(file->dir, name, to, name) < 0 && errno != ENOENT ?
	    -errno : 0;
}

/*
 * The key goes first: from then on nobody appends to what is still there, and
 * a crash in between leaves a log that takes no records.
 */
static int
move_all(const struct audit_file *file, int to)
{
	auto_free char *side = NULL;
	struct audit_parts parts;
	size_t i;
	int r = audit_parts_list(file->dir, file->name, &parts);

	if (r < 0)
		return r;
	if (asprintf(&side, "%s.d", file->name) < 0)
		r = -ENOMEM;
	if (r == 0)
		r = move(file, side, to);
	for (i = 0; r == 0 && i < parts.n; i++)
		r = move(file, parts.items[i].name, to);
	audit_parts_free(&parts);
	return r;
}

static int
make_kept(const struct audit_file *file, char **ret_name, int *ret_fd)
{
	time_t now = time(NULL);
	char when[32];
	struct tm tm;

	strftime(when, sizeof(when), "%Y%m%dT%H%M%SZ", gmtime_r(&now, &tm));
	if (asprintf(ret_name, "%s.kept-%s", file->name, when) < 0)
		return -ENOMEM;
	if (mkdirat(file->dir, *ret_name, 0700) < 0)
		return -errno;
	*ret_fd = openat(file->dir, *ret_name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return *ret_fd < 0 ? -errno : 0;
}

static int
begin(const char *path, const struct json *body, const char *kept,
    const struct hash *hash)
{
	struct json *all = js_copy(body);
	struct audit *a;
	char hex[HASH_HEX];
	int r;

	hash_hex(hash, hex);
	js_put_str(all, "kept", kept);
	js_put_str(all, "sha256", hex);
	r = audit_open(path, &a);
	if (r == 0) {
		r = audit_append(a, "epoch", all, NULL, NULL);
		if (r == 0)
			r = audit_checkpoint(a);
		audit_close(a);
	}
	js_free(all);
	return r;
}

int
audit_epoch_begin(const char *path, const struct json *body, char **ret_kept)
{
	struct audit_file file = AUDIT_FILE_INIT;
	auto_free char *name = NULL;
	const char *slash = strrchr(path, '/');
	auto_fd int to = -1;
	struct hash hash;
	int64_t size;
	int r;

	*ret_kept = NULL;
	r = audit_file_open(path, false, &file);
	if (r == 0)
		r = audit_file_lock(&file, LOCK_MS);
	if (r == 0) {
		size = hash_fd(file.fd, &hash);
		r = size < 0 ? (int)size : 0;
	}
	if (r == 0)
		r = make_kept(&file, &name, &to);
	if (r == 0) {
		if (asprintf(ret_kept, "%.*s%s", slash == NULL ? 0 :
		    (int)(slash - path) + 1, path, name) < 0)
			abort();
		r = move_all(&file, to);
	}
	audit_file_close(&file);
	return r < 0 ? r : begin(path, body, name, &hash);
}
