/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_exit_guard.h: keeps plugins from ending the program unnoticed.
 *
 * A program that links this module defines `exit`, `_exit`, `_Exit`, `quick_exit`, `daemon` and the `exec`
 * functions for the whole process: libraries that are loaded later find these before those of the C library.
 * Until the guard is armed, and in children of the process, they do what those of the C library do. Once it
 * is armed, only the program and the libraries that were loaded by then may end or replace the process; a
 * call from any other library is an error with a message, and status 2. Functions that were registered for
 * the exit never run: a plugin could end the process from there with another status.
 *
 * The C library calls its own `exit` for `err` and `error`, which the report of exits notices
 * (`assay_exit_report_arm`). A plugin that makes the system call itself, or looks up `_exit` with `dlsym` in
 * the C library, is not noticed.
 */
#ifndef ASSAY_EXIT_GUARD_H
#define ASSAY_EXIT_GUARD_H 1

/* Arms the guard. Call it once, after the report of exits is armed, before the first plugin is loaded and
 * while the process has one thread. */
void assay_exit_guard_arm(void);

/* Lets libraries end the process again: for a process that exists to see whether a plugin does. */
void assay_exit_guard_disarm(void);

/* Ends the process: writes what the streams of the C library hold, and runs nothing else. From any thread. */
_Noreturn void assay_exit_guard_end(int status);

#endif
