/* The secret under which short values are hashed, FILE.d/secret. */
#include "audit.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "audit_impl.h"
#include "../base/buf.h"
#include "../base/util.h"

#define NAME		"secret"
#define NEW_NAME	"secret.new"

_Static_assert(SIGN_SEED == HASH_BYTES, "a seed is a key");

static int
load(int side, uint8_t ret[HASH_BYTES])
{
	auto_fd int fd = -1;
	struct stat st;
	int r = audit_file_open_own(side, NAME, O_RDONLY, &fd);

	if (r < 0 || fstat(fd, &st) < 0)
		return r < 0 ? r : -errno;
	return st.st_size != HASH_BYTES ? -EBADMSG :
	    audit_file_read(fd, 0, ret, HASH_BYTES);
}

/* Whole, and on the disk, before it has its name. */
int
audit_secret_make_locked(int side)
{
	uint8_t secret[SIGN_SEED];
	auto_fd int fd = -1;
	int r;

	if (faccessat(side, NAME, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		return 0;
	unlinkat(side, NEW_NAME, 0);
	fd = openat(side, NEW_NAME,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	r = sign_new_seed(secret);
	if (r == 0)
		r = audit_file_append(fd, 0, secret, sizeof(secret));
	if (r == 0 && (fsync(fd) < 0 ||
	    renameat(side, NEW_NAME, side, NAME) < 0))
		r = -errno;
	sign_wipe(secret, sizeof(secret));
	return r;
}

/* Read anew each time: no process that a run is started from holds it. */
int
audit_keyed_hash(struct audit *a, const char *label, const void *bytes,
    size_t n, struct hash *ret)
{
	auto_buf struct buf text = BUF_INIT;
	uint8_t secret[HASH_BYTES];
	int r = load(a->side, secret);

	if (r < 0)
		return r == -ENOENT ? -ENOKEY : r;
	/* Its NUL ends the label, whatever the bytes are. */
	buf_add(&text, label, strlen(label) + 1);
	buf_add(&text, bytes, n);
	hash_keyed(secret, buf_str(&text), text.len, ret);
	sign_wipe(text.data, text.len);
	sign_wipe(secret, sizeof(secret));
	return 0;
}
