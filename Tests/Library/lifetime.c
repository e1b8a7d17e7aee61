/* SPDX-License-Identifier: Apache-2.0
 *
 * lifetime LIBRARY: loads libassay and holds it to what assay.h says of lifetimes: memory that does not grow
 * over 500 rounds, a session that two threads use at once, a fork while threads check, and a second dlopen.
 * Exit status 1 and a line on standard error for each failure.
 */
#define _GNU_SOURCE
#include <assay.h>
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static __typeof__(assay_engine_create) *engine_create;
static __typeof__(assay_engine_release) *engine_release;
static __typeof__(assay_rules_compile) *rules_compile;
static __typeof__(assay_rules_release) *rules_release;
static __typeof__(assay_session_create) *session_create;
static __typeof__(assay_session_release) *session_release;
static __typeof__(assay_check_json) *check_json;
static __typeof__(assay_findings_json) *findings_json;

static const char rule_set[] = "assay: 1\nfields:\n  email: required, email\n  age: range(18...120)\n";
static const char record[] = "{\"email\":\"no address\",\"age\":3}";
static int failures;
static atomic_int stops;

static void expect(int holds, const char *what) {
    if (holds)
        return;
    (void)fprintf(stderr, "lifetime: %s\n", what);
    failures++;
}

static int load(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return 0;
    *(void **)&engine_create = dlsym(library, "assay_engine_create");
    *(void **)&engine_release = dlsym(library, "assay_engine_release");
    *(void **)&rules_compile = dlsym(library, "assay_rules_compile");
    *(void **)&rules_release = dlsym(library, "assay_rules_release");
    *(void **)&session_create = dlsym(library, "assay_session_create");
    *(void **)&session_release = dlsym(library, "assay_session_release");
    *(void **)&check_json = dlsym(library, "assay_check_json");
    *(void **)&findings_json = dlsym(library, "assay_findings_json");
    dlclose(library);
    return 1;
}

static assay_session *make_session(assay_rules **rules) {
    assay_engine *engine = NULL;
    assay_session *session = NULL;
    const assay_str text = {(const uint8_t *)rule_set, sizeof rule_set - 1};
    engine_create(NULL, &engine, NULL);
    rules_compile(engine, text, NULL, rules, NULL);
    session_create(*rules, NULL, &session, NULL);
    engine_release(engine);
    return session;
}

/* Whether a check finds what it has to; a busy session is none. */
static assay_rc check(assay_session *session) {
    assay_result result = ASSAY_RESULT_INIT;
    const assay_rc rc = check_json(session, record, sizeof record - 1, &result, NULL);
    return rc == ASSAY_OK && result.finding_count != 2 ? ASSAY_E_INTERNAL : rc;
}

static void round_trip(void) {
    assay_rules *rules = NULL;
    assay_session *session = make_session(&rules);
    assay_str json;
    rules_release(rules);
    expect(check(session) == ASSAY_OK, "a check does not find two violations");
    expect(findings_json(session, ASSAY_JSON_PROBLEM, 0, &json, NULL) == ASSAY_OK, "no problem details");
    session_release(session);
}

static void *work(void *argument) {
    assay_session *session = make_session(&(assay_rules *){NULL});
    while (!stops)
        if (check(session) != ASSAY_OK)
            return argument;
    session_release(session);
    return NULL;
}

static void *share(void *session) {
    for (int i = 0; i < 20000; i++) {
        const assay_rc rc = check(session);
        if (rc != ASSAY_OK && rc != ASSAY_E_BUSY)
            return session;
    }
    return NULL;
}

static void test_fork(void) {
    pthread_t threads[3];
    void *failed = NULL;
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, &failures);
    for (int i = 0; i < 60; i++) {
        const pid_t child = fork();
        if (child == 0) {
            round_trip();
            _exit(failures != 0);
        }
        int status = 0;
        expect(waitpid(child, &status, 0) == child && status == 0, "a child of fork fails");
    }
    stops = 1;
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], &failed);
        expect(!failed, "a check fails while others fork");
    }
}

static void test_sharing(void) {
    pthread_t other;
    void *failed = NULL;
    assay_session *session = make_session(&(assay_rules *){NULL});
    pthread_create(&other, NULL, share, session);
    expect(!share(session), "a shared session fails otherwise than with ASSAY_E_BUSY");
    pthread_join(other, &failed);
    expect(!failed, "a shared session fails otherwise than with ASSAY_E_BUSY");
    session_release(session);
}

static size_t used_memory(void) { return mallinfo2().uordblks; }

int main(int argc, char **argv) {
    if (argc != 2 || !load(argv[1]) || !load(argv[1])) {
        (void)fprintf(stderr, "usage: lifetime LIBRARY\n");
        return 2;
    }
    for (int i = 0; i < 20; i++)
        round_trip();
    const size_t before = used_memory();
    for (int i = 0; i < 500; i++)
        round_trip();
    const size_t after = used_memory();
    printf("500 rounds: %ld bytes more\n", (long)(after - before));
    expect(after < before + (2u << 20), "memory grows by more than 2 MiB in 500 rounds");
    test_sharing();
    test_fork();
    return failures != 0;
}
