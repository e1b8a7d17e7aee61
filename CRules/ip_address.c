/* SPDX-License-Identifier: Apache-2.0 */
#include "ip_address.h"

#include "characters.h"

#include <string.h>

static bool read_octets(const uint8_t *text, size_t length, uint8_t octets[4]) {
    size_t at = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (i > 0 && (at == length || text[at] != '.'))
            return false;
        at += i > 0;
        unsigned value = 0;
        size_t start = at;
        for (; at < length && at - start < 3 && is_digit(text[at]); at++)
            value = value * 10 + (text[at] & 0x0Fu);
        if (at == start || value > 255 || (text[start] == '0' && at - start > 1))
            return false;
        octets[i] = (uint8_t)value;
    }
    return at == length;
}

bool assay_read_ipv4(const uint8_t *text, size_t length, ip_address *address) {
    memset(address->bytes, 0, sizeof address->bytes);
    address->version = 4;
    return length <= 15 && read_octets(text, length, address->bytes);
}

/* The state of reading a v6 address: how many bytes are there, and where "::" was. */
typedef struct {
    uint8_t *bytes;
    unsigned count;
    int gap; /* -1: none yet */
} v6_reader;

/* Reads 1 to 4 hexadecimal digits; returns how many. */
static size_t read_group(v6_reader *reader, const uint8_t *text, size_t length) {
    unsigned value = 0;
    size_t at = 0;
    for (; at < length && at < 4 && is_class(text[at], CLASS_HEX); at++)
        value = value << 4 | (is_digit(text[at]) ? text[at] & 0x0Fu : (text[at] & 0x07u) + 9);
    if (at > 0 && reader->count <= 14) {
        reader->bytes[reader->count++] = (uint8_t)(value >> 8);
        reader->bytes[reader->count++] = (uint8_t)value;
        return at;
    }
    return 0;
}

/* Reads groups to the end of the text. */
static bool read_groups(v6_reader *reader, const uint8_t *text, size_t length) {
    size_t at = 0;
    if (length >= 2 && text[0] == ':' && text[1] == ':') {
        reader->gap = 0;
        at = 2;
    }
    while (at < length) {
        if (reader->count <= 12 && read_octets(text + at, length - at, reader->bytes + reader->count)) {
            reader->count += 4;
            return true;
        }
        size_t read = read_group(reader, text + at, length - at);
        at += read;
        if (read == 0 || at == length)
            return read != 0;
        if (text[at] != ':' || at + 1 == length)
            return false;
        at++;
        if (text[at] == ':') {
            if (reader->gap >= 0)
                return false;
            reader->gap = (int)reader->count;
            at++;
        }
    }
    return reader->gap >= 0;
}

bool assay_read_ipv6(const uint8_t *text, size_t length, ip_address *address) {
    if (length < 2 || length > 45)
        return false;
    memset(address->bytes, 0, sizeof address->bytes);
    address->version = 6;
    v6_reader reader = {.bytes = address->bytes, .count = 0, .gap = -1};
    if (!read_groups(&reader, text, length))
        return false;
    if (reader.gap < 0)
        return reader.count == 16;
    if (reader.count > 14)
        return false;
    unsigned gap = (unsigned)reader.gap, tail = reader.count - gap;
    memmove(address->bytes + 16 - tail, address->bytes + gap, tail);
    memset(address->bytes + gap, 0, 16 - reader.count);
    return true;
}

bool assay_read_ip(const uint8_t *text, size_t length, ip_address *address) {
    return assay_read_ipv4(text, length, address) || assay_read_ipv6(text, length, address);
}
