/* SPDX-License-Identifier: Apache-2.0
 *
 * fleet-cpp.after: a date after the date in another field. */
#include "fleet.hpp"

namespace {

enum : std::uint32_t { DATE, TOO_EARLY };

bool is_leap_year(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_in(int month, int year) {
    constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap_year(year) ? 1 : 0);
}

/* The number that some digits write, or -1. */
int number(std::string_view digits) {
    int number = 0;
    for (char digit : digits) {
        if (digit < '0' || digit > '9')
            return -1;
        number = number * 10 + digit - '0';
    }
    return number;
}

/* Days since 1 January 0000; nothing for what is no date. */
std::optional<std::int64_t> read_date(assay::field_value value) {
    if (!value.is(assay::kinds::string))
        return std::nullopt;
    const std::string_view text = value.text();
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const int year = number(text.substr(0, 4)), month = number(text.substr(5, 2)),
              day = number(text.substr(8, 2));
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > days_in(month, year))
        return std::nullopt;
    const int before = year - 1; /* The year 0 is a leap year. */
    std::int64_t days = 365 * year + (year > 0 ? before / 4 - before / 100 + before / 400 + 1 : 0) + day;
    for (int passed = 1; passed < month; passed++)
        days += days_in(passed, year);
    return days;
}

assay::verdict check(const assay::row &row, assay::column other, std::int64_t min_days) {
    const auto date = read_date(row.value()), other_date = read_date(row[other]);
    if (!date)
        return assay::fail(DATE);
    if (!other_date)
        return assay::skip();
    if (*date - *other_date >= min_days)
        return assay::pass();
    return row.fail(TOO_EARLY, {row[other].text(), *date - *other_date});
}

} // namespace

assay::rule after() {
    return assay::define("after", "A date after the date in another field")
        .kinds(assay::kinds::string)
        .parameter(assay::field("other", "the field with the earlier date"))
        .parameter(assay::integer("minDays", "the fewest days between them").between(0, 36525).otherwise(1))
        .code("after.date", "must be a date like 2030-07-21")
        .translation("de", "muss ein Datum wie 2030-07-21 sein")
        .code("after.tooEarly", "must be at least {minDays} {minDays:day|days} after {date}, not {days}",
              {"date", "days"})
        .translation("de", "muss mindestens {minDays} {minDays:Tag|Tage} nach dem {date} liegen, nicht "
                           "{days}")
        .valid("\"2030-07-21\"", "after(registered)")
        .valid("\"2032-02-29\"", "after(registered, minDays=14)")
        .invalid(DATE, "\"2030-02-29\"", "after(registered)")
        .invalid(DATE, "\"21 July 2030\"", "after(registered)")
        .valid("\"2030-07-21\"", "after(registered)")
        .with_fields("{\"registered\": \"2030-07-20\"}")
        .invalid(TOO_EARLY, "\"2030-07-21\"", "after(registered, minDays=14)")
        .with_fields("{\"registered\": \"2030-07-20\"}")
        .check(check);
}
