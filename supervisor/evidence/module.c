#include "module.h"

#include <elf.h>
#include <link.h>

#include "../base/util.h"
#include "remote.h"

#define PHDRS_MAX	64u
#define DYNAMIC_MAX	256u
#define SYMBOLS_MAX	200000u
#define CHAIN_MAX	4096u

/* Addresses of the dynamic section are relocated by glibc, in place. */
static uint64_t
located(const struct module *m, uint64_t value)
{
	return value < m->base ? value + m->bias : value;
}

static void
read_dynamic(struct remote *remote, struct module *m, uint64_t addr,
    uint64_t size)
{
	ElfW(Dyn) dyn;
	uint64_t i;

	for (i = 0; i < DYNAMIC_MAX && (i + 1) * sizeof(dyn) <= size; i++) {
		if (remote_read(remote, addr + i * sizeof(dyn), &dyn,
		    sizeof(dyn)) < 0 || dyn.d_tag == DT_NULL)
			return;
		switch (dyn.d_tag) {
		case DT_SYMTAB:
			m->symtab = located(m, dyn.d_un.d_ptr);
			break;
		case DT_STRTAB:
			m->strtab = located(m, dyn.d_un.d_ptr);
			break;
		case DT_STRSZ:
			m->strsz = dyn.d_un.d_val;
			break;
		case DT_GNU_HASH:
			m->gnu_hash = located(m, dyn.d_un.d_ptr);
			break;
		}
	}
}

int
module_open(struct remote *remote, const struct remote_map *map,
    struct module *ret)
{
	struct module m = { .path = map->path, .base = map->start,
	    .end = map->end };
	ElfW(Ehdr) ehdr;
	ElfW(Phdr) phdr[PHDRS_MAX];
	uint64_t last = 0;
	bool biased = false;
	unsigned i;

	if (map->offset != 0 || !map->readable || map->path[0] != '/' ||
	    remote_read(remote, map->start, &ehdr, sizeof(ehdr)) < 0 ||
	    memcmp(ehdr.e_ident, ELFMAG, SELFMAG) != 0 ||
	    ehdr.e_ident[EI_CLASS] != ELFCLASS64 ||
	    ehdr.e_phentsize != sizeof(phdr[0]) || ehdr.e_phnum > PHDRS_MAX ||
	    remote_read(remote, map->start + ehdr.e_phoff, phdr,
	    ehdr.e_phnum * sizeof(phdr[0])) < 0)
		return -ENOEXEC;
	for (i = 0; i < ehdr.e_phnum; i++) {
		if (phdr[i].p_type != PT_LOAD)
			continue;
		if (!biased)
			m.bias = map->start - (phdr[i].p_vaddr & ~(uint64_t)4095);
		biased = true;
		if (phdr[i].p_vaddr + phdr[i].p_memsz > last)
			last = phdr[i].p_vaddr + phdr[i].p_memsz;
	}
	if (!biased)
		return -ENOEXEC;
	m.end = m.bias + last;
	for (i = 0; i < ehdr.e_phnum; i++) {
		if (phdr[i].p_type == PT_DYNAMIC)
			read_dynamic(remote, &m, m.bias + phdr[i].p_vaddr,
			    phdr[i].p_memsz);
		if (phdr[i].p_type == PT_GNU_EH_FRAME) {
			m.eh_frame_hdr = m.bias + phdr[i].p_vaddr;
			m.eh_frame_hdr_size = phdr[i].p_memsz;
		}
	}
	*ret = m;
	return 0;
}

int
module_of(struct remote *remote, uint64_t addr, struct module *ret)
{
	const struct remote_map *map = remote_map_of(remote, addr);
	const struct remote_map *first;

	if (map == NULL || map->path[0] != '/')
		return -ENOENT;
	/* Back to the mapping of the same file that holds its header. */
	for (first = map; first->offset != 0; first--)
		if (first == remote_map_at(remote, 0))
			return -ENOENT;
	if (strcmp(first->path, map->path) != 0 ||
	    module_open(remote, first, ret) < 0 || addr >= ret->end)
		return -ENOENT;
	return 0;
}

/* Does the string table hold exactly `name` at `offset`? */
static bool
name_is(struct remote *remote, const struct module *m, uint32_t offset,
    const char *name)
{
	char held[128];
	size_t n = strlen(name) + 1;

	return n <= sizeof(held) && m->strsz >= n && offset <= m->strsz - n &&
	    remote_read(remote, m->strtab + offset, held, n) == 0 &&
	    memcmp(held, name, n) == 0;
}

static uint32_t
gnu_hash_of(const char *name)
{
	uint32_t h = 5381;

	for (; *name != '\0'; name++)
		h = h * 33 + (unsigned char)*name;
	return h;
}

struct gnu_hash {
	uint32_t	nbuckets, first, bloom_words, shift;
};

static int
hash_open(struct remote *remote, const struct module *m, struct gnu_hash *ret,
    uint64_t *ret_buckets, uint64_t *ret_chains)
{
	if (m->gnu_hash == 0 || m->symtab == 0 || m->strtab == 0 ||
	    remote_read(remote, m->gnu_hash, ret, sizeof(*ret)) < 0 ||
	    ret->nbuckets == 0 || ret->nbuckets > SYMBOLS_MAX ||
	    ret->bloom_words > SYMBOLS_MAX)
		return -ENOENT;
	*ret_buckets = m->gnu_hash + sizeof(*ret) +
	    (uint64_t)ret->bloom_words * sizeof(ElfW(Addr));
	*ret_chains = *ret_buckets + (uint64_t)ret->nbuckets * 4;
	return 0;
}

int
module_symbol(struct remote *remote, const struct module *m, const char *name,
    struct module_symbol *ret)
{
	struct gnu_hash head;
	uint64_t buckets, chains;
	uint32_t want = gnu_hash_of(name), index, hash, steps;
	ElfW(Sym) sym;

	if (hash_open(remote, m, &head, &buckets, &chains) < 0 ||
	    remote_u32(remote, buckets + (want % head.nbuckets) * 4ull,
	    &index) < 0 || index < head.first)
		return -ENOENT;
	for (steps = 0; steps < CHAIN_MAX; steps++, index++) {
		if (remote_u32(remote, chains + (index - head.first) * 4ull,
		    &hash) < 0)
			return -ENOENT;
		if ((hash | 1) == (want | 1) && remote_read(remote,
		    m->symtab + (uint64_t)index * sizeof(sym), &sym,
		    sizeof(sym)) == 0 && sym.st_shndx != SHN_UNDEF &&
		    name_is(remote, m, sym.st_name, name)) {
			ret->addr = m->bias + sym.st_value;
			ret->size = sym.st_size;
			return 0;
		}
		if (hash & 1)
			return -ENOENT;
	}
	return -ENOENT;
}

/* The defined symbols' first and last index, by the hash table's chains. */
static int
symbol_range(struct remote *remote, const struct module *m, uint32_t *ret_first,
    uint32_t *ret_end)
{
	struct gnu_hash head;
	uint64_t buckets, chains;
	uint32_t i, index, hash, highest = 0;

	if (hash_open(remote, m, &head, &buckets, &chains) < 0)
		return -ENOENT;
	for (i = 0; i < head.nbuckets; i++) {
		if (remote_u32(remote, buckets + i * 4ull, &index) < 0)
			return -ENOENT;
		if (index > highest)
			highest = index;
	}
	if (highest < head.first)
		return -ENOENT;
	for (;; highest++) {
		if (highest > SYMBOLS_MAX || remote_u32(remote,
		    chains + (highest - head.first) * 4ull, &hash) < 0)
			return -ENOENT;
		if (hash & 1)
			break;
	}
	*ret_first = head.first;
	*ret_end = highest + 1;
	return 0;
}

int
module_function(struct remote *remote, const struct module *m, uint64_t addr,
    char *ret_name, size_t size)
{
	uint32_t i, end;
	ElfW(Sym) sym;

	if (symbol_range(remote, m, &i, &end) < 0)
		return -ENOENT;
	for (; i < end; i++) {
		if (remote_read(remote, m->symtab + (uint64_t)i * sizeof(sym),
		    &sym, sizeof(sym)) < 0)
			return -ENOENT;
		if ((sym.st_info & 0xf) != STT_FUNC ||
		    addr - m->bias < sym.st_value ||
		    addr - m->bias - sym.st_value >= sym.st_size ||
		    sym.st_name >= m->strsz)
			continue;
		if (size > m->strsz - sym.st_name)
			size = m->strsz - sym.st_name;
		if (remote_read(remote, m->strtab + sym.st_name, ret_name,
		    size) < 0 || memchr(ret_name, '\0', size) == NULL)
			return -ENOENT;
		return 0;
	}
	return -ENOENT;
}
