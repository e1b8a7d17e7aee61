/* SPDX-License-Identifier: Apache-2.0
 *
 * cron(fields: 5 | 6 = 5, macros: bool = true)
 *
 * A schedule as in a crontab (IEEE Std 1003.1, crontab, with the steps and names of Vixie cron).
 *
 *     schedule = field 4( blank field )                 minute, hour, day of month, month, day of week;
 *                                                       six fields begin with the second
 *     field    = item *( "," item )       item = ( "*" / value [ "-" value ] ) [ "/" step ]
 *     value    = number / three letters of a month or a day in English, in any case
 *     macro    = "@yearly" / "@annually" / "@monthly" / "@weekly" / "@daily" / "@midnight" / "@hourly" /
 *                "@reboot"
 *
 * 0 and 7 are Sunday; the end of a range is not before its start; a step is at least 1 and at most the
 * largest value of its field. With six fields "?" may be in place of the day of the month or of the week.
 * Blanks are spaces and tabs. Cost: one pass; more than 1,024 bytes are rejected by their length.
 */
#include "assay_plugin_c.h"
#include "characters.h"

#include <stddef.h>
#include <string.h>

enum { FORMAT, FIELDS, MACRO, NO_MACRO };

#define LONGEST 1024u
#define SIX_FIELDS 1u
#define MACROS 2u

typedef struct {
    unsigned lowest, highest;
    const char *names; /* of three letters each, from the lowest value on */
    bool is_day;
} cron_field;

static const cron_field fields[] = {
    {0, 59, "", false},
    {0, 59, "", false},
    {0, 23, "", false},
    {1, 31, "", true},
    {1, 12, "janfebmaraprmayjunjulaugsepoctnovdec", false},
    {0, 7, "sunmontuewedthufrisat", true},
};

typedef struct {
    const uint8_t *at, *end;
} reader;

static bool takes(reader *reader, uint8_t byte) {
    bool taken = reader->at < reader->end && *reader->at == byte;
    reader->at += taken;
    return taken;
}

/* Up to four digits. */
static bool takes_number(reader *reader, unsigned *number) {
    const uint8_t *start = reader->at;
    *number = 0;
    for (; reader->at < reader->end && is_digit(*reader->at) && reader->at - start < 4; reader->at++)
        *number = *number * 10 + (*reader->at & 0x0Fu);
    return reader->at > start;
}

static bool takes_name(reader *reader, const cron_field *field, unsigned *value) {
    if (reader->end - reader->at < 3)
        return false;
    for (size_t i = 0; field->names[i]; i += 3) {
        bool same = true;
        for (size_t j = 0; j < 3; j++)
            same &= (reader->at[j] | 0x20) == (uint8_t)field->names[i + j];
        if (same) {
            *value = field->lowest + (unsigned)i / 3;
            reader->at += 3;
            return true;
        }
    }
    return false;
}

static bool takes_value(reader *reader, const cron_field *field, unsigned *value) {
    if (!takes_number(reader, value) && !takes_name(reader, field, value))
        return false;
    return *value >= field->lowest && *value <= field->highest;
}

static bool takes_item(reader *reader, const cron_field *field) {
    unsigned first, last, step;
    if (!takes(reader, '*')) {
        if (!takes_value(reader, field, &first))
            return false;
        if (takes(reader, '-') && (!takes_value(reader, field, &last) || last < first))
            return false;
    }
    if (!takes(reader, '/'))
        return true;
    return takes_number(reader, &step) && step >= 1 && step <= field->highest;
}

static bool takes_field(reader *reader, const cron_field *field, bool six) {
    if (six && field->is_day && takes(reader, '?'))
        return true;
    do {
        if (!takes_item(reader, field))
            return false;
    } while (takes(reader, ','));
    return true;
}

static bool takes_blanks(reader *reader) {
    const uint8_t *start = reader->at;
    while (takes(reader, ' ') || takes(reader, '\t'))
        ;
    return reader->at > start;
}

static size_t count_fields(assay_str text) {
    size_t count = 0;
    bool blank = true;
    for (uint64_t i = 0; i < text.len; i++) {
        bool now = text.ptr[i] == ' ' || text.ptr[i] == '\t';
        count += blank && !now;
        blank = now;
    }
    return count;
}

static bool is_macro(assay_str text) {
    static const char *const macros[] = {"@yearly", "@annually", "@monthly", "@weekly",
                                         "@daily",  "@midnight", "@hourly",  "@reboot"};
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        if (strlen(macros[i]) == text.len && memcmp(macros[i], text.ptr, text.len) == 0)
            return true;
    return false;
}

static assay_verdict check(assay_str text, const void *inst) {
    uintptr_t options = assay_options(inst);
    bool six = options & SIX_FIELDS;
    if (text.len == 0 || text.len > LONGEST)
        return assay_fail(FORMAT);
    if (text.ptr[0] == '@')
        return options & MACROS ? assay_pass_if(is_macro(text), MACRO) : assay_fail(NO_MACRO);
    if (count_fields(text) != (six ? 6 : 5))
        return assay_fail(FIELDS);
    reader reader = {text.ptr, text.ptr + text.len};
    for (size_t i = six ? 0 : 1; i < 6; i++) {
        if (!takes_field(&reader, &fields[i], six))
            return assay_fail(FORMAT);
        if (i < 5 && !takes_blanks(&reader))
            return assay_fail(FORMAT);
    }
    return assay_pass_if(reader.at == reader.end, FORMAT);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state, (void)call;
    *inst = (void *)(uintptr_t)((params[0].as.i64 == 6 ? SIX_FIELDS : 0u) | (params[1].as.i64 ? MACROS : 0u));
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(cron, "A cron schedule", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "fields",
                                                 "The number of fields: 5, or 6 with seconds",
                                                 ASSAY_BETWEEN(5, 6), ASSAY_DEFAULT_INTEGER(5)),
                                 ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "macros",
                                                 "Macros such as @daily are allowed",
                                                 ASSAY_DEFAULT_BOOLEAN(true))),
                ASSAY_CODES(ASSAY_CODE("cron.format", "must be a cron schedule, like */15 9-17 * * mon-fri"),
                            ASSAY_CODE("cron.fields", "must have {fields} fields"),
                            ASSAY_CODE("cron.macro", "must be a cron macro, like @daily"),
                            ASSAY_CODE("cron.noMacro", "must have {fields} fields and must not be a macro")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"*/15 9-17 * * mon-fri\"", "cron"),
                               ASSAY_VALID("\"@daily\"", "cron"),
                               ASSAY_VALID("\"0 0 12 1,15 * ?\"", "cron(6)"),
                               ASSAY_INVALID(FORMAT, "\"60 * * * *\"", "cron"),
                               ASSAY_INVALID(FORMAT, "\"0 17-9 * * *\"", "cron"),
                               ASSAY_INVALID(FIELDS, "\"* * * *\"", "cron"),
                               ASSAY_INVALID(NO_MACRO, "\"@daily\"", "cron(macros=false)"),
                               ASSAY_INVALID(MACRO, "\"@never\"", "cron")),
                .create = create);
