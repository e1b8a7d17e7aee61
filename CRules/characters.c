/* SPDX-License-Identifier: Apache-2.0 */
#include "characters.h"

#define LOW (CLASS_LOWER)
#define UPP (CLASS_UPPER)
#define LHX (CLASS_LOWER | CLASS_HEX_LOWER)
#define UHX (CLASS_UPPER | CLASS_HEX_UPPER)
#define DIG (CLASS_DIGIT)

/* clang-format off */
const uint8_t assay_character_class[256] = {
    ['+'] = CLASS_BASE64, ['/'] = CLASS_BASE64, ['-'] = CLASS_BASE64_URL, ['_'] = CLASS_BASE64_URL,
    ['0'] = DIG, DIG, DIG, DIG, DIG, DIG, DIG, DIG, DIG, DIG,
    ['A'] = UHX, UHX, UHX, UHX, UHX, UHX, UPP, UPP, UPP, UPP, UPP, UPP, UPP,
            UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP, UPP,
    ['a'] = LHX, LHX, LHX, LHX, LHX, LHX, LOW, LOW, LOW, LOW, LOW, LOW, LOW,
            LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW,
};

#define NO4 NOT_BASE36, NOT_BASE36, NOT_BASE36, NOT_BASE36
#define NO16 NO4, NO4, NO4, NO4
const uint8_t assay_base36[256] = {
    NO16, NO16, NO16,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, NOT_BASE36, NOT_BASE36, NO4,
    NOT_BASE36, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
    25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, NOT_BASE36, NO4,
    NO16, NO16, NO16, NO16, NO16, NO16, NO16, NO16, NO16, NO16,
};
/* clang-format on */
