/*
 * What a subject of each kind may look like.
 */
#include "rules_resolve.h"

#include "buf.h"
#include "mem.h"
#include "syscalls.h"

static const char *const path_variables[] = {
	"PYTHON", "INPUT", "WORK", "HOME", "SUBMISSION", NULL
};

bool
rules_is_path_variable(const char *name, size_t n)
{
	size_t i;

	for (i = 0; path_variables[i] != NULL; i++) {
		if (strlen(path_variables[i]) == n &&
		    memcmp(path_variables[i], name, n) == 0)
			return true;
	}
	return false;
}

/* a.b.c, each part of name characters and stars; `n` bytes of it. */
static bool
is_dotted(const char *s, size_t n)
{
	bool at_start = true;
	size_t i;

	for (i = 0; i < n; i++) {
		if (s[i] == '.') {
			if (at_start)
				return false;
			at_start = true;
		} else if (s[i] == '*' || (at_start ? rules_is_letter(s[i]) :
		    rules_is_name_char(s[i]))) {
			at_start = false;
		} else {
			return false;
		}
	}
	return n > 0 && !at_start;
}

static bool
is_fixed_word(const char *s)
{
	/* Some of the kernel's names begin with _. */
	if ((*s < 'a' || *s > 'z') && *s != '_')
		return false;
	for (; *s != '\0'; s++) {
		if ((*s < 'a' || *s > 'z') && (*s < '0' || *s > '9') &&
		    *s != '-' && *s != '_' && *s != '*')
			return false;
	}
	return true;
}

/* name, name(keyword) or name(keyword=text) */
static const char *
check_call(const char *s)
{
	const char *open = strchr(s, '(');
	size_t n = open != NULL ? (size_t)(open - s) : strlen(s), k;

	if (!is_dotted(s, n))
		return "a call is a dotted name such as os.system";
	if (open == NULL)
		return NULL;
	for (k = 1; rules_is_name_char(open[k]); k++)
		continue;
	if (k == 1 || (open[k] != '=' && open[k] != ')') ||
	    s[strlen(s) - 1] != ')' || (open[k] == ')' && open[k + 1] != '\0'))
		return "what a call passes is written name(keyword) or "
		    "name(keyword=text)";
	return NULL;
}

static const char *
check_file(const char *s)
{
	const char *p = s;

	if (*p == '$') {
		size_t n = 0;

		while (rules_is_name_char(p[1 + n]))
			n++;
		if (!rules_is_path_variable(p + 1, n))
			return "a path begins with /, $PYTHON, $INPUT, $WORK, "
			    "$HOME or $SUBMISSION";
		p += 1 + n;
		if (*p == '\0')
			return NULL;
	}
	if (*p != '/')
		return "a path begins with /, $PYTHON, $INPUT, $WORK, $HOME "
		    "or $SUBMISSION";
	if (strcmp(p, "/") == 0)
		return p == s ? NULL : "a path has no trailing slash; "
		    "write /** for what lies below";
	for (; *p != '\0'; p++) {
		if (*p != '/')
			continue;
		if (p[1] == '/')
			return "a path has no empty part";
		if (p[1] == '\0')
			return "a path has no trailing slash; write /** for "
			    "what lies below";
		if (p[1] == '.' && (p[2] == '/' || p[2] == '\0' ||
		    (p[2] == '.' && (p[3] == '/' || p[3] == '\0'))))
			return "a path has no part . or ..";
	}
	return NULL;
}

bool
rules_subject_syscall(struct rules_load *load, const struct rules_stmt *stmt,
    const struct rules_token *place, const char *s)
{
	auto_buf struct buf near = BUF_INIT;
	const char **names;
	size_t i, n = syscall_count();

	if (syscall_by_name(s) != NULL)
		return true;
	names = mem_new(n + 1, sizeof(*names));
	for (i = 0; i < n; i++) {
		names[i] = syscall_at(i)->name;
		if (rules_glob(s, names[i], '.'))
			break;
	}
	if (i == n) {
		rules_diag_suggest(&near, s, names);
		rules_error_at(load, stmt->file, place, "no system call of "
		    "Linux %s is called '%s'%s", syscall_kernel(), s,
		    buf_str(&near));
	}
	free(names);
	return i < n;
}

const char *
rules_alias_fault(const char *name, const char *target)
{
	static const char *const folders[] = { "$WORK", "$HOME", "$SUBMISSION" };
	size_t i, n = strcspn(target, "/");
	const char *wrong;

	if (name[0] != '/' || strchr(name, '*') != NULL)
		return "an alias is an absolute path without stars";
	wrong = rules_subject_fault(RULES_READ, name);
	if (wrong == NULL)
		wrong = rules_subject_fault(RULES_READ, target);
	if (wrong != NULL)
		return wrong;
	if (strcmp(name, "/") == 0 || strncmp(name, "/proc", 5) == 0)
		return "the root and /proc are what they are";
	for (i = 0; i < ARRAY_SIZE(folders); i++)
		if (strlen(folders[i]) == n &&
		    strncmp(target, folders[i], n) == 0 &&
		    strchr(target, '*') == NULL)
			return NULL;
	return "an alias leads to a folder of the run: $WORK, $HOME, $SUBMISSION, "
	    "or one in it";
}

/* As it lies below the work folder. */
static const char *
check_left(const char *s)
{
	auto_buf struct buf absolute = BUF_INIT;

	if (s[0] == '/' || s[0] == '$')
		return "a file is named as it lies in the work folder: "
		    "out/*.csv, or **.csv wherever it lies";
	buf_addf(&absolute, "/%s", s);
	return check_file(absolute.data);
}

const char *
rules_subject_fault(enum rules_kind kind, const char *s)
{
	switch (kind) {
	case RULES_IMPORT:
		return is_dotted(s, strlen(s)) ? NULL :
		    "a module is a dotted name";
	case RULES_MEMBER:
		return is_dotted(s, strlen(s)) && strchr(s, '.') != NULL ?
		    NULL : "a member is written module.name";
	case RULES_CALL:
		return check_call(s);
	case RULES_MODEL:
		return is_dotted(s + (*s == '.'), strlen(s) - (*s == '.')) &&
		    (*s != '.' || strchr(s + 1, '.') == NULL) ? NULL :
		    "a model is of a dotted name, or of .method";
	case RULES_ATTR:
		return is_dotted(s, strlen(s)) && strchr(s, '.') == NULL ?
		    NULL : "an attribute is one name, without a dot";
	case RULES_SOURCE:
	case RULES_FLOW:
	case RULES_SELF:
	case RULES_NODE:
	case RULES_SYSCALL:
		return is_fixed_word(s) || (kind == RULES_NODE &&
		    is_dotted(s, strlen(s)) && strchr(s, '.') == NULL) ? NULL :
		    "expected a word of small letters, digits, - and _";
	case RULES_PATH:
		return strncmp(s, "read:", 5) == 0 ||
		    strncmp(s, "write:", 6) == 0 ||
		    strncmp(s, "delete:", 7) == 0 ? NULL :
		    "a path in source is written read:PATH, write:PATH or "
		    "delete:PATH";
	case RULES_READ:
	case RULES_WRITE:
	case RULES_STAT:
	case RULES_EXEC:
		return check_file(s);
	case RULES_LEFT_TEXT:
		return strcmp(s, "secrets") == 0 || strcmp(s, "random") == 0 ?
		    NULL : "what is looked for in output is: secrets, random "
		    "or ~/.../";
	case RULES_LEFT_RESULT:
		return strchr(s, '*') == NULL ? NULL :
		    "a result fits the schema in one file";
	case RULES_LEFT_FILE:
		return check_left(s);
	case RULES_CONNECT:
	case RULES_BIND:
		return strchr(s, ':') != NULL ? NULL :
		    "an endpoint is written address:port or unix:/path";
	default:
		return NULL;
	}
}
