/*
 * The front's side of a zygote: one family of processes for one table, one
 * interpreter, one set of modules and one user.
 */
#ifndef SALLYPORT_FAMILY_H
#define SALLYPORT_FAMILY_H

#include <stdbool.h>
#include <sys/types.h>

struct family;
struct run_options;
struct supervise_config;

/*
 * Start one: a zygote that has loaded `modules`, each a name as `import` takes
 * it (NULL-terminated), for runs as `opts` say, whose folders will lie in
 * opts.base. It is there once family_hear() says so. -EINVAL with *ret_why, the
 * caller's to free; *ret is to be freed all the same.
 */
int family_new(const struct run_options *opts, const char *const *modules,
    struct family **ret, char **ret_why);

/* Where it has something to say: hear it. 1: it has loaded its modules; 0: not
 * yet; -EINVAL: it will not, with *ret_why, the caller's to free. */
int family_fd(const struct family *);
int family_hear(struct family *, char **ret_why);

/* What its interpreter and these modules' packages look like now: numbers,
 * sizes and times of files. */
struct hash;
void family_stamp(const struct family *, const char *const *modules,
    struct hash *ret);
pid_t family_pid(const struct family *);

/*
 * Have the supervisor of one run started there, with what is `cfg`'s own:
 * folders and descriptors. It speaks as supervise.h says. From any process that
 * has inherited the family. 0 or -errno.
 */
int family_ask(const struct family *, const struct supervise_config *cfg);

/* Was it this one's process that ended, and was waited for? */
bool family_ended(struct family *, pid_t);

/* It ends, and with it runs that are ready or under way. */
void family_free(struct family *);

#endif
