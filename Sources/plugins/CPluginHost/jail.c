/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "jail.h"
#include "assay_plugin_probe.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- namespaces ----------------------------------------------------------------------------- */

static const struct {
    uint32_t layer;
    int flag;
} namespaces[] = {
    {ASSAY_JAIL_PROCESSES, CLONE_NEWPID},
    {ASSAY_JAIL_NETWORK, CLONE_NEWNET},
    {ASSAY_JAIL_IPC, CLONE_NEWIPC},
};
enum { NAMESPACES = sizeof namespaces / sizeof *namespaces };

static int write_text(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    size_t length = strlen(text);
    ssize_t written = write(file, text, length);
    (void)close(file);
    return written == (ssize_t)length ? 0 : -1;
}

/* Has the user and the group keep their numbers. */
static void map_user(uid_t user, gid_t group) {
    char line[40];
    (void)snprintf(line, sizeof line, "%u %u 1", user, user);
    int failed = write_text("/proc/self/uid_map", line);
    failed |= write_text("/proc/self/setgroups", "deny");
    (void)snprintf(line, sizeof line, "%u %u 1", group, group);
    failed |= write_text("/proc/self/gid_map", line);
    (void)failed; /* access to files is decided by what is outside */
}

uint32_t assay_jail_namespaces(uint32_t wanted) {
    uint32_t layers = 0;
    int flags = 0;
    for (size_t i = 0; i < NAMESPACES; i++)
        if (wanted & namespaces[i].layer) {
            layers |= namespaces[i].layer;
            flags |= namespaces[i].flag;
        }
    if (layers == 0)
        return 0;
    /* Root needs no namespace of users, in which it could not read the files of others. */
    if (unshare(flags) == 0)
        return layers;
    uid_t user = geteuid();
    gid_t group = getegid();
    if ((wanted & ASSAY_JAIL_USERS) && unshare(flags | CLONE_NEWUSER) == 0) {
        map_user(user, group);
        return layers | ASSAY_JAIL_USERS;
    }
    uint32_t held = 0;
    for (size_t i = 0; i < NAMESPACES; i++)
        if ((layers & namespaces[i].layer) && unshare(namespaces[i].flag) == 0)
            held |= namespaces[i].layer;
    return held;
}

/* ---- privileges ----------------------------------------------------------------------------- */

/* Root reads what it could read before; no process has any other right that goes beyond a user's. */
static int drop_capabilities(uint32_t held) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    memset(data, 0, sizeof data);
    if (syscall(SYS_capget, &header, data) != 0)
        return -1;
    uint32_t kept = (held & ASSAY_JAIL_USERS) ? 0 : data[0].permitted & (1U << CAP_DAC_READ_SEARCH);
    memset(data, 0, sizeof data);
    data[0].permitted = data[0].effective = kept;
    return (int)syscall(SYS_capset, &header, data);
}

uint32_t assay_jail_close(uint32_t wanted, uint32_t held, int line) {
    if ((wanted & ASSAY_JAIL_PRIVILEGES) && drop_capabilities(held) == 0 &&
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        held |= ASSAY_JAIL_PRIVILEGES;
    if ((wanted & ASSAY_JAIL_FILES) && assay_jail_files() == 0)
        held |= ASSAY_JAIL_FILES;
    if (wanted & ASSAY_JAIL_CALLS)
        held |= assay_jail_calls(held, line);
    return held;
}
