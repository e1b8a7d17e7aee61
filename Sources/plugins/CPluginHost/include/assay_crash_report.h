/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_crash_report.h: says which rule of a plugin crashed.
 *
 * A crash ends the process with its signal, as it would without this: a debugger and a core file show the
 * place. Before that, a line on standard error names the rule that the thread was in. What the program did
 * for the signal before, such as the backtrace of the Swift runtime or of a sanitizer, comes after the line.
 */
#ifndef ASSAY_CRASH_REPORT_H
#define ASSAY_CRASH_REPORT_H 1

/* Reports crashes from now on. Call it once, before the first rule is called.
 *
 * `program`: how messages begin. `help`: what is written after the message, with a line break at its end.
 * Both live as long as the process. */
void assay_crash_report_arm(const char *program, const char *help);

/* The calling thread calls a function of a rule; it gets a stack for signals on its first call.
 *
 * `rule`: "fleet.vin"; it lives until the thread leaves the rule. */
void assay_crash_report_enter(const char *rule);

/* The function has returned. */
void assay_crash_report_leave(void);

#endif
