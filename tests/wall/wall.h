/* What the attacks share: how each says what became of it. */
#ifndef WALL_H
#define WALL_H

int lost(const char *why);	/* with errno's text */
int won(void);

/* sockets.c */
int pidfd_exchange(void);
int connect_stall(void);
int bind_nameless(void);

/* maps.c */
int map_forged(void);

#endif
