// SPDX-License-Identifier: Apache-2.0
//
// The sign-up rules by hand in C: what the engine is measured against ("L1").
//
// Patterns are PCRE2 patterns, compiled by its JIT and matched with one reused match data; all other rules
// are plain C. Every rule of a record is checked, whatever failed before, with two exceptions: card and IBAN
// check digits are asked for only where the form is right. The rules are those of
// Examples/signup/signup.yaml, and of signup-csv.yaml for joined tags.
#ifndef ASSAY_LIMIT_CHECKS_H
#define ASSAY_LIMIT_CHECKS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Borrowed UTF-8. `bytes` is NULL for an absent field.
struct text {
    const char *bytes;
    uint32_t length;
};

/// One parsed sign-up form; every pointer is borrowed from the reader's buffers.
struct signup {
    struct text username, email, password, password_confirm, website, country, zip, card, iban, birthdate,
        bio;
    const struct text *tags;
    uint32_t tag_count;
    /// Of CSV: all tags in one cell, with bars between; NULL where the list above has them.
    struct text joined_tags;
    bool has_age;
    int64_t age;
};

enum signup_error {
    USERNAME_REQUIRED = 1,
    USERNAME_LENGTH,
    USERNAME_PATTERN,
    EMAIL_REQUIRED,
    EMAIL_PATTERN,
    PASSWORD_REQUIRED,
    PASSWORD_LENGTH,
    PASSWORD_LOWER,
    PASSWORD_UPPER,
    PASSWORD_DIGIT,
    CONFIRM_REQUIRED,
    CONFIRM_SAME,
    AGE_REQUIRED,
    AGE_RANGE,
    WEBSITE_PATTERN,
    COUNTRY_REQUIRED,
    COUNTRY_CODE,
    ZIP_REQUIRED,
    ZIP_PATTERN,
    CARD_REQUIRED,
    CARD_PATTERN,
    CARD_LUHN,
    IBAN_REQUIRED,
    IBAN_PATTERN,
    IBAN_CHECK,
    BIRTHDATE_REQUIRED,
    BIRTHDATE_DATE,
    BIO_LENGTH,
    TAGS_COUNT,
    TAG_LENGTH,
    TAGS_PATTERN
};

/// The most errors that one call reports; later ones are dropped.
#define SIGNUP_ERRORS_MAX 64

/// What one thread needs to check records. Not to be shared by threads.
struct checker;

/// Compiles the patterns. To be called once, before any thread opens a checker; false if PCRE2 rejects one.
bool checks_prepare(void);

/// Returns a checker to be closed by `checker_close`, or NULL without memory.
struct checker *checker_open(void);
void checker_close(struct checker *checker);

/// Checks one record. Writes at most SIGNUP_ERRORS_MAX values of `enum signup_error` in the order of the
/// fields and returns how many.
uint32_t checker_run(struct checker *checker, const struct signup *record, uint8_t errors[SIGNUP_ERRORS_MAX]);

#ifdef __cplusplus
}
#endif
#endif
