/* SPDX-License-Identifier: Apache-2.0
 *
 * Fuzzers share their build with the counter of steps (Tests/Steps), whose call for each block of code they
 * do not need. */
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void) {}
