/* SPDX-License-Identifier: Apache-2.0
 *
 * ip_version.h: the parameter `version` of the rules about IP addresses. */
#ifndef ASSAY_IP_VERSION_H
#define ASSAY_IP_VERSION_H
#include "assay_plugin_c.h"

#include <stdbool.h>

/* 4, 6 or, where it was not given, 0; false for other numbers. */
static inline bool read_ip_version(const assay_value *parameter, uint32_t *version) {
    int64_t given = assay_is_given(parameter) ? parameter->as.i64 : 0;
    *version = (uint32_t)given;
    return given == 0 || given == 4 || given == 6;
}

#endif
