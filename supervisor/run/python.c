/*
 * An interpreter is known by how it lies, never by what it says: nothing is
 * started to find it. Three layouts are read:
 *
 *	PREFIX/bin/pythonX.Y	with PREFIX/lib/pythonX.Y/os.py
 *	VENV/bin/python3	with VENV/pyvenv.cfg: it links to one of the
 *				above, or is a copy, and `home` says of which
 *	ROOT/shims/python3	with ROOT/versions/VERSION/bin/python3 (pyenv)
 *
 * Each is a claim of whoever made the files. So of a prefix only folders are
 * granted whose real path lies below it: a link out of it leads nowhere.
 */
#include "python.h"

#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <strings.h>
#include <sys/stat.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/hash.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "python_copy.h"
#include "python_shim.h"
#include "which.h"

#define SYSTEM_SITES	"include-system-site-packages"
#define CFG_MAX		65536	/* bytes of pyvenv.cfg, of pyenv's version */

/* PREFIX/bin/pythonX.Y, taken apart. */
struct layout {
	char	*prefix;
	char	*version;	/* "3.11", "3.13t": as its folders have it */
};

static void
layout_release(struct layout *l)
{
	free(l->prefix);
	free(l->version);
}

#define auto_layout	__attribute__((cleanup(layout_release)))

static void PRINTF_LIKE(2, 3)
list_add(struct python_list *list, const char *fmt, ...)
{
	auto_buf struct buf b = BUF_INIT;
	va_list ap;
	size_t i;

	va_start(ap, fmt);
	buf_vaddf(&b, fmt, ap);
	va_end(ap);
	for (i = 0; i < list->n; i++) {
		if (strcmp(list->items[i], buf_str(&b)) == 0)
			return;
	}
	*MEM_PUSH(list->items, list->n, list->cap) = buf_steal(&b);
}

static void
list_end(struct python_list *list)
{
	*MEM_PUSH(list->items, list->n, list->cap) = NULL;
}

static void
list_release(struct python_list *list)
{
	size_t i;

	for (i = 0; i < list->n; i++)
		free(list->items[i]);
	free(list->items);
}

/* A tree of `prefix`, if it truly lies there. */
static void PRINTF_LIKE(3, 4)
add_tree(struct python *py, const char *prefix, const char *fmt, ...)
{
	auto_free char *real = NULL;
	auto_buf struct buf b = BUF_INIT;
	va_list ap;

	buf_addf(&b, "%s/", prefix);
	va_start(ap, fmt);
	buf_vaddf(&b, fmt, ap);
	va_end(ap);
	real = realpath(buf_str(&b), NULL);
	if (real != NULL && strchr(real, '*') == NULL &&
	    strcmp(real, prefix) != 0 && util_is_below(real, prefix))
		list_add(&py->trees, "%s", real);
}

/* What is not there can be looked for, and grants nothing. */
static void PRINTF_LIKE(2, 3)
add_missing(struct python *py, const char *fmt, ...)
{
	auto_buf struct buf b = BUF_INIT;
	struct stat st;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&b, fmt, ap);
	va_end(ap);
	if (lstat(buf_str(&b), &st) < 0 &&
	    (errno == ENOENT || errno == ENOTDIR))
		list_add(&py->trees, "%s", buf_str(&b));
}

/* "FOLDER/name" with the folder canonical: what the last part is shows. */
static char *
absolute(const char *path)
{
	const char *slash = strrchr(path, '/');
	auto_buf struct buf b = BUF_INIT;
	auto_free char *folder = slash == path ? mem_strdup("/") :
	    mem_strndup(path, (size_t)(slash - path));
	auto_free char *real = realpath(folder, NULL);

	if (real == NULL)
		return NULL;
	buf_addf(&b, "%s/%s", real[1] != '\0' ? real : "", slash + 1);
	return buf_steal(&b);
}

/*
 * From the root, by the links that the caller took: an interpreter looks for
 * its environment above the name it was called by, and says that name. Only
 * up to the last ".." are they resolved, which is where they can lead away.
 */
static char *
as_given(const char *path)
{
	auto_buf struct buf b = BUF_INIT;
	auto_free char *head = NULL, *real = NULL;
	const char *tail = path, *part;
	size_t n;

	for (part = path; *part != '\0'; part += n) {
		part += strspn(part, "/");
		n = strcspn(part, "/");
		if (n == 2 && strncmp(part, "..", 2) == 0)
			tail = part + n;
	}
	head = tail == path ? mem_strdup(path[0] == '/' ? "/" : ".") :
	    mem_strndup(path, (size_t)(tail - path));
	real = realpath(head, NULL);
	if (real == NULL)
		return NULL;
	if (real[1] != '\0')
		buf_adds(&b, real);
	for (; *tail != '\0'; tail += n) {
		tail += strspn(tail, "/");
		n = strcspn(tail, "/");
		if (n > 0 && !(n == 1 && tail[0] == '.'))
			buf_addf(&b, "/%.*s", (int)n, tail);
	}
	return buf_steal(&b);
}

static bool
is_elf(const char *path)
{
	auto_fd int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char magic[SELFMAG];

	return fd >= 0 && read(fd, magic, SELFMAG) == SELFMAG &&
	    memcmp(magic, ELFMAG, SELFMAG) == 0;
}

/* Behind "python": digits and dots, then a t (without the lock), d or m. */
static size_t
version_of(const char *name, bool *ret_free)
{
	size_t n = strspn(name, "0123456789.");

	*ret_free = name[n] == 't';
	return name[n + strspn(name + n, "tdm")] == '\0' ? n : SIZE_MAX;
}

bool
python_is_name(const char *path)
{
	const char *base = strrchr(path, '/');
	bool is_free;

	base = base != NULL ? base + 1 : path;
	return strncmp(base, "python", 6) == 0 &&
	    version_of(base + 6, &is_free) != SIZE_MAX;
}

/* Is the canonical `exe` an installed interpreter? */
static bool
layout_read(const char *exe, struct layout *ret)
{
	static const char *const libs[] = { "lib", "lib64" };
	const char *slash = strrchr(exe, '/'), *bin = slash - 4;
	auto_layout struct layout l = { NULL, NULL };
	auto_buf struct buf version = BUF_INIT;
	bool is_free;
	size_t i, n;

	if (!python_is_name(exe) || bin < exe || strncmp(bin, "/bin", 4) != 0 ||
	    strchr(exe, '*') != NULL)
		return false;
	n = version_of(slash + 7, &is_free);
	if (memchr(slash + 7, '.', n) == NULL || !is_elf(exe))
		return false;
	buf_add(&version, slash + 7, n);
	buf_adds(&version, is_free ? "t" : "");
	l.prefix = mem_strndup(exe, (size_t)(bin - exe));
	l.version = buf_steal(&version);
	for (i = 0; i < ARRAY_SIZE(libs); i++) {
		auto_buf struct buf b = BUF_INIT;
		auto_free char *real = NULL;

		buf_addf(&b, "%s/%s/python%s/os.py", l.prefix, libs[i],
		    l.version);
		real = realpath(buf_str(&b), NULL);
		if (real == NULL || !util_is_below(real, l.prefix))
			continue;
		*ret = l;
		l = (struct layout){ NULL, NULL };
		return true;
	}
	return false;
}

/* A file that is read or a folder that is searched before any script. */
static void PRINTF_LIKE(2, 3)
add_key(struct python *py, const char *fmt, ...)
{
	auto_buf struct buf b = BUF_INIT;
	struct stat st;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&b, fmt, ap);
	va_end(ap);
	if (lstat(buf_str(&b), &st) == 0)
		list_add(&py->keys, "%s", buf_str(&b));
}

/* A folder for packages: what lies in it may name more, or is run (.pth). */
static void
add_site(struct python *py, const char *folder)
{
	const struct dirent *entry;
	const char *dot;
	DIR *dir = opendir(folder);

	if (dir == NULL)
		return;
	list_add(&py->sites, "%s", folder);
	add_key(py, "%s", folder);
	add_key(py, "%s/sitecustomize.py", folder);
	while ((entry = readdir(dir)) != NULL) {
		dot = strrchr(entry->d_name, '.');
		if (dot != NULL && strcmp(dot, ".pth") == 0)
			add_key(py, "%s/%s", folder, entry->d_name);
	}
	closedir(dir);
}

/* Where an interpreter of this version looks below `prefix`. */
static void
add_library(struct python *py, const char *prefix, const char *version)
{
	static const char *const folders[] = { "lib", "lib64", "local/lib" };
	static const char *const sites[] = { "site-packages", "dist-packages" };
	const char *dot = strchr(version, '.');
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(folders); i++) {
		auto_buf struct buf b = BUF_INIT;
		size_t n;

		add_key(py, "%s/%s/python%s", prefix, folders[i], version);
		add_key(py, "%s/%s/python%s/os.py", prefix, folders[i],
		    version);
		add_key(py, "%s/%s/python%s/sitecustomize.py", prefix,
		    folders[i], version);
		buf_addf(&b, "%s/%s/python%s/", prefix, folders[i], version);
		n = b.len;
		for (j = 0; j < ARRAY_SIZE(sites); j++) {
			b.len = n;
			buf_adds(&b, sites[j]);
			add_site(py, buf_str(&b));
		}
	}
	add_key(py, "%s/lib/libpython%s.so.1.0", prefix, version);
	add_key(py, "%s/lib/python%.*s%s.zip", prefix, (int)(dot - version),
	    version, dot + 1);
}

/* An installed interpreter: its library, and nothing else of its prefix. */
static void
add_installed(struct python *py, const struct layout *l)
{
	add_library(py, l->prefix, l->version);
	if (strcmp(l->prefix, "/usr") != 0 && l->prefix[0] != '\0') {
		add_tree(py, l->prefix, "lib");
		add_tree(py, l->prefix, "lib64");
		add_tree(py, l->prefix, "share/zoneinfo");	/* conda's */
		return;
	}
	/* The system's own: /usr/lib holds much else. */
	add_tree(py, l->prefix, "lib/python%s", l->version);
	add_tree(py, l->prefix, "lib64/python%s", l->version);
	add_tree(py, l->prefix, "local/lib/python%s", l->version);
	add_tree(py, l->prefix, "lib/python3");
	add_site(py, "/usr/lib/python3/dist-packages");
	/* Debian keeps sitecustomize there, behind a link. */
	add_tree(py, "/etc", "python%s", l->version);
}

/*
 * A virtual environment lies above the name, not above what it links to. Of
 * it only what tools put there is granted: it may be a project's own folder.
 * Called by a link, it is looked at by that name too.
 */
static void
add_environment(struct python *py, const char *given, const char *venv,
    const char *version)
{
	static const char *const parts[] = { "pyvenv.cfg", "bin", "lib",
	    "lib64", "local", "share" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		add_tree(py, venv, "%s", parts[i]);
		add_missing(py, "%s/%s", venv, parts[i]);
		if (strcmp(given, venv) != 0)
			list_add(&py->ways, "%s/%s", given, parts[i]);
	}
	add_key(py, "%s/pyvenv.cfg", venv);
	add_library(py, venv, version);
}

/*
 * Where an interpreter looks for its library before it finds it. Most of
 * these are not there; looking must not read as a try to break out.
 */
static void
add_landmarks(struct python *py, const char *exe, const char *version)
{
	static const char *const beside[] = {
		"pyvenv.cfg", "pybuilddir.txt", "Modules", "lib",
	};
	auto_free char *dir = mem_strdup(exe);
	const char *dot = strchr(version, '.');
	char *slash = strrchr(dir, '/');
	size_t i;

	if (slash == dir)
		return;
	list_add(&py->trees, "%s", exe);
	add_missing(py, "%s._pth", exe);
	*slash = '\0';
	for (i = 0; i < ARRAY_SIZE(beside); i++)
		add_missing(py, "%s/%s", dir, beside[i]);
	/* Upwards, folder by folder. */
	while ((slash = strrchr(dir, '/')) != NULL) {
		*slash = '\0';
		add_missing(py, "%s/pyvenv.cfg", dir);
		add_missing(py, "%s/lib/python%s", dir, version);
		add_missing(py, "%s/lib/python%.*s%s.zip", dir,
		    (int)(dot - version), version, dot + 1);
	}
}

/* What lies above BIN/NAME has that name too, links and all. */
static void
add_top(struct python *py, const char *name)
{
	auto_free char *top = mem_strdup(name);
	auto_free char *real = NULL;
	size_t i, n = py->tops.n;
	char *slash;

	for (i = 0; i < 2 && (slash = strrchr(top, '/')) != NULL; i++)
		*slash = '\0';
	real = top[0] == '/' ? realpath(top, NULL) : NULL;
	for (i = 0; i < n; i += 2)
		if (strcmp(py->tops.items[i], top) == 0)
			return;
	if (real == NULL || strcmp(real, "/usr") == 0 || real[1] == '\0')
		return;
	*MEM_PUSH(py->tops.items, py->tops.n, py->tops.cap) = steal_ptr(&top);
	*MEM_PUSH(py->tops.items, py->tops.n, py->tops.cap) = steal_ptr(&real);
}

/* A name of an interpreter, and those that it leads to: it looks at each. */
static void
add_names(struct python *py, const char *name, const char *version)
{
	auto_free char *at = mem_strdup(name);
	char target[PATH_MAX];
	ssize_t n;
	int i;

	for (i = 0; at != NULL && strchr(at, '*') == NULL && i < 40; i++) {
		auto_buf struct buf next = BUF_INIT;

		add_landmarks(py, at, version);
		add_top(py, at);
		n = readlink(at, target, sizeof(target));
		if (n <= 0 || n == sizeof(target))
			break;
		if (target[0] != '/')
			buf_add(&next, at, (size_t)(strrchr(at, '/') - at) + 1);
		buf_add(&next, target, (size_t)n);
		add_top(py, buf_str(&next));
		free(at);
		at = absolute(buf_str(&next));
	}
}

/* The value of `key` in the text of a pyvenv.cfg; the caller's to free. */
static char *
cfg_value(const char *text, const char *key)
{
	size_t n = strlen(key), end;

	for (; *text != '\0'; text += end + (text[end] != '\0')) {
		const char *at = text + strspn(text, " \t");

		end = strcspn(text, "\n");
		if (strncasecmp(at, key, n) != 0)
			continue;
		at += n + strspn(at + n, " \t");
		if (*at != '=')
			continue;
		at += 1 + strspn(at + 1, " \t");
		n = strcspn(at, "\n");
		while (n > 0 && strchr(" \t\r", at[n - 1]) != NULL)
			n--;
		return mem_strndup(at, n);
	}
	return NULL;
}

/* The one interpreter that an environment says it is a copy of, by its name
 * there. */
static bool
home_of(struct python *py, const char *cfg, uid_t uid, char **ret_exe,
    struct layout *ret)
{
	auto_free char *home = cfg_value(cfg, "home");
	auto_free char *version = cfg_value(cfg, "version_info");
	auto_buf struct buf versioned = BUF_INIT;
	const char *names[] = { strrchr(py->exe, '/') + 1, NULL, "python3",
	    "python" };
	size_t i;

	if (home == NULL || home[0] != '/')
		return false;
	if (version == NULL)
		version = cfg_value(cfg, "version");
	if (version != NULL && strchr(version, '.') != NULL) {
		const char *dot = strchr(version, '.');

		buf_addf(&versioned, "python%.*s", (int)(dot - version) + 1 +
		    (int)strspn(dot + 1, "0123456789"), version);
		names[1] = buf_str(&versioned);
	}
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		auto_free char *real = NULL;
		auto_buf struct buf b = BUF_INIT;

		if (names[i] == NULL || strchr(names[i], '/') != NULL)
			continue;
		buf_addf(&b, "%s/%s", home, names[i]);
		if (which_find(buf_str(&b), uid, NULL, NULL, &real, NULL) == 0 &&
		    layout_read(real, ret)) {
			*ret_exe = absolute(buf_str(&b));
			return *ret_exe != NULL;
		}
		add_missing(py, "%s", buf_str(&b));
	}
	return false;
}

/* What stands in VENV/pyvenv.cfg, above the name it was called by. */
static char *
read_environment(const char *argv0, char **ret_cfg)
{
	auto_buf struct buf path = BUF_INIT, text = BUF_INIT;
	auto_free char *venv = mem_strdup(argv0);
	auto_free char *real = NULL;
	struct stat st;
	int i;

	for (i = 0; i < 2; i++) {
		char *slash = strrchr(venv, '/');

		if (slash == NULL || slash == venv)
			return NULL;
		*slash = '\0';
	}
	buf_addf(&path, "%s/pyvenv.cfg", venv);
	real = realpath(venv, NULL);
	if (real == NULL || strcmp(real, "/usr") == 0 ||
	    lstat(buf_str(&path), &st) < 0 || !S_ISREG(st.st_mode) ||
	    fdio_read_file(buf_str(&path), CFG_MAX, &text) < 0)
		return NULL;
	*ret_cfg = mem_strdup(buf_str(&text));
	return steal_ptr(&venv);
}

/*
 * py->argv0 and py->exe are set: what they are by their layout, one hop from
 * an environment to what it was made from.
 */
static int
read_layout(struct python *py, uid_t uid)
{
	auto_free char *cfg = NULL;
	auto_free char *given = read_environment(py->argv0, &cfg);
	auto_free char *venv = given != NULL ? realpath(given, NULL) : NULL;
	auto_free char *base = NULL, *shared = NULL;
	auto_layout struct layout l = { NULL, NULL };
	size_t own;

	if (strchr(py->exe, '*') != NULL || strchr(py->argv0, '*') != NULL ||
	    (venv != NULL && strchr(venv, '*') != NULL))
		return -EINVAL;
	/* It would start without what was installed for it. */
	if (venv != NULL && !which_may_enter(venv, uid))
		return -EACCES;
	if (!layout_read(py->exe, &l)) {
		if (venv == NULL || !is_elf(py->exe) ||
		    !util_is_below(py->exe, venv) ||
		    !home_of(py, cfg, uid, &base, &l))
			return -ENOEXEC;
		add_key(py, "%s", base);
	}
	add_key(py, "%s", py->argv0);
	add_key(py, "%s", py->exe);
	if (venv != NULL)
		add_environment(py, given, venv, l.version);
	own = py->sites.n;
	add_installed(py, &l);
	shared = venv != NULL ? cfg_value(cfg, SYSTEM_SITES) : NULL;
	/* Of its base an environment imports packages if it is told to. */
	while (venv != NULL && py->sites.n > own &&
	    (shared == NULL || strcasecmp(shared, "true") != 0))
		free(py->sites.items[--py->sites.n]);
	py->version = mem_strdup(l.version);
	add_names(py, py->argv0, l.version);
	if (base != NULL)
		add_names(py, base, l.version);
	return 0;
}

/* By its name as found, which is one of those that decide. */
static int
take(struct python *py, const char *name, uid_t uid, const char *skip,
    char **ret_found, struct buf *tried)
{
	int r;

	free(steal_ptr(&py->exe));
	r = which_find(name, uid, skip, ret_found, &py->exe, tried);
	if (r < 0)
		return r;
	free(py->argv0);
	py->argv0 = as_given(*ret_found);
	if (py->argv0 == NULL)
		return -ENOENT;
	list_add(&py->ways, "%s", py->argv0);
	return 0;
}

/* The interpreter that the name stands for, behind a shim where one is. */
static int
locate(const char *name, uid_t uid, struct python *py, struct buf *tried)
{
	auto_free char *folder = NULL, *found = NULL;
	auto_free char *behind = NULL, *way = NULL;
	int r = take(py, name, uid, NULL, &folder, tried);

	if (r < 0 || is_elf(py->exe))
		return r;
	r = python_shim_follow(py->argv0, &way, &behind);
	if (way != NULL)
		list_add(&py->ways, "%s", way);
	if (r == 0)
		return take(py, behind, uid, NULL, &found, tried);
	if (r == -ENOEXEC || strchr(name, '/') != NULL)
		return -ENOEXEC;
	*strrchr(folder, '/') = '\0';		/* as PATH has it */
	return take(py, name, uid, folder, &found, tried);
}

static void
add_reason(struct buf *why, const struct python *py, const char *name,
    uid_t uid, int err)
{
	if (err == -ENOEXEC)
		buf_addf(why, "no interpreter: %s is none by its layout (an "
		    "ELF file PREFIX/bin/pythonX.Y with its library in "
		    "PREFIX/lib, or a virtual environment of one); what "
		    "starts one is not run to find it",
		    py->argv0 != NULL ? py->argv0 : name);
	else if (err == -EINVAL)
		buf_addf(why, "no interpreter: %s: the name holds a *, which "
		    "would stand for others too", py->argv0);
	else
		buf_addf(why, "no interpreter: %s: %s", name, err == -ENOENT ?
		    "not found" : "cannot be executed by this run's uid");
	if (err == -EACCES)
		buf_addf(why, " (%u)", (unsigned)uid);
}

static int
find(const char *name, uid_t uid, struct python *py, struct buf *tried)
{
	int r = locate(name, uid, py, tried);

	if (r == 0)
		r = read_layout(py, uid);
	if (r == 0) {
		list_end(&py->trees);
		list_end(&py->ways);
		list_end(&py->keys);
	}
	return r;
}

/*
 * Out of the run's reach, and not of root's: its copy, or what to do. Two
 * ways out, and the second runs it with the rights of its owner.
 */
static int
find_moved(const char *name, struct python *py, struct buf *why)
{
	struct python mine = { 0 };
	struct stat st;
	char *argv0;
	int r = find(name, 0, &mine, NULL);

	if (r == 0)
		r = python_copy_use(&mine);
	else
		r = -EACCES;
	if (r < 0) {
		if (r == -ENOENT && lstat(mine.argv0, &st) == 0)
			buf_addf(why, "no interpreter: %s lies where this run's "
			    "uid cannot reach it, and there is no copy of what "
			    "it is now: `sallyport python copy %s` makes one, "
			    "once; or --uid %u runs it as its owner",
			    mine.argv0, name, (unsigned)st.st_uid);
		else if (r == -EPERM)
			buf_addf(why, "no interpreter: the copies of %s lie "
			    "where others than root may write; "
			    "SALLYPORT_PYTHONS names another folder, or --uid "
			    "runs it as its owner", mine.argv0);
		python_release(&mine);
		return -EACCES;
	}
	/* As the links lead: those on the way to a copy are not there. */
	argv0 = absolute(mine.argv0);
	if (argv0 != NULL) {
		free(mine.argv0);
		mine.argv0 = argv0;
	}
	python_release(py);
	*py = mine;
	return 0;
}

int
python_find(const char *wanted, uid_t uid, char **ret_why, struct python *ret)
{
	const char *name = wanted != NULL ? wanted : "python3";
	auto_buf struct buf tried = BUF_INIT, why = BUF_INIT;
	struct python py = { 0 };
	int r;

	r = find(name, uid, &py, &tried);
	if (r == -EACCES && geteuid() == 0 && uid != 0)
		r = find_moved(name, &py, &why);
	if (r < 0) {
		if (why.len == 0) {
			add_reason(&why, &py, name, uid, r);
			buf_add(&why, buf_str(&tried), tried.len);
			buf_adds(&why, "; --python PATH, or exec with its "
			    "path, names another");
		}
		*ret_why = buf_steal(&why);
		python_release(&py);
		return r;
	}
	*ret = py;
	return 0;
}

void
python_fingerprint(const struct python *py, struct hash *ret)
{
	struct hash_state state;
	size_t i;

	hash_begin(&state);
	for (i = 0; py->keys.items[i] != NULL; i++) {
		auto_buf struct buf b = BUF_INIT;
		struct stat st = { 0 };

		if (stat(py->keys.items[i], &st) < 0)
			st.st_size = -1;
		buf_addf(&b, "%s %llu %llu %lld %lld.%09ld %lld.%09ld\n",
		    py->keys.items[i], (unsigned long long)st.st_dev,
		    (unsigned long long)st.st_ino, (long long)st.st_size,
		    (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
		    (long long)st.st_ctim.tv_sec, st.st_ctim.tv_nsec);
		hash_update(&state, buf_str(&b), b.len);
	}
	hash_end(&state, ret);
}

void
python_release(struct python *py)
{
	list_release(&py->trees);
	list_release(&py->ways);
	list_release(&py->keys);
	list_release(&py->sites);
	list_release(&py->tops);
	free(py->version);
	list_release(&py->moved);
	free(py->exe);
	free(py->argv0);
	*py = (struct python){ 0 };
}
