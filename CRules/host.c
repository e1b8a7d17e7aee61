/* SPDX-License-Identifier: Apache-2.0
 *
 * Hosts: a name of ASCII alone takes one pass; any other is decoded, mapped and normalized first, in
 * memory on the stack. What has more code points than a name has characters is no host, so that the cost
 * is at most that of a constant number of steps for each of 253.
 */
#include "assay_c_rules.h"
#include "characters.h"
#include "hosts.h"
#include "idna.h"
#include "ip_address.h"
#include "punycode.h"
#include "top_level_domains.h"

#include <string.h>

enum { LONGEST_LABEL = 63, LONGEST_TEXT = 4096 };

/* ---- IPv4 numbers (WHATWG URL, "IPv4 number parser") -------------------------------------------- */

#define NOT_A_NUMBER UINT64_MAX

/* Decimal, octal after 0, hexadecimal after 0x; saturates above 2 to the 32nd. */
static uint64_t read_number(const uint8_t *text, size_t length) {
    unsigned radix = 10;
    size_t at = 0;
    if (length == 0)
        return NOT_A_NUMBER;
    if (length >= 2 && text[0] == '0') {
        radix = text[1] == 'x' ? 16 : 8;
        at = radix == 16 ? 2 : 1;
    }
    uint64_t number = 0;
    for (; at < length; at++) {
        unsigned digit = is_digit(text[at])              ? text[at] & 0x0Fu
                         : is_class(text[at], CLASS_HEX) ? (text[at] & 0x07u) + 9
                                                         : 16;
        if (digit >= radix)
            return NOT_A_NUMBER;
        number = number * radix + digit;
        if (number > UINT32_MAX)
            number = (uint64_t)UINT32_MAX + 1;
    }
    return number;
}

/* Where the last label begins. */
static size_t last_label(const uint8_t *name, size_t length) {
    while (length > 0 && name[length - 1] != '.')
        length--;
    return length;
}

static bool ends_in_number(const uint8_t *name, size_t length) {
    size_t at = last_label(name, length);
    bool digits = at < length;
    for (size_t i = at; i < length; i++)
        digits = digits && is_digit(name[i]);
    return digits ||
           (length - at >= 2 && name[at + 1] == 'x' && read_number(name + at, length - at) != NOT_A_NUMBER);
}

static bool read_numbers(const uint8_t *name, size_t length, uint8_t address[4]) {
    uint64_t numbers[4];
    size_t count = 0;
    for (size_t at = 0; at <= length; count++) {
        size_t end = at;
        while (end < length && name[end] != '.')
            end++;
        uint64_t number = read_number(name + at, end - at);
        if (count == 4 || number == NOT_A_NUMBER)
            return false;
        numbers[count] = number;
        at = end + 1;
    }
    uint64_t whole = numbers[count - 1];
    if (whole >> (8 * (5 - count)) != 0)
        return false;
    for (size_t i = 0; i + 1 < count; i++) {
        if (numbers[i] > 255)
            return false;
        whole |= numbers[i] << (8 * (3 - i));
    }
    for (unsigned i = 0; i < 4; i++)
        address[i] = (uint8_t)(whole >> (24 - 8 * i));
    return true;
}

/* ---- names of ASCII ----------------------------------------------------------------------------- */

/* The label is LDH, or an A-label where that is asked for. */
static bool is_label(const uint8_t *label, size_t length, uint32_t options, idna_label *about) {
    if (length == 0 || length > LONGEST_LABEL || label[0] == '-' || label[length - 1] == '-')
        return false;
    bool reserved = length >= 4 && label[2] == '-' && label[3] == '-';
    bool encoded = reserved && label[0] == 'x' && label[1] == 'n';
    *about = (idna_label){.no_left_label = !is_class(label[0], CLASS_ALPHA)};
    if (!encoded || !(options & (ASSAY_HOST_A_LABELS | ASSAY_HOST_BROWSER)))
        return !reserved || !(options & ASSAY_HOST_NO_RESERVED);
    return assay_is_a_label(label + 4, length - 4,
                            options & ASSAY_HOST_BROWSER ? IDNA_BROWSER : IDNA_PROTOCOL, about);
}

static bool is_name_character(uint8_t byte, uint32_t options) {
    return is_class(byte, CLASS_ALPHANUMERIC) || byte == '-' ||
           (byte == '_' && (options & ASSAY_HOST_UNDERSCORES));
}

/* The labels of host->name; in a name with one from right to left none begins with a digit. */
static bool has_valid_labels(assay_read_host *host, uint32_t options) {
    size_t start = 0;
    bool digits = true, right_to_left = false, no_left_label = false;
    host->labels = 0;
    for (size_t at = 0; at <= host->length; at++) {
        uint8_t byte = at < host->length ? host->name[at] : '.';
        if (byte != '.') {
            if (!is_name_character(byte, options))
                return false;
            digits = digits && is_digit(byte);
            continue;
        }
        idna_label about;
        if (!is_label(host->name + start, at - start, options, &about))
            return false;
        right_to_left = right_to_left || about.right_to_left;
        no_left_label = no_left_label || about.no_left_label;
        host->labels++;
        host->ends_with_name = !digits;
        digits = true;
        start = at + 1;
    }
    return !(right_to_left && no_left_label);
}

/* host->name is in lower case. */
static bool finish(assay_read_host *host, uint32_t options) {
    if (options & (ASSAY_HOST_BROWSER | ASSAY_HOST_TRAILING_DOT))
        host->length -= host->length > 1 && host->name[host->length - 1] == '.';
    if ((options & ASSAY_HOST_BROWSER) && ends_in_number(host->name, host->length)) {
        host->version = 4;
        return read_numbers(host->name, host->length, host->address);
    }
    return host->length > 0 && host->length <= ASSAY_HOST_LONGEST && has_valid_labels(host, options);
}

/* ---- other names -------------------------------------------------------------------------------- */

/* Code points in their order, of at most one host. */
typedef struct {
    uint32_t points[ASSAY_HOST_LONGEST + 1];
    size_t count;
} host_points;

static unsigned hex_value(uint8_t byte) { return is_digit(byte) ? byte & 0x0Fu : (byte & 0x07u) + 9; }

/* The byte at *at, percent-decoded where browsers decode; moves past it. */
static uint8_t next_byte(const uint8_t *text, size_t length, size_t *at, uint32_t options) {
    uint8_t byte = text[(*at)++];
    if (byte == '%' && (options & ASSAY_HOST_BROWSER) && length - *at >= 2 &&
        is_class(text[*at], CLASS_HEX) && is_class(text[*at + 1], CLASS_HEX)) {
        byte = (uint8_t)(hex_value(text[*at]) << 4 | hex_value(text[*at + 1]));
        *at += 2;
    }
    return byte;
}

/* The code point at *at; UINT32_MAX where decoded bytes are no UTF-8. */
static uint32_t next_point(const uint8_t *text, size_t length, size_t *at, uint32_t options) {
    uint32_t lead = next_byte(text, length, at, options);
    if (lead < 0x80)
        return lead;
    unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (lead < 0xC2 || lead > 0xF4)
        return UINT32_MAX;
    uint32_t point = lead & (0x3Fu >> more);
    for (unsigned i = 0; i < more; i++) {
        uint8_t byte = *at < length ? next_byte(text, length, at, options) : 0;
        if ((byte & 0xC0) != 0x80)
            return UINT32_MAX;
        point = point << 6 | (byte & 0x3Fu);
    }
    bool surrogate = point >= 0xD800 && point <= 0xDFFF;
    return point < least[more] || point > 0x10FFFF || surrogate ? UINT32_MAX : point;
}

static bool append(host_points *host, uint32_t point) {
    if (host->count > ASSAY_HOST_LONGEST)
        return false;
    host->points[host->count++] = point;
    return true;
}

static bool is_full_stop(uint32_t point) { return point == 0x3002 || point == 0xFF0E || point == 0xFF61; }

/* Reads the code points that the text spells; those in whose place a browser reads others, as these. */
static bool read_points(const uint8_t *text, size_t length, uint32_t options, host_points *host) {
    host->count = 0;
    for (size_t at = 0; at < length;) {
        uint32_t point = next_point(text, length, &at, options), single = point;
        const uint32_t *mapped = &single;
        if ((options & ASSAY_HOST_DOTS) && is_full_stop(point))
            single = '.';
        if (point == UINT32_MAX || (point >= 0x80 && !(options & ASSAY_HOST_INTERNATIONAL)))
            return false;
        size_t count = options & ASSAY_HOST_BROWSER ? assay_idna_map(point, &mapped, &single) : 1;
        for (size_t i = 0; i < count; i++)
            if (!append(host, mapped[i]))
                return false;
    }
    return true;
}

static bool append_bytes(assay_read_host *host, const uint8_t *bytes, size_t count) {
    if (count > sizeof host->name - host->length)
        return false;
    memcpy(host->name + host->length, bytes, count);
    host->length += (uint32_t)count;
    return true;
}

/* A label of ASCII in lower case; any other as an A-label. */
static bool append_label(assay_read_host *host, const uint32_t *points, size_t count, idna_profile profile) {
    uint8_t text[LONGEST_LABEL];
    bool ascii = true, upper = false;
    if (count > LONGEST_LABEL)
        return false;
    for (size_t i = 0; i < count; i++) {
        ascii = ascii && points[i] < 0x80;
        upper = upper || (points[i] >= 'A' && points[i] <= 'Z');
    }
    for (size_t i = 0; ascii && i < count; i++)
        text[i] = (uint8_t)(points[i] >= 'A' && points[i] <= 'Z' ? points[i] | 0x20u : points[i]);
    if (ascii)
        return append_bytes(host, text, count);
    /* What begins as an A-label and is none (UTS 46 section 4, step 4). */
    bool encoded = count >= 4 && points[0] == 'x' && points[1] == 'n' && points[2] == '-' && points[3] == '-';
    size_t length = upper || encoded || !assay_is_u_label(points, count, profile)
                        ? 0
                        : assay_encode_punycode(points, count, text);
    return length > 0 && append_bytes(host, (const uint8_t *)"xn--", 4) && append_bytes(host, text, length);
}

static bool read_any(const uint8_t *text, size_t length, uint32_t options, assay_read_host *host) {
    host_points read;
    uint32_t composed[4 * (ASSAY_HOST_LONGEST + 1)];
    idna_profile profile = options & ASSAY_HOST_BROWSER ? IDNA_BROWSER : IDNA_PROTOCOL;
    if (length > LONGEST_TEXT || !read_points(text, length, options, &read))
        return false;
    if (options & (ASSAY_HOST_BROWSER | ASSAY_HOST_COMPOSES)) {
        size_t count = assay_idna_compose(read.points, read.count, composed);
        if (count > ASSAY_HOST_LONGEST + 1)
            return false;
        memcpy(read.points, composed, count * sizeof *composed);
        read.count = count;
    }
    for (size_t start = 0, at = 0; at <= read.count; at++) {
        if (at < read.count && read.points[at] != '.')
            continue;
        if (!append_label(host, read.points + start, at - start, profile) ||
            (at < read.count && !append_bytes(host, (const uint8_t *)".", 1)))
            return false;
        start = at + 1;
    }
    return finish(host, options);
}

/* Copies ASCII without "%" in lower case; false for other texts and for longer ones. */
static bool copy_plain(const uint8_t *text, size_t length, assay_read_host *host) {
    if (length > sizeof host->name)
        return false;
    bool plain = true;
    for (size_t i = 0; i < length; i++) {
        plain = plain && text[i] < 0x80 && text[i] != '%';
        host->name[i] = is_upper(text[i]) ? text[i] | 0x20u : text[i];
    }
    host->length = (uint32_t)length;
    return plain;
}

bool assay_read_name(const uint8_t *text, size_t length, uint32_t options, assay_read_host *host) {
    host->version = 0;
    if (copy_plain(text, length, host))
        return finish(host, options);
    host->length = 0;
    return read_any(text, length, options, host);
}

/* ---- top-level domains -------------------------------------------------------------------------- */

/* As memcmp, a name that begins another one before it. */
static int domain_order(const assay_domain_table *table, uint32_t index, const uint8_t *name, size_t length) {
    const uint16_t *offsets = table->offsets + index;
    size_t own = (size_t)(offsets[1] - offsets[0]);
    int order = memcmp(name, table->names + offsets[0], own < length ? own : length);
    return order != 0 ? order : (length > own) - (length < own);
}

bool assay_has_domain(const assay_domain_table *table, const uint8_t *name, size_t length) {
    uint32_t low = 0, high = table->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = domain_order(table, middle, name, length);
        if (order == 0)
            return true;
        if (order > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

bool assay_has_known_domain(const assay_read_host *host) {
    size_t at = last_label(host->name, host->length);
    return host->version == 0 && host->labels > 1 &&
           assay_has_domain(&assay_top_level_domains, host->name + at, host->length - at);
}

/* ---- addresses ---------------------------------------------------------------------------------- */

static bool keep(const ip_address *address, assay_read_host *host) {
    host->version = address->version;
    memcpy(host->address, address->bytes, sizeof host->address);
    return true;
}

bool assay_read_v6_host(const uint8_t *text, size_t length, assay_read_host *host) {
    ip_address address;
    return assay_read_ipv6(text, length, &address) && keep(&address, host);
}

bool assay_read_v4_host(const uint8_t *text, size_t length, assay_read_host *host) {
    ip_address address;
    return assay_read_ipv4(text, length, &address) && keep(&address, host);
}

bool assay_host_is_public(const assay_read_host *host) {
    ip_address address = {.version = host->version};
    memcpy(address.bytes, host->address, sizeof address.bytes);
    return assay_is_public_ip(&address);
}

bool assay_embedded_v4(const uint8_t address[16], uint8_t v4[4]) {
    return assay_find_embedded_v4(address, v4);
}
