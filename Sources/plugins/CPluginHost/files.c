/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_files.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

/* Linux 6.3; older headers and kernels do not know it. */
#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

static int directory_or_cwd(int parent) { return parent < 0 ? AT_FDCWD : parent; }

int assay_open_directory(int parent, const char *name) {
    return openat(directory_or_cwd(parent), name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int assay_open_node(int parent, const char *name) {
    return openat(directory_or_cwd(parent), name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int assay_reopen_for_reading(int node) {
    char path[40];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", node); /* any int fits */
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

int assay_memory_file(const char *name) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_EXEC);
    if (descriptor < 0 && errno == EINVAL) /* a kernel that does not know MFD_EXEC */
        descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return descriptor;
}

int assay_unnamed_file(const char *directory) {
    return open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

int assay_seal(int memory_file) {
    return fcntl(memory_file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
}

const char *assay_image_path(const void *address) {
    Dl_info found;
    return dladdr(address, &found) ? found.dli_fname : NULL;
}
