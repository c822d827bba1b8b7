/* The words of `sallyport python` that have files of their own. */
#ifndef SALLYPORT_TOOLS_PYTHON_H
#define SALLYPORT_TOOLS_PYTHON_H

struct cmd_word;

/* set: an environment of a curated set of wheels, made below the wall. */
extern const struct cmd_word python_word_set;

#endif
