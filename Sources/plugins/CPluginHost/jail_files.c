/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_probe.h"
#include "jail.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Landlock as its manual describes it; the headers of a system can be older than its kernel. These numbers
 * are the same on every machine. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { VERSION_FLAG = 1, PATH_BENEATH = 1 };

struct ruleset_attributes {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

struct __attribute__((packed)) path_beneath {
    uint64_t allowed;
    int32_t directory;
};

#define WRITE_FILE (UINT64_C(1) << 1)
/* Removing directories and files, and making nodes of each kind: bits 4 to 12. */
#define REMOVE_AND_MAKE (UINT64_C(0x1FF) << 4)
#define REFER (UINT64_C(1) << 13)        /* since version 2 */
#define TRUNCATE (UINT64_C(1) << 14)     /* 3 */
#define DEVICE_IOCTL (UINT64_C(1) << 15) /* 5 */

static struct ruleset_attributes attributes_of(long version) {
    struct ruleset_attributes all = {WRITE_FILE | REMOVE_AND_MAKE, 0, 0};
    if (version >= 2)
        all.files |= REFER;
    if (version >= 3)
        all.files |= TRUNCATE;
    if (version >= 4)
        all.network = 3; /* binding and connecting TCP sockets */
    if (version >= 5)
        all.files |= DEVICE_IOCTL;
    if (version >= 6)
        all.scopes = 3; /* abstract sockets, and signals, beyond this process and its children */
    return all;
}

/* Devices that keep nothing of what is written to them. */
static void allow_null_devices(int ruleset, uint64_t handled) {
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full"};
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        int device = open(devices[i], O_PATH | O_CLOEXEC);
        if (device < 0)
            continue;
        const struct path_beneath rule = {handled & (WRITE_FILE | TRUNCATE | DEVICE_IOCTL), device};
        (void)syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0);
        (void)close(device);
    }
}

long assay_jail_landlock_version(void) { return syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG); }

int assay_jail_files(void) {
    long version = assay_jail_landlock_version();
    if (version < 1)
        return -1;
    const struct ruleset_attributes attributes = attributes_of(version);
    /* A kernel takes more bytes than it knows if they are 0. */
    int ruleset = (int)syscall(CREATE_RULESET, &attributes, sizeof attributes, 0);
    if (ruleset < 0)
        return -1;
    allow_null_devices(ruleset, attributes.files);
    int result = (int)syscall(RESTRICT_SELF, ruleset, 0);
    (void)close(ruleset);
    return result;
}
