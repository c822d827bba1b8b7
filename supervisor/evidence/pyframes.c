#include "pyframes.h"

#include <stdbool.h>
#include <sys/types.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "module.h"
#include "pylayout.h"
#include "remote.h"

#define INTERPRETERS_MAX	64u
#define THREADS_MAX		4096u
#define STRING_MAX		1024u	/* characters of a name */
#define LINES_MAX		(1u << 20)	/* bytes of a line table */

#define OBJECT_TYPE		8u	/* PyObject.ob_type */
#define VAR_SIZE		16u	/* PyVarObject.ob_size, str.length */
#define BYTES_DATA		32u
#define STRING_STATE		32u

enum frame_owner { OWNER_THREAD, OWNER_GENERATOR, OWNER_FRAME, OWNER_CSTACK };

/* One interpreter found in a process. */
struct python {
	struct remote		*remote;
	const struct pylayout	*layout;
	uint64_t		 runtime, code_type, str_type;
};

/* "python3.9", "libpython3.9.so.1.0" as 0x0309; 0 if the name has none. */
static int
version_of_name(const char *path)
{
	const char *base = strrchr(path, '/');
	const char *at = strstr(base != NULL ? base : path, "python");
	unsigned major, minor;

	if (at == NULL || sscanf(at, "python%u.%u", &major, &minor) != 2 ||
	    major != 3 || minor > 99)
		return 0;
	return (int)(major << 8 | minor);
}

static int
version_of_module(struct remote *remote, const struct module *m)
{
	struct module_symbol sym;
	uint32_t hex;

	/* Py_Version since 3.11: 0x030b07f0 for 3.11.7 final. */
	if (module_symbol(remote, m, "Py_Version", &sym) == 0 &&
	    sym.size <= 8 && remote_u32(remote, sym.addr, &hex) == 0)
		return (int)(hex >> 16);
	return version_of_name(m->path);
}

/* Look for an interpreter in one module. NULL, or why it is not usable. */
static bool
python_in_module(struct remote *remote, const struct module *m,
    struct python *ret, struct pystack *stack)
{
	struct module_symbol runtime, code, str;

	if (module_symbol(remote, m, "_PyRuntime", &runtime) < 0)
		return false;
	stack->version = version_of_module(remote, m);
	ret->remote = remote;
	ret->layout = pylayout_of(stack->version);
	ret->runtime = runtime.addr;
	if (ret->layout == NULL)
		stack->why = "this version of CPython is not in the tables";
	else if (runtime.size != ret->layout->runtime_size)
		stack->why = "this build of CPython is not the one in the "
		    "tables (another size of _PyRuntime)";
	else if (module_symbol(remote, m, "PyCode_Type", &code) < 0 ||
	    module_symbol(remote, m, "PyUnicode_Type", &str) < 0)
		stack->why = "the interpreter exports no type objects";
	else {
		ret->code_type = code.addr;
		ret->str_type = str.addr;
		stack->why = NULL;
	}
	return true;
}

static bool
may_hold_python(const char *path)
{
	const char *base = strrchr(path, '/');

	return base != NULL && strstr(base, "python") != NULL;
}

/*
 * The main program first (lowest mapping with a header that exports it), then
 * anything that calls itself python.
 */
static void
python_find(struct remote *remote, struct python *ret, struct pystack *stack)
{
	const struct remote_map *map;
	struct module m;
	size_t i;

	stack->why = "no CPython interpreter in this process";
	for (i = 0; i < remote_nmaps(remote); i++) {
		map = remote_map_at(remote, i);
		if (map->offset != 0 || !may_hold_python(map->path) ||
		    module_open(remote, map, &m) < 0)
			continue;
		if (python_in_module(remote, &m, ret, stack))
			return;
	}
	for (i = 0; i < remote_nmaps(remote); i++) {
		map = remote_map_at(remote, i);
		if (map->offset != 0 || may_hold_python(map->path) ||
		    module_open(remote, map, &m) < 0)
			continue;
		if (python_in_module(remote, &m, ret, stack))
			return;
	}
}

/* A frame before its first instruction: it is at the line of its def. */
#define NOT_BEGUN	UINT64_MAX

/* Where in the source an instruction is. */
struct place {
	uint32_t	line;
	int32_t		column, end_column;
};

static int
read_ptr(const struct python *py, uint64_t object, unsigned offset,
    uint64_t *ret)
{
	return remote_u64(py->remote, object + offset, ret);
}

static bool
has_type(const struct python *py, uint64_t object, uint64_t type)
{
	uint64_t held;

	return read_ptr(py, object, OBJECT_TYPE, &held) == 0 && held == type;
}

/* One unit of a string's data, to UTF-8; surrogate escapes become raw bytes. */
static void
add_unit(struct buf *out, uint32_t cp)
{
	char utf8[4];
	size_t n;

	if (cp >= 0xdc80 && cp <= 0xdcff) {
		buf_addc(out, (char)(cp - 0xdc00));
		return;
	}
	n = u8_encode(cp, utf8);
	if (n == 0)
		buf_adds(out, "\xef\xbf\xbd");
	else
		buf_add(out, utf8, n);
}

/* A str as bytes, the caller's; NUL characters are not kept. */
static int
read_string(const struct python *py, uint64_t object, char **ret)
{
	auto_buf struct buf out = BUF_INIT;
	unsigned char data[STRING_MAX * 4];
	uint64_t length, i;
	uint32_t state, cp, kind;

	if (!has_type(py, object, py->str_type) ||
	    read_ptr(py, object, VAR_SIZE, &length) < 0 ||
	    remote_u32(py->remote, object + STRING_STATE, &state) < 0)
		return -EFAULT;
	kind = state >> 2 & 7;
	if (length > STRING_MAX || !(state >> 5 & 1) ||
	    (kind != 1 && kind != 2 && kind != 4))
		return -EMSGSIZE;
	if (remote_read(py->remote, object + (state >> 6 & 1 ?
	    py->layout->ascii_header : py->layout->compact_header),
	    data, length * kind) < 0)
		return -EFAULT;
	for (i = 0; i < length; i++) {
		cp = data[i * kind];
		if (kind >= 2)
			cp |= (uint32_t)data[i * kind + 1] << 8;
		if (kind == 4)
			cp |= (uint32_t)data[i * 4 + 2] << 16 |
			    (uint32_t)data[i * 4 + 3] << 24;
		if (cp != 0)
			add_unit(&out, cp);
	}
	*ret = buf_steal(&out);
	return 0;
}

static uint32_t
line_by_pairs(const unsigned char *table, size_t n, uint32_t first,
    uint64_t at, bool ranges)
{
	uint64_t addr = 0;
	int64_t line = first;
	size_t i;

	for (i = 0; i + 1 < n; i += 2) {
		int delta = (signed char)table[i + 1];

		if (ranges) {
			/* The range [addr, addr + delta) has the new line. */
			if (delta != -128)
				line += delta;
			addr += table[i];
			if (at < addr)
				return delta == -128 ? 0 : (uint32_t)line;
		} else {
			addr += table[i];
			if (addr > at)
				break;
			line += delta;
		}
	}
	return ranges ? 0 : (uint32_t)line;
}

/* A number in 6-bit groups, low first; bit 6 says that more follow. */
static uint64_t
read_varint(const unsigned char *table, size_t n, size_t *pos)
{
	uint64_t value = 0;
	unsigned shift = 0;

	while (*pos < n && shift < 36) {
		unsigned char byte = table[(*pos)++];

		value |= (uint64_t)(byte & 0x3f) << shift;
		shift += 6;
		if (!(byte & 0x40))
			break;
	}
	return value;
}

static int64_t
read_svarint(const unsigned char *table, size_t n, size_t *pos)
{
	uint64_t u = read_varint(table, n, pos);

	return u & 1 ? -(int64_t)(u >> 1) : (int64_t)(u >> 1);
}

/* In the long form: one more than what is meant, 0 for none. */
static int32_t
column_of(uint64_t written)
{
	return written > LINES_MAX ? -1 : (int32_t)written - 1;
}

/* Objects/locations.md of CPython 3.11: one entry for 1 to 8 code units. */
static struct place
place_by_locations(const unsigned char *table, size_t n, uint32_t first,
    uint64_t at)
{
	struct place p;
	uint64_t addr = 0;
	int64_t line = first, down;
	size_t pos = 0;

	while (pos < n) {
		unsigned char head = table[pos++];
		unsigned kind = head >> 3 & 15;
		unsigned char b0 = pos < n ? table[pos] : 0;
		unsigned char b1 = pos + 1 < n ? table[pos + 1] : 0;

		p.column = p.end_column = -1;
		switch (kind) {
		case 15:		/* no location */
			break;
		case 14:		/* long form */
			line += read_svarint(table, n, &pos);
			down = (int64_t)read_varint(table, n, &pos);
			p.column = column_of(read_varint(table, n, &pos));
			p.end_column = column_of(read_varint(table, n, &pos));
			if (down != 0)
				p.end_column = -1;
			break;
		case 13:		/* no columns */
			line += read_svarint(table, n, &pos);
			break;
		case 10: case 11: case 12:
			line += kind - 10;
			p.column = b0;
			p.end_column = b1;
			pos += 2;
			break;
		default:		/* short form */
			p.column = (int32_t)(kind << 3 | (b0 >> 4 & 7));
			p.end_column = p.column + (b0 & 15);
			pos += 1;
		}
		addr += ((head & 7) + 1) * 2u;
		p.line = kind == 15 ? 0 : (uint32_t)line;
		if (at < addr)
			return p;
	}
	return (struct place){ 0, -1, -1 };
}

static int
read_place(const struct python *py, uint64_t code, uint64_t at,
    struct place *ret)
{
	const struct pylayout *l = py->layout;
	auto_free unsigned char *table = NULL;
	uint64_t object, size;
	uint32_t first;

	if (remote_u32(py->remote, code + l->code_firstlineno, &first) < 0 ||
	    read_ptr(py, code, l->code_lines, &object) < 0 ||
	    read_ptr(py, object, VAR_SIZE, &size) < 0)
		return -EFAULT;
	if (size > LINES_MAX)
		return -EMSGSIZE;
	table = mem_new(size, 1);
	if (remote_read(py->remote, object + BYTES_DATA, table, size) < 0)
		return -EFAULT;
	if (at == NOT_BEGUN)
		*ret = (struct place){ first, -1, -1 };
	else if (l->lines == PYLINES_LOCATIONS)
		*ret = place_by_locations(table, size, first, at);
	else
		*ret = (struct place){ line_by_pairs(table, size, first, at,
		    l->lines == PYLINES_RANGES), -1, -1 };
	return 0;
}

/*
 * Where in its code a frame is, in bytes. -EAGAIN for a frame that has not
 * begun its code proper (still binding arguments): no Python line yet.
 */
static int
read_position(const struct python *py, uint64_t frame, uint64_t code,
    unsigned owner, uint64_t *ret)
{
	const struct pylayout *l = py->layout;
	uint64_t instr, begin;
	uint32_t lasti, traceable = 0;

	if (l->code_bytes == PYLAYOUT_NONE) {
		if (remote_u32(py->remote, frame + l->frame_at, &lasti) < 0)
			return -EFAULT;
		if ((int32_t)lasti < 0) {
			*ret = NOT_BEGUN;
			return 0;
		}
		*ret = l->lines == PYLINES_RANGES ? lasti * 2ull : lasti;
		return 0;
	}
	if (read_ptr(py, frame, l->frame_at, &instr) < 0 ||
	    remote_u32(py->remote, code + l->code_first_traceable,
	    &traceable) < 0)
		return -EFAULT;
	begin = code + l->code_bytes;
	if (owner != OWNER_GENERATOR &&
	    (int64_t)(instr - begin) < (int64_t)traceable * 2)
		return -EAGAIN;
	*ret = instr - begin;
	return 0;
}

/* Remember a word; beyond what fits, none of them says enough. */
static void
keep_word(const struct python *py, struct pystack *stack, uint64_t addr)
{
	uint64_t value;

	if (stack->nwords == PYFRAMES_WORDS ||
	    read_ptr(py, addr, 0, &value) < 0) {
		stack->nwords = PYFRAMES_WORDS;
		return;
	}
	stack->words[stack->nwords].addr = addr;
	stack->words[stack->nwords++].value = value;
}

/* One frame into the stack; NULL, or why the stack stays unknown. */
static const char *
read_frame(const struct python *py, uint64_t frame, struct pystack *stack)
{
	const struct pylayout *l = py->layout;
	auto_free char *file = NULL, *function = NULL;
	uint64_t code, at, object;
	struct place place;
	unsigned char owner = OWNER_THREAD;
	struct pyframe *entry;
	int r;

	if (l->frame_owner != PYLAYOUT_NONE && remote_read(py->remote,
	    frame + l->frame_owner, &owner, 1) < 0)
		return "a frame cannot be read";
	keep_word(py, stack, frame + l->frame_previous);
	if (owner == OWNER_CSTACK)
		return NULL;
	keep_word(py, stack, frame + l->frame_at);
	keep_word(py, stack, frame + l->frame_code);
	if (read_ptr(py, frame, l->frame_code, &code) < 0 ||
	    !has_type(py, code, py->code_type))
		return "a frame holds no code object";
	keep_word(py, stack, code + l->code_filename);
	keep_word(py, stack, code + l->code_lines);
	r = read_position(py, frame, code, owner, &at);
	if (r == -EAGAIN)
		return NULL;
	if (r < 0 || read_place(py, code, at, &place) < 0)
		return "a frame's line table cannot be read";
	if (read_ptr(py, code, l->code_filename, &object) < 0 ||
	    read_string(py, object, &file) < 0 ||
	    read_ptr(py, code, l->code_name, &object) < 0 ||
	    read_string(py, object, &function) < 0)
		return "a frame's names cannot be read";
	entry = MEM_PUSH(stack->frames, stack->nframes, stack->cap);
	entry->file = steal_ptr(&file);
	entry->function = steal_ptr(&function);
	entry->line = place.line;
	entry->column = place.column;
	entry->end_column = place.end_column;
	return NULL;
}

/* The innermost frame of a thread state; 0 if it runs no Python. */
static int
first_frame(const struct python *py, uint64_t thread, uint64_t *ret)
{
	const struct pylayout *l = py->layout;

	if (read_ptr(py, thread, l->thread_frame, ret) < 0)
		return -EFAULT;
	if (l->cframe_frame == PYLAYOUT_NONE)
		return 0;
	if (*ret == 0)
		return -EFAULT;
	return read_ptr(py, *ret, l->cframe_frame, ret);
}

/*
 * The thread's innermost frame, by its thread pointer. Two thread states of
 * one thread that both run Python are nested subinterpreters: ambiguous.
 */
static const char *
find_thread(const struct python *py, uint64_t thread_pointer,
    uint64_t *ret_thread, uint64_t *ret_frame)
{
	const struct pylayout *l = py->layout;
	uint64_t interp, thread, id, frame;
	unsigned interps = 0, threads = 0, matches = 0;

	*ret_frame = 0;
	if (read_ptr(py, py->runtime, l->runtime_head, &interp) < 0)
		return "the interpreter's state cannot be read";
	for (; interp != 0; interps++) {
		if (interps == INTERPRETERS_MAX ||
		    read_ptr(py, interp, l->interp_threads, &thread) < 0)
			return "the list of interpreters is broken";
		for (; thread != 0; threads++) {
			if (threads == THREADS_MAX ||
			    read_ptr(py, thread, l->thread_id, &id) < 0)
				return "the list of threads is broken";
			if (id == thread_pointer) {
				if (first_frame(py, thread, &frame) < 0)
					return "the thread's state cannot be read";
				if (frame != 0 || matches == 0) {
					*ret_thread = thread;
					*ret_frame = frame;
				}
				matches += frame != 0;
			}
			if (read_ptr(py, thread, 8, &thread) < 0)
				return "the list of threads is broken";
		}
		if (read_ptr(py, interp, l->interp_next, &interp) < 0)
			return "the list of interpreters is broken";
	}
	if (matches > 1)
		return "ambiguous: more than one interpreter runs in this thread";
	if (matches == 0)
		return "this thread runs no Python code (interpreter start-up "
		    "or end, or a native thread)";
	return NULL;
}

void
pyframes_read(struct remote *remote, uint64_t thread_pointer,
    struct pystack *stack)
{
	struct python py = { 0 };
	uint64_t thread = 0, frame, cframe;

	memset(stack, 0, sizeof(*stack));
	python_find(remote, &py, stack);
	if (stack->why != NULL)
		return;
	stack->why = find_thread(&py, thread_pointer, &thread, &frame);
	if (stack->why == NULL) {
		keep_word(&py, stack, thread + py.layout->thread_id);
		keep_word(&py, stack, thread + py.layout->thread_frame);
		if (py.layout->cframe_frame != PYLAYOUT_NONE && read_ptr(&py,
		    thread, py.layout->thread_frame, &cframe) == 0)
			keep_word(&py, stack, cframe +
			    py.layout->cframe_frame);
	}
	for (unsigned depth = 0; stack->why == NULL && frame != 0; depth++) {
		if (depth == PYFRAMES_MAX)
			stack->why = "the stack is too deep";
		else
			stack->why = read_frame(&py, frame, stack);
		if (stack->why == NULL && read_ptr(&py, frame,
		    py.layout->frame_previous, &frame) < 0)
			stack->why = "a frame cannot be read";
	}
	if (stack->nwords == PYFRAMES_WORDS)
		stack->nwords = 0;
	if (stack->why == NULL && stack->nframes == 0)
		stack->why = "no frame has begun its code";
	if (stack->why != NULL) {
		int version = stack->version;
		const char *why = stack->why;

		pyframes_free(stack);
		stack->why = why;
		stack->version = version;
	}
}

void
pyframes_free(struct pystack *stack)
{
	size_t i;

	for (i = 0; i < stack->nframes; i++) {
		free(stack->frames[i].file);
		free(stack->frames[i].function);
	}
	free(stack->frames);
	memset(stack, 0, sizeof(*stack));
}
