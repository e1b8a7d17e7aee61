/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls the functions of assay.h with what bytes say: rule sets, records, lines, values, Arrow arrays whose
 * numbers lie, calls in any order, a session that two threads use. Whatever it is, a function returns: what
 * it reads is memory of exactly the size that it may know of, so that the sanitizer sees one byte too many.
 * What no library can notice is left out: a length, an offset or a pointer that nothing contradicts.
 *
 *     .ci/fuzz 60 fuzz_library
 */
#include <assay.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- bytes that decide; 0, which is what there is after the last one, never lies ---- */

typedef struct input {
    const uint8_t *next;
    size_t left;
} input;

static uint8_t take(input *from) {
    if (from->left == 0)
        return 0;
    from->left--;
    return *from->next++;
}

static uint64_t take_number(input *from) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | take(from);
    return number;
}

/* A copy of what is left, or of `most` bytes of it, in memory of that size. */
static uint8_t *take_copy(input *from, size_t most, size_t *length) {
    *length = from->left < most ? from->left : most;
    uint8_t *copy = malloc(*length == 0 ? 1 : *length);
    memcpy(copy, from->next, *length);
    from->next += *length;
    from->left -= *length;
    return copy;
}

/* ---- the objects ---- */

static const char *const rule_sets[] = {
    "{\"assay\":1,\"fields\":{\"name\":\"required, string, length(2...20)\",\"age\":\"integer, "
    "range(18...120)\","
    "\"mail\":\"email\"}}",
    "{\"assay\":1,\"unknownFields\":\"reject\",\"fields\":{\"items\":\"array, maxItems(3), uniqueItems\","
    "\"items[*]\":\"length(2...)\",\"when\":\"date, past\",\"sum\":\"number, precision(6, 2)\"}}",
    "{\"assay\":1,\"maximumViolations\":2,\"fields\":{\"a.b\":\"required, number\",\"a.c\":\"sameAs(b)\","
    "\"b\":\"regex(/^(a|b)*c$/)\",\"list[*].x\":\"integer\",\"list[*].y\":\"required\"}}",
};

enum { RULE_SETS = sizeof rule_sets / sizeof *rule_sets };

static assay_engine *engine;
static assay_rules *rules[RULE_SETS];

static void must(int holds) {
    if (!holds)
        abort();
}

static void start(void) {
    if (engine != NULL)
        return;
    assay_error error = ASSAY_ERROR_INIT;
    must(assay_engine_create(NULL, &engine, &error) == ASSAY_OK);
    for (int i = 0; i < RULE_SETS; i++) {
        const assay_str text = {(const uint8_t *)rule_sets[i], strlen(rule_sets[i])};
        (void)assay_rules_compile(engine, text, NULL, &rules[i], &error);
        if (error.json != NULL)
            (void)fprintf(stderr, "%s\n", error.json);
        must(rules[i] != NULL);
    }
}

static assay_session *open_session(uint8_t which) {
    assay_session *session = NULL;
    assay_session_options options = ASSAY_SESSION_OPTIONS_INIT;
    options.maximum_record_bytes = 2048;
    options.maximum_depth = 1u + which % 16u;
    must(assay_session_create(rules[which % RULE_SETS], &options, &session, NULL) == ASSAY_OK);
    return session;
}

/* ---- what was found ---- */

static void read_text(const uint8_t *text, uint64_t length) {
    uint8_t *copy = malloc(length == 0 ? 1 : length);
    if (length > 0)
        memcpy(copy, text, length);
    free(copy);
}

static void read_findings(assay_session *session, uint32_t flags, uint64_t expected) {
    static assay_finding found[16];
    uint64_t first = 0, count = 0;
    do {
        must(assay_findings(session, first, 16, flags, found, &count, NULL) == ASSAY_OK);
        for (uint64_t i = 0; i < count; i++) {
            read_text(found[i].pointer.ptr, found[i].pointer.len);
            read_text(found[i].message.ptr, found[i].message.len);
            read_text(found[i].parameters.ptr, found[i].parameters.len);
            if (found[i].value.kind == ASSAY_STR)
                read_text(found[i].value.as.ptr, found[i].value.len);
        }
        first += count;
    } while (count > 0);
    must(first == expected);
}

static void read_table(assay_session *session, uint32_t flags, uint64_t expected) {
    struct ArrowSchema schema;
    struct ArrowArray array;
    must(assay_findings_arrow(session, flags, &schema, &array, NULL) == ASSAY_OK);
    must((uint64_t)array.length == expected && schema.n_children == array.n_children);
    const int64_t *ends = array.children[1]->buffers[1];
    read_text(array.children[1]->buffers[2], (uint64_t)ends[array.length]);
    schema.release(&schema);
    array.release(&array);
}

static void read_all(assay_session *session, const assay_result *result, uint32_t flags) {
    assay_str json = {NULL, 0};
    if (result->record_count > 0)
        read_text(result->invalid_rows, (result->record_count + 7) / 8);
    read_findings(session, flags, result->finding_count);
    read_table(session, flags, result->finding_count);
    for (uint32_t format = ASSAY_JSON_LINES; format <= ASSAY_JSON_PROBLEM; format++) {
        must(assay_findings_json(session, format, flags, &json, NULL) == ASSAY_OK);
        must(json.ptr[json.len] == 0);
    }
}

/* ---- rule sets, records, lines ---- */

static void compile(input *from) {
    assay_rules *compiled = NULL;
    assay_session *session = NULL;
    assay_error error = ASSAY_ERROR_INIT;
    assay_result result = ASSAY_RESULT_INIT;
    assay_str text = {NULL, 0}, json = {NULL, 0};
    size_t length = 0;
    uint8_t *copy = take_copy(from, SIZE_MAX, &length);
    text.ptr = copy;
    text.len = length;
    if (assay_rules_compile(engine, text, NULL, &compiled, &error) == ASSAY_OK) {
        must(assay_rules_describe(compiled, &json, NULL) == ASSAY_OK);
        must(assay_session_create(compiled, NULL, &session, NULL) == ASSAY_OK);
        assay_rules_release(compiled);
        (void)assay_check_json(session, "{\"a\":[1,\"x\"]}", 13, &result, &error);
        assay_session_release(session);
    } else {
        must(error.json != NULL && error.json[error.json_length] == 0);
    }
    assay_error_release(&error);
    free(copy);
}

static void check_json(input *from) {
    assay_result result = ASSAY_RESULT_INIT;
    size_t length = 0;
    const uint8_t flags = take(from);
    assay_session *session = open_session(take(from));
    uint8_t *copy = take_copy(from, SIZE_MAX, &length);
    must(assay_check_json(session, copy, length, &result, NULL) == ASSAY_OK && result.record_count == 1);
    read_all(session, &result, flags & 3u);
    free(copy);
    assay_session_release(session);
}

static void check_lines(input *from) {
    assay_lines lines = ASSAY_LINES_INIT;
    assay_result result = ASSAY_RESULT_INIT;
    size_t length = 0;
    const uint8_t flags = take(from);
    assay_session *session = open_session(take(from));
    lines.format = flags & 3u;
    lines.flags = (flags >> 2) & 3u;
    lines.delimiter = flags & 16u ? take(from) : 0;
    if (flags & 32u) {
        const uint8_t dialect = take(from);
        static const assay_str null = {(const uint8_t *)"x", 1};
        lines.flags |= (uint32_t)(dialect & 15u) << 2;
        lines.comment = dialect & 16u ? '#' : 0;
        lines.escape = dialect & 32u ? '\\' : 0;
        lines.skip_lines = dialect & 64u ? 1 : 0;
        lines.skip_last_lines = dialect & 128u ? 1 : 0;
        lines.nulls = &null;
        lines.null_count = 1;
    }
    uint8_t *copy = take_copy(from, SIZE_MAX, &length);
    lines.bytes.ptr = copy;
    lines.bytes.len = length;
    if (assay_lines_open(session, &lines, NULL) == ASSAY_OK)
        while (assay_lines_next(session, &result, NULL) == ASSAY_OK)
            read_all(session, &result, flags >> 6);
    assay_session_release(session);
    free(copy);
}

/* ---- values ---- */

enum { MOST_BLOCKS = 64 };

/* What an input's values and arrays are made of. */
static void *blocks[MOST_BLOCKS];
static size_t block_count;

static void *block(size_t size) {
    void *made = block_count < MOST_BLOCKS ? calloc(1, size == 0 ? 1 : size) : NULL;
    if (made != NULL)
        blocks[block_count++] = made;
    return made;
}

static void free_blocks(void) {
    while (block_count > 0)
        free(blocks[--block_count]);
}

static assay_value take_value(input *from, int depth) {
    static const uint32_t kinds[] = {ASSAY_ABSENT, ASSAY_NULL,   ASSAY_BOOL,   ASSAY_I64,
                                     ASSAY_U64,    ASSAY_F64,    ASSAY_STR,    ASSAY_STR,
                                     ASSAY_ARRAY,  ASSAY_OBJECT, ASSAY_DECIMAL};
    assay_value value = {0};
    const uint8_t kind = take(from);
    const size_t count = take(from) % 5;
    value.kind = kind < 250 ? kinds[kind % (sizeof kinds / sizeof *kinds)] : kind;
    value.as.u64 = 0;
    if (value.kind == ASSAY_STR || value.kind == ASSAY_DECIMAL) {
        size_t length = 0;
        uint8_t *text = take_copy(from, count * 7, &length);
        uint8_t *kept = block(length);
        if (kept != NULL)
            memcpy(kept, text, length);
        free(text);
        value.as.ptr = kept;
        value.len = kept == NULL ? take_number(from) : length;
        value.flags = take(from) & ASSAY_FLAG_ASCII;
    } else if (value.kind == ASSAY_ARRAY && depth > 0) {
        assay_value *items = block(count * sizeof *items);
        for (size_t i = 0; items != NULL && i < count; i++)
            items[i] = take_value(from, depth - 1);
        value.as.items = items;
        value.len = items == NULL ? take_number(from) : count;
    } else if (value.kind == ASSAY_OBJECT && depth > 0) {
        assay_member *members = block(count * sizeof *members);
        for (size_t i = 0; members != NULL && i < count; i++) {
            members[i].key = (assay_str){(const uint8_t *)"xyabc" + i, 1};
            members[i].value = take_value(from, depth - 1);
        }
        value.as.members = members;
        value.len = members == NULL ? take_number(from) : count;
    } else if (value.kind == ASSAY_ARRAY || value.kind == ASSAY_OBJECT) {
        value.len = count & 1 ? take_number(from) : 0;
    } else {
        value.as.u64 = take_number(from);
    }
    return value;
}

static void check_values(input *from) {
    assay_values values = ASSAY_VALUES_INIT;
    assay_result result = ASSAY_RESULT_INIT;
    assay_record_issue issue = {0};
    const uint8_t which = take(from), flags = take(from);
    const size_t rows = flags % 4, columns = flags & 56u ? 3 : 1 + flags / 4 % 2;
    const assay_value *starts[5] = {NULL};
    assay_session *session = open_session(which);
    for (size_t column = 0; column < columns; column++) {
        assay_value *cells = block(rows * sizeof *cells);
        for (size_t row = 0; cells != NULL && row < rows; row++)
            cells[row] = take_value(from, 3);
        starts[column] = cells;
    }
    values.flags = flags >> 7;
    values.row_count = flags & 64u ? take_number(from) | 1u << 20 : rows;
    values.columns = starts;
    values.column_count = columns;
    issue.row = take(from) % 4;
    issue.kind = take(from) % 5;
    issue.text = ASSAY_STRING("name");
    values.issues = &issue;
    values.issue_count = which & 1u;
    if (assay_check_values(session, &values, &result, NULL) == ASSAY_OK)
        read_all(session, &result, take(from) & 3u);
    assay_session_release(session);
    free_blocks();
}

/* ---- Arrow ---- */

enum { MOST_ROWS = 24, ELEMENT_BYTES = 32, MOST_BUFFERS = 8 };

static void keep_schema(struct ArrowSchema *schema) { (void)schema; }
static void keep_array(struct ArrowArray *array) { (void)array; }

static const char *take_format(input *from, const char *const *formats, size_t count) {
    const uint8_t choice = take(from);
    if (choice < 240)
        return formats[choice % count];
    char *own = block(8);
    for (int i = 0; own != NULL && i < 7; i++)
        own[i] = (char)take(from);
    return own;
}

/* A length or an offset: small, or one that cannot be. */
static int64_t take_length(input *from) {
    const uint8_t choice = take(from);
    return choice < 250 ? choice % MOST_ROWS
                        : (int64_t)(take_number(from) | 1ull << (choice == 250 ? 63 : 57));
}

static int is_small(int64_t length) { return length >= 0 && length < MOST_ROWS; }

/* Offsets of texts end within the text, or fall, or are negative: how long it is, an array does not say. */
static void fill_offsets(input *from, void *offsets, size_t count, size_t text_bytes, int is_large) {
    for (size_t i = 0; i < count; i++) {
        const int64_t offset = (int64_t)(take(from) % (text_bytes + 4)) - 3;
        if (is_large)
            ((int64_t *)offsets)[i] = offset;
        else
            ((int32_t *)offsets)[i] = (int32_t)offset;
    }
}

/* Numbers at the ends of their types, which bytes by chance do not meet. */
static void fill_with_ends(uint8_t *bytes, size_t size, uint8_t choice) {
    static const uint64_t ends[] = {
        1ull << 63,         (1ull << 63) + 1,   ~0ull >> 1,         ~0ull,
        0x8000000080000000, 0x7FFFFFFF7FFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000,
        0x7FF8000000000000, 0x7F8000007F800000, 0x7C007C007C007C00, 0};
    const size_t count = sizeof ends / sizeof *ends;
    for (size_t i = 0; i + sizeof *ends <= size; i += sizeof *ends)
        memcpy(bytes + i, &ends[(choice + i / sizeof *ends) % count], sizeof *ends);
}

static void fill_buffers(input *from, const char *format, struct ArrowArray *array) {
    const size_t rows =
        is_small(array->length) && is_small(array->offset) ? (size_t)(array->length + array->offset) + 1 : 0;
    const int is_text = format != NULL && (format[0] == 'u' || format[0] == 'U');
    for (int i = 0; i < MOST_BUFFERS; i++) {
        const size_t size = is_text && i == 2 ? 16 : rows * ELEMENT_BYTES;
        uint8_t *bytes = take(from) >= 250 ? NULL : block(size);
        array->buffers[i] = bytes;
        if (bytes == NULL || i > 3)
            continue;
        if (is_text && i == 1)
            fill_offsets(from, bytes, rows, 16, format[0] == 'U');
        else
            for (size_t byte = 0; byte < size && from->left > 0; byte++)
                bytes[byte] = take(from);
        const uint8_t choice = take(from);
        if (choice >= 224 && !is_text)
            fill_with_ends(bytes, size, choice);
    }
    if (is_text && array->buffers[2] == NULL)
        array->buffers[1] = NULL;
    if (format != NULL && format[0] == 'v' && array->n_buffers >= 3 && array->n_buffers <= MOST_BUFFERS) {
        /* The last buffer has the sizes of those between, which are what they say. */
        int64_t *sizes = block(MOST_BUFFERS * sizeof *sizes);
        for (int64_t i = 2; sizes != NULL && i < array->n_buffers - 1; i++)
            sizes[i - 2] = array->buffers[i] == NULL ? 0 : (int64_t)(rows * ELEMENT_BYTES);
        array->buffers[array->n_buffers - 1] = sizes;
    }
}

static int64_t usual_buffers(const char *format) {
    if (format == NULL || format[0] == 'n')
        return 0;
    if (format[0] == 'u' || format[0] == 'U' || format[0] == 'v' || !strncmp(format, "+v", 2))
        return 3;
    return !strcmp(format, "+s") || !strncmp(format, "+w", 2) ? 1 : 2;
}

static const char *const formats[] = {
    "u",   "U",   "vu",   "l",       "i",    "c",   "L",    "g",   "e",     "b",        "n",
    "tdD", "tdm", "tsu:", "tsn:UTC", "tts",  "ttn", "tss:", "ttu", "d:9,2", "d:5,1,32", "d:38,3,256",
    "+l",  "+L",  "+vl",  "+w:2",    "+w:0", "+s",  "+m",   "+vL", "z",     "+w:99999"};

static const char *const field_names[] = {"name", "age", "mail", "items", "when", "sum",
                                          "a",    "b",   "list", "x",     "y",    "c"};

static void make_array(input *from, struct ArrowSchema *schema, struct ArrowArray *array, int depth);

static void make_children(input *from, struct ArrowSchema *schema, struct ArrowArray *array, int count,
                          int depth) {
    schema->children = block(8 * sizeof *schema->children);
    array->children = block(8 * sizeof *array->children);
    for (int i = 0; i < count && schema->children != NULL && array->children != NULL; i++) {
        struct ArrowSchema *child = block(sizeof *child);
        struct ArrowArray *values = block(sizeof *values);
        if (child != NULL && values != NULL)
            make_array(from, child, values, depth - 1);
        schema->children[i] = take(from) >= 253 ? NULL : child;
        array->children[i] = take(from) >= 253 ? NULL : values;
    }
    const uint8_t lie = take(from);
    array->n_children = schema->children == NULL || array->children == NULL ? 0
                        : lie >= 253                                        ? lie - 255
                                                                            : count;
    schema->n_children = lie >= 249 && lie < 253 ? lie - 251 : array->n_children;
}

static void make_array(input *from, struct ArrowSchema *schema, struct ArrowArray *array, int depth) {
    const char *format = take_format(from, formats, sizeof formats / sizeof *formats);
    const uint8_t lie = take(from);
    const int is_nested = format != NULL && format[0] == '+';
    schema->format = format;
    schema->name = lie == 201 ? NULL : field_names[take(from) % (sizeof field_names / sizeof *field_names)];
    schema->release = lie == 202 ? NULL : keep_schema;
    array->release = lie == 203 ? NULL : keep_array;
    array->length = take_length(from);
    array->offset = take(from) < 128 ? 0 : take_length(from);
    array->null_count = lie >= 204 && lie < 208 ? take_length(from) - 2 : lie < 128 ? 0 : -1;
    array->n_buffers = lie >= 208 && lie < 212 ? lie - 209 : usual_buffers(format);
    array->buffers = block(MOST_BUFFERS * sizeof *array->buffers);
    if (array->buffers != NULL)
        fill_buffers(from, format, array);
    if (depth > 0 && is_nested)
        make_children(from, schema, array, format[1] == 's' ? take(from) % 4 : 1, depth);
    if (depth > 0 && lie >= 230) {
        schema->dictionary = block(sizeof *schema->dictionary);
        array->dictionary = lie == 255 ? NULL : block(sizeof *array->dictionary);
        if (schema->dictionary != NULL && array->dictionary != NULL)
            make_array(from, schema->dictionary, array->dictionary, depth - 1);
    }
}

static void make_root(input *from, struct ArrowSchema *schema, struct ArrowArray *array) {
    schema->format = take(from) >= 253 ? "+l" : "+s";
    schema->release = keep_schema;
    array->release = keep_array;
    array->length = take_length(from);
    array->offset = take(from) < 200 ? 0 : take_length(from);
    array->null_count = take(from) >= 250 ? take_length(from) : 0;
    array->n_buffers = 1;
    array->buffers = block(MOST_BUFFERS * sizeof *array->buffers);
    if (array->buffers != NULL)
        fill_buffers(from, schema->format, array);
    make_children(from, schema, array, 1 + take(from) % 4, 3);
}

static void check_arrow(input *from) {
    assay_result result = ASSAY_RESULT_INIT;
    assay_error error = ASSAY_ERROR_INIT;
    struct ArrowSchema schema = {0};
    struct ArrowArray array = {0};
    const uint8_t flags = take(from);
    assay_session *session = open_session(take(from));
    make_root(from, &schema, &array);
    if (assay_check_arrow(session, &schema, &array, 0, &result, &error) == ASSAY_OK)
        read_all(session, &result, flags & 3u);
    else
        must(error.json != NULL);
    assay_error_release(&error);
    assay_session_release(session);
    free_blocks();
}

/* ---- calls in any order ---- */

/* A struct of the caller in memory that is as large as it may say. */
static void *sized(input *from, size_t size) {
    uint32_t *made = calloc(1, (1u << 16) + 64u);
    const uint8_t choice = take(from);
    made[0] = (uint32_t)(choice < 200 ? size : choice == 200 ? 0 : take_number(from) % (1u << 17));
    return made;
}

static void call(input *from, assay_session *session) {
    assay_result *result = sized(from, sizeof *result);
    assay_lines *lines = sized(from, sizeof *lines);
    assay_values *values = sized(from, sizeof *values);
    assay_finding found[2];
    struct ArrowSchema schema = {0};
    struct ArrowArray array = {0};
    assay_str json = {NULL, 0};
    uint64_t count = 0;
    const uint8_t which = take(from);
    const uint32_t flags = take(from) < 200 ? 0 : (uint32_t)take_number(from);
    lines->descriptor = -1;
    lines->bytes = which & 128u ? (assay_str)ASSAY_STRING("{\"name\":1}\n[]") : json;
    lines->flags = flags;
    switch (which % 12) {
    case 0:
        (void)assay_check_json(session, "{\"name\":\"x\"}", 12, result, NULL);
        break;
    case 1:
        (void)assay_check_json(which & 128u ? session : NULL, NULL, flags, result, NULL);
        break;
    case 2:
        (void)assay_lines_open(session, lines, NULL);
        break;
    case 3:
        (void)assay_lines_next(session, which & 128u ? result : NULL, NULL);
        break;
    case 4:
        (void)assay_findings(session, flags, which & 128u ? 2 : 0, flags, found, &count, NULL);
        break;
    case 5:
        (void)assay_findings_json(session, flags & 3u, flags, which & 128u ? &json : NULL, NULL);
        break;
    case 6:
        (void)assay_check_values(session, values, result, NULL);
        break;
    case 7:
        (void)assay_check_arrow(session, &schema, which & 128u ? &array : NULL, 0, result, NULL);
        break;
    case 8:
        assay_session_cancel(session);
        break;
    case 9:
        (void)assay_findings(session, 0, 2, 0, NULL, which & 128u ? &count : NULL, NULL);
        break;
    case 10:
        (void)assay_rules_compile(engine, json, NULL, NULL, NULL);
        break;
    default:
        if (assay_findings_arrow(session, flags, &schema, &array, NULL) == ASSAY_OK) {
            array.release(&array);
            schema.release(&schema);
        }
    }
    free(result);
    free(lines);
    free(values);
}

static void call_all(input *from) {
    assay_session *session = open_session(take(from));
    while (from->left > 0)
        call(from, session);
    assay_session_release(session);
}

/* ---- two threads ---- */

static void *check_often(void *session) {
    for (int i = 0; i < 20; i++) {
        assay_result result = ASSAY_RESULT_INIT;
        assay_finding found[4];
        uint64_t count = 0;
        const assay_rc rc = assay_check_json(session, "{\"age\":1,\"b\":\"c\"}", 17, &result, NULL);
        must(rc == ASSAY_OK || rc == ASSAY_E_BUSY || rc == ASSAY_E_CANCELLED);
        (void)assay_findings(session, 0, 4, ASSAY_FINDING_NO_VALUE, found, &count, NULL);
        if (i == 10)
            assay_session_cancel(session);
    }
    return NULL;
}

static void check_at_once(input *from) {
    pthread_t other;
    assay_session *session = open_session(take(from));
    must(pthread_create(&other, NULL, check_often, session) == 0);
    (void)check_often(session);
    must(pthread_join(other, NULL) == 0);
    assay_session_release(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input from = {data, size};
    start();
    const uint8_t mode = take(&from);
    switch (mode % 8) {
    case 0:
        compile(&from);
        break;
    case 1:
        check_json(&from);
        break;
    case 2:
        check_lines(&from);
        break;
    case 3:
        check_values(&from);
        break;
    case 4:
    case 5:
        check_arrow(&from);
        break;
    case 6:
        call_all(&from);
        break;
    default:
        if (mode >= 248)
            check_at_once(&from);
        else
            check_arrow(&from);
    }
    return 0;
}
