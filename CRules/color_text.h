/* SPDX-License-Identifier: Apache-2.0
 *
 * color_text.h: reads the parts of a color in the functional notation of CSS, one after the other. */
#ifndef ASSAY_COLOR_TEXT_H
#define ASSAY_COLOR_TEXT_H
#include "assay_plugin_c.h"
#include "characters.h"

#include <stddef.h>

/* Options of the rules: COLOR_ALPHA(options) is an index into the choices of `alpha`. */
#define COLOR_SPACES 1u
#define COLOR_PERCENT 2u
#define COLOR_ALPHA(options) ((options) >> 2 & 3u)
enum { ALPHA_ALLOWED, ALPHA_FORBIDDEN, ALPHA_REQUIRED };

#define COLOR_PARAMETERS                                                                                     \
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "allowSpaces",                                     \
                                     "Spaces between the parts are allowed", ASSAY_DEFAULT_BOOLEAN(true)),   \
                     COLOR_ALPHA_PARAMETER,                                                                  \
                     ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "percent",                                         \
                                     "Percentages are allowed in place of numbers",                          \
                                     ASSAY_DEFAULT_BOOLEAN(true)))
#define COLOR_ALPHA_PARAMETER                                                                                \
    ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "alpha", "An alpha value in the color",                              \
                    ASSAY_CHOICES(ASSAY_STR_LITERAL("allowed"), ASSAY_STR_LITERAL("forbidden"),              \
                                  ASSAY_STR_LITERAL("required")),                                            \
                    ASSAY_DEFAULT_TEXT("allowed"))
#define COLOR_OPTIONS(params)                                                                                \
    (((params)[0].as.i64 ? COLOR_SPACES : 0u) | ((params)[2].as.i64 ? COLOR_PERCENT : 0u) |                  \
     (uintptr_t)(params)[1].as.i64 << 2)

typedef struct {
    const uint8_t *at, *end;
    bool spaces; /* are allowed */
} color_reader;

/* A number as CSS writes it: `whole` is its size without the fraction, at most 1,000. `none` is the keyword.
 */
typedef struct {
    bool found, negative, percent, none;
    bool fraction; /* there is more of it than `whole` */
    uint32_t whole;
} color_number;

/* The number at the reader, which is after it then. */
color_number assay_read_color_number(color_reader *reader);

/* The same, or the keyword "none", which is in forms without commas. */
color_number assay_read_color_part(color_reader *reader);

/* Whether a byte goes on with a name, so that one before it is not at its end. */
static inline bool is_name_byte(uint8_t byte) {
    return is_class(byte, CLASS_ALPHANUMERIC) || byte == '-' || byte == '_' || byte >= 0x80;
}

/* Skips white space of CSS; false if there are some that are not allowed. */
static inline bool skip_spaces(color_reader *reader) {
    const uint8_t *start = reader->at;
    while (reader->at < reader->end &&
           (*reader->at == ' ' || (*reader->at >= '\t' && *reader->at <= '\r' && *reader->at != '\v')))
        reader->at++;
    return reader->spaces || reader->at == start;
}

static inline bool takes_byte(color_reader *reader, uint8_t byte) {
    bool taken = reader->at < reader->end && *reader->at == byte;
    reader->at += taken;
    return taken;
}

/* A word in any case. */
static inline bool takes_word(color_reader *reader, const char *word) {
    const uint8_t *at = reader->at;
    for (; *word; word++, at++)
        if (at == reader->end || (*at | 0x20) != (uint8_t)*word)
            return false;
    reader->at = at;
    return true;
}

/* What is between two parts: a comma, or nothing but spaces; each with spaces around it. */
static inline bool takes_separator(color_reader *reader, bool comma) {
    return skip_spaces(reader) && (!comma || takes_byte(reader, ',')) && skip_spaces(reader);
}

#endif
