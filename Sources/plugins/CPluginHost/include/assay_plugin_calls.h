/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin_calls.h: which functions of plugins the threads of the process are in, and the last words of a
 * process that one of them ends.
 *
 * Entering and leaving a function is all that happens unless the program asks for more: reports of crashes,
 * of exits and of functions that do not return are each armed apart, once, before the first plugin is loaded.
 * Each report is one line on standard error, of which the process writes one alone.
 *
 * A label is what a line calls a function: "the rule 'fleet.vin' of plugin fleet 1.2.0". Labels, and the
 * other texts that are handed over, live as long as the process.
 */
#ifndef ASSAY_PLUGIN_CALLS_H
#define ASSAY_PLUGIN_CALLS_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The status of a process that is ended by a report of an exit or of a function that does not return. */
#define ASSAY_PLUGIN_ENDED 2

/* The calling thread calls a function of a plugin that checks the records `first` to `last`, from 1 on; 0:
 * unknown. Calls can be within each other. */
void assay_plugin_calls_enter(const char *label, uint64_t first, uint64_t last);

/* The function has returned. With `restores`, the rounding mode, and what else there is of the state of
 * floating-point numbers, is again what it was. */
void assay_plugin_calls_leave(bool restores);

/* Writes the functions that threads are in, with their records, one a line, and a zero after them; for any
 * thread. Returns the length, 0 for none. */
size_t assay_plugin_calls_running(char *text, size_t size);

/* The label of the first function that has changed the state of floating-point numbers, or NULL. */
const char *assay_plugin_calls_float_changed_by(void);

/* What threads that have ended after calls of plugins had that they did not have before the first one:
 * signals that they blocked and no longer blocked, bit 0 for signal 1, and another locale (`uselocale`). */
uint64_t assay_plugin_calls_blocked_signals(void);
uint64_t assay_plugin_calls_unblocked_signals(void);
bool assay_plugin_calls_locale_is_changed(void);

/* Reports which function crashed. The process ends with the signal, as it would without this: a debugger and
 * a core file show the place. What the program did for the signal before, such as the backtrace of the Swift
 * runtime, comes after the line. `help` is written after the line, with a line break at its end. */
void assay_crash_report_arm(const char *program, const char *help);

/* Ends the process with ASSAY_PLUGIN_ENDED if a function of a plugin ends it with the functions of the C
 * library that run handlers of the exit, such as `err` and `error`, or ends a thread of the program.
 *
 * `is_unexpected`: the program itself ends in another way, so that every such exit is a plugin's. */
void assay_exit_report_arm(const char *program, const char *help, bool is_unexpected);

/* Lets the process exit again: for one that exists to see how a plugin ends it. */
void assay_exit_report_disarm(void);

/* Reports that the plugin in `file` calls `call`, such as "exit", to end the program, and ends the process
 * with ASSAY_PLUGIN_ENDED. The report must be armed. */
_Noreturn void assay_exit_report_call(const char *file, const char *call);

/* Ends the process with ASSAY_PLUGIN_ENDED if a function of a plugin does not return in time. A process that
 * was stopped meanwhile is not ended for that. Returns 0, or an error number if no thread can be started. */
int assay_timeout_report_arm(const char *program, const char *help, uint64_t nanoseconds);

#endif
