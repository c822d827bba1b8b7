/*
 * Which findings of `check` count, as the operator says: --select, --ignore
 * and a baseline of what is known. The log keeps every verdict whole, and
 * nothing here is asked before a run.
 *
 * A line of a baseline is a file's name, a rule, the fingerprint of the line
 * of source, and how many there are, with tabs between them.
 */
#include "check.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>

#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"

#define BASELINE_MOST	(64u << 20)
#define BASELINE_HEAD	"# sallyport baseline 1: file, rule, line, count\n"
#define PRINT_CHARS	16	/* of a fingerprint, as SARIF has it */

struct known {
	char	*name, *rule;
	char	 print[PRINT_CHARS + 1];
	size_t	 times;
};

struct check_choice {
	char		**selected, **ignored;
	size_t		 nselected, nignored;
	struct known	*known;		/* sorted */
	size_t		 nknown, known_cap;
	bool		 has_baseline;
	const char	*write_to;
	pthread_mutex_t	 lock;		/* of what is written */
};

static int
compare_known(const void *left, const void *right)
{
	const struct known *a = left, *b = right;
	int c = strcmp(a->name, b->name);

	if (c == 0)
		c = strcmp(a->rule, b->rule);
	return c != 0 ? c : strcmp(a->print, b->print);
}

/* As a baseline has it, wherever `check` was told to begin. */
static const char *
plain_name(const char *name)
{
	while (name[0] == '.' && name[1] == '/')
		name += 2 + strspn(name + 2, "/");
	return name;
}

/* One rule of the table, at least, has to begin so. */
static bool
names_a_rule(const struct ruleset *rules, const char *prefix)
{
	size_t i;

	if (strcmp(prefix, "G900") == 0)
		return true;
	for (i = 0; prefix[0] == 'G' && i < rules_count(rules); i++)
		if (strncmp(rules_text(rules, rules_at(rules, i)->id), prefix,
		    strlen(prefix)) == 0)
			return true;
	return false;
}

static int
take_ids(const struct check *check, const char *option, const char *list,
    char ***ret, size_t *ret_n)
{
	size_t cap = 0, n;
	char *id;

	for (; list != NULL; list = list[n] == ',' ? list + n + 1 : NULL) {
		n = strcspn(list, ",");
		id = mem_strndup(list, n);
		*MEM_PUSH(*ret, *ret_n, cap) = id;
		if (names_a_rule(check->rules, id))
			continue;
		cmd_usage(check->cmd, "%s '%s': no rule of the gate in this "
		    "table begins so; give ids or how they begin, as in "
		    "G110,G2", option, id);
		return -1;
	}
	return 0;
}

/* The next part of a line, up to a tab; NULL if there is none. */
static char *
take_part(char **line)
{
	char *part = *line, *end = part != NULL ? strchr(part, '\t') : NULL;

	*line = end != NULL ? end + 1 : NULL;
	if (end != NULL)
		*end = '\0';
	return part;
}

static bool
take_line(struct check_choice *c, char *line)
{
	char *name = take_part(&line), *rule = take_part(&line);
	char *print = take_part(&line), *times = take_part(&line), *end;
	struct known *k;

	if (times == NULL || line != NULL || name[0] == '\0' ||
	    strlen(print) != PRINT_CHARS)
		return false;
	k = MEM_PUSH(c->known, c->nknown, c->known_cap);
	k->name = mem_strdup(name);
	k->rule = mem_strdup(rule);
	memcpy(k->print, print, PRINT_CHARS);
	errno = 0;
	k->times = strtoul(times, &end, 10);
	return errno == 0 && *end == '\0' && end > times && *times != '-';
}

static int
read_baseline(const struct check *check, const char *path,
    struct check_choice *c)
{
	auto_buf struct buf text = BUF_INIT;
	char *line, *end;
	size_t number = 1;
	int r = fdio_read_file(path, BASELINE_MOST, &text);

	if (r < 0) {
		cmd_error(check->cmd, "the baseline %s: %s", path,
		    strerror(-r));
		return -1;
	}
	buf_str(&text);
	for (line = text.data; line != NULL; line = end, number++) {
		end = strchr(line, '\n');
		if (end != NULL)
			*end++ = '\0';
		if (line[0] == '#' || (line[0] == '\0' && end == NULL))
			continue;
		if (!take_line(c, line)) {
			cmd_error(check->cmd, "%s:%zu: no line of a baseline; "
			    "write it anew with --write-baseline", path,
			    number);
			return -1;
		}
	}
	if (c->nknown > 1)
		qsort(c->known, c->nknown, sizeof(*c->known), compare_known);
	c->has_baseline = true;
	return 0;
}

int
check_choice_new(const struct check *check,
    const struct check_choice_options *opt, struct check_choice **ret)
{
	struct check_choice *c;

	if (opt->select == NULL && opt->ignore == NULL &&
	    opt->baseline == NULL && opt->write_baseline == NULL)
		return 0;
	if (opt->baseline != NULL && opt->write_baseline != NULL) {
		cmd_usage(check->cmd, "--baseline and --write-baseline "
		    "exclude each other: one reads, the other writes");
		return -1;
	}
	c = *ret = mem_new(1, sizeof(*c));
	pthread_mutex_init(&c->lock, NULL);
	c->write_to = opt->write_baseline;
	if (take_ids(check, "--select", opt->select, &c->selected,
	    &c->nselected) < 0 || take_ids(check, "--ignore", opt->ignore,
	    &c->ignored, &c->nignored) < 0)
		return -1;
	return opt->baseline != NULL ? read_baseline(check, opt->baseline,
	    c) : 0;
}

void
check_choice_free(struct check_choice *c)
{
	size_t i;

	if (c == NULL)
		return;
	for (i = 0; i < c->nselected; i++)
		free(c->selected[i]);
	for (i = 0; i < c->nignored; i++)
		free(c->ignored[i]);
	for (i = 0; i < c->nknown; i++) {
		free(c->known[i].name);
		free(c->known[i].rule);
	}
	free(c->selected);
	free(c->ignored);
	free(c->known);
	free(c);
}

static bool
is_among(char **prefixes, size_t n, const char *rule)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (strncmp(rule, prefixes[i], strlen(prefixes[i])) == 0)
			return true;
	return false;
}

/*
 * What could not be read, or not to its end, was not judged by the selected
 * rules either: such a finding is left out by its own name alone.
 */
static bool
is_chosen(const struct check_choice *c, const struct finding *f)
{
	if (is_among(c->ignored, c->nignored, f->rule))
		return false;
	return c->nselected == 0 || f->class == RULES_SYNTAX ||
	    f->class == RULES_RESOURCE ||
	    is_among(c->selected, c->nselected, f->rule);
}

static struct known
known_of(const struct verdict *v, const struct finding *f, struct page *page)
{
	struct known k = { .name = (char *)(uintptr_t)plain_name(v->name),
	    .rule = (char *)(uintptr_t)f->rule, .times = 1 };
	char hex[HASH_HEX];
	struct hash hash;

	page_fingerprint(page, f, &hash);
	hash_hex(&hash, hex);
	memcpy(k.print, hex, PRINT_CHARS);
	return k;
}

/* A file is one thread's, and so are the lines of a baseline for it. */
static bool
is_known(struct check_choice *c, const struct known *k)
{
	struct known *found = c->nknown > 0 ? bsearch(k, c->known, c->nknown,
	    sizeof(*k), compare_known) : NULL;

	if (found == NULL || found->times == 0)
		return false;
	found->times--;
	return true;
}

/* True if it can stand in a line. */
static bool
note_known(struct check_choice *c, const struct known *k)
{
	struct known *to;

	if (strpbrk(k->name, "\t\n") != NULL || k->name[0] == '#')
		return false;
	pthread_mutex_lock(&c->lock);
	to = MEM_PUSH(c->known, c->nknown, c->known_cap);
	*to = *k;
	to->name = mem_strdup(k->name);
	to->rule = mem_strdup(k->rule);
	pthread_mutex_unlock(&c->lock);
	return true;
}

size_t
check_choice_apply(struct check_choice *c, const struct verdict *v,
    struct page *page, struct verdict *ret)
{
	struct finding *kept = mem_new(v->nfindings + 1, sizeof(*kept));
	const struct finding *f;
	struct known k;
	size_t i, n = 0;
	bool out;

	*ret = *v;
	for (i = 0; i < v->nfindings; i++) {
		f = &v->findings[i];
		out = !is_chosen(c, f);
		if (!out && (c->has_baseline || c->write_to != NULL)) {
			k = known_of(v, f, page);
			out = c->has_baseline ? is_known(c, &k) :
			    note_known(c, &k);
		}
		if (!out)
			kept[n++] = *f;
	}
	ret->findings = kept;
	ret->nfindings = n;
	/* One that is refused without a finding stays so. */
	if (v->nfindings > 0)
		ret->decision = DECISION_ALLOW;
	for (i = 0; i < n; i++)
		ret->decision = decision_join(ret->decision, kept[i].decision);
	return v->nfindings - n;
}

static void
add_lines(struct check_choice *c, struct buf *out)
{
	size_t i, times;

	if (c->nknown > 1)
		qsort(c->known, c->nknown, sizeof(*c->known), compare_known);
	buf_adds(out, BASELINE_HEAD);
	for (i = 0; i < c->nknown; i += times) {
		for (times = 1; i + times < c->nknown && compare_known(
		    &c->known[i], &c->known[i + times]) == 0; times++)
			;
		buf_addf(out, "%s\t%s\t%s\t%zu\n", c->known[i].name,
		    c->known[i].rule, c->known[i].print, times);
	}
}

int
check_choice_finish(struct check_choice *c)
{
	auto_buf struct buf text = BUF_INIT, beside = BUF_INIT;
	auto_fd int fd = -1;
	int r;

	if (c == NULL || c->write_to == NULL)
		return 0;
	add_lines(c, &text);
	buf_addf(&beside, "%s.XXXXXX", c->write_to);
	buf_str(&beside);
	fd = mkostemp(beside.data, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	r = fdio_write_all(fd, text.data, text.len);
	/* It is kept with the source, for others too. */
	if (r == 0 && fchmod(fd, 0644) < 0)
		r = -errno;
	if (r == 0 && rename(beside.data, c->write_to) < 0)
		r = -errno;
	if (r < 0)
		unlink(beside.data);
	return r;
}
