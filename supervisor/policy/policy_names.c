/*
 * Names: the ways to what is allowed, those that the operator uses, and
 * aliases, by which the tree knows folders of its run.
 */
#include "policy.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "policy_parts.h"
#include "../run/run.h"

#define LINKS_MAX	8

const char *
policy_folder(const struct policy_dirs *dirs, const char *variable, size_t n)
{
	const struct {
		const char *name, *folder;
	} all[] = {
		{ "$WORK", dirs->work }, { "$HOME", dirs->home },
		{ "$SUBMISSION", dirs->code },
	};

	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (strlen(all[i].name) == n &&
		    strncmp(all[i].name, variable, n) == 0)
			return all[i].folder;
	return NULL;
}

/* Whoever may look into a folder may look at those it lies in: realpath does. */
void
policy_add_way(struct policy *policy, const char *path)
{
	static const struct ruling allowed = {
		.verb = RULES_ALLOW, .why = "leads to a permitted folder",
	};
	struct path_rows *set = &policy->paths[ACCESS_STAT];
	auto_free char *part = path != NULL ? mem_strdup(path) : NULL;
	char *slash;
	size_t i;

	while (part != NULL && (slash = strrchr(part, '/')) != NULL &&
	    slash != part) {
		*slash = '\0';
		for (i = 0; i < set->count; i++) {
			/* Few are as long: of hundreds one is compared. */
			if (set->rows[i].prefix == (size_t)(slash - part) &&
			    strcmp(set->rows[i].pattern, part) == 0)
				break;
		}
		if (i < set->count && set->rows[i].ruling.why == allowed.why)
			return;		/* so are those above it */
		if (i == set->count && strchr(part, '*') == NULL)
			policy_row_add(set, part, &allowed, false);
	}
}

/* What has this name, and lies below it, no alias hides. */
static void
keep(struct policy *policy, const char *name)
{
	if (name != NULL && name[0] == '/')
		*MEM_PUSH(policy->kept, policy->nkept, policy->kept_cap) =
		    mem_strdup(name);
}

/*
 * The operator calls it so: each link on the way may be looked at, by the name
 * it has where it is, and what it leads to.
 */
static void
add_name(struct policy *policy, const char *name, int links)
{
	const char *end = name;
	char target[PATH_MAX];
	ssize_t n;

	keep(policy, name);
	while (links < LINKS_MAX && name[0] == '/' && *end != '\0') {
		auto_free char *folder = NULL, *real = NULL;
		auto_buf struct buf at = BUF_INIT, next = BUF_INIT;
		const char *part = end + strspn(end, "/");

		end = part + strcspn(part, "/");
		folder = mem_strndup(name, (size_t)(part - name));
		real = part == end ? NULL : realpath(folder, NULL);
		if (real == NULL)
			return;
		buf_addf(&at, "%s/%.*s", strcmp(real, "/") == 0 ? "" : real,
		    (int)(end - part), part);
		n = readlink(buf_str(&at), target, sizeof(target));
		buf_addc(&at, '/');
		policy_add_way(policy, buf_str(&at));
		if (n <= 0 || n == sizeof(target))
			continue;
		if (target[0] != '/')
			buf_addf(&next, "%s/", real);
		buf_add(&next, target, (size_t)n);
		add_name(policy, buf_str(&next), links + 1);
	}
}

/* To all that is allowed; and by the names that the operator uses of it. */
void
policy_add_names(struct policy *policy, const struct run_options *opts,
    const struct policy_dirs *dirs)
{
	const char *const *lists[] = { opts->typed, dirs->python_ways };
	size_t i;
	int a;

	for (a = 0; a <= ACCESS_EXEC; a++) {
		for (i = 0; i < policy->paths[a].count; i++) {
			const struct path_row *row = &policy->paths[a].rows[i];
			auto_free char *start = NULL;

			if (row->ruling.verb != RULES_ALLOW)
				continue;
			start = mem_strndup(row->pattern, row->is_glob ?
			    row->prefix : strlen(row->pattern));
			policy_add_way(policy, start);
		}
	}
	if (dirs->program_name != NULL)
		add_name(policy, dirs->program_name, 0);
	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		for (; lists[i] != NULL && *lists[i] != NULL; lists[i]++)
			add_name(policy, *lists[i], 0);
	}
}

static void
keep_all(struct policy *policy, const char *const *names)
{
	for (; names != NULL && *names != NULL; names++)
		keep(policy, *names);
}

/* Does a row allow something below `folder`, which is not the root? */
static bool
allows_below(const struct policy *policy, const char *folder)
{
	auto_buf struct buf below = BUF_INIT;
	size_t i;
	int a;

	buf_addf(&below, "%s/", folder);
	for (a = 0; a <= ACCESS_EXEC; a++) {
		const struct path_rows *set = &policy->paths[a];

		for (i = 0; i < set->count; i++)
			if (set->rows[i].ruling.verb == RULES_ALLOW &&
			    (strncmp(set->rows[i].pattern, buf_str(&below),
			    below.len) == 0 || (set->rows[i].by_operator &&
			    rules_glob(set->rows[i].pattern, buf_str(&below),
			    '/'))))
				return true;
	}
	return false;
}

static void
add_alias(struct policy *policy, const char *name, const char *target,
    bool inner)
{
	struct policy_alias *one = MEM_PUSH(policy->aliases, policy->naliases,
	    policy->aliases_cap);

	one->name = mem_strdup(name);
	one->target = mem_strdup(target);
	one->inner = inner;
}

/*
 * What lies above an alias is a folder that shows aliases only, where nothing
 * of the host's is to be seen in its place.
 */
static void
add_above(struct policy *policy, const char *home, const char *name,
    const char *target)
{
	auto_buf struct buf folder = BUF_INIT, inside = BUF_INIT;
	auto_free char *above = mem_strndup(name,
	    (size_t)(strrchr(name, '/') - name));
	bool below;

	if (above[0] == '\0' || home == NULL ||
	    allows_below(policy, above))
		return;
	buf_addf(&folder, "%s/" POLICY_NAMES "%s", home, above);
	buf_addf(&inside, "%s/" POLICY_NAMES "%s", home, name);
	if (policy_alias(policy, above, "", &below) == NULL) {
		add_alias(policy, above, buf_str(&folder), false);
		policy->aliases[policy->naliases - 1].shows = true;
		policy->aliases[policy->naliases - 1].shown = true;
		add_above(policy, home, above, buf_str(&folder));
	}
	add_alias(policy, buf_str(&inside), target, true);
}

void
policy_add_aliases(struct policy *policy, const struct policy_dirs *dirs)
{
	const struct rules_alias *alias;
	size_t i;

	if (dirs->home != NULL) {
		auto_buf struct buf root = BUF_INIT;

		buf_addf(&root, "%s/" POLICY_NAMES, dirs->home);
		policy->root = mem_strdup(buf_str(&root));
	}
	keep(policy, policy->own);
	if (policy->base != NULL && strstr(policy->base, "/" POLICY_POOL) !=
	    NULL)
		keep(policy, policy->base);
	keep(policy, dirs->program);
	keep(policy, dirs->python_exe);
	keep_all(policy, dirs->python_trees);
	for (i = 0; i < ACCESS_CONNECT; i++) {
		const struct path_rows *set = &policy->paths[i];

		for (size_t k = 0; k < set->count; k++) {
			auto_free char *name = mem_strndup(set->rows[k].pattern,
			    set->rows[k].prefix);
			size_t n = strlen(name);

			if (n > 1 && name[n - 1] == '/')
				name[n - 1] = '\0';
			if (set->rows[k].by_operator)
				keep(policy, name);
		}
	}
	for (i = 0; !policy->reads_by_landlock &&
	    (alias = rules_alias(policy->rules, i)) != NULL; i++) {
		const char *target = rules_text(policy->rules, alias->target);
		size_t n = strcspn(target, "/");
		const char *folder = policy_folder(dirs, target, n);
		auto_buf struct buf b = BUF_INIT;

		if (folder == NULL)
			continue;
		buf_addf(&b, "%s%s", folder, target + n);
		add_alias(policy, rules_text(policy->rules, alias->name),
		    buf_str(&b), false);
		policy->aliases[policy->naliases - 1].shown = alias->shown;
		add_above(policy, dirs->home,
		    rules_text(policy->rules, alias->name), buf_str(&b));
	}
	for (i = 0; dirs->python_moved != NULL &&
	    dirs->python_moved[i] != NULL; i += 2) {
		add_alias(policy, dirs->python_moved[i],
		    dirs->python_moved[i + 1], false);
		add_above(policy, dirs->home, dirs->python_moved[i],
		    dirs->python_moved[i + 1]);
	}
}

bool
policy_is_an_alias(const struct policy *policy, const char *name)
{
	const struct rules_alias *alias;

	for (size_t i = 0; !policy->reads_by_landlock &&
	    (alias = rules_alias(policy->rules, i)) != NULL; i++)
		if (strcmp(rules_text(policy->rules, alias->name), name) == 0)
			return true;
	return false;
}

void
policy_release_names(struct policy *policy)
{
	size_t i;

	for (i = 0; i < policy->naliases; i++) {
		free(policy->aliases[i].name);
		free(policy->aliases[i].target);
	}
	free(policy->aliases);
	for (i = 0; i < policy->nkept; i++)
		free(policy->kept[i]);
	free(policy->kept);
	free(policy->root);
}

/* "at/rest" without dot parts and doubled slashes, up to "..". */
static void
spell(const char *at, const char *rest, char out[PATH_MAX])
{
	size_t len = (size_t)snprintf(out, PATH_MAX, "%s", at), n;

	for (; len < PATH_MAX; rest += n) {
		rest += strspn(rest, "/");
		n = strcspn(rest, "/");
		if (n == 0 || (n == 2 && strncmp(rest, "..", 2) == 0))
			return;
		if (n == 1 && rest[0] == '.')
			continue;
		if (len + n + 2 > PATH_MAX)
			return;
		out[len++] = '/';
		memcpy(out + len, rest, n);
		len += n;
		out[len] = '\0';
	}
}

/* What is called something below the alias, and so is not meant by it. */
static bool
is_kept(const struct policy *policy, const char *alias, const char *at,
    const char *rest)
{
	char name[PATH_MAX];
	size_t i;

	spell(at, rest, name);
	for (i = 0; i < policy->nkept; i++)
		if (util_is_below(name, policy->kept[i]) &&
		    util_is_below(policy->kept[i], alias))
			return true;
	return false;
}

bool
policy_keeps(const struct policy *policy, const char *alias, const char *rest)
{
	return is_kept(policy, alias, alias, rest);
}

/* Is there anything else that "at/rest" lies in, or above? */
static bool
leads_to_alias(const struct policy *policy, const char *at, const char *rest)
{
	char name[PATH_MAX];
	size_t i;

	spell(at, rest, name);
	for (i = 0; i < policy->naliases; i++) {
		const struct policy_alias *one = &policy->aliases[i];

		if (util_is_below(one->name, name) ||
		    (!one->shows && util_is_below(name, one->name)))
			return true;
	}
	return false;
}

const char *
policy_alias(const struct policy *policy, const char *at, const char *rest,
    bool *ret_above)
{
	const struct policy_alias *found = NULL;
	size_t i, n = strlen(at);

	*ret_above = false;
	for (i = 0; i < policy->naliases; i++) {
		const struct policy_alias *one = &policy->aliases[i];

		if (strcmp(one->name, at) == 0)
			found = one;
		else if (strncmp(one->name, at, n) == 0 &&
		    one->name[n] == '/' && !one->inner)
			*ret_above = true;
	}
	if (found == NULL || (!found->inner &&
	    is_kept(policy, found->name, at, rest)) ||
	    (found->shows && !leads_to_alias(policy, at, rest)))
		return NULL;
	return found->target;
}

char *
policy_unalias(const struct policy *policy, const char *name)
{
	auto_free char *at = mem_strdup(name);
	auto_buf struct buf out = BUF_INIT;
	const char *target;
	char *slash = at + strlen(at);
	bool above;

	for (; slash != NULL && slash != at; slash = strrchr(at, '/')) {
		*slash = '\0';
		target = policy_alias(policy, at, name + (slash - at), &above);
		if (target == NULL)
			continue;
		buf_addf(&out, "%s%s", target, name + (slash - at));
		return buf_steal(&out);
	}
	return mem_strdup(name);
}

const char *
policy_alias_of(const struct policy *policy, const char *canonical)
{
	size_t i;

	for (i = 0; i < policy->naliases; i++)
		if (strcmp(policy->aliases[i].target, canonical) == 0)
			return policy->aliases[i].name;
	return NULL;
}

const char *
policy_shown(const struct policy *policy, const char *canonical)
{
	const char *name = policy_alias_of(policy, canonical);

	return name != NULL && policy_is_aliased(policy, name) ? name :
	    canonical;
}

char *
policy_name_shown(const struct policy *policy, const char *canonical)
{
	const struct policy_alias *best = NULL;
	auto_buf struct buf name = BUF_INIT;
	auto_free char *back = NULL;
	size_t i, n;

	for (i = 0; i < policy->naliases; i++) {
		const struct policy_alias *one = &policy->aliases[i];

		if (one->shown && util_is_below(canonical, one->target) &&
		    (best == NULL || strlen(one->target) >
		    strlen(best->target)))
			best = one;
	}
	if (best == NULL)
		return NULL;
	n = strlen(best->target);
	buf_addf(&name, "%s%s", best->name, canonical + n);
	/* One that leads elsewhere is not told. */
	back = policy_unalias(policy, buf_str(&name));
	return strcmp(back, canonical) == 0 ? buf_steal(&name) : NULL;
}

const char *
policy_alias_folder(const struct policy *policy, size_t i)
{
	size_t k;

	for (k = 0; k < policy->naliases; k++)
		if (policy->aliases[k].inner && i-- == 0)
			return policy->aliases[k].name;
	return NULL;
}

const char *
policy_alias_file(const struct policy *policy, size_t i)
{
	size_t k;

	for (k = 0; k < policy->naliases; k++)
		if (strstr(policy->aliases[k].target, "/home/" POLICY_ETC
		    "/") != NULL && i-- == 0)
			return policy->aliases[k].target;
	return NULL;
}

bool
policy_is_aliased(const struct policy *policy, const char *raw)
{
	size_t i;

	for (i = 0; i < policy->naliases; i++)
		if (util_is_below(raw, policy->aliases[i].name) &&
		    !is_kept(policy, policy->aliases[i].name, "", raw))
			return true;
	return false;
}
