/*
 * The front's side of a zygote: one family of processes for one table, one
 * interpreter, one set of modules and one user.
 */
#ifndef SALLYPORT_FAMILY_H
#define SALLYPORT_FAMILY_H

#include <sys/types.h>

struct family;
struct run_options;
struct supervise_config;

/*
 * Start one: a zygote that has loaded `modules`, each a name as `import` takes
 * it (NULL-terminated), for runs as `opts` say, whose folders will lie in
 * opts.base. Returns once it has; -EINVAL with *ret_why, the caller's to free.
 */
int family_new(const struct run_options *opts, const char *const *modules,
    struct family **ret, char **ret_why);

/*
 * Have the supervisor of one run started there, with what is `cfg`'s own:
 * folders and descriptors. It speaks as supervise.h says. From any process that
 * has inherited the family. 0 or -errno.
 */
int family_ask(const struct family *, const struct supervise_config *cfg);

/* It takes no more; runs that are ready or under way go on. */
void family_free(struct family *);

#endif
