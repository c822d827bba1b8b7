/*
 * The table language (sallyport-rules(5)) and its one in-memory form.
 *
 * A loaded table is an image: one block of memory without pointers, in which
 * strings are offsets. The loader makes it from text; tools/gen writes the
 * images of the shipped profiles as static data, so that a start parses
 * nothing. Both are used through this header alone.
 *
 * This module knows rows, not their meaning: regular expressions are carried
 * as text (the analyzer compiles them), path variables stay in the subject
 * (the supervisor expands them).
 */
#ifndef SALLYPORT_RULES_H
#define SALLYPORT_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct hash;
struct rules_need;

/* Zeroed memory denies. In verdicts, deny reads "block". */
enum rules_verb {
	RULES_DENY = 0,
	RULES_INSPECT,		/* stop, and judge the arguments */
	RULES_HOLD,		/* a person must approve */
	RULES_ALLOW,
};

enum rules_kind {
	RULES_KIND_NONE = 0,
	/* What the gate judges. */
	RULES_SOURCE,	/* a property of the bytes: bare-cr, nul, too-deep ... */
	RULES_NODE,	/* a named node kind of the grammar */
	RULES_IMPORT,	/* a module, by its dotted name */
	RULES_MEMBER,	/* module.member: from the braces of an import row */
	RULES_CALL,	/* a callable, by its resolved dotted name; also any
			   other use of it as a value. name(kw) is a call
			   that passes the keyword kw, name(kw=text) one that
			   passes exactly that constant */
	RULES_ATTR,	/* an attribute name, whatever it is read from */
	RULES_STRING,	/* a folded constant string, mostly ~/re/ */
	RULES_NAME,	/* the same, handed to what may look names up */
	RULES_PATH,	/* mode:path of a file the source names, mode one of
			   read write delete; the path as folded */
	RULES_HOST,	/* host or host:port the source names */
	RULES_MODEL,	/* a callable by its dotted name, or .method of
			   anything: see struct rules_model */
	RULES_FLOW,	/* a fact of data flow: unknown-into-exec ... */
	/* What the supervisor judges. */
	RULES_SYSCALL,	/* by name */
	RULES_READ,	/* canonical absolute paths; may begin with one of */
	RULES_WRITE,	/* $PYTHON $INPUT $WORK $HOME $SUBMISSION */
	RULES_STAT,
	RULES_EXEC,
	RULES_CONNECT,	/* address:port */
	RULES_BIND,
	RULES_SELF,	/* an attack on the supervisor, by a fixed word */
	/* What is judged once the run is over, before anybody gets it. */
	RULES_LEFT_TEXT,	/* `secrets`, `random`, or a ~/re/ of a line */
	RULES_LEFT_FILE,	/* a file that is left: its path in the work folder */
	RULES_LEFT_RESULT,	/* the main result: the schema it fits, in JSON */
	RULES_NKINDS
};

enum rules_class {
	RULES_CAPABILITY = 0,	/* the default */
	RULES_ESCAPE,
	RULES_SYNTAX,
	RULES_RESOURCE,
	RULES_OBFUSCATION,
};

enum rules_severity {
	RULES_SEVERITY_UNSET = 0,	/* deny: high, hold: medium, allow: low */
	RULES_LOW,
	RULES_MEDIUM,
	RULES_HIGH,
	RULES_CRITICAL,
};

/* What a file of a `file` row begins with, or is altogether. */
enum rules_type {
	RULES_TYPE_ANY = 0,
	RULES_TYPE_TEXT,	/* UTF-8 without NUL */
	RULES_TYPE_JSON,
	RULES_TYPE_PNG,
	RULES_TYPE_JPEG,
	RULES_TYPE_GIF,
	RULES_TYPE_PDF,
	RULES_TYPE_ZIP,		/* .xlsx, too */
	RULES_NTYPES
};

enum rules_limit {
	RULES_WALL = 0,		/* milliseconds */
	RULES_CPU,		/* milliseconds, of the whole tree */
	RULES_MEMORY,		/* bytes, of the whole tree */
	RULES_PROCESSES,	/* threads count */
	RULES_OPEN_FILES,	/* of each process */
	RULES_FILE_SIZE,	/* bytes, of each file */
	RULES_DISK,		/* bytes, of all that the run may write */
	RULES_OUTPUT,		/* bytes, stdout and stderr together */
	RULES_FILES,		/* names the run made, and files without one */
	RULES_CPUS,		/* thousandths of a processor, at any time */
	RULES_IO,		/* bytes, read and written */
	RULES_NLIMITS
};

/* What an operator is told of at once, as bits; names are in their order. */
enum rules_alert {
	RULES_ALERT_BLOCK = 1, RULES_ALERT_HOLD = 2,
	RULES_ALERT_VIOLATION = 4, RULES_ALERT_LIMIT = 8,
	RULES_ALERT_FAILED = 16,
	RULES_ALERT_DEFAULT = RULES_ALERT_FAILED - 1	/* without a row */
};
extern const char *const rules_alert_names[];	/* ended by NULL */

/* How the amount of a limit is written, and told. */
enum rules_form {
	RULES_FORM_TIME,	/* "30s": milliseconds */
	RULES_FORM_SIZE,	/* "512M": bytes */
	RULES_FORM_COUNT,	/* "32" */
	RULES_FORM_PART,	/* "0.5": thousandths */
};

/* Names as the language spells them: "deny", "import", "escape", "wall". */
const char *rules_verb_name(enum rules_verb);
const char *rules_kind_name(enum rules_kind);
const char *rules_class_name(enum rules_class);
const char *rules_severity_name(enum rules_severity);
const char *rules_type_name(enum rules_type);
const char *rules_limit_name(enum rules_limit);
enum rules_form rules_limit_form(enum rules_limit);

/* One row. Strings are read with rules_text(). */
struct rules_row {
	uint8_t		verb, kind, class, severity;
	uint8_t		is_default;	/* a `default` row; no subject */
	uint8_t		is_glob;	/* has * or ** */
	uint8_t		is_regex;	/* ~/re/: the subject is the pattern */
	uint8_t		has_members;	/* import row with braces */
	uint8_t		quiet, kill, lookup;
	uint8_t		type;		/* of a file: enum rules_type */
	int16_t		err;		/* errno= as a positive number, 0: unset */
	uint32_t	id, subject, why, hint;	/* strings; "" if none */
	uint32_t	file, line;	/* where the row stands */
	uint32_t	examples;	/* index of its first, see below */
	uint32_t	nexamples;
	uint32_t	most;		/* KiB of a file; 0: any size */
};

struct rules_example {
	uint8_t		is_bad;		/* bad: or ok: */
	uint8_t		zero[3];
	uint32_t	text, line;
};

/* A folder of the run's own, or what lies in it, and what the tree calls it. */
struct rules_alias {
	uint32_t	name, target;	/* strings; the target begins with a
					   path variable */
	uint32_t	shown;		/* what lies there is told by it */
};

struct ruleset;

/*
 * What a callable does with its arguments: a `model` row. Uses up to
 * RULES_USE_PYTHON are none of a path, host or program text.
 */
enum rules_use {
	RULES_USE_ITEMS = 1,	/* what is in the list is taken, not the list */
	RULES_USE_MODULE,	/* a module, of which it asks fixed names */
	RULES_USE_CODE,		/* SQL, the name of a module or a method */
	RULES_USE_EXPRESSION,	/* text that a frame evaluates */
	RULES_USE_FORMULA,	/* of a model of statsmodels */
	RULES_USE_TERM,		/* one term of that, or several */
	RULES_USE_PATTERN,	/* a regular expression */
	RULES_USE_DESCRIPTOR,	/* an open file, by its number */
	RULES_USE_PYTHON,	/* text that is run */
	RULES_USE_NAMES,	/* the names that such text finds */
	RULES_USE_READ,		/* a path that is read */
	RULES_USE_WRITE,
	RULES_USE_DELETE,
	RULES_USE_OPEN,		/* a path, used by the mode */
	RULES_USE_MODE,		/* that mode */
	RULES_USE_HOST,
};

enum rules_gives {
	RULES_GIVES_NUMBER = 1,	/* whatever it is given */
	RULES_GIVES_COMPUTED,	/* a number, of numbers */
	RULES_GIVES_DATA,	/* texts, lists and dicts, of such */
	RULES_GIVES_FILE,	/* one that is open: it names no place */
	RULES_GIVES_FUNCTION,
	RULES_GIVES_NUMBERS,	/* an array of them */
	RULES_GIVES_DESCRIPTOR,	/* of a file of its own making, first */
	RULES_GIVES_ARGUMENT,	/* `returned` */
};

/* Words of a model, as bits: 1 << RULES_KEEPS. */
enum rules_word {
	RULES_DIRECT = 1,	/* handed on instead of called, it is held */
	RULES_KEEPS,		/* texts are kept and searched: nothing looks
				   names up by them */
	RULES_SHOWS,		/* the same, and nothing gets them */
	RULES_CONVERTS,		/* it makes something of its arguments alone */
	RULES_TEXTLESS,		/* no object of this class is a text */
	RULES_REACHES,		/* a method that reaches the network, a program
				   or C, which no manifest tells */
	RULES_PROCESS,		/* the manifest says: processes */
	RULES_THREADS,
	RULES_LENT,		/* a module that RULES_USE_MODULE may be */
	RULES_FRAMES,		/* a module that makes what evaluates texts */
	RULES_PLAIN,		/* in a text that is evaluated it computes */
	RULES_SPELLS,		/* letters are taken apart or changed */
};

#define RULES_MODEL_MAX	12	/* parameters */

struct rules_parameter {
	const char	*name;	/* or several: a|b */
	uint8_t		 n;
	char		 use;	/* enum rules_use, or 0 */
	bool		 self;	/* the object of a method */
	bool		 keyword;	/* passed by its name alone */
	bool		 rest;	/* of as many as there are */
};

struct rules_model {
	struct rules_parameter parameters[RULES_MODEL_MAX];
	size_t		 n;
	unsigned	 words;		/* 1 << enum rules_word */
	char		 returns;	/* enum rules_gives, or 0 */
	uint8_t		 returned;	/* the parameter, from 1; or 0 */
	bool		 places;	/* a path or the like is among them, or
					   of none is anything said */
};

/* The profiles compiled in. -ENOENT if there is none of this name. */
int rules_builtin(const char *profile, const struct ruleset **ret);
const char *const *rules_builtin_names(void);	/* NULL-terminated */

/*
 * Load a table and what it includes. Relative includes are found beside the
 * including file; "shared/..." also among the compiled-in files.
 *
 * Every error found (at most 20) is appended to `errors`, each as
 * "file:line:column: error: ..." with the line, a caret, and the nearest word.
 * Returns 0 and a ruleset the caller frees, or -EINVAL (errors say why), or
 * another negative errno when a file could not be read (errors say which).
 */
int rules_load(const char *path, struct buf *errors, struct ruleset **ret);
/*
 * The same; `names` (or NULL) gets each file that was read, or was looked for
 * before what is compiled in was taken, each ended by a NUL.
 */
int rules_load_from(const char *path, struct buf *errors, struct buf *names,
    struct ruleset **ret);
/* The same from memory; `name` is what errors call it. */
int rules_parse(const char *name, const char *text, size_t n,
    struct buf *errors, struct ruleset **ret);
void rules_free(struct ruleset *);		/* NULL is fine */

/* A string of the image; valid as long as the ruleset. Offset 0 is "". */
const char *rules_text(const struct ruleset *, uint32_t offset);

size_t rules_count(const struct ruleset *);
const struct rules_row *rules_at(const struct ruleset *, size_t i);
const struct rules_example *rules_example(const struct ruleset *,
    const struct rules_row *, size_t i);
/*
 * The rows with ~/re/, in their order; NULL behind the last. What a match
 * needs is part of the table: see rules_needs.h.
 */
const struct rules_row *rules_regex(const struct ruleset *, size_t i,
    const struct rules_need **ret_needs, size_t *ret_nneeds);
/*
 * Does a row name something within this? For RULES_MEMBER: a module or member
 * below it, `text` and a dot; for RULES_CALL: a keyword of it. Stars count.
 */
bool rules_begins(const struct ruleset *, enum rules_kind, const char *text);
const struct rules_row *rules_by_id(const struct ruleset *, const char *id);

/*
 * The row that decides `subject`: exact beats glob, then more literal
 * characters, then deny beats hold beats inspect beats allow; then the kind's
 * default row. NULL if nothing matches and there is no default: treat as deny.
 * Rows with ~/re/ are not looked at; the caller runs those. For paths, `*`
 * stops at '/', for dotted names at '.'; `**` does not stop.
 */
const struct rules_row *rules_decide(const struct ruleset *, enum rules_kind,
    const char *subject);
/* The same, but NULL instead of the default row. */
const struct rules_row *rules_find(const struct ruleset *, enum rules_kind,
    const char *subject);
const struct rules_row *rules_default(const struct ruleset *, enum rules_kind);
/* The model of a callable, or of ".method". Its names are the ruleset's. */
bool rules_model(const struct ruleset *, const char *name,
    struct rules_model *ret);
/*
 * One subject against one pattern of the language; `sep` is '.', '/', or NUL
 * for a `*` that nothing stops. With '/', a final "/" and two stars match the
 * directory itself too.
 */
bool rules_glob(const char *pattern, const char *subject, char sep);

/* Sets in a hint, $imports and the like, are spelled out in its text. */

/* NULL behind the last; there is none where Landlock judges reads, which knows
 * no names. */
const struct rules_alias *rules_alias(const struct ruleset *, size_t i);

/*
 * The names that `surface` lists: made from installed packages, allowed where
 * no row has exactly this subject. `ret_home` gets "", or the dotted name by
 * whose rows and list it is judged.
 */
bool rules_lists_module(const struct ruleset *, const char *module);
bool rules_lists(const struct ruleset *, const char *module, const char *name,
    const char **ret_home);
/* The name at this place of a module's list, and its home; NULL behind it. */
const char *rules_listed(const struct ruleset *, const char *module, size_t i,
    const char **ret_home);
/* The module at this place of all lists, in no order; NULL: none there. */
const char *rules_listed_module(const struct ruleset *, size_t i,
    bool *ret_end);

/*
 * Append the allowed name that a dotted name, which no row knows, is nearest to:
 * `numpy.arange` for numpy.arnage.sum; false if none is near enough.
 */
bool rules_nearest(const struct ruleset *, const char *name, struct buf *out);

/* -1 if the table sets no such limit. */
int64_t rules_limit(const struct ruleset *, enum rules_limit);
char rules_tier(const struct ruleset *);	/* 'A'..'D'; 'D' if unset */
bool rules_judge_reads_by_landlock(const struct ruleset *);
/* The folder of the environment that scripts run in, or "": any interpreter. */
const char *rules_environment(const struct ruleset *);
unsigned rules_alerts(const struct ruleset *);
const char *rules_profile_name(const struct ruleset *);
/* Identity of the policy: over the image's meaning, not its comments. */
void rules_hash(const struct ruleset *, struct hash *ret);

/* The image as bytes, for the generator; and one that it wrote. */
const void *rules_image(const struct ruleset *, size_t *ret_n);
/* The text of a compiled-in file such as "shared/internals.rules", or NULL. */
const char *rules_builtin_file(const char *name, size_t *ret_n);

/* "30s", "500ms", "2m" in milliseconds; "512M" in bytes. 0 or -EINVAL. */
int rules_parse_time(const char *s, int64_t *ret_ms);
int rules_parse_size(const char *s, int64_t *ret_bytes);
/* In any of those forms, more than 0; and what to write, to follow "want". */
int rules_parse_amount(enum rules_form, const char *s, int64_t *ret);
const char *rules_form_wanted(enum rules_form);

#endif
