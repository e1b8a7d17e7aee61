// SPDX-License-Identifier: Apache-2.0
#include "checks.h"
#include "check_digits.h"

#include <stdlib.h>
#include <string.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

enum pattern { USERNAME, EMAIL, LOWER, UPPER, DIGIT, WEBSITE, ZIP, CARD, IBAN, DATE, TAGS, PATTERN_COUNT };

static const char *const sources[PATTERN_COUNT] = {
    [USERNAME] = "^[a-z][a-z0-9_]*$",
    [EMAIL] = "^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\\.)+[A-Za-z]{2,63}$",
    [LOWER] = "[a-z]",
    [UPPER] = "[A-Z]",
    [DIGIT] = "[0-9]",
    [WEBSITE] = "^https?://(?:[A-Za-z0-9-]{1,63}\\.)+[A-Za-z]{2,63}(?::[0-9]{1,5})?(?:[/?#]\\S*)?$",
    [ZIP] = "^[0-9]{5}(?:-[0-9]{4})?$",
    [CARD] = "^[0-9]{13,19}$",
    [IBAN] = "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$",
    [DATE] = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    [TAGS] = "^[^|]{1,20}(?:\\|[^|]{1,20}){0,4}$",
};

static const char countries[] = "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCA"
                                "CCCDCFCGCHCICKCLCMCNCOCRCUCVCW"
                                "CXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGT"
                                "GUGWGYHKHMHNHRHTHUIDIEILIMINIO"
                                "IQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMK"
                                "MLMMMNMOMPMQMRMSMTMUMVMWMXMYMZ"
                                "NANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSE"
                                "SGSHSISJSKSLSMSNSOSRSSSTSVSXSY"
                                "SZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW";

static pcre2_code *compiled[PATTERN_COUNT];
static bool is_country[26 * 26];

struct checker {
    pcre2_match_data *match;
};

bool checks_prepare(void) {
    for (const char *code = countries; *code; code += 2) {
        is_country[(code[0] - 'A') * 26 + code[1] - 'A'] = true;
    }
    for (int index = 0; index < PATTERN_COUNT; index++) {
        int error;
        PCRE2_SIZE offset;
        // Tags are of any characters, whose number counts.
        const uint32_t utf = index == TAGS ? PCRE2_UTF : 0;
        compiled[index] = pcre2_compile((PCRE2_SPTR)sources[index], PCRE2_ZERO_TERMINATED,
                                        PCRE2_DOLLAR_ENDONLY | utf, &error, &offset, NULL);
        if (!compiled[index] || pcre2_jit_compile(compiled[index], PCRE2_JIT_COMPLETE))
            return false;
    }
    return true;
}

struct checker *checker_open(void) {
    struct checker *checker = malloc(sizeof *checker);
    if (!checker)
        return NULL;
    checker->match = pcre2_match_data_create(1, NULL);
    if (checker->match)
        return checker;
    free(checker);
    return NULL;
}

void checker_close(struct checker *checker) {
    if (!checker)
        return;
    pcre2_match_data_free(checker->match);
    free(checker);
}

static inline bool matches(const struct checker *checker, enum pattern pattern, struct text text) {
    PCRE2_SPTR subject = (PCRE2_SPTR)text.bytes;
    return pcre2_jit_match(compiled[pattern], subject, text.length, 0, 0, checker->match, NULL) >= 0;
}

static inline uint32_t code_points(struct text text) {
    uint32_t count = 0;
    for (uint32_t index = 0; index < text.length; index++) {
        count += (signed char)text.bytes[index] > -65; // not a continuation byte
    }
    return count;
}

static inline bool is_longer(struct text text, uint32_t maximum) {
    return text.length > maximum && code_points(text) > maximum;
}

static inline bool is_within(struct text text, uint32_t minimum, uint32_t maximum) {
    uint32_t count = code_points(text);
    return count >= minimum && count <= maximum;
}

static inline bool is_same(struct text left, struct text right) {
    return left.length == right.length && memcmp(left.bytes, right.bytes, left.length) == 0;
}

static inline bool is_country_code(struct text text) {
    if (text.length != 2)
        return false;
    unsigned first = (unsigned char)text.bytes[0] - 'A';
    unsigned second = (unsigned char)text.bytes[1] - 'A';
    return first < 26 && second < 26 && is_country[first * 26 + second];
}

struct errors {
    uint8_t *list;
    uint32_t count;
};

static inline void add_if(struct errors *errors, bool wrong, enum signup_error error) {
    if (wrong && errors->count < SIGNUP_ERRORS_MAX)
        errors->list[errors->count++] = (uint8_t)error;
}

/// Adds the error of an absent or empty field; true if there is a value to check.
static inline bool is_present(struct errors *errors, struct text text, enum signup_error error) {
    bool present = text.length != 0;
    add_if(errors, !present, error);
    return present;
}

static inline void check_account(const struct checker *checker, const struct signup *record,
                                 struct errors *errors) {
    if (is_present(errors, record->username, USERNAME_REQUIRED)) {
        add_if(errors, !is_within(record->username, 3, 20), USERNAME_LENGTH);
        add_if(errors, !matches(checker, USERNAME, record->username), USERNAME_PATTERN);
    }
    if (is_present(errors, record->email, EMAIL_REQUIRED)) {
        add_if(errors, !matches(checker, EMAIL, record->email), EMAIL_PATTERN);
    }
    if (is_present(errors, record->password, PASSWORD_REQUIRED)) {
        add_if(errors, !is_within(record->password, 8, 24), PASSWORD_LENGTH);
        add_if(errors, !matches(checker, LOWER, record->password), PASSWORD_LOWER);
        add_if(errors, !matches(checker, UPPER, record->password), PASSWORD_UPPER);
        add_if(errors, !matches(checker, DIGIT, record->password), PASSWORD_DIGIT);
    }
    if (is_present(errors, record->password_confirm, CONFIRM_REQUIRED)) {
        add_if(errors, !is_same(record->password_confirm, record->password), CONFIRM_SAME);
    }
}

static inline void check_person(const struct checker *checker, const struct signup *record,
                                struct errors *errors) {
    add_if(errors, !record->has_age, AGE_REQUIRED);
    add_if(errors, record->has_age && (record->age < 18 || record->age > 120), AGE_RANGE);
    if (record->website.bytes) {
        add_if(errors, !matches(checker, WEBSITE, record->website), WEBSITE_PATTERN);
    }
    if (is_present(errors, record->country, COUNTRY_REQUIRED)) {
        add_if(errors, !is_country_code(record->country), COUNTRY_CODE);
    }
    if (is_present(errors, record->zip, ZIP_REQUIRED)) {
        add_if(errors, !matches(checker, ZIP, record->zip), ZIP_PATTERN);
    }
}

static inline void check_numbers(const struct checker *checker, const struct signup *record,
                                 struct errors *errors) {
    if (is_present(errors, record->card, CARD_REQUIRED)) {
        bool formed = matches(checker, CARD, record->card);
        add_if(errors, !formed, CARD_PATTERN);
        add_if(errors, formed && !is_luhn(record->card.bytes, record->card.length), CARD_LUHN);
    }
    if (is_present(errors, record->iban, IBAN_REQUIRED)) {
        bool formed = matches(checker, IBAN, record->iban);
        add_if(errors, !formed, IBAN_PATTERN);
        add_if(errors, formed && !is_mod_97(record->iban.bytes, record->iban.length), IBAN_CHECK);
    }
    if (is_present(errors, record->birthdate, BIRTHDATE_REQUIRED)) {
        bool formed = matches(checker, DATE, record->birthdate);
        add_if(errors, !formed || !is_date(record->birthdate.bytes), BIRTHDATE_DATE);
    }
}

static inline void check_texts(const struct checker *checker, const struct signup *record,
                               struct errors *errors) {
    add_if(errors, is_longer(record->bio, 500), BIO_LENGTH);
    add_if(errors, record->tag_count > 5, TAGS_COUNT);
    for (uint32_t index = 0; index < record->tag_count; index++) {
        struct text tag = record->tags[index];
        add_if(errors, tag.length == 0 || is_longer(tag, 20), TAG_LENGTH);
    }
    if (record->joined_tags.bytes) {
        add_if(errors, !matches(checker, TAGS, record->joined_tags), TAGS_PATTERN);
    }
}

uint32_t checker_run(struct checker *checker, const struct signup *record, uint8_t list[SIGNUP_ERRORS_MAX]) {
    struct errors errors = {list, 0};
    check_account(checker, record, &errors);
    check_person(checker, record, &errors);
    check_numbers(checker, record, &errors);
    check_texts(checker, record, &errors);
    return errors.count;
}
