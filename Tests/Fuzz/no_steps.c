/* SPDX-License-Identifier: Apache-2.0
 *
 * Fuzzers share their build with the counter of steps (Tests/engine/Steps). They are linked so that the call
 * for each block of code comes here: the one in libFuzzer ends the program. */
void __wrap___sanitizer_cov_trace_pc(void);

void __wrap___sanitizer_cov_trace_pc(void) {}
