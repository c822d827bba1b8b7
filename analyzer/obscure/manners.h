/*
 * What callables and methods make of the texts they are given, for who asks
 * whether a text was made of nothing but constants (obscure.c).
 */
#ifndef SALLYPORT_MANNERS_H
#define SALLYPORT_MANNERS_H

enum manner {
	MANNER_OUTSIDE = 0,	/* gives what is no constant */
	MANNER_NUMBER,		/* gives a number or the like */
	MANNER_CHOOSES,		/* hands on what it was given */
	MANNER_MAKES,		/* another text, of the same letters */
	MANNER_DECODES,		/* a text of any letters */
	MANNER_SPELLS,
};

/* Of a callable, by its full name: "base64.b64decode". */
enum manner manner_of(const char *name);
/* Of a method by its name alone, on whatever it is called. */
enum manner manner_of_method(const char *name);

#endif
