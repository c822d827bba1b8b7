/*
 * What things are called where aliases hold, and where nothing makes anything
 * of names: without a tracer.
 */
#ifndef SALLYPORT_SUPERVISE_NAMES_H
#define SALLYPORT_SUPERVISE_NAMES_H

struct supervise_config;

/* evidence_begin() with the files of the submission. */
void supervise_tell_evidence(const struct supervise_config *);
/* The environment and the arguments without aliases; never freed. */
char *const *supervise_plain_env(const struct supervise_config *);
char *const *supervise_plain_argv(const struct supervise_config *);

#endif
