/* SPDX-License-Identifier: Apache-2.0
 *
 * The compiler's own <stdint.h>, with what the headers of modules use in constants as Darwin defines it: the
 * compiler's definition calls a macro, and Swift reads no such constant. */
#ifndef APPLE_STDINT_H
#define APPLE_STDINT_H
#include_next <stdint.h>
#undef UINT32_MAX
#define UINT32_MAX 4294967295U
#endif
