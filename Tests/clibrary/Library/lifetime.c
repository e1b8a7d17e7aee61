/* SPDX-License-Identifier: Apache-2.0
 *
 * lifetime LIBRARY COPY...: loads libassay and holds it to what assay.h says of lifetimes: memory that does
 * not grow over 500 rounds, a session that two threads use at once, a fork while threads check and in the
 * middle of a packed file, which starts no thread, a second dlopen, signals while it checks and reads, and
 * other libraries in the same process: one of the name, and one of the name that the next version has. Exit
 * status 1 and a line on standard error for each failure.
 */
#define _GNU_SOURCE
#include <assay.h>
#include <dirent.h>
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static __typeof__(assay_engine_create) *engine_create;
static __typeof__(assay_engine_release) *engine_release;
static __typeof__(assay_rules_compile) *rules_compile;
static __typeof__(assay_rules_release) *rules_release;
static __typeof__(assay_session_create) *session_create;
static __typeof__(assay_session_release) *session_release;
static __typeof__(assay_session_cancel) *session_cancel;
static __typeof__(assay_check_json) *check_json;
static __typeof__(assay_lines_open) *lines_open;
static __typeof__(assay_lines_next) *lines_next;
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
    *(void **)&session_cancel = dlsym(library, "assay_session_cancel");
    *(void **)&check_json = dlsym(library, "assay_check_json");
    *(void **)&lines_open = dlsym(library, "assay_lines_open");
    *(void **)&lines_next = dlsym(library, "assay_lines_next");
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

/* ---- signals ---- */

static assay_session *interrupted;
static volatile sig_atomic_t signals;

static void interrupt(int number) {
    (void)number;
    signals = signals + 1;
    session_cancel(interrupted);
}

/* A signal every 200 microseconds, which no system call survives; 0: none. */
static void set_timer(suseconds_t every) {
    const struct sigaction action = {.sa_handler = interrupt};
    const struct itimerval timer = {{0, every}, {0, every}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void test_cancelling(void) {
    int cancelled = 0;
    interrupted = make_session(&(assay_rules *){NULL});
    set_timer(200);
    while (signals < 200 || cancelled == 0) {
        const assay_rc rc = check(interrupted);
        cancelled += rc == ASSAY_E_CANCELLED;
        expect(rc == ASSAY_OK || rc == ASSAY_E_CANCELLED,
               "a signal makes a check fail otherwise than cancelled");
    }
    set_timer(0);
    expect(check(interrupted) == ASSAY_OK, "a check after a cancelled one fails");
    session_release(interrupted);
    interrupted = NULL;
}

enum { PIPED = 400 };

static void *write_slowly(void *descriptor) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    for (int i = 0; i < PIPED; i++) {
        (void)!write(*(int *)descriptor, record, sizeof record - 1);
        (void)!write(*(int *)descriptor, "\n", 1);
        usleep(100);
    }
    close(*(int *)descriptor);
    return NULL;
}

/* Reads that a signal interrupts go on. */
static void test_interrupted_reads(void) {
    int ends[2];
    pthread_t writer;
    uint64_t records = 0;
    assay_lines lines = ASSAY_LINES_INIT;
    assay_result result = ASSAY_RESULT_INIT;
    assay_session *session = make_session(&(assay_rules *){NULL});
    expect(pipe(ends) == 0, "no pipe");
    pthread_create(&writer, NULL, write_slowly, &ends[1]);
    lines.descriptor = ends[0];
    lines.format = ASSAY_FORMAT_NDJSON;
    set_timer(200);
    expect(lines_open(session, &lines, NULL) == ASSAY_OK, "a signal keeps an input from being opened");
    while (lines_next(session, &result, NULL) == ASSAY_OK)
        records += result.invalid_count;
    set_timer(0);
    pthread_join(writer, NULL);
    close(ends[0]);
    expect(records == PIPED, "a signal ends an input");
    session_release(session);
}

/* ---- packed files ---- */

enum { BLOCKS = 40, LINES = 3000 };

/* Writes a file of Zstandard: blocks that are stored as they are, each of whole records. */
static int write_packed(int file) {
    const uint8_t head[] = {0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x50};
    const size_t line = sizeof record;
    const size_t length = LINES * line;
    uint8_t *const block = malloc(length);
    int is_written = block && write(file, head, sizeof head) == sizeof head;
    for (size_t i = 0; is_written && i < LINES; i++) {
        memcpy(block + i * line, record, line - 1);
        block[i * line + line - 1] = '\n';
    }
    for (int i = 0; is_written && i < BLOCKS; i++) {
        const size_t start = (length << 3) | (i + 1 == BLOCKS);
        const uint8_t size[] = {(uint8_t)start, (uint8_t)(start >> 8), (uint8_t)(start >> 16)};
        is_written =
            write(file, size, sizeof size) == sizeof size && write(file, block, length) == (ssize_t)length;
    }
    free(block);
    return is_written;
}

static int thread_count(void) {
    DIR *const tasks = opendir("/proc/self/task");
    int count = -2;
    while (tasks && readdir(tasks))
        count++;
    if (tasks)
        closedir(tasks);
    return count;
}

/* A child goes on with an input that its parent has begun: nothing is read on another thread. */
static void test_packed(void) {
    char path[] = "/tmp/assay-lifetime-XXXXXX";
    const int file = mkstemp(path);
    const int threads = thread_count();
    assay_lines lines = ASSAY_LINES_INIT;
    assay_result result = ASSAY_RESULT_INIT;
    assay_session *session = make_session(&(assay_rules *){NULL});
    expect(file >= 0 && write_packed(file), "no packed file");
    lines.path = (assay_str){(const uint8_t *)path, sizeof path - 1};
    lines.format = ASSAY_FORMAT_NDJSON;
    expect(lines_open(session, &lines, NULL) == ASSAY_OK, "a packed file cannot be opened");
    expect(lines_next(session, &result, NULL) == ASSAY_OK, "a packed file cannot be read");
    expect(thread_count() == threads, "a packed file starts a thread");
    uint64_t records = result.invalid_count;
    const pid_t child = fork();
    if (child == 0) {
        (void)signal(SIGALRM, SIG_DFL);
        alarm(60);
        while (lines_next(session, &result, NULL) == ASSAY_OK)
            records += result.invalid_count;
        _exit(records != (uint64_t)BLOCKS * LINES);
    }
    int status = 0;
    expect(waitpid(child, &status, 0) == child && status == 0,
           "a child of fork cannot go on with a packed file");
    session_release(session);
    close(file);
    unlink(path);
}

/* ---- two libraries ---- */

static void test_copy(const char *path) {
    assay_session *first = make_session(&(assay_rules *){NULL});
    __typeof__(assay_check_json) *const check_first = check_json;
    __typeof__(assay_session_release) *const release_first = session_release;
    expect(load(path) && check_json != check_first, "the copy is not loaded beside the library");
    for (int i = 0; i < 50; i++) {
        assay_result result = ASSAY_RESULT_INIT;
        round_trip();
        expect(check_first(first, record, sizeof record - 1, &result, NULL) == ASSAY_OK &&
                   result.finding_count == 2,
               "the library does not work beside its copy");
    }
    release_first(first);
}

static size_t used_memory(void) { return mallinfo2().uordblks; }

int main(int argc, char **argv) {
    if (argc < 3 || !load(argv[1]) || !load(argv[1])) {
        (void)fprintf(stderr, "usage: lifetime LIBRARY COPY...\n");
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
    test_cancelling();
    test_interrupted_reads();
    test_packed();
    test_fork();
    for (int i = 2; i < argc; i++)
        test_copy(argv[i]);
    return failures != 0;
}
