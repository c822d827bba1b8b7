/*
 * What /proc prints. A tracee chooses some of it: names of files, of threads,
 * of memory files. Where the kernel escapes a newline in those (maps, the
 * Name: of status) a line is a line, of any length; what stands before the
 * name is the kernel's word, and only that may decide anything. Names are for
 * people: "x (deleted)" and "\012" may be what a file was called.
 *
 * Everything here is strict: what is not as the kernel writes it is false.
 */
#ifndef SALLYPORT_PROCTEXT_H
#define SALLYPORT_PROCTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct proctext_map {
	uint64_t	 start, end, offset, ino;
	unsigned	 major, minor;	/* stat(2) may know another device */
	bool		 readable, writable, executable, shared;
	const char	*name;		/* in the line; not ended */
	size_t		 name_len;	/* 0: none, as anonymous memory has */
};

/*
 * The next line of `f` without its newline into `line`, at most size - 1
 * bytes and a NUL; the rest of a longer one is passed over, so that no piece
 * of a name is ever read as a line. False at the end.
 */
bool proctext_next(FILE *f, char *line, size_t size, size_t *ret_n);

/* One line of maps, the first of an entry in smaps: `n` bytes. */
bool proctext_map(const char *line, size_t n, struct proctext_map *ret);

/*
 * The number in the first line "key: 123" of status, smaps_rollup, io or
 * fdinfo; it is followed by the line's end or a blank. Not negative.
 */
bool proctext_number(const char *text, size_t n, const char *key,
    int64_t *ret);
/* The same, where the kernel writes octal digits: "Umask". */
bool proctext_octal(const char *text, size_t n, const char *key,
    int64_t *ret);

/*
 * Field `which` of stat, counted from 1 as in proc_pid_stat(5), from 3 on: a
 * number, or the code of a letter. The name before them may hold anything.
 */
bool proctext_stat(const char *text, size_t n, unsigned which, int64_t *ret);

#endif
