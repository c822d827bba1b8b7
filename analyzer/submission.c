#include "submission.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/rules.h"
#include "../supervisor/base/util.h"
#include "gate.h"
#include "judge.h"
#include "symbols/python_names.h"
#include "findings/verdict.h"
#include "symbols/siblings.h"
#include "syntax/tokens.h"

#define PROBE		"sallyport_anybody"	/* unknown to every file */

/* Text that was put in place of other text, for the judge alone. */
struct edit {
	uint32_t	line, column;	/* where it ends, as judged */
	uint32_t	longer;		/* by so many code points */
};

static const char *
member_of(const struct module *m, const char *dotted)
{
	size_t n = m->dotted != NULL ? strlen(m->dotted) : 0;

	return n > 0 && strncmp(dotted, m->dotted, n) == 0 &&
	    dotted[n] == '.' ? dotted + n + 1 : NULL;
}

/* "pkg.part" of pkg/part.py, "pkg" of pkg/__init__.py. */
static char *
dotted_of(const char *name)
{
	static const char init[] = "/__init__";
	size_t n = strlen(name) - strlen(".py");
	char *dotted, *at;

	if (n > sizeof(init) - 1 && memcmp(name + n - (sizeof(init) - 1), init,
	    sizeof(init) - 1) == 0)
		n -= sizeof(init) - 1;
	dotted = mem_strndup(name, n);
	for (at = dotted; *at != '\0'; at++)
		if (*at == '/')
			*at = '.';
	return dotted;
}

static bool
is_init(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash != NULL && strcmp(slash, "/__init__.py") == 0;
}

bool
submission_is_module(const char *name)
{
	static const char constants[][8] = { "False", "None", "True" };
	size_t n = strlen(name), at = 0, i;

	if (n < 4 || strcmp(name + n - 3, ".py") != 0)
		return false;
	for (n -= 3; at < n; at = i + 1) {
		char part[12] = "";

		for (i = at; i < n && name[i] != '/'; i++)
			if (name[i] != '_' && (name[i] < 'a' || name[i] > 'z') &&
			    (name[i] < 'A' || name[i] > 'Z') &&
			    (i == at || name[i] < '0' || name[i] > '9'))
				return false;
		if (i - at < sizeof(part))
			memcpy(part, name + at, i - at);
		if (i == at || i == n - 1 || IS_ONE_OF(part, constants) ||
		    token_is_keyword(name, (struct token){ TOKEN_NAME,
		    (uint32_t)at, (uint32_t)i }))
			return false;
	}
	return true;
}

/* Would its first part be found in place of another module? */
static bool
hides(const struct ruleset *rules, const char *dotted)
{
	auto_free char *top = mem_strndup(dotted, strcspn(dotted, "."));

	return python_has(PYTHON_STDLIB, top) ||
	    rules_find(rules, RULES_IMPORT, top) != NULL ||
	    rules_begins(rules, RULES_IMPORT, top);
}

static int
name_files(struct submission *t, const struct ruleset *rules, size_t main,
    char **ret_why)
{
	auto_buf struct buf why = BUF_INIT;
	size_t i, k;

	for (i = 0; i < t->n; i++) {
		struct module *m = &t->modules[i];
		auto_free char *dotted = NULL;
		const char *name = m->file->name;

		/* Nobody can import it, and it hides nothing. */
		if (!submission_is_module(name))
			continue;
		dotted = dotted_of(name);
		if (strcmp(dotted, "__main__") != 0 && hides(rules, dotted)) {
			buf_addf(&why, "%s: would hide the module %.*s, which "
			    "the code or a library may import; give it "
			    "another name", m->file->given,
			    (int)strcspn(dotted, "."), dotted);
			break;
		}
		for (k = 0; k < i; k++) {
			auto_free char *other = submission_is_module(
			    t->modules[k].file->name) ?
			    dotted_of(t->modules[k].file->name) : NULL;

			if (other != NULL && strcmp(other, dotted) == 0)
				break;
		}
		if (k < i) {
			buf_addf(&why, "%s and %s are both the module %s",
			    t->modules[k].file->given, m->file->given, dotted);
			break;
		}
		if (i == main || strcmp(dotted, "__main__") == 0)
			continue;
		m->package = is_init(name) ? mem_strdup(dotted) :
		    strchr(name, '/') == NULL ? NULL :
		    mem_strndup(dotted, (size_t)(strrchr(dotted, '.') -
		    dotted));
		m->dotted = steal_ptr(&dotted);
	}
	*ret_why = i < t->n ? buf_steal(&why) : NULL;
	return i < t->n ? -EINVAL : 0;
}

/*
 * "..part" seen from the package a.b.c is a.b.part. False: it leads out, or
 * there is no package, which stays what it is and is refused.
 */
static bool
add_absolute(struct buf *out, const char *package, const char *s, size_t n)
{
	size_t dots = strspn(s, "."), len = strlen(package);

	if (dots > n)
		return false;
	for (size_t i = dots; i < n; i++)
		if (strchr(" \t\\\r\n\f#", s[i]) != NULL)
			return false;
	for (; dots > 1; dots--) {
		while (len > 0 && package[len - 1] != '.')
			len--;
		if (len-- == 0)
			return false;
	}
	dots = strspn(s, ".");
	buf_add(out, package, len);
	if (n > dots) {
		buf_addc(out, '.');
		buf_add(out, s + dots, n - dots);
	}
	return true;
}

/* The file with its relative imports made absolute. */
static void
write_absolute(const struct module *m, const struct judge *j, struct buf *out,
    struct buf *edits)
{
	uint32_t i, at = 0, line = 1, begin = 0;
	const char *text = j->source.bytes;

	for (i = 0; m->package != NULL && i < j->tree.n; i++) {
		const struct node *node = &j->nodes[i];
		auto_buf struct buf name = BUF_INIT;
		struct edit edit = { 0 };
		uint32_t k;

		if (node->kind != NODE_RELATIVE_IMPORT || node->start < at ||
		    node->end > j->source.n)
			continue;
		if (node->start > 0 && strchr(" \t\\\n", text[node->start -
		    1]) == NULL)
			buf_addc(&name, ' ');
		if (!add_absolute(&name, m->package, text + node->start,
		    node->end - node->start))
			continue;
		if (node->end < j->source.n && strchr(" \t\\\r\n",
		    text[node->end]) == NULL)
			buf_addc(&name, ' ');
		for (k = at; k < node->start; k++)
			if (text[k] == '\n') {
				line++;
				begin = (uint32_t)out->len + k - at + 1;
			}
		buf_add(out, text + at, node->start - at);
		buf_add(out, name.data, name.len);
		at = node->end;
		edit.line = line;
		/* An import is ASCII up to there, or refused. */
		edit.column = (uint32_t)out->len - begin + 1;
		if (name.len > node->end - node->start) {
			edit.longer = (uint32_t)name.len - (node->end -
			    node->start);
			buf_add(edits, &edit, sizeof(edit));
		}
	}
	buf_add(out, text + at, j->source.n - at);
}

static void
take_back(const struct buf *edits, uint32_t line, uint32_t *column)
{
	const struct edit *list = (const void *)edits->data;
	uint32_t less = 0, i;

	for (i = 0; i < edits->len / sizeof(*list); i++)
		if (list[i].line == line && *column >= list[i].column)
			less += list[i].longer;
	*column = *column > less ? *column - less : 1;
}

/* Findings to where they are in the file: one about what is handed on lies
 * where that is bound. */
static void
place_findings(const struct module *m, const struct verdict *v,
    uint32_t lines, const struct buf *edits)
{
	size_t i, k;

	for (i = 0; i < v->nfindings; i++) {
		/* The verdict is the gate's, and ours until its next. */
		struct finding *f = (struct finding *)(uintptr_t)
		    &v->findings[i];
		struct chain_step *chain = (struct chain_step *)(uintptr_t)
		    f->chain;

		if (f->span.line > lines) {
			uint32_t nth = f->span.line - lines;

			for (k = 0; k < m->nbound; k++)
				if (m->bound[k].is_value &&
				    m->bound[k].is_open && --nth == 0)
					f->span.line = m->bound[k].line;
			if (f->span.line > lines)
				f->span.line = 1;
			f->span.end_line = f->span.line;
			f->span.column = 1;
			f->span.end_column = 2;
		}
		take_back(edits, f->span.line, &f->span.column);
		take_back(edits, f->span.end_line, &f->span.end_column);
		for (k = 0; k < f->nchain; k++) {
			if (chain[k].line > lines)
				chain[k].line = f->span.line;
			take_back(edits, chain[k].line, &chain[k].column);
		}
	}
}

static const struct verdict *
judge_file(const struct submission *t, struct gate *g, const struct module *m,
    bool probe, struct buf *text)
{
	const struct submission_file *file = m->file;
	auto_buf struct buf edits = BUF_INIT;
	const struct verdict *v;
	const struct judge *j;
	uint32_t lines = 1;
	size_t i;

	gate_submission(g, t);
	v = gate_judge(g, file->given, file->bytes, file->n);
	j = gate_inside(g);
	/* What declares another charset is not written anew, nor what is not
	 * read: it says why. */
	if (j != NULL && j->source.n == file->n &&
	    memcmp(j->source.bytes, file->bytes, file->n) == 0) {
		write_absolute(m, j, text, &edits);
		for (i = 0; i < text->len; i++)
			lines += text->data[i] == '\n';
		for (i = 0; probe && m->dotted != NULL && i < m->nbound; i++)
			if (m->bound[i].is_value && m->bound[i].is_open)
				buf_addf(text, "\n" PROBE "(%s)",
				    m->bound[i].name);
		if (text->len != file->n ||
		    memcmp(text->data, file->bytes, file->n) != 0) {
			buf_addc(text, '\n');
			v = gate_judge(g, file->given, text->data, text->len);
			place_findings(m, v, lines, &edits);
			((struct verdict *)(uintptr_t)v)->bytes = file->bytes;
			((struct verdict *)(uintptr_t)v)->nbytes = file->n;
			((struct verdict *)(uintptr_t)v)->text = file->bytes;
			((struct verdict *)(uintptr_t)v)->ntext = file->n;
		}
	} else if (probe && m->dotted != NULL && v->decision !=
	    DECISION_BLOCK) {
		/* What it hands on is then not known. */
		((struct verdict *)(uintptr_t)v)->decision = DECISION_HOLD;
	}
	gate_submission(g, NULL);
	return v;
}

static struct sibling_name *
bind_name(struct module *m, const char *name, uint32_t line)
{
	struct sibling_name *b = siblings_find(m, name);

	if (b != NULL)
		return b;
	b = MEM_PUSH(m->bound, m->nbound, m->bound_cap);
	b->name = mem_strdup(name);
	b->line = line;
	return b;
}

static void
add_dotted(struct buf *out, const struct judge *j, uint32_t node)
{
	uint32_t child;

	TREE_CHILDREN(j->nodes, node, child) {
		if (out->len > 0)
			buf_addc(out, '.');
		buf_adds(out, names_text(j->names, j->nodes[child].name));
	}
}

static void
add_def(struct module *m, const struct judge *j, const char *name,
    const struct def *d)
{
	uint32_t at = j->nodes[d->node].start, line = 1, i;
	auto_buf struct buf from = BUF_INIT;
	struct sibling_name *b;

	for (i = 0; i < at && i < j->source.n; i++)
		line += j->source.bytes[i] == '\n';
	b = bind_name(m, name, line);
	switch (d->kind) {
	case DEF_IMPORT:
		buf_adds(&from, name);
		break;
	case DEF_IMPORT_AS:
		add_dotted(&from, j, d->node);
		break;
	case DEF_FROM:
		if (j->nodes[d->expr].kind == NODE_IMPORT_FROM &&
		    j->nodes[d->expr + 1].kind == NODE_DOTTED_NAME) {
			add_dotted(&from, j, d->expr + 1);
			add_dotted(&from, j, d->node);
		} else
			buf_adds(&from, ".");	/* from nowhere known */
		break;
	default:
		b->is_value = true;
		return;
	}
	*MEM_PUSH(b->from, b->nfrom, b->from_cap) = buf_steal(&from);
}

/* What the file just judged binds in its module. */
static void
look_at_names(struct module *m, const struct judge *j)
{
	uint32_t i, def;

	for (i = 1; i < j->scopes.nbindings; i++) {
		const struct binding *b = &j->scopes.bindings[i];
		const char *name = names_text(j->names, b->name);

		if (b->scope != 1 || strncmp(name, "__", 2) == 0)
			continue;
		for (def = b->first; def != 0; def = j->scopes.defs[def].next)
			add_def(m, j, name, &j->scopes.defs[def]);
	}
}

/* May others have what is called so? */
static bool
is_open_name(const struct submission *t, const char *dotted)
{
	const char *member;
	const struct sibling_name *b;
	size_t i;

	if (siblings_has_module(t, dotted))
		return true;
	for (i = 0; i < t->n; i++) {
		member = member_of(&t->modules[i], dotted);
		b = member != NULL && strchr(member, '.') == NULL ?
		    siblings_find(&t->modules[i], member) : NULL;
		if (b != NULL)
			return b->is_open;
	}
	return false;
}

/* What is imported from elsewhere is not handed on; what is imported from
 * another file, if that hands it on. */
static void
open_names(struct submission *t)
{
	bool again = true;
	size_t i, k, f;

	while (again) {
		again = false;
		for (i = 0; i < t->n; i++)
			for (k = 0; k < t->modules[i].nbound; k++) {
				struct sibling_name *b = &t->modules[i].bound[k];

				for (f = 0; f < b->nfrom; f++)
					if (!is_open_name(t, b->from[f]))
						break;
				if (f < b->nfrom || b->is_open)
					continue;
				b->is_open = again = true;
			}
	}
}

/*
 * A package's own name that is a module of it, too: which of them others get
 * hangs on the order of imports. Only that module itself may be called so.
 */
static int
find_double(const struct submission *t, char **ret_why)
{
	auto_buf struct buf full = BUF_INIT, why = BUF_INIT;
	size_t i, k, f;

	for (i = 0; i < t->n; i++) {
		const struct module *m = &t->modules[i];

		for (k = 0; m->dotted != NULL && k < m->nbound; k++) {
			const struct sibling_name *b = &m->bound[k];

			full.len = 0;
			buf_addf(&full, "%s.%s", m->dotted, b->name);
			for (f = 0; f < b->nfrom; f++)
				if (strcmp(b->from[f], buf_str(&full)) != 0)
					break;
			if (!siblings_has_module(t, buf_str(&full)) ||
			    (f == b->nfrom && !b->is_value))
				continue;
			buf_addf(&why, "%s: %s is also the module %s; give "
			    "one of them another name", m->file->given,
			    b->name, buf_str(&full));
			*ret_why = buf_steal(&why);
			return -EINVAL;
		}
	}
	return 0;
}

/* What of a package is known by no name that stands there? */
static const char *
hands_on_unseen(const struct judge *j)
{
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_WILDCARD_IMPORT)
			return "import *";
	for (i = 1; i < j->scopes.nbindings; i++)
		if (j->scopes.bindings[i].scope == 1 &&
		    j->scopes.bindings[i].first != 0 &&
		    strcmp(names_text(j->names, j->scopes.bindings[i].name),
		    "__getattr__") == 0)
			return "__getattr__";
	return NULL;
}

static int
check_package(const struct submission *t, const struct module *m,
    const struct judge *j, char **ret_why)
{
	auto_buf struct buf why = BUF_INIT;
	const char *unseen;
	size_t i, n = m->dotted != NULL ? strlen(m->dotted) : 0;

	for (i = 0; n > 0 && i < t->n; i++)
		if (t->modules[i].dotted != NULL && member_of(m,
		    t->modules[i].dotted) != NULL)
			break;
	if (n == 0 || i == t->n || (unseen = hands_on_unseen(j)) == NULL)
		return 0;
	buf_addf(&why, "%s: %s in a package that has modules may hide them; "
	    "name what others are to have", m->file->given, unseen);
	*ret_why = buf_steal(&why);
	return -EINVAL;
}

int
submission_new(struct gate *g, const struct ruleset *rules,
    const struct submission_file *files, size_t n, size_t main, char **ret_why,
    struct submission **ret)
{
	struct submission *t = mem_new(1, sizeof(*t));
	const struct judge *j;
	size_t i;
	int r;

	t->modules = mem_new(n + 1, sizeof(*t->modules));
	t->n = n;
	for (i = 0; i < n; i++)
		t->modules[i].file = &files[i];
	r = name_files(t, rules, main, ret_why);
	t->is_open = true;
	for (i = 0; i < n && r == 0; i++) {
		/* The judge reads what was judged for as long as it is asked. */
		auto_buf struct buf text = BUF_INIT;

		judge_file(t, g, &t->modules[i], false, &text);
		j = gate_inside(g);
		if (j == NULL)
			continue;
		look_at_names(&t->modules[i], j);
		r = check_package(t, &t->modules[i], j, ret_why);
	}
	if (r == 0)
		r = find_double(t, ret_why);
	if (r < 0) {
		submission_free(t);
		return r;
	}
	t->is_open = false;
	open_names(t);
	*ret = t;
	return 0;
}

void
submission_free(struct submission *t)
{
	size_t i, k, f;

	if (t == NULL)
		return;
	for (i = 0; i < t->n; i++) {
		struct module *m = &t->modules[i];

		for (k = 0; k < m->nbound; k++) {
			for (f = 0; f < m->bound[k].nfrom; f++)
				free(m->bound[k].from[f]);
			free(m->bound[k].from);
			free(m->bound[k].name);
		}
		free(m->bound);
		free(m->dotted);
		free(m->package);
	}
	free(t->modules);
	free(t);
}

const struct verdict *
submission_judge(const struct submission *t, struct gate *g, size_t i)
{
	auto_buf struct buf text = BUF_INIT;

	return judge_file(t, g, &t->modules[i], true, &text);
}
