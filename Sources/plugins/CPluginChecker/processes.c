/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_checker.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)
/* Skips the next instruction unless the loaded word is `value`. */
#define IF_EQUAL(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1)
#define IF_NOT_EQUAL(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0)
#define IF_SET(bits) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1)

/* clone3 keeps its flags in memory that a filter cannot see; without it, the C library takes clone. */
int assay_forbid_processes(int ends_process) {
    const uint32_t denial = ends_process ? SECCOMP_RET_KILL_PROCESS : (SECCOMP_RET_ERRNO | (uint32_t)EAGAIN);
    struct sock_filter filter[] = {
        LOAD(nr),
#ifdef SYS_clone3
        IF_EQUAL(SYS_clone3),
        RETURN(SECCOMP_RET_ERRNO | (uint32_t)ENOSYS),
#endif
#ifdef SYS_fork
        IF_EQUAL(SYS_fork),
        RETURN(denial),
        IF_EQUAL(SYS_vfork),
        RETURN(denial),
#endif
        IF_NOT_EQUAL(SYS_clone),
        RETURN(SECCOMP_RET_ALLOW),
        LOAD(args[0]),
        IF_SET(CLONE_THREAD),
        RETURN(SECCOMP_RET_ALLOW),
        RETURN(denial),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
