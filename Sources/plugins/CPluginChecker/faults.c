/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_checker.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

static assay_fault *fault_record;
static uintptr_t watched_start, watched_end;

enum { STACK_BYTES = 1 << 16 };

#if defined(__aarch64__)
/* One of the records after the registers describes the access. */
static int is_write(const ucontext_t *context) {
    const uint8_t *record = context->uc_mcontext.__reserved;
    const uint8_t *end = record + sizeof context->uc_mcontext.__reserved;
    while (record + 16 <= end) {
        uint32_t head[2];
        memcpy(head, record, sizeof head);
        if (head[1] == 0)
            return 0;
        if (head[0] == 0x45535201u) { /* ESR_MAGIC */
            uint64_t syndrome;
            memcpy(&syndrome, record + 8, sizeof syndrome);
            return (syndrome >> 6) & 1;
        }
        record += head[1];
    }
    return 0;
}
static uintptr_t stack_of(const ucontext_t *context) { return context->uc_mcontext.sp; }
#elif defined(__x86_64__)
static int is_write(const ucontext_t *context) { return (context->uc_mcontext.gregs[REG_ERR] & 2) != 0; }
static uintptr_t stack_of(const ucontext_t *context) {
    return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
}
#else
static int is_write(const ucontext_t *context) { return context == NULL; }
static uintptr_t stack_of(const ucontext_t *context) { return (uintptr_t)context; }
#endif

static int is_beside(uintptr_t address, uintptr_t stack) {
    uintptr_t distance = address > stack ? address - stack : stack - address;
    return distance < STACK_BYTES;
}

static void record_fault(int number, siginfo_t *info, void *context) {
    uintptr_t address = (uintptr_t)info->si_addr;
    fault_record->signal = number;
    fault_record->address = address;
    fault_record->flags = is_write(context) ? ASSAY_FAULT_WRITE : 0;
    if (address >= watched_start && address < watched_end)
        fault_record->flags |= ASSAY_FAULT_WATCHED;
    else if (is_beside(address, stack_of(context)))
        fault_record->flags |= ASSAY_FAULT_STACK;
    /* The access is tried again, which ends the process. */
    (void)signal(number, SIG_DFL);
}

int assay_faults_prepare_thread(void) {
    stack_t stack = {.ss_sp = malloc(STACK_BYTES), .ss_size = STACK_BYTES};
    return stack.ss_sp == NULL ? -1 : sigaltstack(&stack, NULL);
}

int assay_faults_record(assay_fault *record) {
    fault_record = record;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = record_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    if (assay_faults_prepare_thread() != 0 || sigaction(SIGBUS, &action, NULL) != 0)
        return -1;
    return sigaction(SIGSEGV, &action, NULL);
}

void assay_faults_watch(const void *start, size_t bytes) {
    watched_start = (uintptr_t)start;
    watched_end = watched_start + bytes;
}
