/* Control data of a message, and the descriptors in it. */
#ifndef SALLYPORT_CHECK_PASS_H
#define SALLYPORT_CHECK_PASS_H

#include <sys/socket.h>

#include "check.h"

/* A number among the options of SOL_SOCKET, or -1. */
int check_socket_option(int sock, int which);

/*
 * Move the control data of `msg` (its name stands in the slot already) to the
 * slot. CHECK_RUN: it may be sent. Otherwise the end to return: it was sent on
 * behalf, is to be tried again, or is refused. Where `to` is a descriptor of
 * ours, O_PATH of the socket it goes to, it is always on behalf.
 */
enum check_end check_pass(struct check *, struct msghdr *msg, int flags,
    int to);

/* sendto of `n` bytes at `at`, on behalf. */
enum check_end check_send_to(struct check *, uint64_t at, uint64_t n,
    int flags, int to);

#endif
