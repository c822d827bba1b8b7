/*
 * The machine of pickletools, with source text in place of objects: opcodes
 * that build values push an expression, those that call write a line.
 */
#include "unpickle.h"

#include <ctype.h>
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

#define STACK_MAX	512
#define TEXT_MAX	16384	/* of one expression */
#define CODE_MAX	65536

struct machine {
	struct arena	*arena;
	struct buf	*code;
	const char	*s, *end;
	const char	*stack[STACK_MAX];	/* NULL: a mark */
	const char	*memo[STACK_MAX];
	size_t		 depth, nmemo;
	unsigned	 names;		/* _0, _1: what calls made */
	bool		 failed;
};

static const char *
fail(struct machine *m)
{
	m->failed = true;
	return "None";
}

static void
push(struct machine *m, const char *text)
{
	if (m->depth == STACK_MAX)
		fail(m);
	else
		m->stack[m->depth++] = text;
}

static void
push_buf(struct machine *m, const struct buf *text)
{
	if (text->len > TEXT_MAX)
		fail(m);
	else
		push(m, arena_strndup(m->arena, text->data, text->len));
}

static const char *
pop(struct machine *m)
{
	return m->depth == 0 || m->stack[m->depth - 1] == NULL ? fail(m) :
	    m->stack[--m->depth];
}

/* What lies above the topmost mark, which goes; its first. */
static size_t
pop_mark(struct machine *m)
{
	size_t i = m->depth;

	while (i > 0 && m->stack[i - 1] != NULL)
		i--;
	if (i == 0)
		fail(m);
	return i;
}

/* A little-endian number of so many bytes. */
static size_t
read_number(struct machine *m, unsigned bytes)
{
	size_t n = 0;
	unsigned i;

	if ((size_t)(m->end - m->s) < bytes)
		m->failed = true;
	for (i = 0; i < bytes && !m->failed; i++)
		n |= (size_t)(unsigned char)m->s[i] << 8 * i;
	m->s += m->failed ? 0 : bytes;
	return n;
}

static const char *
read_line(struct machine *m, size_t *ret_n)
{
	const char *s = m->s, *nl = memchr(s, '\n', (size_t)(m->end - s));

	*ret_n = 0;
	if (nl == NULL)
		return fail(m);
	*ret_n = (size_t)(nl - s);
	m->s = nl + 1;
	return s;
}

static const char *
read_bytes(struct machine *m, size_t n)
{
	const char *s = m->s;

	if ((size_t)(m->end - s) < n)
		return fail(m);
	m->s += n;
	return s;
}

static void
push_text(struct machine *m, const char *prefix, const char *s, size_t n)
{
	auto_buf struct buf text = BUF_INIT;
	size_t i;

	buf_addf(&text, "%s\"", prefix);
	for (i = 0; i < n && !m->failed && text.len <= TEXT_MAX; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '"' || c == '\\')
			buf_addf(&text, "\\%c", c);
		else if (c < 0x20 || c == 0x7f || (c > 0x7f && *prefix != 0))
			buf_addf(&text, "\\x%02x", c);
		else
			buf_addc(&text, (char)c);
	}
	buf_addc(&text, '"');
	push_buf(m, &text);
}

static void
push_sized(struct machine *m, const char *prefix, unsigned bytes)
{
	size_t n = read_number(m, bytes);
	const char *s = m->failed ? NULL : read_bytes(m, n);

	if (!m->failed)
		push_text(m, prefix, s, n);
}

/* 'text', as repr() writes it, or digits: of these characters and no others. */
static void
push_written(struct machine *m, bool quoted)
{
	auto_buf struct buf text = BUF_INIT;
	const char *s;
	size_t n, i;

	s = read_line(m, &n);
	if (m->failed)
		return;
	if (quoted && (n < 2 || s[0] != s[n - 1] || strchr("'\"", s[0]) ==
	    NULL))
		m->failed = true;
	if (!quoted && n > 0 && s[n - 1] == 'L')
		n--;
	for (i = 0; i < n; i++)
		if (quoted ? i > 0 && i < n - 1 && (!isprint((unsigned char)
		    s[i]) || (s[i] == s[0] && s[i - 1] != '\\')) :
		    !isdigit((unsigned char)s[i]) && strchr("-+.e", s[i]) ==
		    NULL)
			m->failed = true;
	buf_add(&text, s, n);
	/* I01 is True, and no number of Python's begins with 0. */
	if (!quoted && n > 1 && s[0] == '0') {
		text.len = 0;
		buf_adds(&text, s[1] == '1' ? "True" : "False");
	}
	push_buf(m, &text);
}

static bool
is_dotted(const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!isalnum((unsigned char)s[i]) && s[i] != '_' &&
		    (s[i] != '.' || i == 0 || i == n - 1))
			return false;
	return n > 0 && !isdigit((unsigned char)s[0]);
}

static void
push_global(struct machine *m, const char *module, size_t nmodule,
    const char *name, size_t nname)
{
	static const char builtins[][16] = { "builtins", "__builtin__" };
	auto_buf struct buf of = BUF_INIT, text = BUF_INIT;

	if (m->failed || !is_dotted(module, nmodule) ||
	    !is_dotted(name, nname)) {
		fail(m);
		return;
	}
	buf_add(&of, module, nmodule);
	if (!IS_ONE_OF(buf_str(&of), builtins)) {
		buf_addf(m->code, "import %s\n", buf_str(&of));
		buf_addf(&text, "%s.", buf_str(&of));
	}
	buf_add(&text, name, nname);
	push_buf(m, &text);
}

static void
push_stack_global(struct machine *m)
{
	const char *name = pop(m), *module = pop(m);
	size_t n = strlen(name), k = strlen(module);

	if (n < 3 || k < 3 || name[0] != '"' || module[0] != '"')
		fail(m);
	else
		push_global(m, module + 1, k - 2, name + 1, n - 2);
}

/* (a, b,) or [a, b] of what lies above this place of the stack. */
static void
push_sequence(struct machine *m, size_t first, size_t depth, char open,
    char close)
{
	auto_buf struct buf text = BUF_INIT;
	size_t i;

	buf_addc(&text, open);
	for (i = first; i < m->depth && text.len <= TEXT_MAX; i++) {
		if (m->stack[i] == NULL) {
			fail(m);
			return;
		}
		buf_addf(&text, "%s%s", m->stack[i], open == '{' ?
		    ((i - first) % 2 == 0 ? ": " : ", ") : ", ");
	}
	if (text.len > 2)
		text.len -= open != '(' || i - first > 1 ? 2 : 1;
	buf_addc(&text, close);
	m->depth = depth;
	push_buf(m, &text);
}

static void
push_tuple(struct machine *m, size_t n)
{
	if (m->depth < n)
		fail(m);
	else
		push_sequence(m, m->depth - n, m->depth - n, '(', ')');
}

/* callable(*arguments), on a line of its own. */
static void
call(struct machine *m, const char *callable, const char *arguments)
{
	auto_buf struct buf name = BUF_INIT;

	if (m->failed)
		return;
	buf_addf(&name, "_%u", m->names++);
	buf_addf(m->code, "%s = %s%s%s%s\n", buf_str(&name), callable,
	    arguments[0] == '(' ? "" : "(*", arguments,
	    arguments[0] == '(' ? "" : ")");
	push_buf(m, &name);
}

/* A class below its arguments, or named by the opcode. */
static void
call_marked(struct machine *m, const char *callable)
{
	size_t first = pop_mark(m), from = first;

	if (callable == NULL && from < m->depth)
		callable = m->stack[from++];
	if (m->failed || callable == NULL) {
		fail(m);
		return;
	}
	push_sequence(m, from, first - 1, '(', ')');
	call(m, callable, pop(m));
}

/* What goes into the container or object below: it is named, and no more. */
static void
put_inside(struct machine *m, size_t first, size_t depth)
{
	if (m->failed || first > m->depth) {
		fail(m);
		return;
	}
	push_sequence(m, first, depth, '(', ')');
	buf_addf(m->code, "%s\n", pop(m));
}

static void
remember(struct machine *m, size_t index)
{
	if (index >= STACK_MAX || m->depth == 0 ||
	    m->stack[m->depth - 1] == NULL)
		fail(m);
	else
		m->memo[index] = m->stack[m->depth - 1];
}

static void
recall(struct machine *m, size_t index)
{
	if (index >= STACK_MAX || m->memo[index] == NULL)
		fail(m);
	else
		push(m, m->memo[index]);
}

static void
read_global(struct machine *m)
{
	const char *module, *name;
	size_t n, k;

	module = read_line(m, &n);
	name = m->failed ? module : read_line(m, &k);
	if (!m->failed)
		push_global(m, module, n, name, k);
}

static size_t
read_index(struct machine *m)
{
	size_t index = 0, n, i;
	const char *s = read_line(m, &n);

	for (i = 0; i < n && !m->failed; i++)
		if (!isdigit((unsigned char)s[i]) || index > STACK_MAX)
			m->failed = true;
		else
			index = index * 10 + (size_t)(s[i] - '0');
	return index;
}

static void
push_integer(struct machine *m, unsigned bytes)
{
	auto_buf struct buf text = BUF_INIT;

	buf_addf(&text, "%zu", read_number(m, bytes));
	push_buf(m, &text);
}

/* Opcodes that push a constant; false: it is another. */
static bool
step_constant(struct machine *m, unsigned char op)
{
	switch (op) {
	case 'N': case 'Q': push(m, "None"); break;
	case 0x88: push(m, "True"); break;
	case 0x89: push(m, "False"); break;
	case 'I': case 'L': case 'F': push_written(m, false); break;
	case 'S': push_written(m, true); break;
	case 'K': push_integer(m, 1); break;
	case 'M': push_integer(m, 2); break;
	case 'J': push_integer(m, 4); break;
	case 'G': read_bytes(m, 8); push(m, "0.5"); break;
	case 0x8a: read_bytes(m, read_number(m, 1)); push(m, "1"); break;
	case 'U': push_sized(m, "u", 1); break;
	case 'T': push_sized(m, "u", 4); break;
	case 'X': push_sized(m, "", 4); break;
	case 0x8c: push_sized(m, "", 1); break;
	case 0x8d: push_sized(m, "", 8); break;
	case 'C': push_sized(m, "b", 1); break;
	case 'B': push_sized(m, "b", 4); break;
	case 0x8e: case 0x96: push_sized(m, "b", 8); break;
	case ')': push(m, "()"); break;
	case ']': push(m, "[]"); break;
	case '}': push(m, "{}"); break;
	case 0x8f: push(m, "set()"); break;
	case 'V': {
		size_t n;
		const char *s = read_line(m, &n);

		/* Escapes there are another language's. */
		if (memchr(s, '\\', n) != NULL)
			m->failed = true;
		push_text(m, "u", s, n);
		break;
	}
	default:
		return false;
	}
	return true;
}

/* Opcodes that move what is there. */
static bool
step_stack(struct machine *m, unsigned char op)
{
	size_t first;

	switch (op) {
	case '(': push(m, NULL); break;
	case '0':
		m->depth -= m->depth > 0;
		break;
	case '1':
		first = pop_mark(m);
		m->depth = m->failed ? 0 : first - 1;
		break;
	case '2':
		push(m, m->depth > 0 && m->stack[m->depth - 1] != NULL ?
		    m->stack[m->depth - 1] : fail(m));
		break;
	case 0x80: read_number(m, 1); break;
	case 0x95: read_number(m, 8); break;
	case 'p': remember(m, read_index(m)); break;
	case 'q': remember(m, read_number(m, 1)); break;
	case 'r': remember(m, read_number(m, 4)); break;
	case 0x94: remember(m, m->nmemo++); break;
	case 'g': recall(m, read_index(m)); break;
	case 'h': recall(m, read_number(m, 1)); break;
	case 'j': recall(m, read_number(m, 4)); break;
	default:
		return false;
	}
	return true;
}

/* Opcodes that put things together, name them or call them. */
static void
step_compound(struct machine *m, unsigned char op)
{
	const char *arguments, *callable;
	size_t first;

	switch (op) {
	case 'c': read_global(m); break;
	case 0x93: push_stack_global(m); break;
	case 't': case 'l': case 'd': case 0x91:
		first = pop_mark(m);
		if (!m->failed)
			push_sequence(m, first, first - 1, op == 't' ? '(' :
			    op == 'd' ? '{' : '[', op == 't' ? ')' : op == 'd' ?
			    '}' : ']');
		break;
	case 0x85: case 0x86: case 0x87: push_tuple(m, op - 0x84u); break;
	case 'a': case 'b': put_inside(m, m->depth - 1, m->depth - 1); break;
	case 's': put_inside(m, m->depth - 2, m->depth - 2); break;
	case 'e': case 'u': case 0x90:
		first = pop_mark(m);
		put_inside(m, first, first - 1);
		break;
	case 'i':
		read_global(m);
		call_marked(m, pop(m));
		break;
	case 'o': call_marked(m, NULL); break;
	case 0x92:
		put_inside(m, m->depth - 1, m->depth - 1);
		/* fall through */
	case 'R': case 0x81:
		arguments = pop(m);
		callable = pop(m);
		call(m, callable, arguments);
		break;
	default:
		m->failed = true;
	}
}

bool
unpickle_as_code(struct arena *arena, const char *bytes, size_t n,
    struct buf *ret)
{
	struct machine m = { .arena = arena, .code = ret, .s = bytes,
	    .end = bytes + n };
	unsigned char op;

	while (m.s < m.end && !m.failed && ret->len <= CODE_MAX) {
		op = (unsigned char)*m.s++;
		if (op == '.')
			return m.depth > 0;
		if (!step_constant(&m, op) && !step_stack(&m, op))
			step_compound(&m, op);
	}
	return false;
}
