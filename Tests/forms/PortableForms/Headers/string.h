/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <string.h> that C has (C11 7.24), for checks without the headers of a system. */
#ifndef PORTABLE_STRING_H
#define PORTABLE_STRING_H
#include <stddef.h>
void *memchr(const void *text, int byte, size_t count);
int memcmp(const void *left, const void *right, size_t count);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
char *strchr(const char *text, int character);
int strcmp(const char *left, const char *right);
size_t strlen(const char *text);
int strncmp(const char *left, const char *right, size_t count);
char *strstr(const char *text, const char *part);
size_t strspn(const char *text, const char *accepted);
size_t strcspn(const char *text, const char *rejected);
#endif
