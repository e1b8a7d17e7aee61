/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests of the functions of the plugin NAME. */
#include "digit_sum.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *text;
    int64_t sum;
} cases[] = {{"", -1}, {"1x", -1}, {"/", -1}, {":", -1}, {"0", 0}, {"19", 10}, {"999", 27}};

int main(void) {
    int failures = 0;
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        int64_t sum = digit_sum((const uint8_t *)cases[index].text, strlen(cases[index].text));
        if (sum == cases[index].sum)
            continue;
        failures++;
        printf("digit_sum(\"%s\") is %lld, not %lld\n", cases[index].text, (long long)sum,
               (long long)cases[index].sum);
    }
    printf("%d failures\n", failures);
    return failures > 0;
}
