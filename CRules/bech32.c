/* SPDX-License-Identifier: Apache-2.0 */
#include "bech32.h"

#include "characters.h"

#include <string.h>

enum { LONGEST = 90, CHECKSUM = 6, PREFIX = 3, NOT_A_SYMBOL = 32 };

static unsigned symbol_of(uint8_t lower) {
    static const char symbols[] = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    const char *found = lower ? strchr(symbols, lower) : NULL;
    return found ? (unsigned)(found - symbols) : NOT_A_SYMBOL;
}

/* One step of the checksum of BIP 173. */
static uint32_t step(uint32_t sum, uint32_t value) {
    static const uint32_t generator[] = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3};
    uint32_t top = sum >> 25;
    sum = (sum & 0x1ffffff) << 5 ^ value;
    for (unsigned i = 0; i < 5; i++)
        sum ^= top >> i & 1 ? generator[i] : 0;
    return sum;
}

/* The symbols after the prefix as their values; false for another character or for both cases. */
static bool read_symbols(const uint8_t *text, size_t count, uint8_t *values) {
    unsigned classes = 0;
    for (size_t i = 0; i < count; i++)
        classes |= assay_character_class[text[i]];
    if ((classes & CLASS_LOWER) && (classes & CLASS_UPPER))
        return false;
    for (size_t i = PREFIX; i < count; i++) {
        unsigned value = symbol_of(is_upper(text[i]) ? text[i] | 0x20 : text[i]);
        if (value == NOT_A_SYMBOL)
            return false;
        values[i - PREFIX] = (uint8_t)value;
    }
    return true;
}

/* `symbols` of five bits each: whole bytes and at most four zero bits, as many bytes as the version has. */
static bool is_program(unsigned version, const uint8_t *values, size_t symbols) {
    size_t bytes = symbols * 5 / 8, spare = symbols * 5 % 8;
    if (spare > 4 || (symbols > 0 && values[symbols - 1] & ((1u << spare) - 1)))
        return false;
    return version == 0 ? bytes == 20 || bytes == 32 : bytes >= 2 && bytes <= 40;
}

static bool checksum_holds(const uint8_t *text, const uint8_t *values, size_t count) {
    uint32_t sum = 1;
    uint8_t human[] = {text[0] | 0x20, text[1] | 0x20};
    for (size_t i = 0; i < 2; i++)
        sum = step(sum, human[i] >> 5);
    sum = step(sum, 0);
    for (size_t i = 0; i < 2; i++)
        sum = step(sum, human[i] & 31);
    for (size_t i = 0; i < count; i++)
        sum = step(sum, values[i]);
    return sum == (values[0] == 0 ? 1 : 0x2bc830a3);
}

assay_segwit assay_read_segwit(const uint8_t *text, size_t count) {
    assay_segwit found = {0};
    uint8_t values[LONGEST - PREFIX];
    if (count < PREFIX + 1 + CHECKSUM || count > LONGEST || text[2] != '1')
        return found;
    uint8_t first = text[0] | 0x20, second = text[1] | 0x20;
    found.is_test = first == 't' && second == 'b';
    if ((!found.is_test && !(first == 'b' && second == 'c')) || !read_symbols(text, count, values))
        return found;
    found.is_address = values[0] <= 16;
    found.version = values[0];
    found.has_checksum = found.is_address && checksum_holds(text, values, count - PREFIX);
    found.has_program = found.is_address && is_program(values[0], values + 1, count - PREFIX - 1 - CHECKSUM);
    return found;
}
