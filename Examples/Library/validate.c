/* SPDX-License-Identifier: Apache-2.0
 * validate RULES RECORD FILE: checks a record, then the records of a file, and prints what is wrong. */
#include <assay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static assay_error error = ASSAY_ERROR_INIT;

static void must(assay_rc rc) {
    if (rc >= ASSAY_OK)
        return;
    (void)fprintf(stderr, "%s\n", error.json);
    exit(2);
}

static assay_str text(const char *string) { return (assay_str){(const uint8_t *)string, strlen(string)}; }

static void print(assay_session *session) {
    assay_finding found[64];
    uint64_t first = 0, count = 0;
    do {
        must(assay_findings(session, first, 64, ASSAY_FINDING_PLACE, found, &count, &error));
        for (uint64_t i = 0; i < count; i++)
            printf("%llu %.*s: %.*s (%.*s)\n", (unsigned long long)found[i].line, (int)found[i].pointer.len,
                   (const char *)found[i].pointer.ptr, (int)found[i].message.len,
                   (const char *)found[i].message.ptr, (int)found[i].code.len,
                   (const char *)found[i].code.ptr);
        first += count;
    } while (count > 0);
}

int main(int argc, char **argv) {
    assay_engine *engine = NULL;
    assay_rules *rules = NULL;
    assay_session *session = NULL;
    assay_result result = ASSAY_RESULT_INIT;
    assay_compile_options file = ASSAY_COMPILE_OPTIONS_INIT;
    assay_lines lines = ASSAY_LINES_INIT;
    if (argc != 4)
        return 2;
    must(assay_engine_create(NULL, &engine, &error));
    file.flags = ASSAY_COMPILE_FILE;
    must(assay_rules_compile(engine, text(argv[1]), &file, &rules, &error));
    must(assay_session_create(rules, NULL, &session, &error));

    must(assay_check_json(session, argv[2], strlen(argv[2]), &result, &error));
    printf("record: %s\n", result.invalid_count == 0 ? "valid" : "invalid");
    print(session);

    uint64_t records = 0, invalid = 0;
    lines.path = text(argv[3]);
    must(assay_lines_open(session, &lines, &error));
    for (;;) {
        assay_rc rc = assay_lines_next(session, &result, &error);
        must(rc);
        if (rc == ASSAY_END)
            break;
        records += result.record_count;
        invalid += result.invalid_count;
        print(session);
    }
    printf("file: %llu records, %llu invalid\n", (unsigned long long)records, (unsigned long long)invalid);
    assay_session_release(session);
    assay_rules_release(rules);
    assay_engine_release(engine);
    assay_error_release(&error);
    return 0;
}
