/* SPDX-License-Identifier: Apache-2.0
 *
 * fleet-cpp.vin: vehicle identification numbers. */
#include "fleet.hpp"

#include <algorithm>

namespace {

enum : std::uint32_t { LENGTH, CHARACTER, SERIAL, CHECK_DIGIT, YEAR_CODE, LIMITS, YEAR };
enum standard : std::size_t { BY_REGION, ISO_3779, CFR_565 };

bool is_digit(char character) { return character >= '0' && character <= '9'; }

/* What a character counts in the check digit; -1 for one that no number has. */
int value_of(char character) {
    constexpr std::string_view letters = "12345678.12345.7.923456789";
    if (is_digit(character))
        return character - '0';
    if (character < 'A' || character > 'Z' || letters[character - 'A'] == '.')
        return -1;
    return letters[character - 'A'] - '0';
}

class vin_rule {
  public:
    vin_rule(const std::optional<assay::column> &year, std::int64_t min_year, std::int64_t max_year,
             std::size_t standard)
        : year_(year), min_year_(min_year), max_year_(max_year), standard_(standard) {
        if (min_year > max_year)
            throw assay::rejection("minYear must not be above maxYear");
    }

    assay::verdict operator()(const assay::row &row) const {
        const std::string_view text = row.value().text();
        const auto length =
            std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; });
        if (length != 17)
            return row.fail(LENGTH, {length});
        for (int index = 0; index < 17; index++)
            if (value_of(text[index]) < 0)
                return row.fail(CHARACTER, {index + 1});
        if (!std::all_of(text.begin() + 13, text.end(), is_digit))
            return assay::fail(SERIAL);
        const bool is_american = text[0] != '0' && text[0] <= '5';
        return standard_ == CFR_565 || (standard_ == BY_REGION && is_american) ? check_cfr(text, row)
                                                                               : assay::pass();
    }

  private:
    /* The check digit and the year of the model. */
    assay::verdict check_cfr(std::string_view text, const assay::row &row) const {
        constexpr int weights[] = {8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2};
        constexpr std::string_view years = "ABCDEFGHJKLMNPRSTVWXY123456789";
        int sum = 0;
        for (int index = 0; index < 17; index++)
            sum += weights[index] * value_of(text[index]);
        const std::string_view expected = std::string_view("0123456789X").substr(sum % 11, 1);
        if (text[8] != expected[0])
            return row.fail(CHECK_DIGIT, {expected, text.substr(8, 1)});
        const std::size_t code = years.find(text[9]);
        if (code == std::string_view::npos)
            return assay::fail(YEAR_CODE);
        const std::int64_t year = 1980 + static_cast<std::int64_t>(code) + (is_digit(text[6]) ? 0 : 30);
        if (year < min_year_ || year > max_year_)
            return row.fail(LIMITS, {year});
        const assay::field_value other = row[year_.value_or(assay::column{UINT64_MAX})];
        if (!other.is(assay::kinds::integer) || other.integer() == year)
            return assay::pass();
        return row.fail(YEAR, {other.integer(), year});
    }

    std::optional<assay::column> year_;
    std::int64_t min_year_, max_year_;
    std::size_t standard_;
};

} // namespace

assay::rule vin() {
    return assay::define("vin", "A vehicle identification number")
        .kinds(assay::kinds::string)
        .parameter(assay::field("year", "the field with the model year").optional())
        .parameter(assay::integer("minYear", "the first model year").between(1980, 2039).otherwise(1980))
        .parameter(assay::integer("maxYear", "the last model year").between(1980, 2039).otherwise(2039))
        .parameter(assay::choice("standard", "the standard that the number follows",
                                 {"byRegion", "iso3779", "cfr565"})
                       .otherwise("byRegion"))
        .code("vin.length", "must have 17 characters, not {length}", {"length"})
        .translation("de", "muss 17 Zeichen haben, nicht {length}")
        .code("vin.character",
              "must have a digit or a capital letter other than I, O and Q at position {position}",
              {"position"})
        .translation("de", "muss an Stelle {position} eine Ziffer oder einen Großbuchstaben außer I, O und "
                           "Q haben")
        .code("vin.serial", "must end with four digits")
        .translation("de", "muss mit vier Ziffern enden")
        .code("vin.checkDigit", "must have the check digit {expected} at position 9, not {found}",
              {"expected", "found"})
        .translation("de", "muss an Stelle 9 die Prüfziffer {expected} haben, nicht {found}")
        .code("vin.yearCode", "must have the code of a model year at position 10")
        .translation("de", "muss an Stelle 10 das Zeichen eines Modelljahrs haben")
        .code("vin.limits", "must be of a model year from {minYear} to {maxYear}, not {modelYear}",
              {"modelYear"})
        .translation("de", "muss aus einem Modelljahr von {minYear} bis {maxYear} sein, nicht {modelYear}")
        .code("vin.year", "must be of the model year {expected}, not {modelYear}", {"expected", "modelYear"})
        .translation("de", "muss aus dem Modelljahr {expected} sein, nicht {modelYear}")
        .valid("\"1M8GDM9AXKP042788\"", "vin")
        .valid("\"WVWZZZ1JZ3W386752\"", "vin(year, minYear=2000)")
        .invalid(LENGTH, "\"1M8GDM9AXKP04278\"", "vin")
        .invalid(CHARACTER, "\"1M8GDM9AXKPO42788\"", "vin")
        .invalid(SERIAL, "\"WVWZZZ1JZ3W38675X\"", "vin")
        .invalid(CHECK_DIGIT, "\"1M8GDM9A5KP042788\"", "vin")
        .invalid(CHECK_DIGIT, "\"WVWZZZ1JZ3W386752\"", "vin(standard=cfr565)")
        .invalid(YEAR_CODE, "\"1M8GDM9A6UP042788\"", "vin")
        .invalid(LIMITS, "\"1M8GDM9AXKP042788\"", "vin(minYear=1990)")
        .valid("\"1M8GDM9AXKP042788\"", "vin(year)")
        .with_fields("{\"year\": 1989}")
        .invalid(YEAR, "\"1M8GDM9AXKP042788\"", "vin(year)")
        .with_fields("{\"year\": 1990}")
        .check<vin_rule>();
}
