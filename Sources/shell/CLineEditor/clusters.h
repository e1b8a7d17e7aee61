/* SPDX-License-Identifier: Apache-2.0
 *
 * clusters.h: characters with combining marks as one code for libedit, which draws a code a cell.
 *
 * A code stands for a base and its marks. Codes are taken from two ranges that lines do not hold otherwise; a
 * character of these ranges that is typed gets a code of its own.
 */
#ifndef ASSAY_CLUSTERS_H
#define ASSAY_CLUSTERS_H 1

#include <stddef.h>
#include <wchar.h>

typedef struct cluster_list {
    char **texts;
    size_t count;
    size_t capacity;
} cluster_list;

typedef struct clusters {
    cluster_list narrow; /* a cell wide: private use, U+100000 and above */
    cluster_list wide;   /* two cells wide: rare ideographs, U+30000 and above */
} clusters;

void clusters_free(clusters *all);

/* True for a mark, which joins the character before it. */
int clusters_is_mark(wchar_t character);

/* The code of a character that is typed; itself but for those of the two ranges. */
wchar_t clusters_code(clusters *all, wchar_t character);

/* The code of what a code stands for with one more mark; 0 before it for a mark without a base. */
wchar_t clusters_join(clusters *all, wchar_t code, wchar_t mark);

/* A text as codes, and the other way round; NULL when there is no memory. The caller frees what it gets. */
wchar_t *clusters_encode(clusters *all, const char *text);
char *clusters_decode(const clusters *all, const wchar_t *codes, size_t count);

/* What a code stands for; NULL for a code that stands for itself. */
const char *clusters_text(const clusters *all, wchar_t code);

/* UTF-8. The reader gives the bytes of the character, 0 for one that is not whole; other bytes are U+FFFD. */
size_t clusters_read_utf8(const char *bytes, size_t count, wchar_t *character);
size_t clusters_write_utf8(wchar_t character, char bytes[4]);

#endif
