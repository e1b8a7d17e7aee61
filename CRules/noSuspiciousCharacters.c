/* SPDX-License-Identifier: Apache-2.0
 *
 * noSuspiciousCharacters
 *
 * A text without characters that make it look like another one, by the detection of UTS 39:
 *
 *     bidi           no controls of direction (Bidi_Control)
 *     invisible      no characters that are not shown (Default_Ignorable_Code_Point, annotations), but where
 * a script needs them: joiners by RFC 5892 appendix A.1 and A.2 and between parts of an emoji, selectors of
 *                    a variant after an emoji, an ideograph or a Mongolian letter, tags after a flag
 *     marks          no nonspacing mark twice in a row, and at most four in a row (section 5.4)
 *     hiddenMark     no U+0307 on i, j, other letters with a dot, and l, also after other marks (section 5.4)
 *     mixedDigits    digits of one decimal system (section 5.3)
 *     mixedScripts   letters of one script by Script_Extensions, or Latin with the scripts of Chinese, of
 * Japanese or of Korean (section 5.1, and the level "highly restrictive" of section 5.2)
 *
 * Scripts are those of the whole text: a sentence in Russian with a word in Latin letters is mixed. Cost: one
 * pass, with a binary search for each character.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "script_table.h"

#include <stddef.h>

enum { BIDI, INVISIBLE, MARKS, MIXED_DIGITS, MIXED_SCRIPTS, HIDDEN_MARK };

#define WORDS 3
#define NOTHING UINT32_MAX
#define MOST_MARKS 4u
#define DOT_ABOVE 0x0307u
#define MOST_TAGS 6u /* a country and its part, like gbsct */

/* What the characters so far ask of those that follow. */
typedef struct {
    uint64_t scripts[WORDS], beyond_latin[WORDS];
    uint32_t zero;    /* of the digits so far */
    uint32_t mark;    /* the character before, if it is a nonspacing mark */
    uint32_t marks;   /* so many in a row */
    uint32_t before;  /* the properties of the character before */
    bool hides_dot;   /* the last character that is no nonspacing mark hides a dot above it */
    bool joins;       /* the last character that is not transparent joins the one after it */
    bool awaits_join; /* ... after a non-joiner one has to come that joins the one before it */
    bool pictographic, awaits_pictographic;
    bool flag, awaits_tag_end; /* the black flag was before; tags are open */
    uint32_t tags;             /* so many since the flag */
    bool awaits_keycap;        /* a selector after a digit, # or * is for the keycap that follows */
} suspicion;

static const assay_script_range *range_of(uint32_t point) {
    uint32_t low = 0, high = assay_script_range_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const assay_script_range *range = &assay_script_ranges[middle];
        if (point >= range->first && point <= range->last)
            return range;
        if (point > range->last)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Whether a character that is not shown is one that its script needs here. */
static bool is_needed(const suspicion *so_far, uint32_t point) {
    if (point == 0x200C)
        return so_far->joins || (so_far->before & SCRIPT_VIRAMA);
    if (point == 0x200D)
        return so_far->pictographic || (so_far->before & SCRIPT_VIRAMA);
    if (point == 0xFE0E || point == 0xFE0F)
        return so_far->before & SCRIPT_EMOJI;
    if ((point >= 0xFE00 && point <= 0xFE02) || (point >= 0xE0100 && point <= 0xE01EF))
        return so_far->before & SCRIPT_IDEOGRAPH;
    if (point >= 0x180B && point <= 0x180F)
        return so_far->before & SCRIPT_MONGOLIAN;
    if (point == 0xE007F)
        return so_far->awaits_tag_end;
    return ((point >= 0xE0030 && point <= 0xE0039) || (point >= 0xE0061 && point <= 0xE007A)) &&
           (so_far->flag || (so_far->awaits_tag_end && so_far->tags < MOST_TAGS));
}

/* Goes on after a character that is not shown; false if it is not needed. */
static bool takes_invisible(suspicion *so_far, uint32_t point) {
    if (!is_needed(so_far, point) || so_far->awaits_join || so_far->awaits_pictographic ||
        so_far->awaits_keycap)
        return false;
    so_far->tags = so_far->flag ? 1 : so_far->tags + 1;
    so_far->awaits_keycap = (point == 0xFE0E || point == 0xFE0F) && !so_far->pictographic;
    so_far->awaits_join = point == 0x200C && !(so_far->before & SCRIPT_VIRAMA);
    so_far->awaits_pictographic = point == 0x200D && so_far->pictographic;
    so_far->pictographic &= point == 0xFE0F;
    so_far->awaits_tag_end = point >= 0xE0020 && point < 0xE007F;
    so_far->flag = false;
    so_far->joins &= point >= 0x180B && point <= 0x180F;
    so_far->before = SCRIPT_INVISIBLE;
    so_far->mark = NOTHING;
    so_far->marks = 0;
    return true;
}

/* Goes on after a character that is shown; false if another one had to follow what is not shown. */
static bool takes_visible(suspicion *so_far, uint32_t point, uint32_t properties) {
    bool transparent = properties & SCRIPT_TRANSPARENT;
    bool modifier = point >= 0x1F3FB && point <= 0x1F3FF && so_far->pictographic;
    bool good = !so_far->awaits_tag_end && (!so_far->awaits_keycap || point == 0x20E3);
    so_far->awaits_keycap = false;
    if (!transparent) {
        good &= !so_far->awaits_join || (properties & SCRIPT_JOINS_BEFORE);
        so_far->awaits_join = false;
        so_far->joins = properties & SCRIPT_JOINS_AFTER;
    }
    good &= !so_far->awaits_pictographic || (properties & SCRIPT_PICTOGRAPHIC);
    so_far->awaits_pictographic = false;
    so_far->pictographic = (properties & SCRIPT_PICTOGRAPHIC) || modifier;
    so_far->flag = point == 0x1F3F4;
    so_far->before = properties;
    return good;
}

static bool suits_marks(suspicion *so_far, uint32_t point, uint32_t properties) {
    bool mark = properties & SCRIPT_NONSPACING;
    bool good = !mark || (point != so_far->mark && so_far->marks < MOST_MARKS);
    so_far->mark = mark ? point : NOTHING;
    so_far->marks = mark ? so_far->marks + 1 : 0;
    return good;
}

/* Goes on after a mark or another character; false for a dot that its letter hides. */
static bool shows_dot(suspicion *so_far, uint32_t point, uint32_t properties) {
    if (properties & SCRIPT_NONSPACING)
        return point != DOT_ABOVE || !so_far->hides_dot;
    so_far->hides_dot = properties & SCRIPT_HIDES_DOT;
    return true;
}

static bool suits_digits(suspicion *so_far, uint32_t zero) {
    bool good = so_far->zero == NOTHING || so_far->zero == zero;
    so_far->zero = zero;
    return good;
}

static void add_scripts(suspicion *so_far, const uint64_t *scripts) {
    for (size_t i = 0; i < WORDS; i++)
        so_far->scripts[i] &= scripts[i];
    for (size_t i = 0; i < WORDS && !(scripts[0] & SCRIPTS_LATIN); i++)
        so_far->beyond_latin[i] &= scripts[i];
}

/* The code of what is wrong with a character, or a negative number. */
static int add(suspicion *so_far, uint32_t point) {
    static const assay_script_range unassigned = {0};
    static const uint64_t none[WORDS] = {0};
    const assay_script_range *range = range_of(point);
    uint32_t properties = range ? range->properties : unassigned.properties;
    if (properties & SCRIPT_BIDI)
        return BIDI;
    if (properties & SCRIPT_INVISIBLE)
        return takes_invisible(so_far, point) ? -1 : INVISIBLE;
    if (!takes_visible(so_far, point, properties))
        return INVISIBLE;
    if (!suits_marks(so_far, point, properties))
        return MARKS;
    if (!shows_dot(so_far, point, properties))
        return HIDDEN_MARK;
    if ((properties & SCRIPT_DIGIT) && !suits_digits(so_far, range->first + (point - range->first) / 10 * 10))
        return MIXED_DIGITS;
    add_scripts(so_far, range ? assay_script_sets[range->set].words : none);
    return -1;
}

static bool is_mixed(const suspicion *so_far) {
    uint64_t any = 0;
    for (size_t i = 0; i < WORDS; i++)
        any |= so_far->scripts[i];
    return any == 0 && !(so_far->beyond_latin[0] & SCRIPTS_EAST_ASIAN);
}

static uint32_t read_point(assay_str text, uint64_t *at) {
    uint32_t lead = text.ptr[(*at)++], more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    uint32_t point = more ? lead & (0x3Fu >> more) : lead;
    for (; more > 0 && *at < text.len; more--)
        point = point << 6 | (text.ptr[(*at)++] & 0x3Fu);
    return point;
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    suspicion so_far = {.zero = NOTHING, .mark = NOTHING};
    for (size_t i = 0; i < WORDS; i++)
        so_far.scripts[i] = so_far.beyond_latin[i] = UINT64_MAX;
    for (uint64_t at = 0; at < text.len;) {
        int wrong = add(&so_far, read_point(text, &at));
        if (wrong >= 0)
            return assay_fail((uint32_t)wrong);
    }
    if (so_far.awaits_join || so_far.awaits_pictographic || so_far.awaits_tag_end || so_far.awaits_keycap)
        return assay_fail(INVISIBLE);
    return assay_pass_if(!is_mixed(&so_far), MIXED_SCRIPTS);
}

ASSAY_TEXT_RULE(
    noSuspiciousCharacters, "A text without characters that disguise it as another (UTS 39)", check,
    ASSAY_CODES(
        ASSAY_CODE("noSuspiciousCharacters.bidi",
                   "must not contain characters that change the direction of text"),
        ASSAY_CODE("noSuspiciousCharacters.invisible", "must not contain invisible characters"),
        ASSAY_CODE("noSuspiciousCharacters.marks",
                   "must not have a combining mark twice in a row, or more than four in a row"),
        ASSAY_CODE("noSuspiciousCharacters.mixedDigits", "must not mix the digits of several scripts"),
        ASSAY_CODE("noSuspiciousCharacters.mixedScripts", "must not mix the letters of several scripts"),
        ASSAY_CODE("noSuspiciousCharacters.hiddenMark",
                   "must not have a combining dot above a letter that hides it, such as i")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"paypal\"", "noSuspiciousCharacters"),
                   ASSAY_VALID("\"日本語テキスト と Latin\"", "noSuspiciousCharacters"),
                   ASSAY_VALID("\"می\\u200Cخواهم\"", "noSuspiciousCharacters"),
                   ASSAY_INVALID(BIDI, "\"user\\u202Egnp.exe\"", "noSuspiciousCharacters"),
                   ASSAY_INVALID(INVISIBLE, "\"pay\\u200Bpal\"", "noSuspiciousCharacters"),
                   ASSAY_INVALID(MARKS, "\"a\\u0301\\u0301\"", "noSuspiciousCharacters"),
                   ASSAY_INVALID(HIDDEN_MARK, "\"pi\\u0307n\"", "noSuspiciousCharacters"),
                   ASSAY_INVALID(MIXED_DIGITS, "\"8\\u09EA\"", "noSuspiciousCharacters"),
                   ASSAY_INVALID(MIXED_SCRIPTS, "\"p\\u0430ypal\"", "noSuspiciousCharacters")));
