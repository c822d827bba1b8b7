/*
 * Sockets of IPv4 and IPv6, for check_net.c, which has judged the address in
 * the slot: what is done on behalf, on a descriptor of ours that no sibling can
 * exchange. `len` is the address's length.
 */
#ifndef SALLYPORT_CHECK_INET_H
#define SALLYPORT_CHECK_INET_H

#include <stdbool.h>
#include <sys/socket.h>

#include "check.h"

/*
 * The way by which the tree is handed its sockets for datagrams, before there
 * is a tree: our end, and that which every process of it keeps. Both -1 where
 * there are to be none, or this host allows none (pidfd_getfd). 0 or -errno.
 */
#define INET_WAY	4	/* its number, from the guard's on */
int inet_way_new(const struct policy *, int ret_way[2]);

/* socket, socketpair. */
enum check_end inet_socket(struct check *);

/* A socket of IPv4 or IPv6 for datagrams? */
bool inet_is_datagram(int sock);

/* Each ends the call: answered, or (a connection that is not there yet) to be
 * judged again. AF_UNSPEC takes a connection back. */
enum check_end inet_connect(struct check *, int sock, socklen_t len);
enum check_end inet_bind(struct check *, int sock, socklen_t len);
enum check_end inet_listen(struct check *, int sock);

/*
 * Sending to the address: a socket of datagrams that was neither connected nor
 * bound is connected to it, so that it hears of nobody else. 0 or -errno.
 */
long inet_send_to(struct check *, int sock, socklen_t len);

/* An address as the policy spells it. */
void inet_spell(const struct sockaddr *, bool datagram, char *out,
    size_t size);

#endif
