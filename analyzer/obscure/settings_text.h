/*
 * Settings that refer to each other, as configparser reads them.
 */
#ifndef SALLYPORT_SETTINGS_TEXT_H
#define SALLYPORT_SETTINGS_TEXT_H

#include <stddef.h>

struct buf;

enum settings {
	SETTINGS_PLAIN,		/* nothing refers to anything */
	SETTINGS_EXPANDED,
	SETTINGS_TOO_MANY,	/* or in a circle, or too large */
};

/*
 * The text with each `${key}`, `${section:key}` and `%(key)s` in it replaced
 * by what the text says of that key, and by FOLD_GAP where it says nothing.
 */
enum settings settings_expand(const char *, size_t n, struct buf *ret);

#endif
