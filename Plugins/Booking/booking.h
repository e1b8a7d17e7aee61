/* SPDX-License-Identifier: Apache-2.0
 *
 * booking.h: the rules of this plugin, one a file. */
#ifndef BOOKING_H
#define BOOKING_H
#include "assay_plugin.h"

#define INTERNAL __attribute__((visibility("hidden")))
#define STR(text) ASSAY_STR_LITERAL(text)
#define COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

#define EXAMPLE(status_, code_, value_, expression_)                                                         \
    &(const assay_example) {                                                                                 \
        .struct_size = sizeof(assay_example), .status = (status_), .code = (code_), .value = STR(value_),    \
        .expression = STR(expression_)                                                                       \
    }

#define CODE(id_, message_, ...)                                                                             \
    &(const assay_code) {                                                                                    \
        .struct_size = sizeof(assay_code), .id = STR(id_), .message = STR(message_), __VA_ARGS__             \
    }

extern INTERNAL const assay_rule booking_guests, booking_reference, booking_stay;

#endif
