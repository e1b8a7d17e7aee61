/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "notices.h"
#include "assay_plugin_probe.h"
#include "jail.h"
#include "processes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

_Static_assert(sizeof(assay_probe_notice) <= ASSAY_NOTICE_BYTES, "the memory has room for it");

/* ---- the line ------------------------------------------------------------------------------- */

int assay_notices_open(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

union control {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
};

int assay_notices_hand_over(int listener, uint32_t held, int line) {
    union control control;
    memset(&control, 0, sizeof control);
    struct iovec word = {&held, sizeof held};
    struct msghdr message = {
        .msg_iov = &word, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof listener);
    memcpy(CMSG_DATA(head), &listener, sizeof listener);
    return sendmsg(line, &message, MSG_NOSIGNAL) == (ssize_t)sizeof held ? 0 : -1;
}

/* Waits for the listener: -1 where the process ends without it. */
static int take_over(int line, uint32_t *held) {
    union control control;
    struct iovec word = {held, sizeof *held};
    struct msghdr message = {
        .msg_iov = &word, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t count = recvmsg(line, &message, MSG_CMSG_CLOEXEC);
    const struct cmsghdr *head = count == (ssize_t)sizeof *held ? CMSG_FIRSTHDR(&message) : NULL;
    if (head == NULL || head->cmsg_type != SCM_RIGHTS)
        return -1;
    int listener;
    memcpy(&listener, CMSG_DATA(head), sizeof listener);
    return listener;
}

/* ---- what was seen -------------------------------------------------------------------------- */

/* Of the one process that is watched. */
static struct {
    int line;     /* until it has brought the listener; or -1 */
    int listener; /* or -1 */
    pid_t child;
    int has_namespace;
    uint32_t allowed;
    uint32_t held;
    off_t place; /* in the memory of the answer; 0 where there is none */
    assay_probe_notice notice;
} watched = {.line = -1, .listener = -1};

static void note_denial(int call) {
    assay_probe_notice *notice = &watched.notice;
    for (uint32_t i = 0; i < notice->call_count; i++)
        if (notice->calls[i] == call)
            return;
    if (notice->call_count < ASSAY_NOTICE_CALLS)
        notice->calls[notice->call_count++] = call;
}

int assay_notices_write(void) {
    if (watched.place > 0) {
        ssize_t written = pwrite(ASSAY_PROBE_ANSWER, &watched.notice, sizeof watched.notice, watched.place);
        (void)written; /* the status says that there was one */
    }
    return watched.notice.attempt != ASSAY_ATTEMPT_NONE;
}

/* ---- the process that calls ----------------------------------------------------------------- */

/* Copies a text from a process, up to its NUL. Returns its length, or -1. */
static ssize_t read_text(pid_t process, uint64_t address, char *text, size_t room) {
    static const size_t page = 4096;
    size_t count = 0;
    while (count < room) {
        size_t step = page - (address + count) % page;
        if (step > room - count)
            step = room - count;
        struct iovec here = {text + count, step};
        struct iovec there = {(void *)(uintptr_t)(address + count), step};
        ssize_t more = process_vm_readv(process, &here, 1, &there, 1, 0);
        if (more <= 0)
            return -1;
        const char *end = memchr(text + count, 0, (size_t)more);
        if (end != NULL)
            return end - text;
        count += (size_t)more;
    }
    return -1;
}

static int read_word(pid_t process, uint64_t address, uint64_t *word) {
    struct iovec here = {word, sizeof *word};
    struct iovec there = {(void *)(uintptr_t)address, sizeof *word};
    return process_vm_readv(process, &here, 1, &there, 1, 0) == (ssize_t)sizeof *word ? 0 : -1;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* A path as a process has it. `place` leads to it from here, `name` is for people. */
struct path {
    char place[2 * ASSAY_NOTICE_PATH];
    char name[ASSAY_NOTICE_PATH];
};

/* 0, or -1 for a path that cannot be read: the kernel does not read it either. */
static int read_path(pid_t process, int directory, uint64_t address, struct path *path) {
    char text[ASSAY_NOTICE_PATH], base[64] = "", home[ASSAY_NOTICE_PATH] = "";
    if (read_text(process, address, text, sizeof text) <= 0)
        return -1;
    const char *rest = text;
    if (text[0] != '/') {
        if (directory == AT_FDCWD)
            (void)snprintf(base, sizeof base, "/proc/%d/cwd/", process);
        else
            (void)snprintf(base, sizeof base, "/proc/%d/fd/%d/", process, directory);
        char link[64];
        (void)snprintf(link, sizeof link, "%.*s", (int)strlen(base) - 1, base);
        ssize_t length = readlink(link, home, sizeof home - 2);
        if (length > 0)
            (void)snprintf(home + length, sizeof home - (size_t)length, "/");
    } else if (strncmp(text, "/proc/self/", 11) == 0) {
        (void)snprintf(base, sizeof base, "/proc/%d/", process);
        rest += 11;
    } else if (strncmp(text, "/proc/thread-self/", 18) == 0) {
        (void)snprintf(base, sizeof base, "/proc/%d/task/%d/", process, process);
        rest += 18;
    }
    (void)snprintf(path->place, sizeof path->place, "%s%s", base, rest);
    int length = snprintf(path->name, sizeof path->name, "%s%s", text[0] == '/' ? "" : home, text);
    (void)length; /* a name that is cut is enough for people */
    return 0;
}

/* Whether there is something at the path itself, which may be a link. */
static int exists(const struct path *path) {
    struct stat status;
    return fstatat(AT_FDCWD, path->place, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Devices that keep nothing of what is written to them, and the terminal. */
static int is_harmless_device(dev_t device) {
    unsigned number = minor(device);
    if (major(device) == 5)
        return number == 0;
    return major(device) == 1 && (number == 3 || number == 5 || number == 7 || number == 8 || number == 9);
}

/* Whether the path leads to something that others have, too, and that keeps what is written. The name of a
 * descriptor becomes that of its file. */
static int keeps_what_is_written(struct path *path, pid_t process) {
    int file = open(path->place, O_PATH | O_CLOEXEC);
    if (file < 0)
        return 0;
    struct stat status;
    struct statfs system;
    char own[32];
    int length = snprintf(own, sizeof own, "/proc/%d/", process);
    int keeps = fstat(file, &status) == 0 && status.st_nlink > 0 && !S_ISDIR(status.st_mode) &&
                !(S_ISCHR(status.st_mode) && is_harmless_device(status.st_rdev));
    if (keeps && strncmp(path->place, own, (size_t)length) == 0)
        keeps = fstatfs(file, &system) == 0 && system.f_type != PROC_SUPER_MAGIC;
    if (keeps && strncmp(path->name, "/proc/", 6) == 0) {
        char link[32];
        (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t count = readlink(link, path->name, sizeof path->name - 1);
        path->name[count > 0 ? count : 0] = 0;
    }
    (void)close(file);
    return keeps;
}

static int opens_for_writing(uint64_t flags) {
    if ((flags & O_PATH) || ((flags & O_CREAT) && (flags & O_EXCL)))
        return 0;
    return (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC);
}

/* An attempt in the making: what is said of it if it is one. */
struct attempt {
    uint32_t kind;
    assay_probe_notice words;
};

static void of_file(struct attempt *attempt, uint32_t kind, const struct path *path) {
    attempt->kind = kind;
    attempt->words.target_kind = ASSAY_TARGET_FILE;
    (void)snprintf(attempt->words.target, sizeof attempt->words.target, "%s", path->name);
}

static void look_at_open(pid_t process, int directory, uint64_t address, uint64_t flags,
                         struct attempt *attempt) {
    struct path path;
    if (opens_for_writing(flags) && read_path(process, directory, address, &path) == 0 &&
        keeps_what_is_written(&path, process))
        of_file(attempt, ASSAY_ATTEMPT_OPEN, &path);
}

static void look_at_path(pid_t process, int directory, uint64_t address, uint32_t kind,
                         struct attempt *attempt) {
    struct path path;
    if (read_path(process, directory, address, &path) == 0 && exists(&path))
        of_file(attempt, kind, &path);
}

/* A file is moved away, or another one is put in the place of a file. */
static void look_at_rename(pid_t process, int from, uint64_t old, int to, uint64_t new,
                           struct attempt *attempt) {
    struct path source, target;
    if (read_path(process, from, old, &source) == 0 && exists(&source))
        of_file(attempt, ASSAY_ATTEMPT_RENAME, &source);
    else if (read_path(process, to, new, &target) == 0 && exists(&target))
        of_file(attempt, ASSAY_ATTEMPT_RENAME, &target);
}

/* ---- other processes ------------------------------------------------------------------------ */

/* Whether the plugin's own process, or one that it has started, has the number. */
static int is_own(pid_t number) {
    return number > 0 &&
           assay_descendant_has_number(getpid(), watched.has_namespace ? watched.child : 0, number);
}

/* Whether the number is that of the process that has started the plugin's, or the caller. */
static int is_parent(pid_t caller, pid_t process) {
    static const pid_t first_of_namespace = 1;
    return process == (watched.has_namespace ? first_of_namespace : getpid()) ||
           assay_has_parent(caller, process);
}

static void of_process(struct attempt *attempt, uint32_t kind, pid_t caller, pid_t process, int signal) {
    attempt->kind = kind;
    attempt->words.process = process;
    attempt->words.signal = signal;
    attempt->words.target_kind = process == 0                 ? ASSAY_TARGET_GROUP
                                 : process == -1              ? ASSAY_TARGET_ALL
                                 : is_parent(caller, process) ? ASSAY_TARGET_PARENT
                                                              : ASSAY_TARGET_PROCESS;
}

static void look_at_signal(pid_t caller, pid_t process, int signal, struct attempt *attempt) {
    if (signal == 0 || (process > 0 ? is_own(process) : process < -1 && is_own(-process)))
        return;
    of_process(attempt, ASSAY_ATTEMPT_KILL, caller, process, signal);
}

/* The process of a descriptor; 0 where it cannot be known. */
static pid_t process_of(pid_t caller, int descriptor) {
    char path[64], text[1024];
    (void)snprintf(path, sizeof path, "/proc/%d/fdinfo/%d", caller, descriptor);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t count = read(file, text, sizeof text - 1);
    (void)close(file);
    if (count <= 0)
        return 0;
    text[count] = 0;
    const char *line = strstr(text, "\nPid:");
    return line != NULL ? (int)strtol(line + strlen("\nPid:"), NULL, 10) : 0;
}

/* The number is one that this process knows, not the plugin. */
static void look_at_descriptor(pid_t caller, int descriptor, uint32_t kind, int signal,
                               struct attempt *attempt) {
    if (kind == ASSAY_ATTEMPT_KILL && signal == 0)
        return;
    pid_t process = process_of(caller, descriptor);
    pid_t ended = -1; /* of a process that is gone */
    if (process == ended || (process > 0 && assay_is_descendant(process, getpid()) &&
                             (!watched.has_namespace || process != watched.child)))
        return;
    of_process(attempt, kind, caller, process > 0 ? process : 0, signal);
    attempt->words.target_kind = ASSAY_TARGET_PROCESS;
}

/* ---- deciding ------------------------------------------------------------------------------- */

static void look(const struct seccomp_notif *seen, struct attempt *attempt) {
    const __u64 *arguments = seen->data.args;
    pid_t caller = (pid_t)seen->pid;
    int first = (int)arguments[0];
    switch (seen->data.nr) {
#ifdef SYS_open
    case SYS_open:
        look_at_open(caller, AT_FDCWD, arguments[0], arguments[1], attempt);
        break;
    case SYS_creat:
        look_at_open(caller, AT_FDCWD, arguments[0], O_CREAT | O_WRONLY | O_TRUNC, attempt);
        break;
    case SYS_unlink:
    case SYS_rmdir:
        look_at_path(caller, AT_FDCWD, arguments[0], ASSAY_ATTEMPT_UNLINK, attempt);
        break;
    case SYS_rename:
        look_at_rename(caller, AT_FDCWD, arguments[0], AT_FDCWD, arguments[1], attempt);
        break;
#endif
    case SYS_openat:
        look_at_open(caller, first, arguments[1], arguments[2], attempt);
        break;
    case SYS_openat2: {
        uint64_t flags; /* the first member of struct open_how */
        if (read_word(caller, arguments[2], &flags) == 0)
            look_at_open(caller, first, arguments[1], flags, attempt);
        break;
    }
    case SYS_truncate:
        look_at_path(caller, AT_FDCWD, arguments[0], ASSAY_ATTEMPT_TRUNCATE, attempt);
        break;
    case SYS_unlinkat:
        look_at_path(caller, first, arguments[1], ASSAY_ATTEMPT_UNLINK, attempt);
        break;
#ifdef SYS_renameat
    case SYS_renameat:
#endif
    case SYS_renameat2:
        look_at_rename(caller, first, arguments[1], (int)arguments[2], arguments[3], attempt);
        break;
    case SYS_kill:
    case SYS_tkill:
    case SYS_rt_sigqueueinfo:
        look_at_signal(caller, first, (int)arguments[1], attempt);
        break;
    case SYS_tgkill:
    case SYS_rt_tgsigqueueinfo:
        look_at_signal(caller, first, (int)arguments[2], attempt);
        break;
    case SYS_pidfd_send_signal:
        look_at_descriptor(caller, first, ASSAY_ATTEMPT_KILL, (int)arguments[1], attempt);
        break;
    case SYS_ptrace:
        if (arguments[0] != PTRACE_TRACEME && !is_own((pid_t)arguments[1]))
            of_process(attempt, ASSAY_ATTEMPT_PTRACE, caller, (pid_t)arguments[1], 0);
        break;
    case SYS_process_vm_readv:
    case SYS_process_vm_writev:
        if (!is_own(first))
            of_process(attempt, ASSAY_ATTEMPT_PTRACE, caller, first, 0);
        break;
    case SYS_pidfd_getfd:
        look_at_descriptor(caller, first, ASSAY_ATTEMPT_PTRACE, 0, attempt);
        break;
    default:
        break;
    }
}

/* Returns whether the plugin may go on. */
static int handle(int listener, const struct seccomp_notif *seen) {
    struct attempt attempt;
    memset(&attempt, 0, sizeof attempt);
    look(seen, &attempt);
    /* The number of the process may be another's by now: then it has ended, and nothing that was read counts.
     */
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &seen->id) != 0)
        return 1;
    int is_harm = attempt.kind != ASSAY_ATTEMPT_NONE && !(watched.allowed & (1U << attempt.kind));
    int error = assay_jail_answer(seen->data.nr, watched.held);
    if (is_harm) {
        attempt.words.attempt = attempt.kind;
        attempt.words.call_count = watched.notice.call_count;
        memcpy(attempt.words.calls, watched.notice.calls, sizeof attempt.words.calls);
        watched.notice = attempt.words;
    } else if (error != 0 || attempt.kind != ASSAY_ATTEMPT_NONE) {
        note_denial(seen->data.nr);
    }
    if (is_harm) {
        (void)kill(watched.child, SIGKILL);
        return 0;
    }
    struct seccomp_notif_resp answer;
    memset(&answer, 0, sizeof answer);
    answer.id = seen->id;
    if (error == 0)
        answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    answer.error = -error;
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer) != 0 && error == 0) {
        answer.flags = 0;
        answer.error = -EPERM;
        (void)ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    return 1;
}

/* Answers to one call. Returns whether there can be more. */
static int answer_call(int listener) {
    /* A newer kernel may write more than these headers know. */
    union {
        struct seccomp_notif seen;
        char bytes[1024];
    } notice;
    memset(&notice, 0, sizeof notice);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &notice) == 0)
        return handle(listener, &notice.seen);
    return errno == EINTR || errno == ENOENT;
}

/* ---- watching ------------------------------------------------------------------------------- */

void assay_notices_begin(int line, pid_t child, int has_namespace, uint32_t allowed) {
    struct stat memory;
    watched.line = line;
    watched.child = child;
    watched.has_namespace = has_namespace;
    watched.allowed = allowed;
    if (fstat(ASSAY_PROBE_ANSWER, &memory) == 0 && memory.st_size > ASSAY_NOTICE_BYTES)
        watched.place = memory.st_size - ASSAY_NOTICE_BYTES;
}

/* The line brings the listener, and takes its place. */
static void begin_listening(void) {
    int listener = take_over(watched.line, &watched.held);
    (void)close(watched.line);
    watched.line = -1;
    watched.listener = listener;
}

int assay_notices_wait(const sigset_t *signals) {
    if (watched.line < 0 && watched.listener < 0)
        return sigwaitinfo(signals, NULL);
    int arrivals = signalfd(-1, signals, SFD_CLOEXEC);
    if (arrivals < 0)
        return sigwaitinfo(signals, NULL);
    struct signalfd_siginfo arrived = {0};
    while (arrived.ssi_signo == 0) {
        struct pollfd events[] = {{.fd = arrivals, .events = POLLIN},
                                  {.fd = watched.line, .events = POLLIN},
                                  {.fd = watched.listener, .events = POLLIN}};
        if (poll(events, 3, -1) < 0)
            continue;
        if (events[2].revents != 0 && (!(events[2].revents & POLLIN) || !answer_call(watched.listener))) {
            /* After an attempt the call is never answered. */
            if (watched.notice.attempt == ASSAY_ATTEMPT_NONE)
                (void)close(watched.listener);
            watched.listener = -1;
        }
        if (events[1].revents != 0)
            begin_listening();
        if (events[0].revents != 0 && read(arrivals, &arrived, sizeof arrived) != (ssize_t)sizeof arrived)
            arrived.ssi_signo = 0;
    }
    (void)close(arrivals);
    return (int)arrived.ssi_signo;
}
