/* SPDX-License-Identifier: Apache-2.0
 *
 * fleet-c.uniqueKeys: an array of objects that differ in one member. */
#include "fleet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MISSING, DUPLICATE };
enum { KEY_BYTES = 1024 };

/* The key with its bytes after it, and the JSON Pointer token that names it. */
typedef struct unique_keys {
    assay_str key;
    assay_str token; /* "/" and the key */
} unique_keys;

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state, (void)call;
    assay_str key = {params[0].as.ptr, params[0].len};
    unique_keys *made = malloc(sizeof *made + 1 + 3 * key.len);
    if (!made)
        return ASSAY_E_NOMEM;
    uint8_t *bytes = (uint8_t *)(made + 1), *token = bytes + key.len, *end = token;
    *end++ = '/';
    for (uint64_t i = 0; i < key.len; i++) {
        bytes[i] = key.ptr[i];
        bool is_escaped = key.ptr[i] == '~' || key.ptr[i] == '/';
        *end++ = is_escaped ? '~' : key.ptr[i];
        if (is_escaped)
            *end++ = key.ptr[i] == '~' ? '0' : '1';
    }
    *made = (unique_keys){{bytes, key.len}, {token, (uint64_t)(end - token)}};
    *inst = made;
    return ASSAY_OK;
}

/* What identifies an element: the last member with the key, if its value can; else NULL. */
static const assay_value *find_key(const assay_value *element, assay_str key) {
    if (element->kind != ASSAY_OBJECT)
        return 0;
    for (uint64_t i = element->len; i-- > 0;) {
        const assay_member *member = &element->as.members[i];
        if (member->key.len != key.len || (key.len > 0 && memcmp(member->key.ptr, key.ptr, key.len) != 0))
            continue;
        bool is_short_text = member->value.kind == ASSAY_STR && member->value.len <= KEY_BYTES;
        return is_short_text || member->value.kind == ASSAY_I64 ? &member->value : 0;
    }
    return 0;
}

typedef struct entry {
    const assay_value *key;
    uint64_t index;
} entry;

static int compare_keys(const assay_value *a, const assay_value *b) {
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->kind == ASSAY_I64)
        return (a->as.i64 > b->as.i64) - (a->as.i64 < b->as.i64);
    if (a->len != b->len)
        return a->len < b->len ? -1 : 1;
    return a->len > 0 ? memcmp(a->as.ptr, b->as.ptr, a->len) : 0;
}

static int compare_entries(const void *left, const void *right) {
    const entry *a = left, *b = right;
    int order = compare_keys(a->key, b->key);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/* The first element that repeats the key of the entry before it, among sorted entries; NULL: none. */
static const entry *find_duplicate(const entry *entries, uint64_t count) {
    const entry *found = 0;
    for (uint64_t i = 1; i < count; i++)
        if (compare_keys(entries[i - 1].key, entries[i].key) == 0)
            found = !found || entries[i].index < found->index ? &entries[i] : found;
    return found;
}

/* `path` is the element's index and, for a member of it, the token of the key. */
static assay_verdict fail_at(const assay_row *row, uint32_t code, uint64_t index, assay_str token,
                             const assay_value *arguments, uint32_t count) {
    uint8_t *path = row->call->scratch(row->call, 24 + token.len);
    if (!path)
        return assay_undecided(row, ASSAY_TEXT("no memory"));
    int length = snprintf((char *)path, 24, "/%llu", (unsigned long long)index);
    if (token.len > 0)
        memcpy(path + length, token.ptr, token.len);
    return assay_fail_at(row, code, (assay_str){path, (uint64_t)length + token.len}, arguments, count);
}

static assay_verdict check(const assay_value *value, const assay_row *row) {
    const unique_keys *rule = row->inst;
    uint64_t count = 0;
    if (value->len == 0)
        return assay_pass();
    entry *entries = value->len < SIZE_MAX / sizeof *entries ? malloc(value->len * sizeof *entries) : 0;
    if (!entries)
        return assay_undecided(row, ASSAY_TEXT("no memory"));
    for (; count < value->len; count++) {
        const assay_value *key = find_key(&value->as.items[count], rule->key);
        if (!key)
            break;
        entries[count] = (entry){key, count};
    }
    qsort(entries, count, sizeof *entries, compare_entries);
    const entry *duplicate = find_duplicate(entries, count);
    assay_verdict verdict = assay_pass();
    if (duplicate) {
        const assay_value arguments[] = {*duplicate->key, integer_value((int64_t)duplicate[-1].index)};
        verdict = fail_at(row, DUPLICATE, duplicate->index, rule->token, arguments, 2);
    } else if (count < value->len) {
        verdict = fail_at(row, MISSING, count, (assay_str){0, 0}, 0, 0);
    }
    free(entries);
    return verdict;
}

ASSAY_ROW_RULE(
    uniqueKeys, "An array of objects that differ in one member", ASSAY_KIND_BIT(ASSAY_ARRAY), check,
    .create = create, .destroy = free,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "key", "the name of the member", ASSAY_REQUIRED)),
    ASSAY_CODES(ASSAY_CODE_WITH("uniqueKeys.missing",
                                "must be an object with an integer or a text of at most 1024 bytes as {key}",
                                GERMAN("muss ein Objekt mit einer ganzen Zahl oder einem Text von "
                                       "höchstens 1024 Bytes als {key} sein")),
                ASSAY_CODE_WITH("uniqueKeys.duplicate", "must be unique: element {first} has {duplicate} too",
                                ASSAY_ARGUMENTS(STR("duplicate"), STR("first")),
                                GERMAN("muss eindeutig sein: auch Element {first} hat {duplicate}"))),
    ASSAY_EXAMPLES(ASSAY_VALID("[]", "uniqueKeys(\"id\")"),
                   ASSAY_VALID("[{\"id\": 1}, {\"id\": \"1\"}, {\"id\": 2}]", "uniqueKeys(\"id\")"),
                   ASSAY_INVALID(DUPLICATE, "[{\"id\": 1}, {\"id\": 2}, {\"id\": 1}]", "uniqueKeys(\"id\")"),
                   ASSAY_INVALID(MISSING, "[{\"id\": 1}, {\"name\": 1}]", "uniqueKeys(\"id\")"),
                   ASSAY_INVALID(MISSING, "[{\"id\": 1}, 1]", "uniqueKeys(\"id\")"),
                   ASSAY_INVALID(MISSING, "[{\"id\": 1.5}]", "uniqueKeys(\"id\")")));
