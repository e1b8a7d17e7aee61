/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin_files.h: the system calls of the plugin host that Swift's Glibc module does not show,
 * because they are Linux's own or variadic.
 *
 * Every function may be called from any thread. A function that opens returns a descriptor with
 * close-on-exec, which the caller closes, or -1 with errno set.
 */
#ifndef ASSAY_PLUGIN_FILES_H
#define ASSAY_PLUGIN_FILES_H 1

/* Opens a directory for walking only (O_PATH). `parent` is a directory's descriptor or -1 when `name` is
 * absolute. A symbolic link as the last component is not followed: ENOTDIR. */
int assay_open_directory(int parent, const char *name);

/* Opens anything for fstat only (O_PATH): no driver, FIFO or permission to read is involved. A symbolic link
 * is opened itself. */
int assay_open_node(int parent, const char *name);

/* Opens what assay_open_node opened for reading, the very same inode. Never blocks. */
int assay_reopen_for_reading(int node);

/* An empty file in memory that can be sealed (memfd_create). */
int assay_memory_file(const char *name);

/* An empty file without a name in `directory` (O_TMPFILE), for kernels without memory files. */
int assay_unnamed_file(const char *directory);

/* Seals a memory file: no process can write, grow or shrink it, or remove the seals. 0 or -1. */
int assay_seal(int memory_file);

/* The path of the program or library that contains an address, or NULL: as the loader has it, valid as long
 * as the file is loaded. */
const char *assay_image_path(const void *address);

#endif
