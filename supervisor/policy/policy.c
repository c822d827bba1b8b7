#include "policy.h"

#include <arpa/inet.h>
#include <limits.h>
#include <sys/stat.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/syscalls.h"
#include "../base/util.h"
#include "narrow.h"
#include "policy_parts.h"
#include "../run/run.h"

/* What a run gets where neither the table nor the operator says. */
static const int64_t limit_fallback[RULES_NLIMITS] = {
	[RULES_WALL] = 30000,
	[RULES_CPU] = 30000,
	[RULES_MEMORY] = 512ll << 20,
	[RULES_PROCESSES] = 32,
	[RULES_OPEN_FILES] = 256,
	[RULES_FILE_SIZE] = 64ll << 20,
	[RULES_DISK] = 100ll << 20,
	[RULES_OUTPUT] = 1ll << 20,
	[RULES_FILES] = 10000,
	/* There is no limit of RULES_CPUS and RULES_IO then: 0. */
};

/*
 * How each kind of access is spelled in the table, and the errno from which
 * CPython raises PermissionError.
 */
static const struct {
	enum rules_kind	kind;
	int		err;
} kinds[ACCESS_NKINDS] = {
	[ACCESS_READ] = { RULES_READ, EACCES },
	[ACCESS_WRITE] = { RULES_WRITE, EACCES },
	[ACCESS_STAT] = { RULES_STAT, EACCES },
	[ACCESS_EXEC] = { RULES_EXEC, EACCES },
	[ACCESS_CONNECT] = { RULES_CONNECT, EACCES },
	[ACCESS_BIND] = { RULES_BIND, EACCES },
};

static struct ruling
ruling_of(const struct ruleset *rules, const struct rules_row *row, int err)
{
	struct ruling ruling = { .err = err };

	if (row == NULL)
		return ruling;
	ruling.verb = row->verb;
	ruling.quiet = row->quiet != 0;
	ruling.kill = row->kill != 0;
	ruling.lookup = row->lookup != 0;
	ruling.minor = row->severity == RULES_LOW;
	if (row->err > 0)
		ruling.err = row->err;
	ruling.rule = rules_text(rules, row->id);
	ruling.why = rules_text(rules, row->why);
	ruling.hint = rules_text(rules, row->hint);
	return ruling;
}

/* The first eight bytes, for ruling out most rows by one comparison. */
static uint64_t
head_of(const char *s, size_t n)
{
	uint64_t head = 0;

	memcpy(&head, s, n < sizeof(head) ? n : sizeof(head));
	return head;
}

void
policy_row_add(struct path_rows *set, const char *pattern, const struct ruling *ruling,
    bool by_operator)
{
	struct path_row *row = MEM_PUSH(set->rows, set->count, set->cap);
	const char *p;

	row->pattern = mem_strdup(pattern);
	for (p = pattern; *p != '\0'; p++) {
		if (*p == '*')
			row->is_glob = true;
		else
			row->literal++;
		if (!row->is_glob)
			row->prefix++;
	}
	row->head = head_of(pattern, row->prefix);
	memset(&row->mask, 0xff, row->prefix < sizeof(row->mask) ?
	    row->prefix : sizeof(row->mask));
	row->by_operator = by_operator;
	row->ruling = *ruling;
}

/*
 * "X/" and two stars covers what lies in X. A look at X itself is part of
 * that; changing X (removing it, renaming it) is not.
 */
static void
row_add_tree(struct path_rows *set, enum access access, const char *pattern,
    const struct ruling *ruling, bool by_operator)
{
	size_t n = strlen(pattern);

	policy_row_add(set, pattern, ruling, by_operator);
	if (n > 3 && strcmp(pattern + n - 3, "/**") == 0 &&
	    memchr(pattern, '*', n - 3) == NULL &&
	    !(access == ACCESS_WRITE && ruling->verb == RULES_ALLOW)) {
		auto_free char *self = mem_strndup(pattern, n - 3);

		policy_row_add(set, self, ruling, by_operator);
	}
}

/*
 * Replace a leading variable, be it behind "unix:"; a variable without a value
 * makes no row.
 */
static void
row_expand(struct path_rows *set, enum access access, const char *subject,
    const struct ruling *ruling, const struct run_options *opts,
    const struct policy_dirs *dirs)
{
	const char *prefix = strncmp(subject, "unix:$", 6) == 0 ? "unix:" : "";
	const char *rest = subject + strcspn(subject, "/");
	auto_buf struct buf b = BUF_INIT;
	size_t n, i;

	if (subject[strlen(prefix)] != '$') {
		row_add_tree(set, access, subject, ruling, false);
		return;
	}
	subject += strlen(prefix);
	n = (size_t)(rest - subject);
	if (policy_folder(dirs, subject, n) != NULL) {
		buf_addf(&b, "%s%s%s", prefix, policy_folder(dirs, subject, n),
		    rest);
		row_add_tree(set, access, buf_str(&b), ruling, false);
	} else if (n == 6 && strncmp(subject, "$INPUT", n) == 0) {
		for (i = 0; i < opts->ninputs && dirs->work != NULL; i++) {
			size_t first = set->count;

			b.len = 0;
			buf_addf(&b, "%s/%s%s", dirs->work,
			    opts->inputs[i].name, rest);
			row_add_tree(set, access, buf_str(&b), ruling, false);
			while (first < set->count)
				set->rows[first++].ruling.input = true;
		}
	} else if (n == 7 && strncmp(subject, "$PYTHON", n) == 0) {
		if (dirs->python_exe != NULL)
			policy_row_add(set, dirs->python_exe, ruling, false);
		for (i = 0; dirs->python_trees != NULL &&
		    dirs->python_trees[i] != NULL; i++) {
			b.len = 0;
			buf_addf(&b, "%s%s", dirs->python_trees[i], rest);
			row_add_tree(set, access, buf_str(&b), ruling, false);
		}
	}
}

static void
add_table_paths(struct policy *policy, const struct run_options *opts,
    const struct policy_dirs *dirs)
{
	size_t i, n = rules_count(policy->rules);
	int a, access_of[RULES_NKINDS];
	struct ruling ruling;

	for (i = 0; i < RULES_NKINDS; i++)
		access_of[i] = -1;
	for (a = 0; a < ACCESS_NKINDS; a++) {
		access_of[kinds[a].kind] = a;
		policy->paths[a].otherwise = ruling_of(policy->rules,
		    rules_default(policy->rules, kinds[a].kind), kinds[a].err);
	}
	/* Most rows are the gate's: thousands, looked at in every run. */
	for (i = 0; i < n; i++) {
		const struct rules_row *row = rules_at(policy->rules, i);

		a = access_of[row->kind];
		if (a < 0 || row->is_default)
			continue;
		ruling = ruling_of(policy->rules, row, kinds[a].err);
		row_expand(&policy->paths[a], (enum access)a,
		    rules_text(policy->rules, row->subject), &ruling, opts,
		    dirs);
	}
}

/*
 * What the table denies to write in the work folder, by its name, it denies in
 * a folder that the operator lets be written; to read, too: it may be there,
 * and libraries that find it evaluate it.
 */
static void
add_denied_names(struct policy *policy, const char *folder)
{
	static const char work[] = "$WORK/";
	size_t i, n = rules_count(policy->rules);
	auto_buf struct buf b = BUF_INIT;

	for (i = 0; i < n; i++) {
		const struct rules_row *row = rules_at(policy->rules, i);
		const char *subject = rules_text(policy->rules, row->subject);
		struct ruling ruling;

		if (row->kind != RULES_WRITE || row->verb != RULES_DENY ||
		    row->is_default || strncmp(subject, work, sizeof(work) -
		    1) != 0)
			continue;
		ruling = ruling_of(policy->rules, row, EACCES);
		b.len = 0;
		buf_addf(&b, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder,
		    subject + sizeof(work) - 1);
		policy_row_add(&policy->paths[ACCESS_WRITE], buf_str(&b), &ruling,
		    true);
		policy_row_add(&policy->paths[ACCESS_READ], buf_str(&b), &ruling,
		    true);
	}
}

/* The operator's word: a file, or a folder and all below it. */
static int
add_operator_path(struct policy *policy, const char *option, const char *path,
    bool canonical, unsigned accesses, char **ret_why)
{
	static const struct ruling allowed = {
		.verb = RULES_ALLOW, .why = "the operator's option",
	};
	auto_buf struct buf b = BUF_INIT;
	auto_free char *real = realpath(path, NULL);
	struct stat st;
	int a;

	if (real == NULL || stat(real, &st) < 0) {
		int err = errno;

		buf_addf(&b, "%s %s: %s; it must exist before the run", option,
		    path, strerror(err));
		*ret_why = buf_steal(&b);
		return -err;
	}
	if (canonical && strcmp(real, path) != 0) {
		buf_addf(&b, "%s %s: leads to %s now; nothing was run", option,
		    path, real);
		*ret_why = buf_steal(&b);
		return -ESTALE;
	}
	if (policy_is_an_alias(policy, real)) {
		buf_addf(&b, "%s %s: the run has a folder of its own under "
		    "that name; give what lies in it, or a table that "
		    "includes \"shared/no-aliases.rules\"", option, path);
		*ret_why = buf_steal(&b);
		return -EINVAL;
	}
	if (strchr(real, '*') != NULL) {
		buf_addf(&b, "%s %s: the name holds a *, which would stand for "
		    "others too; give its folder instead", option, path);
		*ret_why = buf_steal(&b);
		return -EINVAL;
	}
	if (S_ISDIR(st.st_mode))
		buf_addf(&b, "%s/**", strcmp(real, "/") == 0 ? "" : real);
	else
		buf_adds(&b, real);
	if (S_ISDIR(st.st_mode) && accesses & 1u << ACCESS_WRITE)
		add_denied_names(policy, real);
	for (a = 0; a < ACCESS_NKINDS; a++) {
		if (accesses & 1u << a)
			row_add_tree(&policy->paths[a], (enum access)a,
			    buf_str(&b), &allowed, true);
	}
	return 0;
}

/* Who speaks to the endpoint: a local socket, datagrams, or streams. */
enum speaks { SPEAKS_STREAM = 0, SPEAKS_DATAGRAM, SPEAKS_LOCAL };

static enum speaks
speaks_of(const char *endpoint)
{
	return strncmp(endpoint, POLICY_UDP, sizeof(POLICY_UDP) - 1) == 0 ?
	    SPEAKS_DATAGRAM : strncmp(endpoint, "unix:", 5) == 0 ?
	    SPEAKS_LOCAL : SPEAKS_STREAM;
}

/* [udp:]1.2.3.4:80 or [udp:][::1]:80 in the one spelling the checks use. */
static int
add_operator_endpoint(struct policy *policy, const char *text, char **ret_why)
{
	static const struct ruling allowed = {
		.verb = RULES_ALLOW, .why = "the operator's option",
	};
	auto_buf struct buf b = BUF_INIT;
	const char *kind = speaks_of(text) == SPEAKS_DATAGRAM ? POLICY_UDP : "";
	const char *given = text, *colon = strrchr(text, ':');
	char host[INET6_ADDRSTRLEN + 2] = "", spelled[INET6_ADDRSTRLEN];
	unsigned char addr[16];
	char *end = NULL;
	long port = colon != NULL ? strtol(colon + 1, &end, 10) : 0;
	int family = AF_INET;
	size_t n;

	text += strlen(kind);
	n = colon != NULL && colon > text ? (size_t)(colon - text) : 0;
	if (n > 2 && text[0] == '[' && text[n - 1] == ']') {
		family = AF_INET6;
		text++;
		n -= 2;
	}
	if (n > 0 && n < sizeof(host))
		memcpy(host, text, n);
	if (colon == NULL || end == colon + 1 || *end != '\0' || port < 1 ||
	    port > 65535 || inet_pton(family, host, addr) != 1) {
		buf_addf(&b, "--connect '%s': want ADDR:PORT with a numeric "
		    "address, as in 127.0.0.1:8080 or [::1]:8080, with udp: "
		    "before it for datagrams", given);
		*ret_why = buf_steal(&b);
		return -EINVAL;
	}
	inet_ntop(family, addr, spelled, sizeof(spelled));
	buf_addf(&b, family == AF_INET6 ? "%s[%s]:%ld" : "%s%s:%ld", kind,
	    spelled, port);
	policy_row_add(&policy->paths[ACCESS_CONNECT], buf_str(&b), &allowed, true);
	return 0;
}

static int
add_operator_rows(struct policy *policy, const struct run_options *opts,
    char **ret_why)
{
	const struct {
		const char		*option;
		const char *const	*paths;
		unsigned		 accesses;
	} lists[] = {
		{ "--read", opts->reads, 1u << ACCESS_READ | 1u << ACCESS_STAT },
		{ "--write", opts->writes, 1u << ACCESS_READ |
		    1u << ACCESS_STAT | 1u << ACCESS_WRITE },
		{ "--allow-exec", opts->execs, 1u << ACCESS_READ |
		    1u << ACCESS_STAT | 1u << ACCESS_EXEC },
	};
	size_t i, j;
	int r;

	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		for (j = 0; lists[i].paths != NULL &&
		    lists[i].paths[j] != NULL; j++) {
			r = add_operator_path(policy, lists[i].option,
			    lists[i].paths[j], opts->canonical,
			    lists[i].accesses, ret_why);
			if (r < 0)
				return r;
		}
	}
	for (j = 0; opts->connects != NULL && opts->connects[j] != NULL; j++) {
		r = add_operator_endpoint(policy, opts->connects[j], ret_why);
		if (r < 0)
			return r;
	}
	return 0;
}

/* One file of what was asked for. */
static void
add_image(struct policy *policy, const char *path, unsigned accesses)
{
	static const struct ruling allowed = {
		.verb = RULES_ALLOW, .why = "the program that was asked for",
	};
	int a;

	for (a = 0; strchr(path, '*') == NULL && a < ACCESS_NKINDS; a++)
		if (accesses & 1u << a)
			policy_row_add(&policy->paths[a], path, &allowed, false);
}

/*
 * The interpreter looks for the file a traceback names. What ran came from
 * sealed memory; whether the file still is the same nobody knows.
 */
static void
add_script(struct policy *policy, const struct run_options *opts)
{
	static const struct ruling hidden = {
		.verb = RULES_DENY, .quiet = true, .err = ENOENT,
		.why = "the script runs from memory, not from its file",
	};
	auto_free char *real = opts->script_name != NULL ?
	    realpath(opts->script_name, NULL) : NULL;

	if (real == NULL || strchr(real, '*') != NULL)
		return;
	policy_row_add(&policy->paths[ACCESS_READ], real, &hidden, false);
	policy_row_add(&policy->paths[ACCESS_STAT], real, &hidden, false);
}

/*
 * Does a row, of the table or the operator's, name an endpoint of this kind?
 * Exploring, all are asked for, and refused each by its name.
 */
static bool
names_endpoint(const struct policy *policy, enum speaks speaks)
{
	const struct path_row *row;
	size_t i;
	int a;

	for (a = ACCESS_CONNECT; a <= ACCESS_BIND; a++) {
		const struct path_rows *set = &policy->paths[a];

		if (set->otherwise.verb == RULES_ALLOW)
			return true;
		for (i = 0; i < set->count; i++) {
			row = &set->rows[i];
			if (row->ruling.verb == RULES_ALLOW &&
			    speaks_of(row->pattern) == speaks &&
			    (row->by_operator || narrow_path(policy->narrow,
			    (enum access)a, row->pattern) == NULL))
				return true;
		}
	}
	return policy->explore;
}

/* The folder that `work` lies in, if it is one of a run's. */
static void
note_own(struct policy *policy, const char *work)
{
	static const char prefix[] = "/" POLICY_RUN;
	const char *end = work != NULL ? strrchr(work, '/') : NULL;
	const char *at = end;

	while (at != NULL && at > work && *--at != '/')
		;
	if (at == NULL || strncmp(at, prefix, sizeof(prefix) - 1) != 0)
		return;
	policy->own = mem_strndup(work, (size_t)(end - work));
	policy->base = mem_strndup(work, at == work ? 1 : (size_t)(at - work));
}

static bool
makes_code(const struct ruleset *rules)
{
	const struct rules_row *row = rules_find(rules, RULES_SELF, "jit");

	return row != NULL && row->verb == RULES_ALLOW;
}

int64_t
policy_limit_of(const struct run_options *opts, enum rules_limit limit)
{
	int64_t table = rules_limit(opts->rules, limit);

	return opts->limits[limit] > 0 ? opts->limits[limit] :
	    table >= 0 ? table : limit_fallback[limit];
}

int
policy_new(const struct run_options *opts, const struct policy_dirs *dirs,
    char **ret_why, struct policy **ret)
{
	struct policy *policy = mem_new(1, sizeof(*policy));
	int i, r;

	policy->rules = opts->rules;
	policy->explore = opts->explore;
	policy->makes_code = makes_code(opts->rules);
	policy->reads_by_landlock = rules_judge_reads_by_landlock(opts->rules);
	note_own(policy, dirs->work);
	policy->code = dirs->code != NULL ? mem_strdup(dirs->code) : NULL;
	add_table_paths(policy, opts, dirs);
	/* Where the table lets it start, it may be given anything. */
	if (opts->script_name != NULL && dirs->program != NULL &&
	    dirs->python_name != NULL && policy_path(policy, ACCESS_EXEC,
	    dirs->program).verb != RULES_ALLOW) {
		policy->interpreter = mem_strdup(dirs->program);
		policy->interpreter_name = mem_strdup(dirs->python_name);
	}
	if (dirs->program != NULL)
		add_image(policy, dirs->program, 1u << ACCESS_READ |
		    1u << ACCESS_STAT | 1u << ACCESS_EXEC);
	add_script(policy, opts);
	r = add_operator_rows(policy, opts, ret_why);
	if (r < 0) {
		policy_free(policy);
		return r;
	}
	policy_add_names(policy, opts, dirs);
	policy_add_aliases(policy, dirs);
	if (opts->narrow != NULL)
		policy->narrow = narrow_new(opts->narrow, dirs, policy);
	policy->net[false] = names_endpoint(policy, SPEAKS_STREAM);
	policy->net[true] = names_endpoint(policy, SPEAKS_DATAGRAM);
	policy->unlisted = ruling_of(opts->rules,
	    rules_default(opts->rules, RULES_SYSCALL), ENOSYS);
	policy->unlisted.verb = RULES_DENY;
	policy->unlisted.err = ENOSYS;
	for (i = 0; i < SYSCALL_MAX; i++) {
		const struct syscall_row *row =
		    syscall_by_number(SYSCALL_NATIVE, i);

		policy->calls[i] = row == NULL ? policy->unlisted :
		    ruling_of(opts->rules, rules_decide(opts->rules,
		    RULES_SYSCALL, row->name), EPERM);
		if (row != NULL && policy->calls[i].verb != RULES_DENY &&
		    narrow_syscall(policy->narrow, row->name) != NULL)
			policy->calls[i] = policy_self(policy,
			    narrow_syscall(policy->narrow, row->name));
	}
	for (i = 0; i < RULES_NLIMITS; i++)
		policy->limits[i] = policy_limit_of(opts, (enum rules_limit)i);
	*ret = policy;
	return 0;
}

const char *
policy_interpreter(const struct policy *policy, const char *canonical)
{
	const struct path_rows *set = &policy->paths[ACCESS_EXEC];
	size_t i;

	if (policy->interpreter == NULL ||
	    strcmp(policy->interpreter, canonical) != 0)
		return NULL;
	for (i = 0; i < set->count; i++) {
		const struct path_row *row = &set->rows[i];

		if (row->by_operator && row->ruling.verb == RULES_ALLOW &&
		    rules_glob(row->pattern, canonical, '/'))
			return NULL;
	}
	return policy->interpreter_name;
}

void
policy_add_headers(struct policy *policy, const char *interpreter,
    const char *loader)
{
	const unsigned read = 1u << ACCESS_READ | 1u << ACCESS_STAT;

	if (interpreter != NULL)
		add_image(policy, interpreter, read | 1u << ACCESS_EXEC);
	if (loader == NULL)
		return;
	add_image(policy, loader, read);
	policy->loader = mem_strdup(loader);
}

void
policy_free(struct policy *policy)
{
	size_t i, a;

	if (policy == NULL)
		return;
	for (a = 0; a < ACCESS_NKINDS; a++) {
		for (i = 0; i < policy->paths[a].count; i++)
			free(policy->paths[a].rows[i].pattern);
		free(policy->paths[a].rows);
	}
	narrow_free(policy->narrow);
	policy_release_names(policy);
	free(policy->own);
	free(policy->code);
	free(policy->base);
	free(policy->loader);
	free(policy->interpreter);
	free(policy->interpreter_name);
	free(policy);
}

/* Does `row` match all that the operator's row does? */
static bool
row_covers(const struct path_row *row, const struct path_row *operators)
{
	size_t n = strlen(row->pattern);
	auto_buf struct buf below = BUF_INIT;

	if (!row->is_glob || !operators->is_glob)
		return row->is_glob ? rules_glob(row->pattern,
		    operators->pattern, '/') :
		    strcmp(row->pattern, operators->pattern) == 0;
	/* What begins with any name in that folder, and goes on anyhow. */
	buf_add(&below, operators->pattern, operators->prefix);
	buf_addc(&below, '\1');
	return n > 2 && strcmp(row->pattern + n - 2, "**") == 0 &&
	    rules_glob(row->pattern, buf_str(&below), '/');
}

bool
policy_outranks(const struct path_row *row, const struct path_row *best)
{
	if (best == NULL)
		return true;
	/* What the table shuts stays shut below a wider tree of the
	 * operator's: that very name, or one below, has to be given. */
	if (row->by_operator && !best->by_operator)
		return best->ruling.verb == RULES_ALLOW ||
		    row_covers(best, row);
	if (!row->by_operator && best->by_operator)
		return row->ruling.verb != RULES_ALLOW &&
		    !row_covers(row, best);
	if (row->is_glob != best->is_glob)
		return !row->is_glob;
	if (row->literal != best->literal)
		return row->literal > best->literal;
	/* RULES_DENY is the smallest: the stricter row wins. */
	return row->ruling.verb < best->ruling.verb;
}

enum rules_kind
policy_kind(enum access access)
{
	return kinds[access].kind;
}

bool
policy_is_of_another_run(const struct policy *policy, enum access access,
    const char *name)
{
	size_t n = policy->own != NULL ? strlen(policy->own) : 0;
	const char *rest;

	if (strncmp(name, "unix:", 5) == 0)
		name += 5;
	/* Under another name it would be nobody's; nor is what it lies in to
	 * be moved away, other runs' folders with it. */
	if (access == ACCESS_WRITE && policy_alias_of(policy, name) != NULL)
		return true;
	if (n > 0 && access == ACCESS_WRITE && strncmp(policy->own, name,
	    strlen(name)) == 0 && (policy->own[strlen(name)] == '/' ||
	    policy->own[strlen(name)] == '\0'))
		return true;
	if (n > 0 && strncmp(name, policy->own, n) == 0 &&
	    (name[n] == '/' || name[n] == '\0')) {
		rest = name[n] == '/' ? strchr(name + n + 1, '/') : NULL;
		return access == ACCESS_WRITE && (rest == NULL ||
		    (policy->code != NULL &&
		    util_is_below(name, policy->code)));
	}
	return strstr(name, "/" POLICY_RUN) != NULL ||
	    strstr(name, "/" POLICY_NEW) != NULL;
}

static struct ruling
as_run(const struct policy *policy, struct ruling ruling)
{
	if (policy->explore)
		ruling.kill = ruling.lookup = false;
	return ruling;
}

struct ruling
policy_path(const struct policy *policy, enum access access,
    const char *canonical)
{
	const struct path_rows *set;
	/* The table's, and the operator's. */
	const struct path_row *of[2] = { NULL, NULL }, *best;
	uint64_t head;
	size_t i;

	if ((unsigned)access >= ACCESS_NKINDS)
		return (struct ruling){ .err = EPERM };
	set = &policy->paths[access];
	head = head_of(canonical, strnlen(canonical, sizeof(head)));
	for (i = 0; i < set->count; i++) {
		const struct path_row *row = &set->rows[i];

		if (((head ^ row->head) & row->mask) != 0 ||
		    !policy_outranks(row, of[row->by_operator]) ||
		    strncmp(row->pattern, canonical, row->prefix) != 0)
			continue;
		/* A star grants no endpoint of another kind. */
		if (access >= ACCESS_CONNECT && row->is_glob &&
		    row->ruling.verb == RULES_ALLOW &&
		    speaks_of(row->pattern) != speaks_of(canonical))
			continue;
		if (row->is_glob ?
		    rules_glob(row->pattern, canonical, '/') :
		    canonical[row->prefix] == '\0')
			of[row->by_operator] = row;
	}
	best = of[1] != NULL && policy_outranks(of[1], of[0]) ? of[1] : of[0];
	/* Whatever a row or the operator says of the tree it lies in. */
	if ((best != NULL ? best->ruling.verb : set->otherwise.verb) ==
	    RULES_ALLOW && policy_is_of_another_run(policy, access, canonical)) {
		struct ruling r = policy_self(policy, "other-run");

		r.kill = false;
		return r;
	}
	/* Folders that stand for the host's are as little to be changed. */
	if (access == ACCESS_WRITE && policy->root != NULL &&
	    util_is_below(canonical, policy->root))
		return as_run(policy, set->otherwise);
	if (best != NULL && best->ruling.verb == RULES_ALLOW &&
	    !best->by_operator) {
		const char *word = narrow_path(policy->narrow, access,
		    canonical);

		if (word != NULL)
			return policy_self(policy, word);
	}
	return as_run(policy, best != NULL ? best->ruling : set->otherwise);
}

bool
policy_task(const struct policy *policy, bool is_thread, struct ruling *ret)
{
	const char *word = narrow_task(policy->narrow, is_thread);

	if (word != NULL)
		*ret = policy_self(policy, word);
	return word == NULL;
}

struct ruling
policy_syscall(const struct policy *policy, long nr)
{
	if (nr < 0 || nr >= SYSCALL_MAX)
		return as_run(policy, policy->unlisted);
	return as_run(policy, policy->calls[nr]);
}

struct ruling
policy_self(const struct policy *policy, const char *word)
{
	struct ruling ruling = ruling_of(policy->rules,
	    rules_decide(policy->rules, RULES_SELF, word), EPERM);

	/* No table opens this door. */
	ruling.verb = RULES_DENY;
	return as_run(policy, ruling);
}

bool
policy_makes_code(const struct policy *policy)
{
	return policy->makes_code;
}

int64_t
policy_limit(const struct policy *policy, enum rules_limit limit)
{
	return policy->limits[limit];
}

bool
policy_reads_by_landlock(const struct policy *policy)
{
	return policy->reads_by_landlock;
}

void
policy_judge_reads_by_landlock(struct policy *policy, bool so)
{
	policy->reads_by_landlock = so;
}

bool
policy_has_net(const struct policy *policy, bool datagrams)
{
	return policy->net[datagrams];
}

int
policy_each_port(const struct policy *policy, enum access access,
    int (*fn)(int port, void *arg), void *arg)
{
	const struct path_rows *set = &policy->paths[access];
	size_t i;

	for (i = 0; i < set->count; i++) {
		const struct path_row *row = &set->rows[i];
		const char *colon = strrchr(row->pattern, ':');
		char *end = NULL;
		long port;
		int r;

		if (row->ruling.verb != RULES_ALLOW ||
		    speaks_of(row->pattern) != SPEAKS_STREAM)
			continue;
		port = colon != NULL ? strtol(colon + 1, &end, 10) : -1;
		if (colon == NULL || end == colon + 1 || *end != '\0' ||
		    port < 0 || port > 65535)
			port = -1;
		r = fn((int)port, arg);
		if (r != 0)
			return r;
	}
	return 0;
}
