/* SPDX-License-Identifier: Apache-2.0
 *
 * gunzip FILE: unpacks a file with zlib and throws the bytes away: the least that reading it takes. */
#include <stdio.h>
#include <zlib.h>

int main(int argc, char **argv) {
    static char buffer[1 << 18];
    gzFile file = argc == 2 ? gzopen(argv[1], "rb") : NULL;
    if (!file) {
        (void)fprintf(stderr, "usage: gunzip FILE\n");
        return 2;
    }
    (void)gzbuffer(file, 1 << 17);
    int count;
    while ((count = gzread(file, buffer, sizeof buffer)) > 0) {
    }
    return gzclose(file) == Z_OK && count == 0 ? 0 : 2;
}
