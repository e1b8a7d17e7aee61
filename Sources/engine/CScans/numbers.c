// SPDX-License-Identifier: Apache-2.0
//
// Texts that are whole numbers, eight digits at a time.

#include "scan.h"

// Reads one to eight digits; false if there is another byte among them.
static inline bool read_digits(const uint8_t *text, size_t count, uint64_t *number) {
    uint64_t digits = 0;
#ifndef ASSAY_SCANS_COPY
    if (((uintptr_t)text & ADDRESS_BITS) <= PAGE - sizeof digits)
        memcpy(&digits, text, sizeof digits);
    else
#endif
        memcpy(&digits, text, count);
    // The first digit is lowest; what is missing of eight comes before it, as zeros.
    const unsigned missing = 8 * (unsigned)(sizeof digits - count);
    digits = (digits ^ UINT64_C(0x3030303030303030)) << missing;
    // A byte above 9, or above 0x7f, has its highest bit set.
    if (((digits + UINT64_C(0x7676767676767676)) | digits) & UINT64_C(0x8080808080808080))
        return false;
    digits = digits * 10 + (digits >> 8);
    const uint64_t pairs = UINT64_C(0x000000ff000000ff);
    *number = ((digits & pairs) * UINT64_C(0x000f424000000064) +
               (digits >> 16 & pairs) * UINT64_C(0x0000271000000001)) >>
              32;
    return true;
}

uint32_t assay_check_whole_number(const void *context, const uint8_t *text, size_t length) {
    const assay_value_test *test = context;
    const bool has_sign = length > 0 && (text[0] == '-' || text[0] == '+');
    const size_t count = length - has_sign, most = 18;
    if (count - 1 >= most)
        return 1;
    const uint8_t *end = text + length;
    int64_t number = 0;
    for (size_t left = count; left > 0;) {
        const size_t part = left % 8 ? left % 8 : 8;
        uint64_t more;
        if (!read_digits(end - left, part, &more))
            return 1;
        number = number * 100000000 + (int64_t)more;
        left -= part;
    }
    if (has_sign && text[0] == '-')
        number = -number;
    return number < test->least_integer || number > test->most_integer;
}
