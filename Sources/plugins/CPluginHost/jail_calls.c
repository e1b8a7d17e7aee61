/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_probe.h"
#include "jail.h"
#include "notices.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#ifdef MACHINE

/* Calls that are newer than the headers of some system; their numbers are the same on every machine. */
enum {
    CALL_FCHMODAT2 = 452,
    CALL_SETXATTRAT = 463,
    CALL_REMOVEXATTRAT = 466,
    CALL_OPEN_TREE_ATTR = 467,
    CALL_FILE_SETATTR = 469,
    /* The newest call that was looked at. Of what comes after, no one knows here what it does: the kernel
     * does not have it. */
    NEWEST_CALL = CALL_FILE_SETATTR
};

/* ---- the program ---------------------------------------------------------------------------- */

/* A filter in the making. Between its parts the number of the call is in the register. */
struct program {
    struct sock_filter code[1024];
    unsigned short count;
    int notifies; /* whether another process answers to what is denied */
};

#define OFFSET_OF_CALL ((uint32_t)offsetof(struct seccomp_data, nr))
#define DENIAL(error) (SECCOMP_RET_ERRNO | (uint32_t)(error))

static void add(struct program *program, struct sock_filter instruction) {
    if (program->count < sizeof program->code / sizeof *program->code)
        program->code[program->count++] = instruction;
}

static void statement(struct program *program, uint16_t code, uint32_t operand) {
    add(program, (struct sock_filter)BPF_STMT(code, operand));
}

static void jump(struct program *program, uint16_t test, uint32_t operand, uint8_t yes, uint8_t no) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, operand, yes, no));
}

static void load(struct program *program, uint32_t offset) {
    statement(program, BPF_LD | BPF_W | BPF_ABS, offset);
}

static void answer(struct program *program, uint32_t action) { statement(program, BPF_RET | BPF_K, action); }

static uint32_t denial(const struct program *program, int error) {
    return program->notifies ? SECCOMP_RET_USER_NOTIF : DENIAL(error);
}

static void deny(struct program *program, uint32_t call, int error) {
    jump(program, BPF_JEQ, call, 0, 1);
    answer(program, denial(program, error));
}

/* Where the low half of an argument, counted from 0, lies; both machines have it first. */
static uint32_t argument(uint32_t number) {
    return (uint32_t)(offsetof(struct seccomp_data, args) + number * sizeof(uint64_t));
}

/* Denies a call that has any of these bits in its argument. */
static void deny_bits(struct program *program, uint32_t call, uint32_t number, uint32_t bits, int error) {
    jump(program, BPF_JEQ, call, 0, 4);
    load(program, argument(number));
    jump(program, BPF_JSET, bits, 0, 1);
    answer(program, denial(program, error));
    load(program, OFFSET_OF_CALL);
}

/* Denies a call whose argument is this value. */
static void deny_value(struct program *program, uint32_t call, uint32_t number, uint32_t value) {
    jump(program, BPF_JEQ, call, 0, 4);
    load(program, argument(number));
    jump(program, BPF_JEQ, value, 0, 1);
    answer(program, denial(program, EPERM));
    load(program, OFFSET_OF_CALL);
}

/* Denies a call whose argument is neither of these values. */
static void deny_others(struct program *program, uint32_t call, uint32_t number, uint32_t value,
                        uint32_t other) {
    jump(program, BPF_JEQ, call, 0, 5);
    load(program, argument(number));
    jump(program, BPF_JEQ, value, 2, 0);
    jump(program, BPF_JEQ, other, 1, 0);
    answer(program, denial(program, EPERM));
    load(program, OFFSET_OF_CALL);
}

/* Reports a signal that is for another process than this one; number 0 is no signal. */
static void watch_signal(struct program *program, uint32_t call, uint32_t own, uint32_t signal) {
    jump(program, BPF_JEQ, call, 0, 6);
    load(program, argument(0));
    jump(program, BPF_JEQ, own, 3, 0);
    load(program, argument(signal));
    jump(program, BPF_JEQ, 0, 1, 0);
    answer(program, SECCOMP_RET_USER_NOTIF);
    load(program, OFFSET_OF_CALL);
}

/* ---- what is denied ------------------------------------------------------------------------ */

struct call {
    uint32_t number;
    const char *name;
};

#define CALL(name) {SYS_##name, #name}

/* Of no use to a plugin, and of harm to others or to what keeps it here. */
static const struct call denied[] = {
    /* other processes */
    CALL(ptrace),
    CALL(process_vm_readv),
    CALL(process_vm_writev),
    CALL(pidfd_getfd),
    CALL(kcmp),
    CALL(process_madvise),
    CALL(migrate_pages),
    CALL(move_pages),
    CALL(perf_event_open),
    /* what files are, rather than what is in them: Landlock leaves this alone */
    CALL(fchmod),
    CALL(fchmodat),
    {CALL_FCHMODAT2, "fchmodat2"},
    CALL(fchown),
    CALL(fchownat),
    CALL(utimensat),
    CALL(setxattr),
    CALL(lsetxattr),
    CALL(fsetxattr),
    {CALL_SETXATTRAT, "setxattrat"},
    CALL(removexattr),
    CALL(lremovexattr),
    CALL(fremovexattr),
    {CALL_REMOVEXATTRAT, "removexattrat"},
    {CALL_FILE_SETATTR, "file_setattr"},
    CALL(open_by_handle_at),
#ifdef SYS_chmod
    CALL(chmod),
    CALL(chown),
    CALL(lchown),
    CALL(utime),
    CALL(utimes),
    CALL(futimesat),
#endif
    /* memory and queues that other programs know by a number or a name */
    CALL(shmget),
    CALL(shmat),
    CALL(shmctl),
    CALL(semget),
    CALL(semop),
    CALL(semtimedop),
    CALL(semctl),
    CALL(msgget),
    CALL(msgsnd),
    CALL(msgrcv),
    CALL(msgctl),
    CALL(mq_open),
    CALL(mq_unlink),
    /* ways around a filter of calls, and into the kernel */
    CALL(io_uring_setup),
    CALL(bpf),
    CALL(userfaultfd),
    CALL(add_key),
    CALL(request_key),
    CALL(keyctl),
    /* the machine */
    CALL(mount),
    CALL(umount2),
    CALL(pivot_root),
    CALL(chroot),
    CALL(unshare),
    CALL(setns),
    CALL(open_tree),
    CALL(move_mount),
    CALL(fsopen),
    CALL(fsconfig),
    CALL(fsmount),
    CALL(fspick),
    CALL(mount_setattr),
    {CALL_OPEN_TREE_ATTR, "open_tree_attr"},
    CALL(fanotify_init),
    CALL(quotactl),
    CALL(acct),
    CALL(swapon),
    CALL(swapoff),
    CALL(reboot),
    CALL(sethostname),
    CALL(setdomainname),
    CALL(settimeofday),
    CALL(clock_settime),
    CALL(clock_adjtime),
    CALL(adjtimex),
    CALL(init_module),
    CALL(finit_module),
    CALL(delete_module),
    CALL(kexec_load),
    CALL(syslog),
    CALL(vhangup),
#ifdef SYS_iopl
    CALL(iopl),
    CALL(ioperm),
#endif
};

static void deny_always(struct program *program) {
    for (size_t i = 0; i < sizeof denied / sizeof *denied; i++)
        deny(program, denied[i].number, EPERM);
    deny(program, SYS_socket, EACCES);
    /* Flags of a clone3 lie in memory, where a filter cannot look: the C library takes clone instead. */
    deny(program, SYS_clone3, ENOSYS);
    const uint32_t spaces = CLONE_NEWCGROUP | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID |
                            CLONE_NEWUSER | CLONE_NEWUTS;
    deny_bits(program, SYS_clone, 0, spaces, EPERM);
    deny_value(program, SYS_ioctl, 1, TIOCSTI);
    deny_value(program, SYS_ioctl, 1, (uint32_t)FS_IOC_SETFLAGS);
    deny_value(program, SYS_ioctl, 1, (uint32_t)FS_IOC_FSSETXATTR);
}

/* Where the process could signal others: it reaches itself alone. */
static void deny_other_processes(struct program *program) {
    uint32_t own = (uint32_t)getpid();
    const uint32_t signals[] = {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        deny_others(program, signals[i], 0, own, own);
    deny(program, SYS_tkill, EPERM);
    deny(program, SYS_pidfd_send_signal, EPERM);
    const uint32_t settings[] = {SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler,
                                 SYS_sched_setparam, SYS_sched_setattr};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        deny_others(program, settings[i], 0, own, 0);
    deny_others(program, SYS_setpriority, 1, own, 0);
    deny_others(program, SYS_setpriority, 0, PRIO_PROCESS, PRIO_PROCESS);
    deny(program, SYS_ioprio_set, EPERM);
}

/* Calls that change files by their paths. */
static const struct call changing[] = {
    CALL(truncate), CALL(unlinkat), CALL(renameat2),
#ifdef SYS_renameat
    CALL(renameat),
#endif
#ifdef SYS_creat
    CALL(creat),    CALL(rmdir),    CALL(unlink),    CALL(rename),
#endif
};

/* Calls that make files where there are none. */
static const struct call making[] = {
    CALL(mkdirat), CALL(linkat), CALL(symlinkat), CALL(mknodat),
#ifdef SYS_mkdir
    CALL(mkdir),   CALL(link),   CALL(symlink),   CALL(mknod),
#endif
};

/* Calls that are denied for some of their arguments. */
static const struct call others[] = {
    CALL(socket),
    CALL(clone3),
    CALL(clone),
    CALL(ioctl),
    CALL(kill),
    CALL(tkill),
    CALL(tgkill),
    CALL(rt_sigqueueinfo),
    CALL(rt_tgsigqueueinfo),
    CALL(pidfd_send_signal),
    CALL(prlimit64),
    CALL(sched_setaffinity),
    CALL(sched_setscheduler),
    CALL(sched_setparam),
    CALL(sched_setattr),
    CALL(setpriority),
    CALL(ioprio_set),
#ifdef SYS_open
    CALL(open),
#endif
    CALL(openat),
    CALL(openat2),
};

#define COUNT(calls) (sizeof(calls) / sizeof *(calls))

static const char *name_of(const struct call *calls, size_t count, uint32_t number) {
    for (size_t i = 0; i < count; i++)
        if (calls[i].number == number)
            return calls[i].name;
    return NULL;
}

/* Reports what changes files; without Landlock to hold them, the answer is a denial. */
static void watch_writing(struct program *program) {
    for (size_t i = 0; i < COUNT(changing); i++)
        deny(program, changing[i].number, EACCES);
    const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
#ifdef SYS_open
    deny_bits(program, SYS_open, 1, writing, EACCES);
#endif
    deny_bits(program, SYS_openat, 2, writing, EACCES);
    deny(program, SYS_openat2, ENOSYS); /* its flags lie in memory, too */
}

/* Where Landlock does not hold files: none is opened for writing, whatever it is, or made, moved or removed.
 */
static void deny_writing(struct program *program) {
    for (size_t i = 0; i < COUNT(making); i++)
        deny(program, making[i].number, EACCES);
    watch_writing(program);
}

/* Signals and traces that are for another process than this one. */
static void watch_other_processes(struct program *program) {
    uint32_t own = (uint32_t)getpid();
    watch_signal(program, SYS_kill, own, 1);
    watch_signal(program, SYS_tgkill, own, 2);
    watch_signal(program, SYS_rt_sigqueueinfo, own, 1);
    watch_signal(program, SYS_rt_tgsigqueueinfo, own, 2);
    const uint32_t no_process = 0;
    watch_signal(program, SYS_tkill, no_process, 1);
    watch_signal(program, SYS_pidfd_send_signal, UINT32_MAX, 1);
}

/* ---- installing ----------------------------------------------------------------------------- */

static void make(struct program *program, uint32_t held) {
    load(program, offsetof(struct seccomp_data, arch));
    jump(program, BPF_JEQ, MACHINE, 1, 0);
    answer(program, DENIAL(ENOSYS));
    load(program, OFFSET_OF_CALL);
    /* Also the calls with pointers of 32 bits, whose numbers begin at 1 << 30. */
    jump(program, BPF_JGT, NEWEST_CALL, 0, 1);
    answer(program, denial(program, ENOSYS));
    deny_always(program);
    if (program->notifies)
        watch_other_processes(program);
    if (!(held & ASSAY_JAIL_PROCESSES))
        deny_other_processes(program);
    if (!(held & ASSAY_JAIL_FILES))
        deny_writing(program);
    else if (program->notifies)
        watch_writing(program);
    answer(program, SECCOMP_RET_ALLOW);
}

int assay_jail_answer(int call, uint32_t held) {
    uint32_t number = (uint32_t)call;
    if (number > NEWEST_CALL || number == SYS_clone3)
        return ENOSYS;
    if (number == SYS_socket)
        return EACCES;
    int is_open = number == SYS_openat || number == SYS_openat2;
#ifdef SYS_open
    is_open |= number == SYS_open;
#endif
    if (is_open || name_of(changing, COUNT(changing), number) != NULL ||
        name_of(making, COUNT(making), number) != NULL) {
        if (held & ASSAY_JAIL_FILES)
            return 0;
        return number == SYS_openat2 ? ENOSYS : EACCES;
    }
    const uint32_t signals[] = {
        SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_pidfd_send_signal};
    for (size_t i = 0; i < COUNT(signals); i++)
        if (number == signals[i] && (held & ASSAY_JAIL_PROCESSES))
            return 0;
    return EPERM;
}

const char *assay_denied_call_name(int32_t call) {
    uint32_t number = (uint32_t)call;
    const char *name = name_of(denied, COUNT(denied), number);
    if (name == NULL)
        name = name_of(changing, COUNT(changing), number);
    if (name == NULL)
        name = name_of(making, COUNT(making), number);
    return name != NULL ? name : name_of(others, COUNT(others), number);
}

#ifndef SECCOMP_FILTER_FLAG_TSYNC_ESRCH
#define SECCOMP_FILTER_FLAG_TSYNC_ESRCH (1UL << 4)
#endif

/* Installs a filter whose denials another process answers. 0 or -1. */
static int install_with_line(uint32_t held, int line) {
    struct program program = {.count = 0, .notifies = 1};
    make(&program, held);
    struct sock_fprog filter = {program.count, program.code};
    if (program.count == sizeof program.code / sizeof *program.code)
        return -1;
    const unsigned flags =
        SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_TSYNC_ESRCH | SECCOMP_FILTER_FLAG_NEW_LISTENER;
    long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
    if (listener < 0)
        return -1;
    /* Where the line is broken, no one answers, and the kernel does (ENOSYS). */
    int result = assay_notices_hand_over((int)listener, held, line);
    (void)close((int)listener);
    return result == 0 ? 0 : 1;
}

uint32_t assay_jail_calls(uint32_t held, int line) {
    if (line >= 0) {
        int result = install_with_line(held, line);
        if (result >= 0)
            return ASSAY_JAIL_CALLS | (result == 0 ? ASSAY_JAIL_NOTICES : 0);
    }
    struct program program = {.count = 0};
    make(&program, held);
    struct sock_fprog filter = {program.count, program.code};
    if (program.count == sizeof program.code / sizeof *program.code)
        return 0;
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0)
        return ASSAY_JAIL_CALLS;
    return 0;
}

#else

uint32_t assay_jail_calls(uint32_t held, int line) {
    (void)held, (void)line;
    return 0;
}

int assay_jail_answer(int call, uint32_t held) {
    (void)call, (void)held;
    return EPERM;
}

const char *assay_denied_call_name(int32_t call) {
    (void)call;
    return NULL;
}

#endif
