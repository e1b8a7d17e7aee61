/* SPDX-License-Identifier: Apache-2.0
 *
 * plugin_calls.c: see assay_plugin_calls.h.
 */
#define _GNU_SOURCE
#include "plugin_calls.h"

#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

enum { STACK_BYTES = 1 << 15 };

static _Atomic(call_slot *) first_slot;
static _Thread_local call_slot *volatile own_slot;
/* The memory of a stack for signals is no thread-local variable, which would be taken from the stack of every
 * thread. Its value in a thread is the slot. */
static pthread_key_t thread_end;
static pthread_once_t is_prepared = PTHREAD_ONCE_INIT;
static bool has_key;
static atomic_bool makes_stacks;
static _Atomic(const char *) float_changed_by;
static atomic_ullong blocked_signals, unblocked_signals;
static atomic_bool is_locale_changed;
static _Atomic(void (*)(void)) lost_thread;

/* ---- the state of floating-point numbers ------------------------------------------------------------ */

#if defined(__x86_64__)
enum { EXCEPTIONS_SO_FAR = 0x3F };

static uint64_t float_mode(void) {
    uint32_t vectors;
    uint16_t control;
    __asm__ volatile("stmxcsr %0" : "=m"(vectors));
    __asm__ volatile("fnstcw %0" : "=m"(control));
    return (uint64_t)control << 32 | (vectors & ~(uint32_t)EXCEPTIONS_SO_FAR);
}

static void set_float_mode(uint64_t mode) {
    uint32_t vectors = (uint32_t)mode;
    uint16_t control = (uint16_t)(mode >> 32);
    __asm__ volatile("ldmxcsr %0" : : "m"(vectors));
    __asm__ volatile("fldcw %0" : : "m"(control));
}
#elif defined(__aarch64__)
static uint64_t float_mode(void) {
    uint64_t mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
    return mode;
}

static void set_float_mode(uint64_t mode) { __asm__ volatile("msr fpcr, %0" : : "r"(mode)); }
#else
static uint64_t float_mode(void) { return (uint64_t)fegetround(); }

static void set_float_mode(uint64_t mode) { (void)fesetround((int)mode); }
#endif

const char *assay_plugin_calls_float_changed_by(void) { return atomic_load(&float_changed_by); }

/* ---- what a plugin must leave to the thread -------------------------------------------------------- */

uint64_t assay_plugin_calls_blocked_signals(void) { return atomic_load(&blocked_signals); }

uint64_t assay_plugin_calls_unblocked_signals(void) { return atomic_load(&unblocked_signals); }

bool assay_plugin_calls_locale_is_changed(void) { return atomic_load(&is_locale_changed); }

static void note_thread(call_slot *slot) {
    (void)pthread_sigmask(SIG_BLOCK, NULL, &slot->mask);
    slot->locale = uselocale(NULL);
}

static void compare_thread(const call_slot *slot) {
    sigset_t mask;
    if (pthread_sigmask(SIG_BLOCK, NULL, &mask) != 0)
        return;
    for (int signal = 1; signal <= 64 && signal < NSIG; signal++) {
        bool was_blocked = sigismember(&slot->mask, signal) == 1;
        bool is_blocked = sigismember(&mask, signal) == 1;
        if (was_blocked != is_blocked)
            (void)atomic_fetch_or(is_blocked ? &blocked_signals : &unblocked_signals, 1ULL << (signal - 1));
    }
    if (uselocale(NULL) != slot->locale)
        atomic_store(&is_locale_changed, true);
}

/* ---- the calls of a thread ---------------------------------------------------------------------------- */

static void free_stack(void) {
    stack_t stack;
    if (sigaltstack(NULL, &stack) != 0 || (stack.ss_flags & SS_DISABLE) || stack.ss_size != STACK_BYTES)
        return;
    stack_t none = {.ss_flags = SS_DISABLE};
    if (sigaltstack(&none, NULL) == 0)
        (void)munmap(stack.ss_sp, STACK_BYTES);
}

static void end_thread(void *value) {
    call_slot *slot = value;
    void (*report)(void) = atomic_load(&lost_thread);
    if (atomic_load(&slot->depth) > 0 && report != NULL)
        report();
    compare_thread(slot);
    atomic_store(&slot->depth, 0);
    own_slot = NULL;
    atomic_store(&slot->is_taken, false);
    if (atomic_load(&makes_stacks))
        free_stack();
}

/* The child of a fork has one thread. */
static void forget_others(void) {
    for (call_slot *slot = plugin_calls_first(); slot != NULL; slot = slot->next)
        if (slot != own_slot) {
            atomic_store(&slot->depth, 0);
            atomic_store(&slot->is_taken, false);
        }
}

static void prepare(void) {
    has_key = pthread_key_create(&thread_end, end_thread) == 0;
    (void)pthread_atfork(NULL, NULL, forget_others);
}

static void make_stack(void) {
    stack_t old;
    if (sigaltstack(NULL, &old) != 0 || !(old.ss_flags & SS_DISABLE))
        return;
    void *memory = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return;
    stack_t stack = {.ss_sp = memory, .ss_size = STACK_BYTES};
    if (sigaltstack(&stack, NULL) != 0)
        (void)munmap(memory, STACK_BYTES);
}

static call_slot *free_slot(void) {
    for (call_slot *slot = plugin_calls_first(); slot != NULL; slot = slot->next)
        if (!atomic_exchange(&slot->is_taken, true))
            return slot;
    call_slot *slot = calloc(1, sizeof *slot);
    if (slot == NULL)
        return NULL;
    atomic_store(&slot->is_taken, true);
    call_slot *head = atomic_load(&first_slot);
    do
        slot->next = head;
    while (!atomic_compare_exchange_weak(&first_slot, &head, slot));
    return slot;
}

/* Without memory the calls of the thread are not known. */
static call_slot *take_slot(void) {
    (void)pthread_once(&is_prepared, prepare);
    call_slot *slot = free_slot();
    if (slot == NULL)
        return NULL;
    if (!has_key || pthread_setspecific(thread_end, slot) != 0) {
        atomic_store(&slot->is_taken, false);
        return NULL;
    }
    if (atomic_load(&makes_stacks))
        make_stack();
    note_thread(slot);
    own_slot = slot;
    return slot;
}

void assay_plugin_calls_enter(const char *label, uint64_t first, uint64_t last) {
    call_slot *slot = own_slot;
    if (slot == NULL) {
        slot = take_slot();
        if (slot == NULL)
            return;
    }
    unsigned depth = atomic_load_explicit(&slot->depth, memory_order_relaxed);
    if (depth < CALL_LEVELS) {
        call_level *level = &slot->levels[depth];
        level->float_mode = float_mode();
        atomic_store_explicit(&level->label, label, memory_order_relaxed);
        atomic_store_explicit(&level->first, first, memory_order_relaxed);
        atomic_store_explicit(&level->last, last, memory_order_relaxed);
    }
    unsigned long long calls = atomic_load_explicit(&slot->calls, memory_order_relaxed);
    atomic_store_explicit(&slot->calls, calls + 1, memory_order_relaxed);
    atomic_store_explicit(&slot->depth, depth + 1, memory_order_release);
}

void assay_plugin_calls_leave(bool restores) {
    call_slot *slot = own_slot;
    if (slot == NULL)
        return;
    unsigned depth = atomic_load_explicit(&slot->depth, memory_order_relaxed);
    if (depth == 0)
        return;
    atomic_store_explicit(&slot->depth, depth - 1, memory_order_release);
    if (depth > CALL_LEVELS || !restores)
        return;
    call_level *level = &slot->levels[depth - 1];
    if (float_mode() == level->float_mode)
        return;
    set_float_mode(level->float_mode);
    const char *none = NULL;
    const char *label = atomic_load_explicit(&level->label, memory_order_relaxed);
    (void)atomic_compare_exchange_strong(&float_changed_by, &none, label);
}

call_slot *plugin_calls_first(void) { return atomic_load(&first_slot); }

call_slot *plugin_calls_own(void) { return own_slot; }

const call_level *plugin_calls_level(const call_slot *slot) {
    unsigned depth = atomic_load(&slot->depth);
    if (depth > CALL_LEVELS)
        depth = CALL_LEVELS;
    return &slot->levels[depth == 0 ? 0 : depth - 1];
}

void plugin_calls_make_stacks(void) { atomic_store(&makes_stacks, true); }

void plugin_calls_on_lost_thread(void (*report)(void)) { atomic_store(&lost_thread, report); }

size_t assay_plugin_calls_running(char *text, size_t size) {
    size_t length = 0;
    if (size == 0)
        return 0;
    for (call_slot *slot = plugin_calls_first(); slot != NULL; slot = slot->next) {
        if (atomic_load(&slot->depth) == 0)
            continue;
        const call_level *level = plugin_calls_level(slot);
        line line = {.length = 0};
        line_add(&line, atomic_load(&level->label));
        line_add_records(&line, level);
        if (length + 1 + line.length >= size)
            break;
        if (length > 0)
            text[length++] = '\n';
        memcpy(text + length, line.text, line.length);
        length += line.length;
    }
    text[length] = '\0';
    return length;
}

/* ---- lines ----------------------------------------------------------------------------------------------
 */

void line_add(line *line, const char *text) {
    for (; *text != '\0' && line->length + 2 < LINE_BYTES; text++) {
        unsigned char byte = (unsigned char)*text;
        char shown = *text;
        if (byte < 0x20 || byte == 0x7F)
            shown = '?';
        line->text[line->length++] = shown;
    }
}

static void add_number(line *line, unsigned long long number) {
    char digits[24];
    size_t start = sizeof digits - 1;
    digits[start] = '\0';
    do
        digits[--start] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    line_add(line, digits + start);
}

void line_add_records(line *line, const call_level *level) {
    unsigned long long first = atomic_load(&level->first), last = atomic_load(&level->last);
    if (first == 0)
        return;
    line_add(line, first == last ? " in record " : " in records ");
    add_number(line, first);
    if (first == last)
        return;
    line_add(line, " to ");
    add_number(line, last);
}

void line_add_last_calls(line *line) {
    bool is_first = true;
    for (call_slot *slot = plugin_calls_first(); slot != NULL; slot = slot->next) {
        const call_level *level = plugin_calls_level(slot);
        const char *label = atomic_load(&level->label);
        if (label == NULL)
            continue;
        if (!is_first)
            line_add(line, "; ");
        is_first = false;
        line_add(line, label);
        line_add_records(line, level);
    }
}

static void write_all(const char *text, size_t length) {
    while (length > 0) {
        ssize_t count = write(STDERR_FILENO, text, length);
        if (count <= 0)
            return;
        text += count;
        length -= (size_t)count;
    }
}

void line_write(line *line, const char *help) {
    line->text[line->length++] = '\n';
    write_all(line->text, line->length);
    write_all(help, strlen(help));
}

static atomic_bool is_reported;
static _Thread_local volatile bool reports;

bool report_begin(void) {
    if (reports)
        return false;
    if (atomic_exchange(&is_reported, true))
        for (;;)
            (void)pause(); /* another thread writes and ends the process */
    reports = true;
    return true;
}

_Noreturn void report_end(void) {
    for (;;)
        (void)syscall(SYS_exit_group, ASSAY_PLUGIN_ENDED);
}
