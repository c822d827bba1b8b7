#include "python_set.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "python.h"
#include "python_packages.h"

#define NAME_MOST	200	/* characters of a name, of a version */

static bool
is_word(const char *s, size_t n, const char *more)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!isalnum((unsigned char)s[i]) && strchr(more, s[i]) == NULL)
			return false;
	return n > 0 && n <= NAME_MOST && isalnum((unsigned char)s[0]) &&
	    isalnum((unsigned char)s[n - 1]);
}

/* "NAME==VERSION"; what extras stand behind the name installs nothing more. */
static const char *
take_name(struct python_set *set, const char *word, size_t n, unsigned line)
{
	const char *equals = memmem(word, n, "==", 2), *end = word + n;
	struct python_set_row *row;
	size_t length, i;

	if (equals == NULL)
		return "want NAME==VERSION, and its hashes";
	length = (size_t)(equals - word);
	if (memchr(word, '[', length) != NULL && equals[-1] == ']')
		length = (size_t)((char *)memchr(word, '[', length) - word);
	equals += 2;
	if (!is_word(word, length, "-_.") ||
	    !is_word(equals, (size_t)(end - equals), ".+!-_"))
		return "want NAME==VERSION, one version and no pattern";
	row = MEM_PUSH(set->rows, set->n, set->cap);
	row->name = python_package_name(word, length);
	row->version = mem_strndup(equals, (size_t)(end - equals));
	row->line = line;
	for (i = 0; i + 1 < set->n; i++)
		if (strcmp(set->rows[i].name, row->name) == 0)
			return "a package that has a line already";
	return NULL;
}

static const char *
take_word(struct python_set *set, const char *word, size_t n, unsigned line,
    bool first)
{
	static const char sha256[] = "--hash=sha256:";
	auto_free char *hex = NULL;
	struct python_set_row *row;

	if (first)
		return take_name(set, word, n, line);
	if (n != sizeof(sha256) - 1 + 64 ||
	    memcmp(word, sha256, sizeof(sha256) - 1) != 0)
		return "behind NAME==VERSION there is only --hash=sha256:HEX";
	hex = mem_strndup(word + sizeof(sha256) - 1, 64);
	row = &set->rows[set->n - 1];
	return hash_parse(hex, MEM_PUSH(row->hashes, row->n, row->cap)) < 0 ?
	    "no hash: want 64 hexadecimal digits" : NULL;
}

/* Of the package that was named last. */
static const char *
lacks_hash(const struct python_set *set)
{
	return set->n > 0 && set->rows[set->n - 1].n == 0 ?
	    "a package without --hash=sha256:HEX" : NULL;
}

int
python_set_parse(const char *table, const char *text, struct python_set *ret,
    char **ret_why)
{
	struct python_set set = { 0 };
	const char *why = NULL, *at = text;
	unsigned line = 1;
	bool first = true;
	size_t n;

	while (*at != '\0' && why == NULL) {
		at += strspn(at, " \t\r");
		if (*at == '#')
			at += strcspn(at, "\n");
		n = strcspn(at, " \t\r\n");
		if (at[0] == '\\' && at[1 + strspn(at + 1, "\r")] == '\n') {
			at += 2 + strspn(at + 1, "\r");
			line++;
		} else if (n > 0) {
			why = take_word(&set, at, n, line, first);
			first = false;
			at += n;
		} else if (*at == '\n') {
			why = first ? NULL : lacks_hash(&set);
			if (why == NULL)
				line++;
			first = true;
			at++;
		}
	}
	if (why == NULL && set.n == 0)
		why = "names no package";
	if (why == NULL)
		why = lacks_hash(&set);
	if (why != NULL) {
		python_set_release(&set);
		return buf_why(ret_why, EINVAL, "%s:%u: %s", table, line, why);
	}
	*ret = set;
	return 0;
}

void
python_set_release(struct python_set *set)
{
	size_t i;

	for (i = 0; i < set->n; i++) {
		free(set->rows[i].name);
		free(set->rows[i].version);
		free(set->rows[i].hashes);
	}
	free(set->rows);
	*set = (struct python_set){ 0 };
}

bool
python_set_made(const struct python *py)
{
	size_t i;

	for (i = 0; i < py->tops.n; i++) {
		auto_buf struct buf b = BUF_INIT;

		buf_addf(&b, "%s/" PYTHON_SET_FILE, py->tops.items[i]);
		if (access(buf_str(&b), F_OK) == 0)
			return true;
	}
	return false;
}

/* One of the words that dots divide, and what is asked of each. */
static bool
any_tag(const char *tags, size_t n, bool (*fits)(const char *, size_t,
    const void *), const void *arg)
{
	const char *end = tags + n;
	size_t length;

	for (; tags < end; tags += length + 1) {
		const char *dot = memchr(tags, '.', (size_t)(end - tags));

		length = (size_t)((dot != NULL ? dot : end) - tags);
		if (fits(tags, length, arg))
			return true;
	}
	return false;
}

static bool
is_machine(const char *tag, size_t n, const void *arg)
{
	const char *machine = arg;
	size_t m = strlen(machine);

	if (n == 3 && memcmp(tag, "any", 3) == 0)
		return true;
	/* Wheels of the other C library begin with musllinux. */
	return (strncmp(tag, "manylinux", 9) == 0 ||
	    strncmp(tag, "linux_", 6) == 0) && n > m + 1 &&
	    tag[n - m - 1] == '_' && memcmp(tag + n - m, machine, m) == 0;
}

static bool
is_abi(const char *tag, size_t n, const void *arg)
{
	const char *want = arg;

	return n == strlen(want) && memcmp(tag, want, n) == 0;
}

struct version {
	int	minor;
	bool	stable;		/* made for the stable interface */
};

/* py3, py311, cp311; and cp38 if it keeps to the stable interface. */
static bool
is_version(const char *tag, size_t n, const void *arg)
{
	const struct version *v = arg;
	int minor = 0;
	size_t i;

	if (n < 3 || tag[2] != '3' || (strncmp(tag, "py", 2) != 0 &&
	    strncmp(tag, "cp", 2) != 0))
		return false;
	for (i = 3; i < n && isdigit((unsigned char)tag[i]) && minor < 100; i++)
		minor = minor * 10 + tag[i] - '0';
	if (i < n)
		return false;
	return tag[0] == 'p' || v->stable ? minor <= v->minor :
	    minor == v->minor;
}

/* Behind NAME-VERSION-: BUILD-, which may be left out, and three tags. */
static bool
fits(const char *tags, const struct python *py)
{
	auto_buf struct buf own = BUF_INIT;
	const char *dot = strchr(py->version, '.'), *dash, *abi, *machine;
	struct version v = { .minor = (int)strtol(dot + 1, NULL, 10) };
	struct utsname uts;
	size_t i, dashes = 0;

	for (i = 0; tags[i] != '\0'; i++)
		dashes += tags[i] == '-';
	if (dashes == 3 && isdigit((unsigned char)tags[0]))
		tags = strchr(tags, '-') + 1;
	else if (dashes != 2)
		return false;
	dash = strchr(tags, '-');
	abi = dash + 1;
	machine = strchr(abi, '-') + 1;
	i = (size_t)(machine - 1 - abi);
	/* cp313t is without the lock, which has no stable interface. */
	v.stable = strchr(py->version, 't') == NULL &&
	    any_tag(abi, i, is_abi, "abi3");
	buf_addf(&own, "cp3%s", dot + 1);
	return uname(&uts) == 0 &&
	    any_tag(tags, (size_t)(dash - tags), is_version, &v) &&
	    (v.stable || any_tag(abi, i, is_abi, "none") ||
	    any_tag(abi, i, is_abi, buf_str(&own))) &&
	    any_tag(machine, strlen(machine) - strlen(".whl"), is_machine,
	    uts.machine);
}

/*
 * Is the name of a file this row's? A wheel's tags stand behind it; of what is
 * none, *ret_tags is NULL.
 */
static bool
is_of(const char *file, const struct python_set_row *row,
    const char **ret_tags)
{
	size_t n = strlen(file), v = strlen(row->version);
	const char *dash = strchr(file, '-');
	auto_free char *name = NULL;

	*ret_tags = NULL;
	if (n > 4 && strcmp(file + n - 4, ".whl") == 0) {
		if (dash == NULL || !is_word(file, n, "-_.+!") ||
		    strncmp(dash + 1, row->version, v) != 0 ||
		    dash[1 + v] != '-')
			return false;
		*ret_tags = dash + v + 2;
	} else {
		/* NAME-VERSION.tar.gz, .zip: its source. */
		for (dash = strstr(file, row->version); dash != NULL && (
		    dash == file || dash[-1] != '-' || dash[v] != '.');)
			dash = strstr(dash + 1, row->version);
		if (dash == NULL)
			return false;
		dash--;
	}
	name = python_package_name(file, (size_t)(dash - file));
	return strcmp(name, row->name) == 0;
}

static int
hash_wheel(const char *folder, const char *file, struct hash *ret)
{
	auto_buf struct buf path = BUF_INIT;
	auto_fd int fd = -1;
	struct stat st;
	int64_t size;

	buf_addf(&path, "%s/%s", folder, file);
	fd = open(buf_str(&path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW |
	    O_NONBLOCK | O_NOCTTY);
	if (fd < 0 || fstat(fd, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	size = hash_fd(fd, ret);
	return size < 0 ? (int)size : 0;
}

static bool
has_hash(const struct python_set_row *row, const struct hash *hash)
{
	size_t i;

	for (i = 0; i < row->n; i++)
		if (memcmp(&row->hashes[i], hash, sizeof(*hash)) == 0)
			return true;
	return false;
}

/* The wheel of a row that is looked for. */
struct looking {
	const struct python_set_row	*row;
	const char			*folder;
	const struct python		*py;
	char				*found;
	struct hash			 hash;
	struct buf			 others;	/* that are not it; why */
};

static void
add_other(struct looking *l, const char *file, const char *why)
{
	buf_adds(&l->others, l->others.len > 0 ? "; " : "");
	buf_add_visible(&l->others, file, strlen(file));
	buf_addf(&l->others, " %s", why);
}

static void
try_file(struct looking *l, const char *file)
{
	auto_buf struct buf why = BUF_INIT;
	const char *tags;
	struct hash hash;
	char hex[HASH_HEX];
	int r;

	if (!is_of(file, l->row, &tags))
		return;
	if (tags == NULL || !fits(tags, l->py)) {
		add_other(l, file, tags == NULL ? "is no wheel, and what is "
		    "none must be run to be built" : "is for another "
		    "interpreter or machine");
		return;
	}
	r = hash_wheel(l->folder, file, &hash);
	if (r == 0 && has_hash(l->row, &hash)) {
		if (l->found == NULL)
			l->hash = hash;
		/* Two, and nobody says which: neither. */
		buf_addf(&why, "%s%s%s", l->found != NULL ? l->found : "",
		    l->found != NULL ? ", " : "", file);
		free(l->found);
		l->found = buf_steal(&why);
		return;
	}
	if (r == 0) {
		hash_hex(&hash, hex);
		buf_addf(&why, "has another sha256 than the table says: %s",
		    hex);
	} else
		buf_adds(&why, r == -ELOOP ? "is a symbolic link" :
		    r == -EINVAL ? "is no regular file" : strerror(-r));
	add_other(l, file, buf_str(&why));
}

int
python_set_wheel(const struct python_set_row *row, const char *folder,
    const struct python *py, char **ret, struct hash *ret_hash, char **ret_why)
{
	struct looking l = { .row = row, .folder = folder, .py = py,
	    .others = BUF_INIT };
	struct dirent **entries = NULL;
	int n = scandir(folder, &entries, NULL, alphasort), i, r = 0;

	if (n < 0)
		return buf_why(ret_why, EINVAL, "%s: %s", folder,
		    strerror(errno));
	for (i = 0; i < n; i++) {
		try_file(&l, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	if (l.found == NULL)
		r = buf_why(ret_why, EINVAL, "%s %s: %s has no wheel of it "
		    "for Python %s%s%s", row->name, row->version, folder,
		    py->version, l.others.len > 0 ? ": " : "",
		    buf_str(&l.others));
	else if (strchr(l.found, ',') != NULL)
		r = buf_why(ret_why, EINVAL, "%s %s: %s are all what the table "
		    "says; leave one in %s", row->name, row->version, l.found,
		    folder);
	else {
		*ret = steal_ptr(&l.found);
		*ret_hash = l.hash;
	}
	free(l.found);
	buf_free(&l.others);
	return r;
}
