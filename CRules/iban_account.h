/* SPDX-License-Identifier: Apache-2.0
 *
 * iban_account.h: the characters of an IBAN after the first four, as a number modulo 97 with A...Z as
 * 10...35 (ISO 7064). */
#ifndef ASSAY_IBAN_ACCOUNT_H
#define ASSAY_IBAN_ACCOUNT_H
#include "digits.h"

#ifdef __x86_64__
#include <emmintrin.h>
#endif

/* What one pass over the account finds out; remainder and letters mean nothing where a character is wrong. */
typedef struct {
    uint64_t remainder; /* modulo 97 */
    uint32_t letters;   /* bit i: the character at i is one */
    uint32_t wrong;     /* not 0: a character that is neither */
} account_scan;

static inline account_scan scan_characters(account_scan scan, const uint8_t *account, size_t from,
                                           size_t to) {
    uint64_t number = scan.remainder; /* below 97, and at most eight letters: below 10 to the 18th */
    for (size_t i = from; i < to; i++) {
        uint32_t value = assay_base36[account[i]];
        uint32_t letter = value > 9;
        number = number * (letter ? 100 : 10) + value;
        scan.wrong |= value & NOT_BASE36;
        scan.letters |= letter << i;
    }
    scan.remainder = number % 97;
    return scan;
}

/* Eight digits, or one letter or digit, a step. */
static inline account_scan scan_by_eight(const uint8_t *account, size_t length) {
    account_scan scan = {0};
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        uint64_t word = load_eight(account + i);
        if (are_eight_digits(word)) {
            scan.remainder = (scan.remainder * 100000000 + value_of_eight_digits(word)) % 97;
        } else {
            scan = scan_characters(scan, account, i, i + 8);
        }
    }
    return scan_characters(scan, account, i, length);
}

#ifdef __x86_64__
/* Two numbers of eight characters each, the first one in the low half, and what a number before each is to be
 * multiplied by: its power of 100 or 10 a character. Both are below 4e8, and right modulo 97. */
typedef struct {
    __m128i numbers, powers;
    uint32_t letters, wrong; /* bit i: the character at i */
} sixteen_characters;

/* The characters where `counted` is all ones; the others are as if they were not there. */
static inline sixteen_characters scan_sixteen(const uint8_t *characters, __m128i counted) {
    const __m128i text = _mm_loadu_si128((const __m128i *)characters);
    const __m128i digits = _mm_sub_epi8(text, _mm_set1_epi8('0'));
    const __m128i letters = _mm_sub_epi8(text, _mm_set1_epi8('A'));
    const __m128i is_digit =
        _mm_and_si128(counted, _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits));
    const __m128i is_letter =
        _mm_and_si128(counted, _mm_cmpeq_epi8(_mm_min_epu8(letters, _mm_set1_epi8(25)), letters));
    const __m128i values = _mm_or_si128(_mm_and_si128(is_digit, digits),
                                        _mm_and_si128(is_letter, _mm_add_epi8(letters, _mm_set1_epi8(10))));
    /* 10 for a digit, 100 for a letter, which is 3 modulo 97, and 1 for what is not counted. */
    const __m128i powers =
        _mm_xor_si128(_mm_set1_epi8(1), _mm_or_si128(_mm_and_si128(is_digit, _mm_set1_epi8(1 ^ 10)),
                                                     _mm_and_si128(is_letter, _mm_set1_epi8(1 ^ 3))));
    /* Neighbours become one number: the first one by the power of the second, and the second. */
    const __m128i low_byte = _mm_set1_epi16(0xff), second_power = _mm_srli_epi16(powers, 8);
    const __m128i pairs = _mm_add_epi16(_mm_mullo_epi16(_mm_and_si128(values, low_byte), second_power),
                                        _mm_srli_epi16(values, 8));
    const __m128i pair_powers = _mm_mullo_epi16(_mm_and_si128(powers, low_byte), second_power);
    const __m128i second_pair_power = _mm_srli_epi32(pair_powers, 16);
    const __m128i fours = _mm_madd_epi16(pairs, _mm_or_si128(second_pair_power, _mm_set1_epi32(1 << 16)));
    const __m128i four_powers = _mm_madd_epi16(pair_powers, second_pair_power);
    const __m128i second_four_power = _mm_srli_epi64(four_powers, 32);
    return (sixteen_characters){
        .numbers = _mm_add_epi64(_mm_mul_epu32(fours, second_four_power), _mm_srli_epi64(fours, 32)),
        .powers = _mm_mul_epu32(four_powers, second_four_power),
        .letters = (uint32_t)_mm_movemask_epi8(is_letter),
        .wrong = (uint32_t)_mm_movemask_epi8(_mm_andnot_si128(_mm_or_si128(is_digit, is_letter), counted)),
    };
}

static inline uint64_t first_half(__m128i both) { return (uint64_t)_mm_cvtsi128_si64(both); }

static inline uint64_t second_half(__m128i both) {
    return (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(both, both));
}

/* The remainder of a number, itself one, and the characters after it: at most 97e16 and 4e16 are added. */
static inline uint64_t remainder_with(uint64_t before, sixteen_characters after) {
    const uint64_t power = second_half(after.powers);
    return (before * (first_half(after.powers) * power) + first_half(after.numbers) * power +
            second_half(after.numbers)) %
           97;
}

/* At most 32 characters, which have four before them: at least 16 with these. */
static inline account_scan scan_by_sixteen(const uint8_t *account, size_t length) {
    static const uint8_t counted[32] = {0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
                                        0,    0,    0,    0,    0,    0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    account_scan scan = {0};
    if (length > 16) {
        sixteen_characters first = scan_sixteen(account, _mm_set1_epi8(-1));
        scan.remainder = remainder_with(0, first);
        scan.letters = first.letters;
        scan.wrong = first.wrong;
    }
    /* The last sixteen, of which some are counted already or come before the account. */
    const size_t left = (length - 1) % 16 + 1;
    sixteen_characters last =
        scan_sixteen(account + length - 16, _mm_loadu_si128((const __m128i *)(counted + left)));
    scan.remainder = remainder_with(scan.remainder, last);
    scan.letters |= length > 16 ? last.letters << (length - 16) : last.letters >> (16 - length);
    scan.wrong |= last.wrong;
    return scan;
}
#endif

/* An account of at least one character and at most 30, which has four characters before it. */
static inline account_scan scan_account(const uint8_t *account, size_t length) {
#ifdef __x86_64__
    if (length >= 12)
        return scan_by_sixteen(account, length);
#endif
    return scan_by_eight(account, length);
}

#endif
