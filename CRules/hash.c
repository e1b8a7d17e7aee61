/* SPDX-License-Identifier: Apache-2.0
 *
 * hash(algorithm: md4 | md5 | sha1 | ...)
 *
 * The result of a hash function in hexadecimal digits, in either case: as many as the function's bits
 * ask for (`algorithms`). That some text has this hash cannot be known. Cost: a look-up for each of at
 * most 128 characters.
 */
#include "characters.h"
#include "rule.h"

enum { LENGTH, CHARACTERS };
static const assay_code *const codes[] = {
    CODE("hash.length", "must have as many digits as a hash by {algorithm}"),
    CODE("hash.characters", "must contain only hexadecimal digits"),
};
static const assay_str algorithms[] = {
    STR("md4"),       STR("md5"),      STR("sha1"),     STR("sha224"),   STR("sha256"),   STR("sha384"),
    STR("sha512"),    STR("sha3_224"), STR("sha3_256"), STR("sha3_384"), STR("sha3_512"), STR("ripemd128"),
    STR("ripemd160"), STR("tiger128"), STR("tiger160"), STR("tiger192"), STR("crc32"),    STR("crc32b"),
};
static const uint8_t digit_counts[] = {32, 32,  40, 56, 64, 96, 128, 56, 64,
                                       96, 128, 32, 40, 32, 40, 48,  8,  8};
_Static_assert(COUNT_OF(digit_counts) == COUNT_OF(algorithms), "each algorithm has a length");

static const assay_parameter *const parameters[] = {
    PARAMETER(ASSAY_PARAM_CHOICE, "algorithm", "the hash function", .flags = ASSAY_PARAM_REQUIRED,
              .choices = algorithms, .choice_count = COUNT_OF(algorithms)),
};
static const assay_example *const examples[] = {
    VALID("\"d41d8cd98f00b204e9800998ecf8427e\"", "hash(md5)"),
    VALID("\"DA39A3EE5E6B4B0D3255BFEF95601890AFD80709\"", "hash(algorithm=sha1)"),
    INVALID(LENGTH, "\"d41d8cd98f00b204e9800998ecf8427e\"", "hash(sha1)"),
    INVALID(CHARACTERS, "\"g41d8cd98f00b204e9800998ecf8427e\"", "hash(md5)"),
};

static inline assay_verdict judge(const void *inst, assay_str text) {
    if (text.len != options_of(inst))
        return fail(LENGTH);
    bool good = true;
    for (uint64_t i = 0; i < text.len; i++)
        good &= is_class(text.ptr[i], CLASS_HEX);
    return pass_if(good, CHARACTERS);
}
EVALUATE_EACH(judge)

CREATE_OPTIONS(digit_counts[params[0].as.i64])
OPTION_RULE(hash, "The result of a hash function");
