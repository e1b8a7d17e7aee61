/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DIGIT_SUM_HPP
#define DIGIT_SUM_HPP
#include <cstdint>
#include <optional>
#include <string_view>

/* The sum of ASCII digits; nothing for any other text. */
inline std::optional<std::int64_t> digit_sum(std::string_view text) {
    if (text.empty())
        return std::nullopt;
    std::int64_t sum = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9')
            return std::nullopt;
        sum += digit - '0';
    }
    return sum;
}

#endif
