/* SPDX-License-Identifier: Apache-2.0
 *
 * hash(algorithm: md4 | md5 | sha1 | ...)
 *
 * The result of a hash function in hexadecimal digits, in either case: as many as the function's bits
 * take (`algorithms`). That some text has this hash cannot be known. Cost: a look-up for each of at
 * most 128 characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"

enum { LENGTH, CHARACTERS };
static const assay_str algorithms[] = {
    ASSAY_STR_LITERAL("md4"),       ASSAY_STR_LITERAL("md5"),      ASSAY_STR_LITERAL("sha1"),
    ASSAY_STR_LITERAL("sha224"),    ASSAY_STR_LITERAL("sha256"),   ASSAY_STR_LITERAL("sha384"),
    ASSAY_STR_LITERAL("sha512"),    ASSAY_STR_LITERAL("sha3_224"), ASSAY_STR_LITERAL("sha3_256"),
    ASSAY_STR_LITERAL("sha3_384"),  ASSAY_STR_LITERAL("sha3_512"), ASSAY_STR_LITERAL("ripemd128"),
    ASSAY_STR_LITERAL("ripemd160"), ASSAY_STR_LITERAL("tiger128"), ASSAY_STR_LITERAL("tiger160"),
    ASSAY_STR_LITERAL("tiger192"),  ASSAY_STR_LITERAL("crc32"),    ASSAY_STR_LITERAL("crc32b"),
};
static const uint8_t digit_counts[] = {32, 32,  40, 56, 64, 96, 128, 56, 64,
                                       96, 128, 32, 40, 32, 40, 48,  8,  8};
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };
_Static_assert(sizeof digit_counts / sizeof *digit_counts == ALGORITHMS, "each algorithm has a length");

static inline assay_verdict check(assay_str text, const void *inst) {
    if (text.len != assay_options(inst))
        return assay_fail(LENGTH);
    bool good = true;
    for (uint64_t i = 0; i < text.len; i++)
        good &= is_class(text.ptr[i], CLASS_HEX);
    return assay_pass_if(good, CHARACTERS);
}

ASSAY_CREATE_OPTIONS(create, digit_counts[params[0].as.i64])

ASSAY_TEXT_RULE(
    hash, "A hash in hexadecimal digits", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "algorithm", "The hash function", ASSAY_REQUIRED,
                                     .choices = algorithms, .choice_count = ALGORITHMS)),
    ASSAY_CODES(ASSAY_CODE("hash.length", "must have the length of {algorithm} hashes"),
                ASSAY_CODE("hash.characters", "must contain only hexadecimal digits")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"d41d8cd98f00b204e9800998ecf8427e\"", "hash(md5)"),
                   ASSAY_VALID("\"DA39A3EE5E6B4B0D3255BFEF95601890AFD80709\"", "hash(algorithm=sha1)"),
                   ASSAY_INVALID(LENGTH, "\"d41d8cd98f00b204e9800998ecf8427e\"", "hash(sha1)"),
                   ASSAY_INVALID(CHARACTERS, "\"g41d8cd98f00b204e9800998ecf8427e\"", "hash(md5)")),
    .create = create);
