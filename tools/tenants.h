/*
 * The file of keys: who may ask a service, and for how much. A line each:
 *
 *	NAME SHA256
 *
 * of a key's hash in hexadecimal. # begins a comment.
 */
#ifndef SALLYPORT_TOOLS_TENANTS_H
#define SALLYPORT_TOOLS_TENANTS_H

struct cmd;
struct json;
struct tenants;

/* 0, or -1 after an error was said. */
int tenants_read(const struct cmd *, const char *path, struct tenants **ret);
void tenants_free(struct tenants *);		/* NULL is fine */
/* For the front: [{"name","sha256","pool"}]. The caller's to free. */
struct json *tenants_json(const struct tenants *);

#endif
