/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `phone`: phone numbers by libphonenumber, as an example of a plugin in C++ with a setting.
 *
 *     phone.number(region: string, type: any | fixedLine | mobile | tollFree | premiumRate | voip = any)
 *     phone.mobile(region: string)
 *
 * The value is a number with + and the country code ("+49 30 123456"), or, if there is a region, as
 * it is dialled there ("030 123456"); a region of its own does not reject numbers of others. It has
 * ASCII digits, spaces and the characters + - . / ( ) alone: no words before it, no extension
 * after it, no letters in place of digits, and at most 250 characters. It is valid if its country
 * assigns such numbers, whether or not this one is in use.
 *
 * The region (ISO 3166-1: "DE") is that of the rule, or else that of the settings:
 *
 *     region: string     the country of numbers without a country code; none: all need one
 *
 * Where fixed lines and mobile phones share their numbers, as in the US, a number is of both types. */
#include "assay_plugin.hpp"

#include <phonenumbers/logger.h>
#include <phonenumbers/phonenumberutil.h>

#include <set>

namespace {

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

/* The library's own words would go to the standard output. */
const PhoneNumberUtil &library() {
    static const PhoneNumberUtil &instance = []() -> const PhoneNumberUtil & {
        const PhoneNumberUtil &made = *PhoneNumberUtil::GetInstance();
        static i18n::phonenumbers::NullLogger silence;
        i18n::phonenumbers::Logger::set_logger_impl(&silence);
        return made;
    }();
    return instance;
}

/* What libphonenumber takes for "no region". */
constexpr const char *no_region = "ZZ";

std::string known_region(const std::string &region) {
    std::set<std::string> regions;
    library().GetSupportedRegions(&regions);
    if (regions.count(region) == 0)
        throw assay::rejection("region: expected the two capital letters of a country, such as \"DE\"");
    return region;
}

struct phone_settings {
    explicit phone_settings(const std::optional<std::string> &region)
        : region(region ? known_region(*region) : no_region) {}
    std::string region;
};

enum : std::uint32_t { FORMAT, COUNTRY, SHORT, LONG, UNASSIGNED, TYPE };
enum type : std::size_t { ANY, FIXED_LINE, MOBILE, TOLL_FREE, PREMIUM_RATE, VOIP };

bool has_type(const PhoneNumber &number, std::size_t wanted) {
    const PhoneNumberUtil::PhoneNumberType found = library().GetNumberType(number);
    const bool is_shared = found == PhoneNumberUtil::FIXED_LINE_OR_MOBILE;
    switch (wanted) {
    case FIXED_LINE:
        return is_shared || found == PhoneNumberUtil::FIXED_LINE;
    case MOBILE:
        return is_shared || found == PhoneNumberUtil::MOBILE;
    case TOLL_FREE:
        return found == PhoneNumberUtil::TOLL_FREE;
    case PREMIUM_RATE:
        return found == PhoneNumberUtil::PREMIUM_RATE;
    case VOIP:
        return found == PhoneNumberUtil::VOIP;
    default:
        return true;
    }
}

/* libphonenumber finds numbers within any other text, and its time grows with the square of the digits. */
bool looks_like_a_number(std::string_view text) {
    constexpr std::size_t longest = 250;
    return text.size() <= longest && text.find_first_not_of("0123456789 +-./()") == std::string_view::npos;
}

assay::verdict verdict_of(PhoneNumberUtil::ErrorType error) {
    switch (error) {
    case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR:
        return assay::fail(COUNTRY);
    case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
    case PhoneNumberUtil::TOO_SHORT_NSN:
        return assay::fail(SHORT);
    case PhoneNumberUtil::TOO_LONG_NSN:
        return assay::fail(LONG);
    default:
        return assay::fail(FORMAT);
    }
}

class number_rule {
  public:
    number_rule(const phone_settings &settings, const std::optional<std::string> &region, std::size_t type)
        : region_(region ? known_region(*region) : settings.region), type_(type) {}

    assay::verdict operator()(assay::field_value value) const {
        if (!looks_like_a_number(value.text()))
            return assay::fail(FORMAT);
        PhoneNumber number;
        const auto error = library().Parse(std::string(value.text()), region_, &number);
        if (error != PhoneNumberUtil::NO_PARSING_ERROR)
            return verdict_of(error);
        switch (library().IsPossibleNumberWithReason(number)) {
        case PhoneNumberUtil::TOO_SHORT:
            return assay::fail(SHORT);
        case PhoneNumberUtil::TOO_LONG:
            return assay::fail(LONG);
        default:
            break;
        }
        if (!library().IsValidNumber(number))
            return assay::fail(UNASSIGNED);
        return assay::pass_if(has_type(number, type_), TYPE);
    }

  private:
    std::string region_;
    std::size_t type_;
};

struct mobile_rule : number_rule {
    mobile_rule(const phone_settings &settings, const std::optional<std::string> &region)
        : number_rule(settings, region, MOBILE) {}
};

/* The codes of both rules but the last. */
template <class Definition> Definition with_codes(Definition definition, const std::string &id) {
    return std::move(definition)
        .code(id + ".format", "must be a phone number")
        .translation("de", "muss eine Telefonnummer sein")
        .code(id + ".country", "must begin with + and the code of a country")
        .translation("de", "muss mit + und der Vorwahl eines Landes beginnen")
        .code(id + ".short", "must have more digits")
        .translation("de", "muss mehr Ziffern haben")
        .code(id + ".long", "must have fewer digits")
        .translation("de", "muss weniger Ziffern haben")
        .code(id + ".unassigned", "must be a phone number that its country assigns")
        .translation("de", "muss eine Telefonnummer sein, die ihr Land vergibt");
}

auto region_parameter() {
    return assay::string("region", "the country of numbers without a country code").optional();
}

assay::rule_for<phone_settings> number() {
    return with_codes(assay::define<phone_settings>("number", "A phone number").kinds(assay::kinds::string),
                      "number")
        .code("number.type", "must be a phone number of the type {type}")
        .translation("de", "muss eine Telefonnummer der Art {type} sein")
        .parameter(region_parameter())
        .parameter(assay::choice("type", "what the number is for",
                                 {"any", "fixedLine", "mobile", "tollFree", "premiumRate", "voip"})
                       .otherwise("any"))
        .valid("\"+49 30 123456\"", "number")
        .valid("\"030/123456\"", "number(\"DE\")")
        .invalid(FORMAT, "\"call me\"", "number")
        .invalid(COUNTRY, "\"+999 123456\"", "number")
        .invalid(SHORT, "\"+49 1\"", "number")
        .invalid(LONG, "\"+49 30 12345678901234567\"", "number")
        .invalid(UNASSIGNED, "\"+1 200 000 0000\"", "number")
        .invalid(TYPE, "\"+49 30 123456\"", "number(type=mobile)")
        .check<number_rule>();
}

assay::rule_for<phone_settings> mobile() {
    return with_codes(assay::define<phone_settings>("mobile", "A number of a mobile phone")
                          .kinds(assay::kinds::string),
                      "mobile")
        .code("mobile.type", "must be the number of a mobile phone")
        .translation("de", "muss die Nummer eines Mobiltelefons sein")
        .parameter(region_parameter())
        .valid("\"+49 1512 3456789\"", "mobile")
        .invalid(TYPE, "\"+49 30 123456\"", "mobile")
        .check<mobile_rule>();
}

auto settings() { return assay::settings<phone_settings>().parameter(region_parameter()); }

} // namespace

ASSAY_PLUGIN("phone", "1.0.0", settings(), number(), mobile())
