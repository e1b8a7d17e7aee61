/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests of the functions of the plugin NAME. */
#include "digit_sum.hpp"

#include <iostream>

int main() {
    const struct {
        std::string_view text;
        std::optional<std::int64_t> sum;
    } cases[] = {{"", {}}, {"1x", {}}, {"/", {}}, {":", {}}, {"0", 0}, {"19", 10}, {"999", 27}};
    int failures = 0;
    for (const auto &each : cases) {
        const auto sum = digit_sum(each.text);
        if (sum == each.sum)
            continue;
        failures++;
        std::cout << "digit_sum(\"" << each.text << "\") is " << sum.value_or(-1) << '\n';
    }
    std::cout << failures << " failures\n";
    return failures > 0;
}
