/*
 * How much of something one tenant may have at once. What is beyond is
 * refused, nothing waits.
 */
#ifndef SALLYPORT_SERVE_LIMITS_H
#define SALLYPORT_SERVE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

struct tenant;
struct usage;

enum limit {
	LIMIT_REQUESTS,		/* that are being answered */
	LIMIT_RUNS,		/* cells, and code that is checked */
	LIMIT_SESSIONS,
	LIMIT_FILES,		/* bytes that are kept for it */
	LIMIT_MAX
};

struct limits {
	uint64_t	most[LIMIT_MAX];	/* 0: as many as there are */
	unsigned	rate;			/* requests a minute; 0: any */
};

struct usage *usage_new(void);
void limits_set(struct tenant *, const struct limits *);

/* False: it has all it may have. */
bool limits_take(const struct tenant *, enum limit, uint64_t n);
void limits_give_back(const struct tenant *, enum limit, uint64_t n);
/* One more request: 0, or the seconds after which it may come. */
unsigned limits_pace(const struct tenant *);
/* As errors call it: "requests at once". */
const char *limits_name(enum limit);

#endif
