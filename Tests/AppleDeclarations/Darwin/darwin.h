/* SPDX-License-Identifier: Apache-2.0
 *
 * What the modules that forms are built on use of Darwin, as its headers declare it. */
#ifndef APPLE_DARWIN_H
#define APPLE_DARWIN_H
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

double strtod(const char *text, char **end);

/* <time.h>, without the macros that name the same constants. */
typedef enum { CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 6 } clockid_t;

struct timespec {
    long tv_sec;
    long tv_nsec;
};

int clock_gettime(clockid_t clock, struct timespec *time);

typedef struct _opaque_pthread_t *pthread_t;
typedef unsigned long pthread_key_t;
pthread_t pthread_self(void);
int pthread_key_create(pthread_key_t *, void (*)(void *));
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);

#endif
