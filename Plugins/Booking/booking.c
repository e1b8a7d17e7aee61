/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `booking`: rules of a hotel, as an example of a plugin of several files. One rule checks an
 * array, one reads a second column. */
#include "booking.h"

static const assay_rule *const rules[] = {&booking_guests, &booking_reference, &booking_stay};

static const assay_plugin plugin = {
    .magic = ASSAY_MAGIC,
    .struct_size = sizeof plugin,
    .abi_major = ASSAY_ABI_MAJOR,
    .abi_minor = ASSAY_ABI_MINOR,
    .rule_count = COUNT_OF(rules),
    .id = STR("booking"),
    .version = STR("1.0.0"),
    .rules = rules,
};

const assay_plugin *assay_plugin_entry_v1(const assay_host *host) { return host ? &plugin : 0; }
