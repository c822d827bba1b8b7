#include "tenants.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/hash.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/rules.h"
#include "cmd.h"
#include "session/wire.h"

#define FILE_MAX	((size_t)1 << 20)
#define NUMBER_MAX	1000000000
#define KEY_BYTES	20
#define BLANK		" \t\r"

/* How many of what, where its line does not say. */
static const struct {
	char	name[12];
	int64_t	usual;
	bool	is_size;
} counted[] = {
	{ "runs", 16, false },
	{ "sessions", 32, false },
	{ "requests", 64, false },
	{ "rate", 3000, false },
	{ "files", 64 << 20, true },
};

/* What makes a pool of its own. */
static const char own_words[][12] = { "profile", "memory", "disk" };
#define OWN	ARRAY_SIZE(own_words)

struct one {
	char	*name, *hash;
	int64_t	 counts[ARRAY_SIZE(counted)];
	char	*own[OWN];		/* or NULL */
	bool	 metrics;
	size_t	 pool;
};

struct tenants {
	struct one	*items;
	size_t		 n, cap;
	size_t		 npools;
	size_t		 first[TENANTS_POOLS];	/* item of each */
};

static bool
parse_count(size_t which, const char *text, int64_t *ret)
{
	char *end;

	if (counted[which].is_size)
		return rules_parse_amount(rules_limit_form(RULES_DISK), text,
		    ret) == 0;
	*ret = strtol(text, &end, 10);
	return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *ret > 0 &&
	    *ret <= NUMBER_MAX;
}

/* NULL, or what is wrong with it. */
static const char *
take_word(struct one *one, char *word)
{
	char *value = strchr(word, '=');
	int64_t any;
	size_t i;

	if (strcmp(word, "metrics") == 0) {
		one->metrics = true;
		return NULL;
	}
	if (value == NULL || value[1] == '\0')
		return "want runs= sessions= requests= rate= files= profile= "
		    "memory= disk= metrics";
	*value++ = '\0';
	for (i = 0; i < ARRAY_SIZE(counted); i++)
		if (strcmp(word, counted[i].name) == 0)
			return parse_count(i, value, &one->counts[i]) ? NULL :
			    "want a number of 1 or more; of files= a size";
	for (i = 0; i < OWN && strcmp(word, own_words[i]) != 0; i++)
		;
	if (i == OWN)
		return "no such word: runs= sessions= requests= rate= files= "
		    "profile= memory= disk= metrics";
	if (i > 0 && rules_parse_amount(rules_limit_form(RULES_DISK), value,
	    &any) < 0)
		return "memory= and disk= want a size, as in 512M";
	if (one->own[i] != NULL)
		return "profile=, memory= and disk= stand once each";
	one->own[i] = mem_strdup(value);
	return NULL;
}

static bool
is_same(const struct one *a, const struct one *b)
{
	size_t i;

	for (i = 0; i < OWN; i++)
		if ((a->own[i] == NULL) != (b->own[i] == NULL) ||
		    (a->own[i] != NULL && strcmp(a->own[i], b->own[i]) != 0))
			return false;
	return true;
}

static const char *
find_pool(struct tenants *t, struct one *one)
{
	size_t i = 0;

	while (i < t->npools && !is_same(&t->items[t->first[i]], one))
		i++;
	if (i == TENANTS_POOLS)
		return "more than 8 different profiles, memories and disks";
	if (i == t->npools)
		t->first[t->npools++] = t->n - 1;
	one->pool = i;
	return NULL;
}

/* NULL, or what is wrong with it. */
static const char *
take_line(struct tenants *t, char *line)
{
	char *rest, *name, *hash, *word;
	const char *why = NULL;
	struct one *one;
	struct hash any;
	size_t i;

	line[strcspn(line, "#")] = '\0';
	name = strtok_r(line, BLANK, &rest);
	if (name == NULL)
		return NULL;
	hash = strtok_r(NULL, BLANK, &rest);
	if (hash == NULL || hash_parse(hash, &any) < 0)
		return "want NAME SHA256, 64 hexadecimal digits";
	if (!wire_is_tenant(name))
		return "a name has 1 to 64 letters, digits, '.', '_' and '-'";
	for (i = 0; i < t->n; i++)
		if (strcmp(t->items[i].name, name) == 0)
			return "this name is there already";
	one = MEM_PUSH(t->items, t->n, t->cap);
	one->name = mem_strdup(name);
	one->hash = mem_strdup(hash);
	for (i = 0; i < ARRAY_SIZE(counted); i++)
		one->counts[i] = counted[i].usual;
	while (why == NULL && (word = strtok_r(NULL, BLANK, &rest)) != NULL)
		why = take_word(one, word);
	return why != NULL ? why : find_pool(t, one);
}

/* Whoever can write there makes himself a key. */
static int
read_file(const struct cmd *cmd, const char *path, struct buf *text)
{
	auto_fd int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	int r;

	if (fd < 0 || fstat(fd, &st) < 0) {
		cmd_error(cmd, "%s: %s", path, strerror(errno));
		return -1;
	}
	if ((st.st_mode & 022) != 0 || (st.st_uid != geteuid() &&
	    st.st_uid != 0)) {
		cmd_error(cmd, "%s: others may write to it: chmod go-w, and "
		    "chown it", path);
		return -1;
	}
	r = fdio_read_all(fd, FILE_MAX, text);
	if (r < 0)
		cmd_error(cmd, "%s: %s", path, strerror(-r));
	return r < 0 ? -1 : 0;
}

const char *
tenants_parse(char *text, struct tenants **ret, size_t *ret_line)
{
	struct tenants *t = *ret = mem_new(1, sizeof(*t));
	const char *why = NULL;
	char *line, *rest;

	*ret_line = 0;
	for (line = text; line != NULL && why == NULL; line = rest) {
		rest = strchr(line, '\n');
		if (rest != NULL)
			*rest++ = '\0';
		++*ret_line;
		why = take_line(t, line);
	}
	if (why == NULL && t->n == 0)
		why = "nobody stands there; `sallyport serve --keys FILE "
		    "--new-key NAME` makes a key";
	return why;
}

int
tenants_read(const struct cmd *cmd, const char *path, struct tenants **ret)
{
	auto_buf struct buf text = BUF_INIT;
	const char *why;
	size_t line;

	if (read_file(cmd, path, &text) < 0)
		return -1;
	buf_addc(&text, '\n');
	why = tenants_parse(text.data, ret, &line);
	if (why != NULL)
		cmd_error(cmd, "%s:%zu: %s", path, line, why);
	return why != NULL ? -1 : 0;
}

void
tenants_free(struct tenants *t)
{
	struct one *one;
	size_t i;

	while (t != NULL && t->n > 0) {
		one = &t->items[--t->n];
		free(one->name);
		free(one->hash);
		for (i = 0; i < OWN; i++)
			free(one->own[i]);
	}
	if (t != NULL)
		free(t->items);
	free(t);
}

struct json *
tenants_json(const struct tenants *t)
{
	struct json *all = js_arr(), *one, *limits;
	const struct one *item;
	size_t i, k;

	for (i = 0; i < t->n; i++) {
		item = &t->items[i];
		one = js_obj();
		limits = js_obj();
		js_put_str(one, "name", item->name);
		js_put_str(one, "sha256", item->hash);
		js_put_num(one, "pool", (int64_t)item->pool);
		js_put_flag(one, "metrics", item->metrics);
		for (k = 0; k < ARRAY_SIZE(counted); k++)
			js_put_num(limits, counted[k].name, item->counts[k]);
		js_put(one, "limits", limits);
		js_add(all, one);
	}
	return all;
}

size_t
tenants_npools(const struct tenants *t)
{
	return t->npools;
}

size_t
tenants_words(const struct tenants *t, size_t i, const char **words)
{
	static const char options[OWN][12] = { "--profile", "--memory",
	    "--disk" };
	const struct one *one = &t->items[t->first[i]];
	size_t k, n = 0;

	for (k = 0; k < OWN; k++)
		if (one->own[k] != NULL) {
			words[n++] = options[k];
			words[n++] = one->own[k];
		}
	return n;
}

/* Give those of `t` the pools that `old` has; false: there is none for one. */
static bool
join(struct tenants *t, const struct tenants *old)
{
	size_t i, k;

	for (i = 0; i < t->n; i++) {
		for (k = 0; k < old->npools && !is_same(&t->items[i],
		    &old->items[old->first[k]]); k++)
			;
		if (k == old->npools)
			return false;
		t->items[i].pool = k;
	}
	return true;
}

int
tenants_read_again(const struct cmd *cmd, const char *path,
    const struct tenants *old)
{
	auto_buf struct buf text = BUF_INIT;
	struct tenants *anew = NULL;
	struct json *doc;
	int r, fd = -1;

	if (tenants_read(cmd, path, &anew) < 0)
		cmd_error(cmd, "%s: the old keys stay", path);
	else if (!join(anew, old))
		cmd_error(cmd, "%s: a profile=, memory= or disk= that no key "
		    "had at the start: the old keys stay; start again", path);
	else {
		doc = js_obj();
		js_put_flag(doc, "keys", true);
		js_put(doc, "tenants", tenants_json(anew));
		js_write(doc, &text);
		js_free(doc);
		r = fdio_sealed("keys", text.data, text.len, &fd);
		if (r < 0)
			cmd_error(cmd, "%s: %s", path, strerror(-r));
	}
	tenants_free(anew);
	return fd;
}

const char *
tenants_profile(const struct tenants *t, size_t i)
{
	return t->items[t->first[i]].own[0];
}

static int
add_line(const char *path, const char *line, size_t n)
{
	auto_fd int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC,
	    0600);
	char last = '\n';
	off_t end;

	if (fd < 0 || flock(fd, LOCK_EX) < 0)
		return -errno;
	end = lseek(fd, 0, SEEK_END);
	if (end > 0 && pread(fd, &last, 1, end - 1) != 1)
		return -EIO;
	if (last != '\n' && write(fd, "\n", 1) != 1)
		return -EIO;
	return fdio_write_all(fd, line, n);
}

int
tenants_new_key(const struct cmd *cmd, const char *path, const char *name)
{
	auto_buf struct buf line = BUF_INIT;
	uint8_t secret[KEY_BYTES];
	char key[4 + 2 * KEY_BYTES + 1] = "e2b_", hex[HASH_HEX];
	struct hash hash;
	size_t i;
	int r;

	if (!wire_is_tenant(name))
		return cmd_usage(cmd, "--new-key '%s': want 1 to 64 letters, "
		    "digits, '.', '_' and '-'", name);
	if (getrandom(secret, sizeof(secret), 0) != (ssize_t)sizeof(secret)) {
		cmd_error(cmd, "no random numbers: %s", strerror(errno));
		return cmd->failure;
	}
	for (i = 0; i < KEY_BYTES; i++)
		snprintf(key + 4 + 2 * i, 3, "%02x", secret[i]);
	hash_of(key, strlen(key), &hash);
	hash_hex(&hash, hex);
	buf_addf(&line, "%s %s\n", name, hex);
	r = add_line(path, line.data, line.len);
	if (r < 0) {
		cmd_error(cmd, "%s: %s", path, strerror(-r));
		return cmd->failure;
	}
	printf("%s\n", key);
	return cmd_flush(cmd) < 0 ? cmd->failure : 0;
}
