/*
 * A growing byte buffer. Always NUL-terminated behind `len`, so `data` serves
 * as a C string once something was added. Start from BUF_INIT; release with
 * buf_free, or take the bytes with buf_steal.
 */
#ifndef SALLYPORT_BUF_H
#define SALLYPORT_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "util.h"

struct buf {
	char	*data;
	size_t	 len, cap;
};

#define BUF_INIT { NULL, 0, 0 }

void buf_free(struct buf *);			/* empty afterwards, reusable */
char *buf_steal(struct buf *);			/* never NULL; caller frees */
void buf_add(struct buf *, const void *bytes, size_t n);
void buf_addc(struct buf *, char c);
void buf_adds(struct buf *, const char *s);
void buf_addf(struct buf *, const char *fmt, ...) PRINTF_LIKE(2, 3);
void buf_vaddf(struct buf *, const char *fmt, va_list ap) PRINTF_LIKE(2, 0);
/* The text as *ret_why, the caller's to free. Returns -err. */
int buf_why(char **ret_why, int err, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* Room for `n` more bytes behind what is there, and that so many were put. */
char *buf_room(struct buf *, size_t n);
void buf_took(struct buf *, size_t n);
const char *buf_str(struct buf *);		/* never NULL */

/*
 * Untrusted bytes as one printable line for a person: C0, C1, bidi controls
 * and what is not UTF-8 appear as \n, \t, \xHH or \u{HHHH}; the rest as it is.
 * A terminal cannot be driven by what this wrote.
 */
void buf_add_visible(struct buf *, const char *bytes, size_t n);

/*
 * Length of the valid UTF-8 sequence at `s` (1..4), 0 if there is none within
 * `n` bytes. Surrogates, overlong forms and values past U+10FFFF are none.
 * *ret_cp may be NULL.
 */
size_t u8_decode(const char *s, size_t n, unsigned *ret_cp);
size_t u8_encode(unsigned cp, char out[4]);	/* 0 if cp is no scalar */
bool u8_valid(const char *s, size_t n);

/* False for what moves the cursor, reorders text, or cannot be seen. */
bool u8_visible(unsigned cp);

#define auto_buf __attribute__((cleanup(buf_free)))

#endif
