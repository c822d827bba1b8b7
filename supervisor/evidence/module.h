/*
 * An ELF file as it lies in a stopped process: headers, dynamic symbols and
 * the unwind table are read from its memory, never from the file, which may
 * be another one by now.
 */
#ifndef SALLYPORT_MODULE_H
#define SALLYPORT_MODULE_H

#include <stddef.h>
#include <stdint.h>

struct remote;
struct remote_map;

struct module {
	const char	*path;		/* the remote's */
	uint64_t	 base;		/* where its first page is mapped */
	uint64_t	 bias;		/* add to the file's addresses */
	uint64_t	 end;		/* past its last mapping */
	uint64_t	 symtab, strtab, strsz, gnu_hash;	/* 0: none */
	uint64_t	 eh_frame_hdr, eh_frame_hdr_size;	/* 0: none */
};

struct module_symbol {
	uint64_t	addr, size;
};

/* The module that `map` (its first mapping, offset 0) begins. 0 or -ENOEXEC. */
int module_open(struct remote *, const struct remote_map *map,
    struct module *ret);

/* The module whose mappings hold `addr`. 0 or -ENOENT. */
int module_of(struct remote *, uint64_t addr, struct module *ret);

/* A dynamic symbol by its exact name. 0 or -ENOENT. */
int module_symbol(struct remote *, const struct module *, const char *name,
    struct module_symbol *ret);

/*
 * The name of the function whose symbol covers `addr` from its first to its
 * last byte; -ENOENT if no symbol does (the nearest one would be a guess).
 */
int module_function(struct remote *, const struct module *, uint64_t addr,
    char *ret_name, size_t size);

#endif
