/*
 * What the rows say of all names below a folder at once: whether it may change
 * there, what another name would grant, what Landlock is to be told.
 */
#include "policy.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "policy_parts.h"

/* Is `path` the folder `dir` of length n, or below it? */
static bool
is_below(const char *path, const char *dir, size_t n)
{
	if (n == 1 && dir[0] == '/')
		return true;
	return strncmp(path, dir, n) == 0 &&
	    (path[n] == '/' || path[n] == '\0');
}

/* The length of the folder that holds all a pattern can match. */
static size_t
static_folder(const struct path_row *row)
{
	size_t n = row->prefix;

	if (!row->is_glob)
		return n;
	while (n > 1 && row->pattern[n - 1] != '/')
		n--;
	while (n > 1 && row->pattern[n - 1] == '/')
		n--;
	return n;
}

bool
policy_dir_may_change(const struct policy *policy, const char *canonical)
{
	const struct path_rows *set = &policy->paths[ACCESS_WRITE];
	size_t i, n = strlen(canonical);

	for (i = 0; i < set->count; i++) {
		const struct path_row *row = &set->rows[i];

		if (row->ruling.verb != RULES_ALLOW)
			continue;
		if (row->is_glob) {
			if (is_below(canonical, row->pattern,
			    static_folder(row)))
				return true;
		} else if (strncmp(row->pattern, canonical, n) == 0 &&
		    row->pattern[n == 1 ? 0 : n] == '/' &&
		    strchr(row->pattern + (n == 1 ? 0 : n) + 1, '/') == NULL) {
			return true;
		}
	}
	return false;
}

/*
 * Where in the row's pattern a match may stand once it has read "dir/": at[i]
 * is set where the rest of it begins at i. Two folders that leave a row at the
 * same places it treats alike, whatever the names below are called. False, and
 * `at` cleared, if nothing below `dir` can match. `at` has a byte for each
 * character of the pattern, and one more.
 */
static bool
read_folder(const struct path_row *row, const char *dir, uint8_t *at)
{
	const char *p = row->pattern;
	size_t len = strlen(p), n = strlen(dir), i, j;
	bool any = true;

	memset(at, 0, len + 1);
	i = n < row->prefix ? n : row->prefix;
	if (strncmp(p, dir, i) != 0 || (n < row->prefix && n > 1 &&
	    p[n] != '/'))
		return false;
	at[0] = 1;
	for (i = 0; any; i++) {
		/* Stars may also stand for nothing. */
		for (j = 0; j < len; j++)
			if (at[j] && p[j] == '*')
				at[j + strspn(p + j, "*")] = 1;
		/* "/" is its own slash. */
		if (i > n || (i == n && n == 1))
			break;
		any = false;
		for (j = len + 1; j-- > 0;) {
			char c = i < n ? dir[i] : '/';

			at[j] = (j > 0 && at[j - 1] && p[j - 1] == c &&
			    c != '*') || (at[j] && p[j] == '*' &&
			    (p[j + 1] == '*' || c != '/'));
			any = any || at[j];
		}
	}
	return any;
}

/* After read_folder: does the row match all that lies there? */
static bool
matches_all(const struct path_row *row, const uint8_t *at)
{
	size_t n = strlen(row->pattern), i = n;

	while (i > 0 && row->pattern[i - 1] == '*')
		i--;
	return n - i > 1 && at[i];
}

static uint8_t *
room_for(const struct path_rows *set)
{
	size_t i, n, most = 0;

	for (i = 0; i < set->count; i++) {
		n = strlen(set->rows[i].pattern);
		if (n > most)
			most = n;
	}
	return mem_new(2, most + 1);
}

/*
 * Is all below `dir` allowed (or, with `allowed` false, nothing)? If not,
 * *ret_but is a row that says otherwise, or NULL if no row says anything.
 */
static bool
is_uniform(const struct path_rows *set, const char *dir, bool allowed,
    const struct path_row **ret_all, const struct path_row **ret_but)
{
	auto_free uint8_t *at = room_for(set);
	const struct path_row *all = NULL, *but = NULL, *row;
	size_t i;

	for (i = 0; i < set->count; i++) {
		row = &set->rows[i];
		if ((row->ruling.verb == RULES_ALLOW) == allowed &&
		    policy_outranks(row, all) && read_folder(row, dir, at) &&
		    matches_all(row, at))
			all = row;
	}
	for (i = 0; i < set->count; i++) {
		row = &set->rows[i];
		if ((row->ruling.verb == RULES_ALLOW) != allowed &&
		    !(allowed && row->ruling.minor) &&
		    (all == NULL || policy_outranks(row, all)) &&
		    policy_outranks(row, but) && read_folder(row, dir, at))
			but = row;
	}
	if (ret_all != NULL)
		*ret_all = all;
	if (ret_but != NULL)
		*ret_but = but;
	return but == NULL && (all != NULL ||
	    (set->otherwise.verb == RULES_ALLOW) == allowed);
}

/*
 * Does each row say of any name below `to` what it says below `from`, or less
 * if it allows, more if it refuses?
 */
static bool
is_alike(const struct path_rows *set, const char *from, const char *to)
{
	auto_free uint8_t *at = room_for(set);
	size_t i, j, n;

	for (i = 0; i < set->count; i++) {
		const struct path_row *row = &set->rows[i];
		bool allows = row->ruling.verb == RULES_ALLOW;
		uint8_t *fewer = at, *more;

		if (!allows && row->ruling.minor)
			continue;
		n = strlen(row->pattern) + 1;
		more = at + n;
		read_folder(row, allows ? to : from, fewer);
		read_folder(row, allows ? from : to, more);
		for (j = 0; j < n; j++)
			if (fewer[j] > more[j])
				return false;
	}
	return true;
}

bool
policy_may_rename(const struct policy *policy, unsigned accesses,
    const char *from, const char *to, bool below, struct ruling *ret)
{
	char was[PATH_MAX + 8], is[PATH_MAX + 8];
	const struct path_row *but;
	enum access a;

	for (a = 0; a < ACCESS_NKINDS; a++) {
		const struct path_rows *set = &policy->paths[a];
		const char *prefix = a == ACCESS_CONNECT ? "unix:" : "";

		if (!(accesses & 1u << a))
			continue;
		snprintf(was, sizeof(was), "%s%s", prefix, from);
		snprintf(is, sizeof(is), "%s%s", prefix, to);
		if (policy_path(policy, a, is).verb == RULES_ALLOW) {
			*ret = policy_path(policy, a, was);
			if (ret->verb != RULES_ALLOW)
				return false;
		}
		if (!below || is_alike(set, was, is) ||
		    is_uniform(set, is, false, NULL, NULL) ||
		    is_uniform(set, was, true, NULL, &but))
			continue;
		*ret = but != NULL ? but->ruling : set->otherwise;
		/* Of the folder itself nothing was asked. */
		ret->err = EACCES;
		ret->quiet = ret->kill = false;
		return false;
	}
	return true;
}

/* Can `pattern` match `tree`, or something below it? */
static bool
reaches_below(const char *pattern, const char *tree)
{
	for (; *pattern != '\0' && *pattern != '*'; pattern++, tree++) {
		if (*tree == '\0')
			return *pattern == '/';
		if (*pattern != *tree)
			return false;
	}
	if (*pattern == '\0')
		return *tree == '\0';
	if (pattern[1] == '*')
		return true;
	/* One part of a name: each length of it. */
	for (;; tree++) {
		if (reaches_below(pattern + 1, tree))
			return true;
		if (*tree == '\0' || *tree == '/')
			return *tree == '\0';
	}
}

const char *
policy_writes_below(const struct policy *policy, const char *canonical)
{
	const struct path_rows *set = &policy->paths[ACCESS_WRITE];
	size_t i;

	for (i = 0; i < set->count; i++) {
		const struct path_row *row = &set->rows[i];

		if (row->ruling.verb == RULES_ALLOW &&
		    reaches_below(row->pattern, canonical))
			return row->pattern;
	}
	return NULL;
}

bool
policy_shows(const struct policy *policy, const char *canonical)
{
	size_t i;
	int a;

	for (a = 0; a <= ACCESS_EXEC; a++)
		if (policy_path(policy, (enum access)a, canonical).verb ==
		    RULES_ALLOW)
			return true;
	for (a = 0; a <= ACCESS_EXEC; a++) {
		const struct path_rows *set = &policy->paths[a];

		for (i = 0; i < set->count; i++)
			if (set->rows[i].ruling.verb == RULES_ALLOW &&
			    reaches_below(set->rows[i].pattern, canonical))
				return true;
	}
	return false;
}

struct tree {
	char		*path;
	unsigned	 mask;
};

/*
 * Landlock knows files, and folders with all that is below; by what a name
 * leads to, where the rows mean the name. (/proc/self is another folder in each
 * process.)
 */
static bool
is_exact(const struct policy *policy, enum access access,
    const struct path_row *row)
{
	auto_free char *tree = mem_strndup(row->pattern, static_folder(row));
	auto_free char *real = NULL;
	struct stat st;

	if (is_below(row->pattern, "/proc/self", 10) || (row->is_glob &&
	    (row->prefix == 0 || row->pattern[row->prefix - 1] != '/' ||
	    strcmp(row->pattern + row->prefix, "**") != 0)))
		return false;
	/* What is not there is not granted, either. */
	real = realpath(tree, NULL);
	if (real == NULL)
		return row->is_glob && errno == ENOENT;
	if (strcmp(real, tree) != 0)
		return false;
	return row->is_glob || (policy_path(policy, access,
	    row->pattern).verb == RULES_ALLOW && stat(real, &st) == 0 &&
	    !S_ISDIR(st.st_mode));
}

int
policy_each_tree(const struct policy *policy, bool exact,
    int (*fn)(const char *path, unsigned access_mask, void *arg), void *arg)
{
	static const char proc[] = "/proc/self";
	struct tree *trees = NULL;
	size_t count = 0, cap = 0, i, j;
	int a, r = 0;

	for (a = 0; a <= ACCESS_EXEC; a++) {
		for (i = 0; i < policy->paths[a].count; i++) {
			const struct path_row *row = &policy->paths[a].rows[i];
			size_t n = static_folder(row);

			if (row->ruling.verb != RULES_ALLOW || n == 0 ||
			    a == ACCESS_STAT ||
			    (exact && !is_exact(policy, (enum access)a, row)))
				continue;
			if (is_below(row->pattern, proc, sizeof(proc) - 1))
				n = strlen("/proc");
			for (j = 0; j < count; j++) {
				if (strncmp(trees[j].path, row->pattern, n) ==
				    0 && trees[j].path[n] == '\0')
					break;
			}
			if (j == count) {
				struct tree *tree = MEM_PUSH(trees, count, cap);

				tree->path = mem_strndup(row->pattern, n);
			}
			trees[j].mask |= 1u << a;
		}
	}
	for (j = 0; j < count; j++) {
		if (r == 0)
			r = fn(trees[j].path, trees[j].mask, arg);
		free(trees[j].path);
	}
	free(trees);
	if (r == 0 && policy->loader != NULL)
		r = fn(policy->loader, 1u << ACCESS_READ | 1u << ACCESS_EXEC,
		    arg);
	return r;
}

/* A row as a person would look for it. */
static void
spell_row(struct buf *out, const struct path_row *row, enum rules_kind kind)
{
	static const char *const options[] = { [RULES_READ] = "--read",
	    [RULES_WRITE] = "--write", [RULES_EXEC] = "--allow-exec" };

	if (row->by_operator && row->ruling.verb == RULES_ALLOW)
		buf_addf(out, "what %s permits, %s,", options[kind],
		    row->pattern);
	else
		buf_addf(out, "`%s %s %s`",
		    row->ruling.verb == RULES_ALLOW ? "allow" : "deny",
		    rules_kind_name(kind), row->pattern);
	if (row->ruling.rule != NULL && row->ruling.rule[0] != '\0')
		buf_addf(out, " (%s)", row->ruling.rule);
}

bool
policy_holds_other_runs(const struct policy *policy, const char *tree)
{
	const char *const bases[] = { policy->base, "/tmp", "/var/tmp",
	    "/dev/shm" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bases); i++)
		if (bases[i] != NULL && is_below(bases[i], tree, strlen(tree)))
			return true;
	return policy_is_of_another_run(policy, ACCESS_READ, tree);
}

/* Would Landlock grant more below `tree` than the table? Says what. */
static bool
is_more(const struct policy *policy, enum access access,
    const struct path_row *row, const char *tree, bool inputs_hold,
    struct buf *why)
{
	const struct path_rows *set = &policy->paths[access];
	const struct path_row *but = NULL;
	enum rules_kind kind = policy_kind(access);

	if (policy_holds_other_runs(policy, tree)) {
		spell_row(why, row, kind);
		buf_adds(why, " holds the folders of other runs");
	} else if (is_below("/proc", tree, strlen(tree)) ||
	    strcmp(tree, "/proc") == 0) {
		spell_row(why, row, kind);
		buf_adds(why, " holds /proc as a whole, every process of it");
	} else if (!is_uniform(set, tree, true, NULL, &but) && but != NULL &&
	    !(inputs_hold && but->ruling.input)) {
		spell_row(why, row, kind);
		buf_adds(why, " holds ");
		spell_row(why, but, kind);
	} else
		return false;
	return true;
}

bool
policy_landlock_exceeds(const struct policy *policy, unsigned accesses,
    bool inputs_hold, char **ret_why)
{
	auto_buf struct buf why = BUF_INIT;
	bool more = false;
	int a;
	size_t i;

	for (a = 0; a <= ACCESS_EXEC && !more; a++) {
		const struct path_rows *set = &policy->paths[a];

		for (i = 0; i < set->count && !more; i++) {
			const struct path_row *row = &set->rows[i];
			auto_free char *tree = mem_strndup(row->pattern,
			    static_folder(row));

			more = (accesses & 1u << a) && row->is_glob &&
			    row->ruling.verb == RULES_ALLOW &&
			    is_exact(policy, (enum access)a, row) &&
			    is_more(policy, (enum access)a, row, tree,
			    inputs_hold, &why);
		}
	}
	if (more)
		*ret_why = buf_steal(&why);
	return more;
}
