/* SPDX-License-Identifier: Apache-2.0 */
#include "code_rule.h"
#include "characters.h"

enum { LONGEST_CODE = 8, LONGEST_DATE = 7 };

/* The code as the list writes it; false if it is too long for one. */
static bool fold(assay_str text, bool ignore_case, code_case cased, uint8_t *folded) {
    if (text.len > LONGEST_CODE)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        bool upper = cased == CODES_UPPER || (cased == CODES_TITLE && i == 0);
        bool letter = ignore_case && is_class(text.ptr[i], CLASS_ALPHA);
        folded[i] = letter ? (uint8_t)((text.ptr[i] & 0xDFu) | (upper ? 0 : 0x20u)) : text.ptr[i];
    }
    return true;
}

bool assay_is_code(const assay_code_table *table, assay_str text, bool ignore_case, code_case cased) {
    uint8_t folded[LONGEST_CODE];
    return fold(text, ignore_case, cased, folded) && assay_has_code(table, folded, text.len);
}

/* Writes a year, or a year and a month; returns the length. */
static size_t write_date(uint16_t date, uint8_t *text) {
    unsigned year = date >> 4, month = date & 15u;
    for (size_t i = 4; i-- > 0; year /= 10)
        text[i] = (uint8_t)('0' + year % 10);
    if (month == 0)
        return 4;
    text[4] = '-';
    text[5] = (uint8_t)('0' + month / 10);
    text[6] = (uint8_t)('0' + month % 10);
    return LONGEST_DATE;
}

assay_verdict assay_check_code(const assay_value *value, const assay_row *row, const assay_code_list *list,
                               uintptr_t options, code_case cased) {
    uint8_t folded[LONGEST_CODE], date[LONGEST_DATE];
    if (value->kind != ASSAY_STR)
        return assay_not_text(value->kind);
    assay_str text = {value->as.ptr, value->len};
    if (!fold(text, options & CODE_IGNORE_CASE, cased, folded))
        return assay_fail(UNKNOWN);
    if (assay_has_code(&list->current, folded, text.len))
        return assay_pass();
    uint32_t index = assay_code_index(&list->withdrawn, folded, text.len);
    if (index == list->withdrawn.count)
        return assay_fail(UNKNOWN);
    if (options & CODE_ALLOW_WITHDRAWN)
        return assay_pass();
    assay_value argument = {.kind = ASSAY_STR, .as.ptr = date, .len = write_date(list->dates[index], date)};
    return assay_fail_with(row, WITHDRAWN, &argument, 1);
}
