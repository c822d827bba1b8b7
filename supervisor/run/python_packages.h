/*
 * What is installed for an interpreter: names and versions, as installers leave
 * them, in folders called NAME-VERSION.dist-info. No package is opened.
 */
#ifndef SALLYPORT_PYTHON_PACKAGES_H
#define SALLYPORT_PYTHON_PACKAGES_H

#include <stdbool.h>
#include <stddef.h>

struct hash;
struct python;

struct python_package {
	char	*name;		/* as packages are compared: small, with - */
	char	*version;
	char	*info;		/* the folder that says so */
};

/* In order of names; the first of a name is what is imported. */
struct python_packages {
	struct python_package	*items;
	size_t			 n, cap;
};

/* As names are compared: small, what divides its words one -. The caller's. */
char *python_package_name(const char *name, size_t n);

/* Does one of its folders of packages hold a top-level module of this name? */
bool python_has_module(const struct python *, const char *name);

void python_packages_read(const struct python *, struct python_packages *ret);
bool python_packages_has(const struct python_packages *, const char *name,
    const char *version);
void python_packages_release(struct python_packages *);

/*
 * Of the interpreter's version and all these names and versions: the same for
 * the same packages, on whatever machine.
 */
void python_packages_hash(const struct python *,
    const struct python_packages *, struct hash *ret);

#endif
