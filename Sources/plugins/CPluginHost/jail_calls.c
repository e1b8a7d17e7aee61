/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_probe.h"
#include "jail.h"

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

static void deny(struct program *program, uint32_t call, int error) {
    jump(program, BPF_JEQ, call, 0, 1);
    answer(program, DENIAL(error));
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
    answer(program, DENIAL(error));
    load(program, OFFSET_OF_CALL);
}

/* Denies a call whose argument is this value. */
static void deny_value(struct program *program, uint32_t call, uint32_t number, uint32_t value) {
    jump(program, BPF_JEQ, call, 0, 4);
    load(program, argument(number));
    jump(program, BPF_JEQ, value, 0, 1);
    answer(program, DENIAL(EPERM));
    load(program, OFFSET_OF_CALL);
}

/* Denies a call whose argument is neither of these values. */
static void deny_others(struct program *program, uint32_t call, uint32_t number, uint32_t value,
                        uint32_t other) {
    jump(program, BPF_JEQ, call, 0, 5);
    load(program, argument(number));
    jump(program, BPF_JEQ, value, 2, 0);
    jump(program, BPF_JEQ, other, 1, 0);
    answer(program, DENIAL(EPERM));
    load(program, OFFSET_OF_CALL);
}

/* ---- what is denied ------------------------------------------------------------------------ */

/* Of no use to a plugin, and of harm to others or to what keeps it here. */
static const uint32_t denied[] = {
    /* other processes */
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_getfd,
    SYS_kcmp,
    SYS_process_madvise,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_perf_event_open,
    /* what files are, rather than what is in them: Landlock leaves this alone */
    SYS_fchmod,
    SYS_fchmodat,
    CALL_FCHMODAT2,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    CALL_SETXATTRAT,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    CALL_REMOVEXATTRAT,
    CALL_FILE_SETATTR,
    SYS_open_by_handle_at,
#ifdef SYS_chmod
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
#endif
    /* memory and queues that other programs know by a number or a name */
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_semget,
    SYS_semop,
    SYS_semtimedop,
    SYS_semctl,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_mq_open,
    SYS_mq_unlink,
    /* ways around a filter of calls, and into the kernel */
    SYS_io_uring_setup,
    SYS_bpf,
    SYS_userfaultfd,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    /* the machine */
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    CALL_OPEN_TREE_ATTR,
    SYS_fanotify_init,
    SYS_quotactl,
    SYS_acct,
    SYS_swapon,
    SYS_swapoff,
    SYS_reboot,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_syslog,
    SYS_vhangup,
#ifdef SYS_iopl
    SYS_iopl,
    SYS_ioperm,
#endif
};

static void deny_always(struct program *program) {
    for (size_t i = 0; i < sizeof denied / sizeof *denied; i++)
        deny(program, denied[i], EPERM);
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

/* Where Landlock does not hold files: none is opened for writing, whatever it is, or made, moved or removed.
 */
static void deny_writing(struct program *program) {
    const uint32_t calls[] = {
        SYS_truncate, SYS_mkdirat, SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_symlinkat, SYS_mknodat,
#ifdef SYS_renameat
        SYS_renameat,
#endif
#ifdef SYS_creat
        SYS_creat,    SYS_mkdir,   SYS_rmdir,    SYS_unlink,    SYS_rename, SYS_link,      SYS_symlink,
        SYS_mknod,
#endif
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        deny(program, calls[i], EACCES);
    const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
#ifdef SYS_open
    deny_bits(program, SYS_open, 1, writing, EACCES);
#endif
    deny_bits(program, SYS_openat, 2, writing, EACCES);
    deny(program, SYS_openat2, ENOSYS); /* its flags lie in memory, too */
}

/* ---- installing ----------------------------------------------------------------------------- */

static void make(struct program *program, uint32_t held) {
    load(program, offsetof(struct seccomp_data, arch));
    jump(program, BPF_JEQ, MACHINE, 1, 0);
    answer(program, DENIAL(ENOSYS));
    load(program, OFFSET_OF_CALL);
    /* Also the calls with pointers of 32 bits, whose numbers begin at 1 << 30. */
    jump(program, BPF_JGT, NEWEST_CALL, 0, 1);
    answer(program, DENIAL(ENOSYS));
    deny_always(program);
    if (!(held & ASSAY_JAIL_PROCESSES))
        deny_other_processes(program);
    if (!(held & ASSAY_JAIL_FILES))
        deny_writing(program);
    answer(program, SECCOMP_RET_ALLOW);
}

int assay_jail_calls(uint32_t held) {
    struct program program = {.count = 0};
    make(&program, held);
    struct sock_fprog filter = {program.count, program.code};
    if (program.count == sizeof program.code / sizeof *program.code)
        return -1;
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0)
        return 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

#else

int assay_jail_calls(uint32_t held) {
    (void)held;
    return -1;
}

#endif
