/* SPDX-License-Identifier: Apache-2.0
 *
 * The structures are those of the SWIFT IBAN registry, neighbors of one class taken together:
 * N digits, A letters, C letters or digits. */
#include "iban_countries.h"

#define N(count) 1, count
#define A(count) 2, count
#define C(count) 3, count

#define SPAN(class, bit, from, count) ((class) & (bit) ? ((1u << (count)) - 1u) << (from) : 0u)
#define PLACES(bit, c1, n1, c2, n2, c3, n3)                                                                  \
    (SPAN(c1, bit, 0, n1) | SPAN(c2, bit, n1, n2) | SPAN(c3, bit, (n1) + (n2), n3))
#define STRUCTURE(one, two, c1, n1, c2, n2, c3, n3, ...)                                                     \
    [((one) - 'A') * 26 + (two) - 'A'] = {4 + (n1) + (n2) + (n3), PLACES(1, c1, n1, c2, n2, c3, n3),         \
                                          PLACES(2, c1, n1, c2, n2, c3, n3)}
#define COUNTRY(one, two, ...) STRUCTURE(one, two, __VA_ARGS__, 0, 0, 0, 0, 0)

/* clang-format off */
const iban_country iban_countries[IBAN_COUNTRY_INDICES] = {
    COUNTRY('A', 'D', N(8), C(12)),
    COUNTRY('A', 'E', N(19)),
    COUNTRY('A', 'L', N(8), C(16)),
    COUNTRY('A', 'T', N(16)),
    COUNTRY('A', 'Z', A(4), C(20)),
    COUNTRY('B', 'A', N(16)),
    COUNTRY('B', 'E', N(12)),
    COUNTRY('B', 'G', A(4), N(6), C(8)),
    COUNTRY('B', 'H', A(4), C(14)),
    COUNTRY('B', 'I', N(23)),
    COUNTRY('B', 'R', N(23), A(1), C(1)),
    COUNTRY('B', 'Y', C(4), N(4), C(16)),
    COUNTRY('C', 'H', N(5), C(12)),
    COUNTRY('C', 'R', N(18)),
    COUNTRY('C', 'Y', N(8), C(16)),
    COUNTRY('C', 'Z', N(20)),
    COUNTRY('D', 'E', N(18)),
    COUNTRY('D', 'J', N(23)),
    COUNTRY('D', 'K', N(14)),
    COUNTRY('D', 'O', C(4), N(20)),
    COUNTRY('E', 'E', N(16)),
    COUNTRY('E', 'G', N(25)),
    COUNTRY('E', 'S', N(20)),
    COUNTRY('F', 'I', N(14)),
    COUNTRY('F', 'K', A(2), N(12)),
    COUNTRY('F', 'O', N(14)),
    COUNTRY('F', 'R', N(10), C(11), N(2)),
    COUNTRY('G', 'B', A(4), N(14)),
    COUNTRY('G', 'E', A(2), N(16)),
    COUNTRY('G', 'I', A(4), C(15)),
    COUNTRY('G', 'L', N(14)),
    COUNTRY('G', 'R', N(7), C(16)),
    COUNTRY('G', 'T', C(24)),
    COUNTRY('H', 'N', A(4), N(20)),
    COUNTRY('H', 'R', N(17)),
    COUNTRY('H', 'U', N(24)),
    COUNTRY('I', 'E', A(4), N(14)),
    COUNTRY('I', 'L', N(19)),
    COUNTRY('I', 'Q', A(4), N(15)),
    COUNTRY('I', 'S', N(22)),
    COUNTRY('I', 'T', A(1), N(10), C(12)),
    COUNTRY('J', 'O', A(4), N(4), C(18)),
    COUNTRY('K', 'W', A(4), C(22)),
    COUNTRY('K', 'Z', N(3), C(13)),
    COUNTRY('L', 'B', N(4), C(20)),
    COUNTRY('L', 'C', A(4), C(24)),
    COUNTRY('L', 'I', N(5), C(12)),
    COUNTRY('L', 'T', N(16)),
    COUNTRY('L', 'U', N(3), C(13)),
    COUNTRY('L', 'V', A(4), C(13)),
    COUNTRY('L', 'Y', N(21)),
    COUNTRY('M', 'C', N(10), C(11), N(2)),
    COUNTRY('M', 'D', C(20)),
    COUNTRY('M', 'E', N(18)),
    COUNTRY('M', 'K', N(3), C(10), N(2)),
    COUNTRY('M', 'N', N(16)),
    COUNTRY('M', 'R', N(23)),
    COUNTRY('M', 'T', A(4), N(5), C(18)),
    COUNTRY('M', 'U', A(4), N(19), A(3)),
    COUNTRY('N', 'I', A(4), N(20)),
    COUNTRY('N', 'L', A(4), N(10)),
    COUNTRY('N', 'O', N(11)),
    COUNTRY('O', 'M', N(3), C(16)),
    COUNTRY('P', 'K', A(4), C(16)),
    COUNTRY('P', 'L', N(24)),
    COUNTRY('P', 'S', A(4), C(21)),
    COUNTRY('P', 'T', N(21)),
    COUNTRY('Q', 'A', A(4), C(21)),
    COUNTRY('R', 'O', A(4), C(16)),
    COUNTRY('R', 'S', N(18)),
    COUNTRY('R', 'U', N(14), C(15)),
    COUNTRY('S', 'A', N(2), C(18)),
    COUNTRY('S', 'C', A(4), N(20), A(3)),
    COUNTRY('S', 'D', N(14)),
    COUNTRY('S', 'E', N(20)),
    COUNTRY('S', 'I', N(15)),
    COUNTRY('S', 'K', N(20)),
    COUNTRY('S', 'M', A(1), N(10), C(12)),
    COUNTRY('S', 'O', N(19)),
    COUNTRY('S', 'T', N(21)),
    COUNTRY('S', 'V', A(4), N(20)),
    COUNTRY('T', 'L', N(19)),
    COUNTRY('T', 'N', N(20)),
    COUNTRY('T', 'R', N(6), C(16)),
    COUNTRY('U', 'A', N(6), C(19)),
    COUNTRY('V', 'A', N(18)),
    COUNTRY('V', 'G', A(4), N(16)),
    COUNTRY('X', 'K', N(16)),
    COUNTRY('Y', 'E', A(4), N(4), C(18)),
};
/* clang-format on */
