/* SPDX-License-Identifier: Apache-2.0
 *
 * vat_numbers.c: the numbers of 30 countries, each with its national check digits, as the European
 * Commission's description of VAT numbers for VIES and the countries' tax authorities give them. */
#include "vat_numbers.h"

#include "check_digits.h"
#include "luhn.h"

static assay_vat_result right_if(bool condition) { return condition ? VAT_RIGHT : VAT_CHECK_DIGIT; }

static bool is_number(const uint8_t *text, size_t length, size_t wanted) {
    return length == wanted && are_digits(text, length);
}

static unsigned number_at(const uint8_t *digits, size_t count) {
    unsigned number = 0;
    for (size_t i = 0; i < count; i++)
        number = number * 10 + digit_value(digits[i]);
    return number;
}

/* The sum of weights modulo 11, never negative. */
static unsigned remainder_11(const uint8_t *digits, const int8_t *weights, size_t count) {
    int remainder = weighted_sum(digits, weights, count) % 11;
    return (unsigned)(remainder < 0 ? remainder + 11 : remainder);
}

static bool is_date(unsigned year, unsigned month, unsigned day) {
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1] + (month == 2 && leap ? 1u : 0u);
}

static assay_vat_result check_austria(const uint8_t *text, size_t length) {
    if (length != 9 || text[0] != 'U' || !are_digits(text + 1, 8))
        return VAT_FORMAT;
    unsigned sum = 4 + digit_value(text[8]);
    for (size_t i = 0; i < 7; i++)
        sum = double_add_double(sum, i, digit_value(text[1 + i]));
    return right_if(sum % 10 == 0);
}

static assay_vat_result check_belgium(const uint8_t *text, size_t length) {
    if (!is_number(text, length, 10) || text[0] > '1')
        return VAT_FORMAT;
    return right_if(97 - number_at(text, 8) % 97 == number_at(text + 8, 2));
}

static bool is_bulgarian_company(const uint8_t *text) {
    static const int8_t first[] = {1, 2, 3, 4, 5, 6, 7, 8}, second[] = {3, 4, 5, 6, 7, 8, 9, 10};
    unsigned check = remainder_11(text, first, 8);
    if (check == 10)
        check = remainder_11(text, second, 8) % 10;
    return check == digit_value(text[8]);
}

/* A personal number: the date of birth, with 20 or 40 added to months of other centuries. */
static bool is_bulgarian_citizen(const uint8_t *text) {
    static const int8_t weights[] = {2, 4, 8, 5, 10, 9, 7, 3, 6};
    unsigned year = 1900 + number_at(text, 2), month = number_at(text + 2, 2);
    if (month > 40) {
        year += 100;
        month -= 40;
    } else if (month > 20) {
        year -= 100;
        month -= 20;
    }
    return is_date(year, month, number_at(text + 4, 2)) &&
           remainder_11(text, weights, 9) % 10 == digit_value(text[9]);
}

static bool is_bulgarian_foreigner(const uint8_t *text) {
    static const int8_t weights[] = {21, 19, 17, 13, 11, 9, 7, 3, 1};
    return (unsigned)weighted_sum(text, weights, 9) % 10 == digit_value(text[9]);
}

static assay_vat_result check_bulgaria(const uint8_t *text, size_t length) {
    static const int8_t others[] = {4, 3, 2, 7, 6, 5, 4, 3, 2, 1};
    if (is_number(text, length, 9))
        return right_if(is_bulgarian_company(text));
    if (!is_number(text, length, 10))
        return VAT_FORMAT;
    return right_if(is_bulgarian_citizen(text) || is_bulgarian_foreigner(text) ||
                    remainder_11(text, others, 10) == 0);
}

static assay_vat_result check_cyprus(const uint8_t *text, size_t length) {
    static const uint8_t odd_places[] = {1, 0, 5, 7, 9, 13, 15, 17, 19, 21};
    if (length != 9 || !are_digits(text, 8) || !is_upper(text[8]) || (text[0] == '1' && text[1] == '2'))
        return VAT_FORMAT;
    unsigned sum = 0;
    for (size_t i = 0; i < 8; i++)
        sum += i % 2 ? digit_value(text[i]) : odd_places[digit_value(text[i])];
    return right_if(sum % 26 + 'A' == text[8]);
}

static const int8_t eight_to_two[] = {8, 7, 6, 5, 4, 3, 2};

/* A birth number: 50 is added to the months of women, 20 where a day's numbers ran out. */
static bool is_birth_number(const uint8_t *text, size_t length) {
    unsigned year = 1900 + number_at(text, 2), month = number_at(text + 2, 2) % 50 % 20;
    if (length == 9)
        year -= year >= 1980 ? 100 : 0;
    else
        year += year < 1954 ? 100 : 0;
    if ((length == 9 && year > 1953) || !is_date(year, month, number_at(text + 4, 2)))
        return false;
    return length == 9 || number_at(text, 9) % 11 % 10 == digit_value(text[9]);
}

static assay_vat_result check_czechia(const uint8_t *text, size_t length) {
    if (length < 8 || length > 10 || !are_digits(text, length) || (length == 8 && text[0] == '9'))
        return VAT_FORMAT;
    if (length == 8) {
        unsigned check = 11 - remainder_11(text, eight_to_two, 7);
        return right_if(check % 10 == digit_value(text[7]));
    }
    if (length == 9 && text[0] == '6') {
        unsigned distance = 11 - remainder_11(text + 1, eight_to_two, 7); /* 1 to 11 */
        return right_if((19 - distance) % 10 == digit_value(text[8]));
    }
    return right_if(is_birth_number(text, length));
}

static assay_vat_result check_germany(const uint8_t *text, size_t length) {
    if (!is_number(text, length, 9) || text[0] == '0')
        return VAT_FORMAT;
    return right_if(mod_11_10_holds(text, 9));
}

static assay_vat_result check_denmark(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {2, 7, 6, 5, 4, 3, 2, 1};
    if (!is_number(text, length, 8) || text[0] == '0')
        return VAT_FORMAT;
    return right_if(remainder_11(text, weights, 8) == 0);
}

static assay_vat_result check_estonia(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {3, 7, 1, 3, 7, 1, 3, 7, 1};
    if (!is_number(text, length, 9))
        return VAT_FORMAT;
    return right_if(weighted_sum(text, weights, 9) % 10 == 0);
}

static assay_vat_result check_greece(const uint8_t *text, size_t length) {
    unsigned sum = 0;
    if (!is_number(text, length, 9))
        return VAT_FORMAT;
    for (size_t i = 0; i < 8; i++)
        sum = (sum + digit_value(text[i])) * 2;
    return right_if(sum % 11 % 10 == digit_value(text[8]));
}

/* A personal number, whose letter is that of the digits modulo 23. */
static bool is_spanish_person(const uint8_t *text) {
    static const char letters[] = "TRWAGMYFPDXBNJZSQVHLCKE";
    unsigned number = number_at(text + 1, 7);
    if (text[0] == 'Y' || text[0] == 'Z')
        number += (text[0] - 'X') * 10000000u;
    else if (is_digit(text[0]))
        number += digit_value(text[0]) * 10000000u;
    return (uint8_t)letters[number % 23] == text[8];
}

/* An organization's check character is a digit, a letter or, for some kinds, either. */
static bool is_spanish_organization(const uint8_t *text) {
    unsigned sum = 0;
    for (size_t i = 0; i < 7; i++)
        sum = double_add_double(sum, i + 1, digit_value(text[1 + i]));
    unsigned check = (10 - sum % 10) % 10;
    bool letter = (uint8_t)"JABCDEFGHI"[check] == text[8], digit = check + '0' == text[8];
    /* Those of organizations that are not resident have a letter. */
    if (text[1] == '0' && text[2] == '0')
        return letter || digit;
    switch (text[0]) {
    case 'A':
    case 'B':
    case 'E':
    case 'H':
        return digit;
    case 'N':
    case 'P':
    case 'Q':
    case 'R':
    case 'S':
    case 'W':
        return letter;
    default:
        return digit || letter;
    }
}

static assay_vat_result check_spain(const uint8_t *text, size_t length) {
    static const char persons[] = "0123456789KLMXYZ", organizations[] = "ABCDEFGHJNPQRSUVW";
    if (length != 9 || !are_digits(text + 1, 7))
        return VAT_FORMAT;
    if (memchr(persons, text[0], sizeof persons - 1))
        return is_upper(text[8]) ? right_if(is_spanish_person(text)) : VAT_FORMAT;
    if (!memchr(organizations, text[0], sizeof organizations - 1) || !are_base36(text + 8, 1))
        return VAT_FORMAT;
    return right_if(is_spanish_organization(text));
}

static assay_vat_result check_finland(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {7, 9, 10, 5, 8, 4, 2, 1};
    if (!is_number(text, length, 8))
        return VAT_FORMAT;
    return right_if(remainder_11(text, weights, 8) == 0);
}

/* The value of a character of a French key, which has neither I nor O. */
static unsigned french_value(uint8_t byte) {
    unsigned value = assay_base36[byte];
    if (byte == 'I' || byte == 'O')
        return NOT_BASE36;
    return value - (byte > 'I') - (byte > 'O');
}

static assay_vat_result check_france(const uint8_t *text, size_t length) {
    if (length != 11 || !are_digits(text + 2, 9))
        return VAT_FORMAT;
    unsigned first = french_value(text[0]), second = french_value(text[1]), company = number_at(text + 2, 9);
    if (first > 33 || second > 33)
        return VAT_FORMAT;
    /* Numbers of Monaco begin with 000 and have no check digit of their own. */
    if (memcmp(text + 2, "000", 3) != 0 && !luhn_holds(text + 2, 9))
        return VAT_CHECK_DIGIT;
    if (first < 10 && second < 10)
        return right_if((company * UINT64_C(100) + 12) % 97 == first * 10 + second);
    unsigned key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
    return right_if((company + 1 + key / 11) % 11 == key % 11);
}

static assay_vat_result check_britain(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {8, 7, 6, 5, 4, 3, 2, 10, 1};
    if (length == 5 && are_digits(text + 2, 3)) {
        /* Government departments and health authorities. */
        bool health = memcmp(text, "HA", 2) == 0, large = text[2] >= '5';
        return (health || memcmp(text, "GD", 2) == 0) && health == large ? VAT_RIGHT : VAT_FORMAT;
    }
    if ((length != 9 && length != 12) || !are_digits(text, length))
        return VAT_FORMAT;
    int remainder = weighted_sum(text, weights, 9) % 97;
    bool newer = (remainder == 42 || remainder == 55) && text[0] != '0';
    return right_if(remainder == 0 || newer);
}

static assay_vat_result check_croatia(const uint8_t *text, size_t length) {
    if (!is_number(text, length, 11))
        return VAT_FORMAT;
    return right_if(mod_11_10_holds(text, 11));
}

static assay_vat_result check_hungary(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {9, 7, 3, 1, 9, 7, 3, 1};
    if (!is_number(text, length, 8))
        return VAT_FORMAT;
    return right_if(weighted_sum(text, weights, 8) % 10 == 0);
}

/* Seven digits, a check letter and perhaps a further letter. */
static bool is_irish(const uint8_t *digits, uint8_t check, uint8_t further) {
    unsigned sum = (unsigned)weighted_sum(digits, eight_to_two, 7);
    if (further && further != 'W')
        sum += 9u * (further - 'A' + 1u);
    return (uint8_t)"WABCDEFGHIJKLMNOPQRSTUV"[sum % 23] == check;
}

static assay_vat_result check_ireland(const uint8_t *text, size_t length) {
    if ((length != 8 && length != 9) || !is_digit(text[0]) || !are_digits(text + 2, 5) || !is_upper(text[7]))
        return VAT_FORMAT;
    if (is_digit(text[1])) {
        uint8_t further = length == 9 ? text[8] : 0;
        if (further && !(further >= 'A' && further <= 'I') && further != 'W')
            return VAT_FORMAT;
        return right_if(is_irish(text, text[7], further));
    }
    if (length != 8 || (!is_upper(text[1]) && text[1] != '+' && text[1] != '*'))
        return VAT_FORMAT;
    uint8_t digits[7] = {'0', text[2], text[3], text[4], text[5], text[6], text[0]};
    return right_if(is_irish(digits, text[7], 0));
}

static assay_vat_result check_italy(const uint8_t *text, size_t length) {
    if (!is_number(text, length, 11) || memcmp(text, "0000000", 7) == 0)
        return VAT_FORMAT;
    unsigned office = number_at(text + 7, 3);
    if (!(office >= 1 && office <= 100) && office != 120 && office != 121 && office != 888 && office != 999)
        return VAT_FORMAT;
    return right_if(luhn_holds(text, 11));
}

static assay_vat_result check_lithuania(const uint8_t *text, size_t length) {
    if ((length != 9 && length != 12) || !are_digits(text, length) || text[length - 2] != '1')
        return VAT_FORMAT;
    unsigned first = 0, second = 0;
    for (unsigned i = 0; i + 1 < length; i++) {
        first += (1 + i % 9) * digit_value(text[i]);
        second += (1 + (i + 2) % 9) * digit_value(text[i]);
    }
    unsigned check = first % 11 == 10 ? second % 11 % 10 : first % 11;
    return right_if(check == digit_value(text[length - 1]));
}

static assay_vat_result check_luxembourg(const uint8_t *text, size_t length) {
    if (!is_number(text, length, 8))
        return VAT_FORMAT;
    return right_if(number_at(text, 6) % 89 == number_at(text + 6, 2));
}

/* A personal number: the date of birth and the century or, since 2017, 32 and digits that say nothing of
 * the owner; then a check digit. */
static bool is_latvian_person(const uint8_t *text) {
    static const int8_t weights[] = {10, 5, 8, 4, 2, 1, 6, 3, 7, 9};
    unsigned year = 1800 + 100 * digit_value(text[6]) + number_at(text + 4, 2);
    bool is_new = text[0] == '3' && text[1] == '2';
    return (is_new || is_date(year, number_at(text + 2, 2), number_at(text, 2))) &&
           (1 + remainder_11(text, weights, 10)) % 11 % 10 == digit_value(text[10]);
}

static assay_vat_result check_latvia(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1};
    if (!is_number(text, length, 11))
        return VAT_FORMAT;
    if (text[0] > '3')
        return right_if(remainder_11(text, weights, 11) == 3);
    return right_if(is_latvian_person(text));
}

static assay_vat_result check_malta(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {3, 4, 6, 7, 8, 9, 10, 1};
    if (!is_number(text, length, 8) || text[0] == '0')
        return VAT_FORMAT;
    return right_if(weighted_sum(text, weights, 8) % 37 == 0);
}

/* Older numbers contain a number with a check digit; those of sole traders since 2020 are checked as a
 * whole, with their prefix, modulo 97. */
static assay_vat_result check_netherlands(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {9, 8, 7, 6, 5, 4, 3, 2, -1};
    if (length != 12 || !are_digits(text, 9) || text[9] != 'B' || !are_digits(text + 10, 2) ||
        memcmp(text, "000000000", 9) == 0 || memcmp(text + 10, "00", 2) == 0)
        return VAT_FORMAT;
    unsigned whole = modulo_97(modulo_97(0, (const uint8_t *)"NL", 2), text, 12);
    return right_if(whole == 1 || remainder_11(text, weights, 9) == 0);
}

static assay_vat_result check_poland(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {6, 5, 7, 2, 3, 4, 5, 6, 7, -1};
    if (!is_number(text, length, 10))
        return VAT_FORMAT;
    return right_if(remainder_11(text, weights, 10) == 0);
}

static assay_vat_result check_portugal(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {9, 8, 7, 6, 5, 4, 3, 2};
    if (!is_number(text, length, 9) || text[0] == '0')
        return VAT_FORMAT;
    return right_if((11 - remainder_11(text, weights, 8)) % 11 % 10 == digit_value(text[8]));
}

static assay_vat_result check_romania(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {7, 5, 3, 2, 1, 7, 5, 3, 2};
    if (length < 2 || length > 10 || !are_digits(text, length) || text[0] == '0')
        return VAT_FORMAT;
    unsigned remainder = remainder_11(text, weights + (10 - length), length - 1);
    return right_if(remainder * 10 % 11 % 10 == digit_value(text[length - 1]));
}

static assay_vat_result check_sweden(const uint8_t *text, size_t length) {
    if (!is_number(text, length, 12))
        return VAT_FORMAT;
    unsigned suffix = number_at(text + 10, 2);
    if (suffix < 1 || suffix > 94)
        return VAT_FORMAT;
    return right_if(luhn_holds(text, 10));
}

static assay_vat_result check_slovenia(const uint8_t *text, size_t length) {
    if (!is_number(text, length, 8) || text[0] == '0')
        return VAT_FORMAT;
    unsigned check = 11 - remainder_11(text, eight_to_two, 7);
    return right_if(check != 11 && check % 10 == digit_value(text[7]));
}

static assay_vat_result check_slovakia(const uint8_t *text, size_t length) {
    static const char kinds[] = "234789";
    if (!is_number(text, length, 10))
        return VAT_FORMAT;
    bool company = text[0] != '0' && memchr(kinds, text[2], sizeof kinds - 1) != NULL;
    unsigned remainder = (number_at(text, 9) % 11 * 10 + digit_value(text[9])) % 11;
    if (company && remainder == 0)
        return VAT_RIGHT;
    return right_if(is_birth_number(text, 10));
}

/* The number of an enterprise, as printed or without separators, and perhaps the name of the tax. */
static assay_vat_result check_switzerland(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {5, 4, 3, 2, 7, 6, 5, 4, 1};
    static const char *const taxes[] = {"MWST", "TVA", "IVA", "TPV"};
    for (size_t i = 0; i < sizeof taxes / sizeof *taxes; i++) {
        size_t tax = strlen(taxes[i]);
        if (length <= tax || memcmp(text + length - tax, taxes[i], tax) != 0)
            continue;
        length -= tax;
        length -= text[length - 1] == ' ';
        break;
    }
    if (length < 10 || text[0] != 'E')
        return VAT_FORMAT;
    uint8_t digits[9];
    if (length == 13 && text[1] == '-' && text[5] == '.' && text[9] == '.')
        for (size_t i = 0; i < 3; i++)
            memcpy(digits + 3 * i, text + 2 + 4 * i, 3);
    else if (length == 10)
        memcpy(digits, text + 1, 9);
    else
        return VAT_FORMAT;
    if (!are_digits(digits, 9))
        return VAT_FORMAT;
    return right_if(remainder_11(digits, weights, 9) == 0);
}

static assay_vat_result check_norway(const uint8_t *text, size_t length) {
    static const int8_t weights[] = {3, 2, 7, 6, 5, 4, 3, 2, 1};
    if (length == 12 && memcmp(text + 9, "MVA", 3) == 0)
        length = 9;
    if (!is_number(text, length, 9))
        return VAT_FORMAT;
    return right_if(remainder_11(text, weights, 9) == 0);
}

/* EL is Greece, XI Northern Ireland. */
static const struct {
    char prefix[3];
    assay_vat_check check;
} countries[] = {
    {"AT", check_austria},  {"BE", check_belgium},  {"BG", check_bulgaria},    {"CH", check_switzerland},
    {"CY", check_cyprus},   {"CZ", check_czechia},  {"DE", check_germany},     {"DK", check_denmark},
    {"EE", check_estonia},  {"EL", check_greece},   {"ES", check_spain},       {"FI", check_finland},
    {"FR", check_france},   {"GB", check_britain},  {"HR", check_croatia},     {"HU", check_hungary},
    {"IE", check_ireland},  {"IT", check_italy},    {"LT", check_lithuania},   {"LU", check_luxembourg},
    {"LV", check_latvia},   {"MT", check_malta},    {"NL", check_netherlands}, {"NO", check_norway},
    {"PL", check_poland},   {"PT", check_portugal}, {"RO", check_romania},     {"SE", check_sweden},
    {"SI", check_slovenia}, {"SK", check_slovakia}, {"XI", check_britain},
};

assay_vat_check assay_vat_check_of(const uint8_t *prefix) {
    for (size_t i = 0; i < sizeof countries / sizeof *countries; i++)
        if (memcmp(countries[i].prefix, prefix, 2) == 0)
            return countries[i].check;
    return NULL;
}
