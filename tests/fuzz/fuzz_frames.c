/*
 * Any memory as an interpreter's. A small process is made up that the reader
 * takes for CPython, one call deep; the input writes words into it anywhere:
 * headers, symbols, threads, frames, code, strings, line tables.
 *
 *	1 byte		which version
 *	then, again and again: 3 bytes where, 1 what, 8 the word
 */
#include "standalone.h"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include "supervisor/base/fdio.h"
#include "supervisor/base/util.h"
#include "supervisor/evidence/module.h"
#include "supervisor/evidence/pyframes.h"
#include "supervisor/evidence/pylayout.h"
#include "supervisor/evidence/remote.h"

#define AT		0x10000u	/* where it is mapped */
#define SIZE		0x40000u
#define DYNAMIC		0x1000u
#define SYMBOLS		0x2000u
#define STRINGS		0x3000u
#define HASHES		0x4000u
#define CODE_TYPE	0x6000u
#define STR_TYPE	0x6100u
#define RUNTIME		0x8000u
#define HEAP		0x20000u
#define THREAD_POINTER	0x7f0012340740u

/* From the heap's beginning. */
enum { INTERP = 0, THREAD = 0x4000, CFRAME = 0x5000, FRAMES = 0x6000,
	CODE = 0x8000, FILE_NAME = 0x9000, FUNCTION = 0x9100, TABLE = 0x9200 };

static unsigned char image[SIZE];

static void
put(uint64_t at, uint64_t value, size_t n)
{
	memcpy(image + at, &value, n);
}

static uint32_t
gnu_hash(const char *name)
{
	uint32_t h = 5381;

	for (; *name != '\0'; name++)
		h = h * 33 + (unsigned char)*name;
	return h;
}

static void
put_module(const struct pylayout *l)
{
	static const char *const names[] = { "_PyRuntime", "PyCode_Type",
	    "PyUnicode_Type" };
	const uint64_t values[] = { RUNTIME, CODE_TYPE, STR_TYPE };
	const uint64_t dynamic[] = { DT_SYMTAB, SYMBOLS, DT_STRTAB, STRINGS,
	    DT_STRSZ, 0x100, DT_GNU_HASH, HASHES, DT_NULL, 0 };
	Elf64_Ehdr ehdr = { .e_phoff = sizeof(ehdr), .e_phnum = 2,
	    .e_phentsize = sizeof(Elf64_Phdr) };
	Elf64_Phdr load = { .p_type = PT_LOAD, .p_memsz = SIZE };
	Elf64_Phdr dyn = { .p_type = PT_DYNAMIC, .p_vaddr = DYNAMIC,
	    .p_memsz = sizeof(dynamic) };
	uint32_t hash[4] = { 1, 1, 0, 0 };
	size_t i, name = 1;

	memcpy(ehdr.e_ident, ELFMAG, SELFMAG);
	ehdr.e_ident[EI_CLASS] = ELFCLASS64;
	memcpy(image, &ehdr, sizeof(ehdr));
	memcpy(image + sizeof(ehdr), &load, sizeof(load));
	memcpy(image + sizeof(ehdr) + sizeof(load), &dyn, sizeof(dyn));
	memcpy(image + DYNAMIC, dynamic, sizeof(dynamic));
	memcpy(image + HASHES, hash, sizeof(hash));
	put(HASHES + 16, 1, 4);
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		Elf64_Sym sym = { .st_name = (Elf64_Word)name, .st_shndx = 1,
		    .st_value = values[i],
		    .st_size = i == 0 ? l->runtime_size : 400 };

		memcpy(image + SYMBOLS + (i + 1) * sizeof(sym), &sym,
		    sizeof(sym));
		memcpy(image + STRINGS + name, names[i], strlen(names[i]) + 1);
		name += strlen(names[i]) + 1;
		put(HASHES + 20 + 4 * i, (gnu_hash(names[i]) & ~1u) |
		    (i == ARRAY_SIZE(names) - 1), 4);
	}
}

static void
put_string(const struct pylayout *l, uint64_t at, const char *text)
{
	put(at + 8, AT + STR_TYPE, 8);
	put(at + 16, strlen(text), 8);
	put(at + 32, 1 << 2 | 1 << 5 | 1 << 6, 4);
	memcpy(image + at + l->ascii_header, text, strlen(text));
}

static void
put_frame(const struct pylayout *l, uint64_t at, uint64_t previous)
{
	put(at + l->frame_previous, previous, 8);
	put(at + l->frame_code, AT + HEAP + CODE, 8);
	put(at + l->frame_at, l->code_bytes == PYLAYOUT_NONE ? 4 :
	    AT + HEAP + CODE + l->code_bytes + 8, 8);
}

static void
make(const struct pylayout *l)
{
	const uint64_t heap = AT + HEAP;
	bool has_cframe = l->cframe_frame != PYLAYOUT_NONE;

	memset(image, 0, sizeof(image));
	put_module(l);
	put(RUNTIME + l->runtime_head, heap + INTERP, 8);
	put(HEAP + INTERP + l->interp_threads, heap + THREAD, 8);
	put(HEAP + THREAD + l->thread_id, THREAD_POINTER, 8);
	put(HEAP + THREAD + l->thread_frame, heap + (has_cframe ? CFRAME :
	    FRAMES), 8);
	if (has_cframe)
		put(HEAP + CFRAME + l->cframe_frame, heap + FRAMES, 8);
	put_frame(l, HEAP + FRAMES, heap + FRAMES + 0x200);
	put_frame(l, HEAP + FRAMES + 0x200, 0);
	put(HEAP + CODE + 8, AT + CODE_TYPE, 8);
	put(HEAP + CODE + l->code_firstlineno, 7, 4);
	put(HEAP + CODE + l->code_filename, heap + FILE_NAME, 8);
	put(HEAP + CODE + l->code_name, heap + FUNCTION, 8);
	put(HEAP + CODE + l->code_lines, heap + TABLE, 8);
	put_string(l, HEAP + FILE_NAME, "made-up.py");
	put_string(l, HEAP + FUNCTION, "function");
	put(HEAP + TABLE + 16, 40, 8);
	memset(image + HEAP + TABLE + 32, 0x81, 40);
}

static void
change(const uint8_t *data, size_t n)
{
	for (; n >= 12; data += 12, n -= 12) {
		uint64_t where = (data[0] | data[1] << 8 | data[2] << 16) %
		    (SIZE - 8), word;

		memcpy(&word, data + 4, 8);
		/* Most of the image is empty: aim at what is read. */
		if (data[3] & 1)
			where = HEAP + where % (TABLE + 0x100);
		if (data[3] & 2)
			where &= ~UINT64_C(7);
		if (data[3] & 4)
			word = AT + word % SIZE;
		if (data[3] & 8)
			word %= 4096;
		put(where, word, data[3] & 16 ? 4 : 8);
	}
}

static int
memory_file(const void *bytes, size_t n, off_t at)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0 || pwrite(fd, bytes, n, at) != (ssize_t)n)
		abort();
	return fd;
}

/* How many frames were found; what must hold of any answer is looked at. */
static size_t
read_all(int version)
{
	char maps[96];
	struct remote *remote;
	struct pystack stack;
	struct module m;
	char name[96];
	size_t i, n;
	int len = snprintf(maps, sizeof(maps), "%08x-%08x r-xp 00000000 "
	    "00:00 0 /usr/bin/python3.%d\n", AT, AT + SIZE, version & 255);

	if (remote_new(memory_file(image, SIZE, AT), memory_file(maps,
	    (size_t)len, 0), &remote) < 0)
		abort();
	pyframes_read(remote, THREAD_POINTER, &stack);
	n = stack.nframes;
	if ((stack.why != NULL) == (n > 0) || n > PYFRAMES_MAX ||
	    stack.nwords > PYFRAMES_WORDS)
		abort();
	for (i = 0; i < n; i++)
		if (strlen(stack.frames[i].file) > 8192 ||
		    stack.frames[i].column < -1)
			abort();
	pyframes_free(&stack);
	if (module_of(remote, AT + RUNTIME, &m) == 0)
		(void)module_function(remote, &m, AT + RUNTIME, name,
		    sizeof(name));
	remote_free(remote);
	return n;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	int version = 0x0307 + (n > 0 ? data[0] % 7 : 0);
	const struct pylayout *l = pylayout_of(version);

	make(l);
	/* Untouched, it is read; else nothing here would be reached. */
	if (n < 13) {
		if (read_all(version) != 2)
			abort();
		return 0;
	}
	change(data + 1, n - 1);
	read_all(version);
	return 0;
}
