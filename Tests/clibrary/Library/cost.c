/* SPDX-License-Identifier: Apache-2.0
 *
 * cost MODE ROWS [ROUNDS]: what checks and findings cost, on the sign-up form (Examples/signup/signup.yaml)
 * with records that are valid or in which four fields are not. Prints the nanoseconds a record of the best
 * round, and what was found; Tests/clibrary/Library/cost runs it, and counts instructions.
 *
 * MODE: json, json-invalid (checks alone), json-findings, json-problem, json-lines (with what reads them),
 * arrow, arrow-invalid, arrow-table, arrow-values (with values; the table is without).
 */
#define _GNU_SOURCE
#include <assay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TEXTS = 12, VARIANTS = 64 };

static const char *const names[TEXTS] = {"username", "email",     "password", "passwordConfirm",
                                         "website",  "country",   "zip",      "card",
                                         "iban",     "birthdate", "bio",      "tag"};

/* Texts of a record; the last one is the only element of `tags`. */
struct record {
    char texts[TEXTS][64];
    int64_t age;
};

static void make(struct record *record, int number, int is_invalid) {
    const char *const valid[TEXTS] = {"ann_%d",
                                      "ann.%d@example.org",
                                      "Secret%dpass",
                                      "Secret%dpass",
                                      "https://www.example.org/people/%d",
                                      "DE",
                                      "1%04d",
                                      "4111111111111111",
                                      "DE89370400440532013000",
                                      "1990-02-28",
                                      "Likes long walks and short forms, for %d years.",
                                      "reader"};
    for (int i = 0; i < TEXTS; i++)
        (void)snprintf(record->texts[i], sizeof record->texts[i], valid[i], number);
    record->age = 20 + number;
    if (!is_invalid)
        return;
    (void)snprintf(record->texts[0], 64, "A%d", number);
    (void)snprintf(record->texts[1], 64, "ann.%d at example.org", number);
    (void)snprintf(record->texts[6], 64, "x%d", number);
    record->age = number % 18;
}

static int write_json(const struct record *record, char *text, size_t size) {
    int length = snprintf(text, size, "{\"age\":%lld", (long long)record->age);
    for (int i = 0; i < TEXTS - 1; i++)
        length +=
            snprintf(text + length, size - (size_t)length, ",\"%s\":\"%s\"", names[i], record->texts[i]);
    return length +
           snprintf(text + length, size - (size_t)length, ",\"tags\":[\"%s\"]}", record->texts[TEXTS - 1]);
}

/* ---- a record batch ---- */

struct column {
    struct ArrowSchema schema;
    struct ArrowArray array;
    const void *buffers[3];
    struct column *item;
    struct ArrowSchema *item_schema;
    struct ArrowArray *item_array;
};

/* The batch stays. */
static void keep_schema(struct ArrowSchema *schema) { (void)schema; }
static void keep_array(struct ArrowArray *array) { (void)array; }

static void set(struct column *column, const char *name, const char *format, int64_t rows, int buffers) {
    column->schema = (struct ArrowSchema){.format = format, .name = name, .release = keep_schema};
    column->array = (struct ArrowArray){
        .length = rows, .n_buffers = buffers, .buffers = column->buffers, .release = keep_array};
}

static void set_texts(struct column *column, const char *name, const struct record *records, int text,
                      int rows) {
    int32_t *offsets = malloc((size_t)(rows + 1) * sizeof *offsets);
    char *bytes = malloc((size_t)rows * 64);
    int32_t end = 0;
    for (int row = 0; row < rows; row++) {
        offsets[row] = end;
        for (const char *next = records[row % VARIANTS].texts[text]; *next != '\0'; next++)
            bytes[end++] = *next;
    }
    offsets[rows] = end;
    column->buffers[1] = offsets;
    column->buffers[2] = bytes;
    set(column, name, "u", rows, 3);
}

static void set_list(struct column *column, const struct record *records, int rows) {
    int32_t *offsets = malloc((size_t)(rows + 1) * sizeof *offsets);
    for (int row = 0; row <= rows; row++)
        offsets[row] = row;
    column->item = calloc(1, sizeof *column->item);
    set_texts(column->item, "item", records, TEXTS - 1, rows);
    column->item_schema = &column->item->schema;
    column->item_array = &column->item->array;
    column->buffers[1] = offsets;
    set(column, "tags", "+l", rows, 2);
    column->schema.n_children = column->array.n_children = 1;
    column->schema.children = &column->item_schema;
    column->array.children = &column->item_array;
}

static void set_ages(struct column *column, const struct record *records, int rows) {
    int64_t *ages = malloc((size_t)rows * sizeof *ages);
    for (int row = 0; row < rows; row++)
        ages[row] = records[row % VARIANTS].age;
    column->buffers[1] = ages;
    set(column, "age", "l", rows, 2);
}

static void make_batch(struct column *root, const struct record *records, int rows) {
    struct column *columns = calloc(TEXTS + 1, sizeof *columns);
    struct ArrowSchema **schemas = calloc(TEXTS + 1, sizeof(void *));
    struct ArrowArray **arrays = calloc(TEXTS + 1, sizeof(void *));
    for (int i = 0; i < TEXTS - 1; i++)
        set_texts(&columns[i], names[i], records, i, rows);
    set_list(&columns[TEXTS - 1], records, rows);
    set_ages(&columns[TEXTS], records, rows);
    for (int i = 0; i <= TEXTS; i++) {
        schemas[i] = &columns[i].schema;
        arrays[i] = &columns[i].array;
    }
    set(root, "", "+s", rows, 1);
    root->schema.n_children = root->array.n_children = TEXTS + 1;
    root->schema.children = schemas;
    root->array.children = arrays;
}

/* ---- what is measured ---- */

static assay_error error = ASSAY_ERROR_INIT;
static assay_session *session;

static void must(assay_rc rc) {
    if (rc == ASSAY_OK)
        return;
    (void)fprintf(stderr, "cost: %s\n", error.json);
    exit(1);
}

static void open_session(const char *rule_set) {
    assay_engine *engine = NULL;
    assay_rules *rules = NULL;
    const assay_str path = {(const uint8_t *)rule_set, strlen(rule_set)};
    assay_compile_options options = ASSAY_COMPILE_OPTIONS_INIT;
    options.flags = ASSAY_COMPILE_FILE;
    must(assay_engine_create(NULL, &engine, &error));
    must(assay_rules_compile(engine, path, &options, &rules, &error));
    must(assay_session_create(rules, NULL, &session, &error));
}

static uint64_t read_record(const char *mode) {
    static assay_finding found[64];
    uint64_t count = 0;
    assay_str json = {0, 0};
    if (!strcmp(mode, "json-findings"))
        must(assay_findings(session, 0, 64, 0, found, &count, &error));
    else if (!strcmp(mode, "json-problem"))
        must(assay_findings_json(session, ASSAY_JSON_PROBLEM, 0, &json, &error));
    else if (!strcmp(mode, "json-lines"))
        must(assay_findings_json(session, ASSAY_JSON_LINES, 0, &json, &error));
    return count + json.len;
}

static uint64_t check_records(const char *mode, const struct record *records, int rows) {
    static char texts[VARIANTS][1024];
    int lengths[VARIANTS];
    uint64_t found = 0;
    for (int i = 0; i < VARIANTS; i++)
        lengths[i] = write_json(&records[i], texts[i], sizeof texts[i]);
    for (int row = 0; row < rows; row++) {
        assay_result result = ASSAY_RESULT_INIT;
        const int i = row % VARIANTS;
        must(assay_check_json(session, texts[i], (uint64_t)lengths[i], &result, &error));
        found += result.finding_count;
        (void)read_record(mode);
    }
    return found;
}

static uint64_t check_batch(const char *mode, const struct column *root) {
    assay_result result = ASSAY_RESULT_INIT;
    struct ArrowSchema schema;
    struct ArrowArray array;
    const int has_values = !strcmp(mode, "arrow-values");
    must(assay_check_arrow(session, &root->schema, &root->array, 0, &result, &error));
    if (!has_values && strcmp(mode, "arrow-table") != 0)
        return result.finding_count;
    must(assay_findings_arrow(session, has_values ? 0 : ASSAY_FINDING_NO_VALUE, &schema, &array, &error));
    schema.release(&schema);
    array.release(&array);
    return result.finding_count;
}

static double seconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        (void)fprintf(stderr, "usage: cost MODE ROWS [ROUNDS]\n");
        return 2;
    }
    const char *mode = argv[1];
    const int rows = (int)strtol(argv[2], NULL, 10), rounds = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 1;
    const int is_invalid = strcmp(mode, "json") != 0 && strcmp(mode, "arrow") != 0;
    static struct record records[VARIANTS];
    struct column root = {0};
    double best = 1e9;
    uint64_t found = 0;
    for (int i = 0; i < VARIANTS; i++)
        make(&records[i], i, is_invalid);
    open_session("Examples/signup/signup.yaml");
    if (!strncmp(mode, "arrow", 5))
        make_batch(&root, records, rows);
    for (int round = 0; round < rounds; round++) {
        const double start = seconds();
        found = root.array.length > 0 ? check_batch(mode, &root) : check_records(mode, records, rows);
        const double took = seconds() - start;
        best = took < best ? took : best;
    }
    printf("%-14s %8.0f ns a record, %llu findings\n", mode, best * 1e9 / rows, (unsigned long long)found);
    return 0;
}
