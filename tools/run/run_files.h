/*
 * The files of a submission: a script with modules beside it, or a folder.
 */
#ifndef SALLYPORT_RUN_FILES_H
#define SALLYPORT_RUN_FILES_H

#include <stddef.h>

struct gate;
struct json;
struct run_setup;
struct verdict;

/* Read the folder `operand`, of which --main says what runs; or the files of
 * --module, once the script was read. 0 or an exit status. */
int run_files_read_folder(struct run_setup *, const char *operand);
int run_files_read_modules(struct run_setup *);
/* Is an input called like one of them? 0 or an exit status. */
int run_files_check_inputs(struct run_setup *);

/*
 * Judge all, as one. The verdict of the whole, good for its decision and its
 * manifest, is the setup's; *ret_json, the caller's, says in `file` where each
 * finding lies. `show` is called with each file's own verdict. 0 or an exit
 * status.
 */
int run_files_judge(struct run_setup *, struct gate *,
    void (*show)(const struct run_setup *, const struct verdict *),
    const struct verdict **ret, struct json **ret_json);
/* For the log: what each is called, and its hash; NULL for a lone script. */
struct json *run_files_list(const struct run_setup *);
void run_files_release(struct run_setup *);

#endif
