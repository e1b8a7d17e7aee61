/* SPDX-License-Identifier: Apache-2.0
 *
 * The runtime of Swift refers to hypotf, which nothing here calls. That of the C library would ask for glibc
 * 2.35, for a change of how it reports errors; the library runs from 2.34 on with this one. */
#include <math.h>

float hypotf(float x, float y) {
    if (isinf(x) || isinf(y))
        return INFINITY;
    return (float)sqrt((double)x * (double)x + (double)y * (double)y);
}
