/* Control data of a message, and the descriptors in it. */
#ifndef SALLYPORT_CHECK_PASS_H
#define SALLYPORT_CHECK_PASS_H

#include <sys/socket.h>

#include "check.h"

/*
 * Move the control data of `msg` (its name stands in the slot already) to the
 * slot. CHECK_RUN: it may be sent. Otherwise the end to return: it was sent on
 * behalf, is to be tried again, or is refused.
 */
enum check_end check_pass(struct check *, struct msghdr *msg, int flags);

#endif
