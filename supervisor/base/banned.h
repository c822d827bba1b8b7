/*
 * Functions that do not compile in this tree: they write without a bound,
 * keep hidden state, or run a shell. Use buf.h, mem.h and posix_spawn.
 */
#ifndef SALLYPORT_BANNED_H
#define SALLYPORT_BANNED_H

/* Their headers first, or the poison would hit the declarations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#pragma GCC poison strcpy strcat strncpy strncat strtok
#pragma GCC poison sprintf vsprintf gets
#pragma GCC poison system popen mktemp tmpnam tempnam
#pragma GCC poison asctime ctime gmtime localtime
#pragma GCC poison atoi atol atoll

#endif
