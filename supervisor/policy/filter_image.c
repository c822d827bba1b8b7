#include "filter_image.h"

#include <errno.h>
#include <linux/filter.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "../base/util.h"
#include "policy.h"

/* The words of a key; an errno is added to the last. */
enum { KEY_STOP = 0, KEY_ALLOW, KEY_INSPECT, KEY_ERRNO };

static uint16_t
key_of(const struct ruling *r)
{
	switch (r->verb) {
	case RULES_ALLOW:
		return KEY_ALLOW;
	case RULES_INSPECT:
		return KEY_INSPECT;
	case RULES_DENY:
	case RULES_HOLD:
		break;
	}
	if (!r->quiet || r->kill)
		return KEY_STOP;
	return (uint16_t)(KEY_ERRNO + (r->err > 0 ? r->err : EPERM));
}

void
filter_image_key(const struct policy *policy, enum filter_mode mode,
    uint16_t ret_calls[SYSCALL_MAX], bool *ret_reads)
{
	struct ruling r;
	int nr;

	for (nr = 0; nr < SYSCALL_MAX; nr++) {
		r = policy_syscall(policy, nr);
		ret_calls[nr] = key_of(&r);
	}
	*ret_reads = mode == FILTER_LANDLOCKED &&
	    policy_reads_by_landlock(policy);
}

/* Only comparisons carry the number; a load's offset is none. */
static bool
is_reader(const struct sock_filter *in)
{
	return BPF_CLASS(in->code) == BPF_JMP && BPF_OP(in->code) != BPF_JA &&
	    in->k == FILTER_IMAGE_READER;
}

bool
filter_image_take(const struct policy *policy, enum filter_mode mode,
    bool sealed, struct sock_fprog *ret)
{
	uint32_t reader = (uint32_t)policy_limit(policy, RULES_OPEN_FILES);
	uint16_t calls[SYSCALL_MAX];
	const struct filter_image *image;
	unsigned short i;
	bool reads;

	/* Alone, it depends on what this kernel's Landlock can do as well. */
	if (mode == FILTER_ALONE)
		return false;
	filter_image_key(policy, mode, calls, &reads);
	for (image = filter_images; image->len > 0; image++) {
		if (image->sealed == sealed && image->reads == reads &&
		    memcmp(image->calls, calls, sizeof(calls)) == 0)
			break;
	}
	if (image->len == 0)
		return false;
	ret->len = image->len;
	ret->filter = mem_new(image->len, sizeof(*ret->filter));
	memcpy(ret->filter, filter_image_code + image->from,
	    image->len * sizeof(*ret->filter));
	for (i = 0; i < image->len; i++) {
		if (is_reader(&ret->filter[i]))
			ret->filter[i].k = reader;
	}
	return true;
}
