/* SPDX-License-Identifier: Apache-2.0
 *
 * What code calls that is compiled with coverage: counts the blocks that are run, and ignores the rest. */
#include <stdint.h>

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_8bit_counters_init(void *start, void *end);
void __sanitizer_cov_pcs_init(const void *start, const void *end);
void __sanitizer_cov_trace_pc_indir(uint64_t callee);
void __sanitizer_cov_trace_cmp1(uint8_t left, uint8_t right);
void __sanitizer_cov_trace_cmp2(uint16_t left, uint16_t right);
void __sanitizer_cov_trace_cmp4(uint32_t left, uint32_t right);
void __sanitizer_cov_trace_cmp8(uint64_t left, uint64_t right);
void __sanitizer_cov_trace_const_cmp1(uint8_t left, uint8_t right);
void __sanitizer_cov_trace_const_cmp2(uint16_t left, uint16_t right);
void __sanitizer_cov_trace_const_cmp4(uint32_t left, uint32_t right);
void __sanitizer_cov_trace_const_cmp8(uint64_t left, uint64_t right);
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases);
uint64_t assay_steps(void);

static uint64_t steps;

uint64_t assay_steps(void) { return steps; }
void __sanitizer_cov_trace_pc(void) { steps++; }

void __sanitizer_cov_8bit_counters_init(void *start, void *end) { (void)start, (void)end; }
void __sanitizer_cov_pcs_init(const void *start, const void *end) { (void)start, (void)end; }
void __sanitizer_cov_trace_pc_indir(uint64_t callee) { (void)callee; }
void __sanitizer_cov_trace_cmp1(uint8_t left, uint8_t right) { (void)left, (void)right; }
void __sanitizer_cov_trace_cmp2(uint16_t left, uint16_t right) { (void)left, (void)right; }
void __sanitizer_cov_trace_cmp4(uint32_t left, uint32_t right) { (void)left, (void)right; }
void __sanitizer_cov_trace_cmp8(uint64_t left, uint64_t right) { (void)left, (void)right; }
void __sanitizer_cov_trace_const_cmp1(uint8_t left, uint8_t right) { (void)left, (void)right; }
void __sanitizer_cov_trace_const_cmp2(uint16_t left, uint16_t right) { (void)left, (void)right; }
void __sanitizer_cov_trace_const_cmp4(uint32_t left, uint32_t right) { (void)left, (void)right; }
void __sanitizer_cov_trace_const_cmp8(uint64_t left, uint64_t right) { (void)left, (void)right; }
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases) { (void)value, (void)cases; }
