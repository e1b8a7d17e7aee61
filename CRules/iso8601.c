/* SPDX-License-Identifier: Apache-2.0
 *
 * iso8601(strict: bool = true)
 *
 * A date, a date and time, a duration or an interval by ISO 8601-1:2019, in basic or extended form.
 *
 *     value    = moment / duration / [ "R" *digit "/" ] interval
 *     interval = moment "/" moment / moment "/" duration / duration "/" moment
 *     moment   = date [ "T" time [ "Z" / ( "+" / "-" ) hh [ [ ":" ] mm ] ] ]
 *     date     = year / year "-" MM / year [ "-" ] MM [ "-" ] DD / year [ "-" ] DDD
 *              / year [ "-" ] "W" ww [ [ "-" ] D ]        year = 4digit / ( "+" / "-" ) 4*6digit
 *     time     = hh [ [ ":" ] mm [ [ ":" ] ss ] ] [ ( "." / "," ) 1*digit ]
 *     duration = "P" 1*( number unit ) with units in the order Y M D "T" H M S, or "P" number "W"
 *
 * With strict the day exists (leap years, weeks 52 or 53, days of a year), a moment has all hyphens and
 * colons or none, only a whole day has a time, second 60 is the last of a day in UTC, and neither the year 0
 * nor an offset of 0 has a minus sign. Without, these are left out, and a space may be in place of "T". 24:00
 * is the end of a day. Cost: one pass; more than 256 bytes are rejected by their length.
 */
#include "assay_plugin_c.h"
#include "digits.h"

enum { FORMAT, CALENDAR };

#define LONGEST 256u

/* How a moment is written, found out as it is read. */
enum { BASIC = 1, EXTENDED = 2 };

typedef struct {
    const uint8_t *at, *end;
    bool strict, exists;
    unsigned forms;
} reader;

static bool takes(reader *reader, uint8_t byte) {
    bool taken = reader->at < reader->end && *reader->at == byte;
    reader->at += taken;
    return taken;
}

static size_t digits_ahead(const reader *reader) {
    size_t count = 0;
    while (reader->at + count < reader->end && is_digit(reader->at[count]))
        count++;
    return count;
}

static bool takes_number(reader *reader, size_t digits, unsigned *number) {
    if (digits_ahead(reader) < digits)
        return false;
    *number = 0;
    for (size_t i = 0; i < digits; i++)
        *number = *number * 10 + (*reader->at++ & 0x0Fu);
    return true;
}

/* Takes the separator of the extended form, and notes which form this is. */
static void takes_separator(reader *reader, uint8_t separator) {
    reader->forms |= takes(reader, separator) ? EXTENDED : BASIC;
}

static bool is_leap(unsigned year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* The weekday of 31 December, 0 for Sunday: a year that ends on a Thursday, or that follows one that ends on
 * a Wednesday, has 53 weeks. */
static unsigned last_weekday(unsigned year) { return (year + year / 4 - year / 100 + year / 400) % 7; }

static unsigned weeks_of(unsigned year) {
    return last_weekday(year) == 4 || last_weekday(year + 399) == 3 ? 53 : 52;
}

static unsigned days_of(unsigned year, unsigned month) {
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month < 1 || month > 12 ? 0 : days[month - 1] + (month == 2 && is_leap(year) ? 1u : 0u);
}

static bool takes_year(reader *reader, unsigned *year) {
    bool is_negative = takes(reader, '-'), is_signed = is_negative || takes(reader, '+');
    size_t count = digits_ahead(reader);
    bool alone = is_signed && count >= 4 && count <= 6;
    return takes_number(reader, alone ? count : 4, year) && !(is_negative && *year == 0 && reader->strict);
}

/* "W" is taken. */
static bool takes_week(reader *reader, unsigned year, bool *whole) {
    unsigned week, day = 1;
    if (!takes_number(reader, 2, &week) || week < 1 || week > 53)
        return false;
    reader->exists &= week <= weeks_of(year);
    if (reader->at < reader->end && (*reader->at == '-' || is_digit(*reader->at))) {
        takes_separator(reader, '-');
        *whole = true;
        return takes_number(reader, 1, &day) && day >= 1 && day <= 7;
    }
    return true;
}

/* Month and day, or the day of the year, after the separator. */
static bool takes_month_or_day(reader *reader, unsigned year, bool hyphen, bool *whole) {
    unsigned month, day;
    if (digits_ahead(reader) == 3) {
        *whole = true;
        if (!takes_number(reader, 3, &day) || day < 1 || day > 366)
            return false;
        reader->exists &= day <= (is_leap(year) ? 366u : 365u);
        return true;
    }
    if (!takes_number(reader, 2, &month) || month < 1 || month > 12)
        return false;
    if (reader->at == reader->end || (*reader->at != '-' && !is_digit(*reader->at)))
        return hyphen; /* YYYYMM could be YYMMDD */
    takes_separator(reader, '-');
    *whole = true;
    if (!takes_number(reader, 2, &day) || day < 1 || day > 31)
        return false;
    reader->exists &= day <= days_of(year, month);
    return true;
}

static bool takes_date(reader *reader, bool *whole) {
    unsigned year;
    *whole = false;
    if (!takes_year(reader, &year))
        return false;
    bool hyphen = takes(reader, '-');
    bool more = reader->at < reader->end && (*reader->at == 'W' || is_digit(*reader->at));
    if (!more)
        return !hyphen;
    reader->forms |= hyphen ? EXTENDED : BASIC;
    return takes(reader, 'W') ? takes_week(reader, year, whole)
                              : takes_month_or_day(reader, year, hyphen, whole);
}

/* A further part of a time or offset, if there is one: -1 where there is none. */
static int takes_sixtieth(reader *reader) {
    unsigned number;
    if (reader->at == reader->end || (*reader->at != ':' && !is_digit(*reader->at)))
        return -1;
    takes_separator(reader, ':');
    return takes_number(reader, 2, &number) ? (int)number : 100;
}

/* The offset from UTC in minutes; 0 where there is none. */
static bool takes_offset(reader *reader, int *offset) {
    unsigned hours;
    *offset = 0;
    if (takes(reader, 'Z'))
        return true;
    bool negative = takes(reader, '-');
    if (!negative && !takes(reader, '+'))
        return true;
    if (!takes_number(reader, 2, &hours) || hours > 23)
        return false;
    int minutes = takes_sixtieth(reader);
    if (minutes > 59)
        return false;
    *offset = (int)hours * 60 + (minutes > 0 ? minutes : 0);
    if (negative && *offset == 0 && reader->strict)
        return false;
    *offset = negative ? -*offset : *offset;
    return true;
}

static bool takes_time(reader *reader) {
    unsigned hours;
    int minutes = -1, seconds = -1;
    if (!takes_number(reader, 2, &hours) || hours > 24)
        return false;
    minutes = takes_sixtieth(reader);
    if (minutes >= 0)
        seconds = takes_sixtieth(reader);
    if (minutes > 59 || seconds > 60 || (hours == 24 && (minutes > 0 || seconds > 0)))
        return false;
    if (takes(reader, '.') || takes(reader, ',')) {
        size_t digits = digits_ahead(reader);
        for (size_t i = 0; i < digits; i++)
            if (hours == 24 && reader->at[i] != '0')
                return false;
        reader->at += digits;
        if (digits == 0)
            return false;
    }
    int offset;
    if (!takes_offset(reader, &offset))
        return false;
    /* A leap second is the last one of a day in UTC; a time without an offset is taken for one of UTC. */
    if (seconds == 60)
        reader->exists &= ((int)hours * 60 + minutes - offset + 2 * 1440) % 1440 == 1439;
    return true;
}

static bool takes_moment(reader *reader) {
    bool whole;
    reader->forms = 0;
    if (!takes_date(reader, &whole))
        return false;
    bool time = takes(reader, 'T') || (!reader->strict && takes(reader, ' '));
    if (time && ((reader->strict && !whole) || !takes_time(reader)))
        return false;
    return !reader->strict || reader->forms != (BASIC | EXTENDED);
}

/* "P" is taken. A fraction only in the last number. */
static bool takes_duration(reader *reader) {
    static const char date_units[] = "YMWD", time_units[] = "HMS";
    const char *units = date_units;
    bool any = false, fraction = false, weeks = false, time = false;
    while (reader->at < reader->end && *reader->at != '/') {
        if (takes(reader, 'T')) {
            if (time || weeks || fraction || reader->at == reader->end || *reader->at == '/')
                return false;
            time = true;
            units = time_units;
            continue;
        }
        size_t digits = digits_ahead(reader);
        reader->at += digits;
        if (digits == 0 || fraction || weeks)
            return false;
        if (takes(reader, '.') || takes(reader, ',')) {
            fraction = true;
            digits = digits_ahead(reader);
            reader->at += digits;
        }
        const char *unit = reader->at < reader->end && *reader->at ? strchr(units, *reader->at) : NULL;
        if (digits == 0 || !unit || (*unit == 'W' && any))
            return false;
        weeks = *unit == 'W';
        reader->at++;
        units = unit + 1;
        any = true;
    }
    return any;
}

static bool takes_part(reader *reader, bool *duration) {
    *duration = takes(reader, 'P');
    return *duration ? takes_duration(reader) : takes_moment(reader);
}

static assay_verdict check(assay_str text, const void *inst) {
    reader reader = {text.ptr, text.ptr + text.len, assay_options(inst), true, 0};
    bool first, second;
    if (text.len == 0 || text.len > LONGEST)
        return assay_fail(FORMAT);
    bool repeats = takes(&reader, 'R');
    if (repeats) {
        reader.at += digits_ahead(&reader);
        if (!takes(&reader, '/'))
            return assay_fail(FORMAT);
    }
    if (!takes_part(&reader, &first))
        return assay_fail(FORMAT);
    if (takes(&reader, '/')) {
        if (!takes_part(&reader, &second) || (first && second))
            return assay_fail(FORMAT);
    } else if (repeats) {
        return assay_fail(FORMAT);
    }
    if (reader.at != reader.end)
        return assay_fail(FORMAT);
    return assay_pass_if(reader.exists || !reader.strict, CALENDAR);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64 != 0)

ASSAY_TEXT_RULE(iso8601, "A date, date and time, duration or interval (ISO 8601-1)", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(
                    ASSAY_PARAM_BOOLEAN, "strict",
                    "The day must exist, and forms must not be mixed; with false, a space may replace the T",
                    ASSAY_DEFAULT_BOOLEAN(true))),
                ASSAY_CODES(ASSAY_CODE("iso8601.format",
                                       "must be in a form of ISO 8601, like 2024-02-29T17:45:00Z"),
                            ASSAY_CODE("iso8601.calendar", "must have a date and a time that exist")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"2024-02-29T17:45:00+02:00\"", "iso8601"),
                               ASSAY_VALID("\"2020W536\"", "iso8601"), ASSAY_VALID("\"2024-366\"", "iso8601"),
                               ASSAY_VALID("\"R5/20240229T174500Z/P1Y2M10DT2H30,5M\"", "iso8601"),
                               ASSAY_VALID("\"2009-02-31 14:39\"", "iso8601(strict=false)"),
                               ASSAY_INVALID(FORMAT, "\"2024-02-29 17:45\"", "iso8601"),
                               ASSAY_INVALID(FORMAT, "\"2024-02-29T1745\"", "iso8601"),
                               ASSAY_INVALID(FORMAT, "\"202402\"", "iso8601"),
                               ASSAY_INVALID(FORMAT, "\"P1Y/P2Y\"", "iso8601"),
                               ASSAY_INVALID(CALENDAR, "\"2023-02-29\"", "iso8601"),
                               ASSAY_INVALID(CALENDAR, "\"2021-W53\"", "iso8601")),
                .create = create);
