/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <stdlib.h> that C has (C11 7.22), for checks without the headers of a system. */
#ifndef PORTABLE_STDLIB_H
#define PORTABLE_STDLIB_H
#include <stddef.h>
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *));
void *calloc(size_t count, size_t size);
void free(void *memory);
char *getenv(const char *name);
void *malloc(size_t size);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *realloc(void *memory, size_t size);
#endif
