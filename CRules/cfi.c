/* SPDX-License-Identifier: Apache-2.0
 *
 * cfi
 *
 * A Classification of Financial Instruments code by ISO 10962: category, group and four attributes in six
 * letters of upper case. Category and group are in the table of the standard, and each attribute is one
 * that the group has there, or "X" for what does not apply or is not known.
 * Cost: a search of the groups, and six characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"

#include <string.h>

enum { FORMAT, GROUP, ATTRIBUTE };

/* The letters of each attribute besides "X". */
typedef struct {
    char group[3];
    const char *attributes[4];
} cfi_group;

/* ISO 10962 as its maintenance agency, SIX, published it on 2021-05-07. */
static const cfi_group groups[] = {
    {"CB", {"CMO", "GIJ", "", "QSUY"}},
    {"CE", {"CMO", "GIJ", "BCDEFKLMRV", "SU"}},
    {"CF", {"CMO", "GIJ", "BEHIMP", "QSUY"}},
    {"CH", {"ADELMNRS", "", "", ""}},
    {"CI", {"CMO", "GIJ", "BCDEFKLMRV", "QSUY"}},
    {"CM", {"", "", "", "QSUY"}},
    {"CP", {"CMO", "GIJ", "BCDEFKLMRV", "QSUY"}},
    {"CS", {"CMO", "BGLM", "BMR", "SU"}},
    {"DA", {"FVZ", "CGJNOPQSTU", "ABCDEFGLPQRT", "BMNR"}},
    {"DB", {"CFKVZ", "CGJNOPQSTU", "ABCDEFGLPQRT", "BMNR"}},
    {"DC", {"FKVZ", "CGJNOPQSTU", "ABCDEFGLPQRT", "BMNR"}},
    {"DD", {"ABCGMNTWY", "CFVZ", "CGJNOPQSTU", "ABCDEFGLPQRT"}},
    {"DE", {"ABCDEM", "DFMVY", "CMRST", "BCDIMNST"}},
    {"DG", {"FVZ", "CGJNOPQSTU", "ABCDEFGLPQRT", "BMNR"}},
    {"DM", {"BMP", "", "", "BMNR"}},
    {"DN", {"FVZ", "CGJNOPQSTU", "ABCDEFGLPQRT", "BMNR"}},
    {"DS", {"ABCDM", "DFMVY", "FMV", "BCDIMNST"}},
    {"DT", {"FKVZ", "CGJNOPQSTU", "ABCDEFGLPQRT", "BMNR"}},
    {"DW", {"FKVZ", "CGJNOPQSTU", "ABCDEFGLPQRT", "BMNR"}},
    {"DY", {"FKVZ", "CGJNOPQSTU", "", "BMNR"}},
    {"EC", {"ENRV", "TU", "FOP", "BMNR"}},
    {"ED", {"CFLMPS", "BDNR", "ACDFNPQU", "BMNR"}},
    {"EF", {"ENRV", "ACEGNRT", "ACFNPQU", "BMNR"}},
    {"EL", {"ENRV", "TU", "FOP", "BMNR"}},
    {"EM", {"", "", "", "BMNR"}},
    {"EP", {"ENRV", "ACEGNRT", "ACFNPQU", "BMNR"}},
    {"ES", {"ENRV", "TU", "FOP", "BMNR"}},
    {"EY", {"ABCDEM", "DMY", "EFMV", "BCDGIMNST"}},
    {"FC", {"AEHIMNPS", "CNP", "NS", ""}},
    {"FF", {"BCDFIMNOSVW", "CNP", "NS", ""}},
    {"HC", {"IMUVW", "ABCDEFGHI", "ABDGLMPV", "CEP"}},
    {"HE", {"BFIMORS", "ABCDEFGHI", "ABDGLMPV", "CEP"}},
    {"HF", {"BCDEFMQRTUVWY", "JKL", "ABDGLMPV", "CEP"}},
    {"HM", {"MP", "ABCDEFGHIJKL", "ABDGLMPV", "ACENP"}},
    {"HR", {"ACDEFGHMOR", "ABCDEFGHI", "ABCDFGLMPV", "CEP"}},
    {"HT", {"ABCFGHIJKMNOPRSTW", "ABCDEFGHI", "ABDGLMPV", "CEP"}},
    {"IF", {"", "", "", "P"}},
    {"IT", {"AJKMNPST", "", "", ""}},
    {"JC", {"ABCDGIO", "", "CFS", "CP"}},
    {"JE", {"BFIOS", "", "CFS", "CP"}},
    {"JF", {"FJKLNORSTUVW", "", "CFRS", "CP"}},
    {"JR", {"IMO", "", "CFS", "CP"}},
    {"JT", {"ABCGHIJKMNPST", "", "CFS", "CP"}},
    {"KC", {"", "", "", ""}},
    {"KE", {"", "", "", ""}},
    {"KF", {"", "", "", ""}},
    {"KM", {"", "", "", ""}},
    {"KR", {"", "", "", ""}},
    {"KT", {"", "", "", ""}},
    {"KY", {"", "", "", ""}},
    {"LL", {"ABJKMNPST", "", "", "CP"}},
    {"LR", {"CGS", "FNOT", "", "DHT"}},
    {"LS", {"CDEGKLMPTW", "NOT", "", "DFHT"}},
    {"MC", {"ABHMSUW", "TU", "", "BMNR"}},
    {"MM", {"EIMNPRST", "", "", ""}},
    {"OC", {"ABE", "BCDFIMNOSTW", "CENP", "NS"}},
    {"OM", {"", "", "", ""}},
    {"OP", {"ABE", "BCDFIMNOSTW", "CENP", "NS"}},
    {"RA", {"", "", "", "BMNR"}},
    {"RD", {"AMPSW", "", "", "BMNR"}},
    {"RF", {"BCDIMST", "MNT", "CMP", "ABEM"}},
    {"RM", {"", "", "", ""}},
    {"RP", {"BCFIMPS", "", "", "BMNR"}},
    {"RS", {"BCFIMPS", "", "", "BMNR"}},
    {"RW", {"BCDIMST", "CNT", "BCP", "ABEM"}},
    {"SC", {"BIMUV", "CMT", "CLS", "ACP"}},
    {"SE", {"BIMS", "CDLMPTV", "", "CEP"}},
    {"SF", {"ACM", "", "", "CP"}},
    {"SM", {"MP", "", "", "CEP"}},
    {"SR", {"ACDGHMZ", "CDIY", "CS", "DN"}},
    {"ST", {"ABCGHIJKMNPQST", "CT", "", "CEP"}},
    {"TB", {"CDEFIMT", "", "", ""}},
    {"TC", {"CLMN", "", "", ""}},
    {"TD", {"CFKLMPS", "", "", ""}},
    {"TI", {"CDEFMRT", "CEFMP", "GMNP", ""}},
    {"TM", {"", "", "", ""}},
    {"TR", {"FMNRV", "ADMNQSW", "", ""}},
    {"TT", {"AEHIMNPS", "", "", ""}},
};

static const cfi_group *group_of(const uint8_t *code) {
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (memcmp(groups[i].group, code, 2) == 0)
            return &groups[i];
    return NULL;
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 6)
        return assay_fail(FORMAT);
    for (size_t i = 0; i < 6; i++)
        if (!is_upper(text.ptr[i]))
            return assay_fail(FORMAT);
    const cfi_group *group = group_of(text.ptr);
    if (!group)
        return assay_fail(GROUP);
    for (size_t i = 0; i < 4; i++)
        if (text.ptr[2 + i] != 'X' && !strchr(group->attributes[i], text.ptr[2 + i]))
            return assay_fail(ATTRIBUTE);
    return assay_pass();
}

ASSAY_TEXT_RULE(cfi, "A classification of a financial instrument (ISO 10962)", check,
                ASSAY_CODES(ASSAY_CODE("cfi.format", "must have six letters A to Z"),
                            ASSAY_CODE("cfi.group", "must begin with a category and group of ISO 10962"),
                            ASSAY_CODE("cfi.attribute", "must have attributes of its group, or X")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"ESVUFR\"", "cfi"), ASSAY_VALID("\"OPASPS\"", "cfi"),
                               ASSAY_INVALID(FORMAT, "\"esvufr\"", "cfi"),
                               ASSAY_INVALID(GROUP, "\"ZSVUFR\"", "cfi"),
                               ASSAY_INVALID(ATTRIBUTE, "\"ESVUFQ\"", "cfi")));
