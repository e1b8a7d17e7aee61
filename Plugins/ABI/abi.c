/* SPDX-License-Identifier: Apache-2.0
 *
 * Freezes the layout of assay_plugin.h and assay_services.h: a change of any size or offset does not
 * compile. */
#include "assay_plugin.h"
#include "assay_services.h"

#include <stddef.h>

#define SIZE(type, bytes)                                                                                    \
    _Static_assert(sizeof(type) == (bytes), "the size of " #type " is part of the contract")
/* A struct that has grown: its members from `since` on are those of a later minor version. */
#define GREW(type, since, bytes, now)                                                                        \
    _Static_assert(offsetof(type, since) == (bytes), "the size of " #type " in version 1.0 is part of the "  \
                                                     "contract");                                            \
    SIZE(type, now)
#define AT(type, member, bytes)                                                                              \
    _Static_assert(offsetof(type, member) == (bytes),                                                        \
                   "the place of " #type "." #member " is part of the contract")

SIZE(assay_str, 16);
AT(assay_str, ptr, 0);
AT(assay_str, len, 8);

SIZE(assay_value, 24);
AT(assay_value, kind, 0);
AT(assay_value, flags, 4);
AT(assay_value, as, 8);
AT(assay_value, len, 16);

SIZE(assay_member, 40);
AT(assay_member, key, 0);
AT(assay_member, value, 16);

SIZE(assay_verdict, 16);
AT(assay_verdict, status, 0);
AT(assay_verdict, code, 4);
AT(assay_verdict, reserved0, 8);
AT(assay_verdict, reserved1, 12);

GREW(assay_call, error_at, 64, 72);
AT(assay_call, struct_size, 0);
AT(assay_call, reserved, 4);
AT(assay_call, ctx, 8);
AT(assay_call, deadline_ns, 16);
AT(assay_call, cancelled, 24);
AT(assay_call, error, 32);
AT(assay_call, log, 40);
AT(assay_call, args, 48);
AT(assay_call, scratch, 56);
AT(assay_call, error_at, 64);

SIZE(assay_batch, 24);
AT(assay_batch, struct_size, 0);
AT(assay_batch, count, 4);
AT(assay_batch, column_count, 8);
AT(assay_batch, reserved, 12);
AT(assay_batch, columns, 16);

SIZE(assay_parameter, 96);
AT(assay_parameter, struct_size, 0);
AT(assay_parameter, type, 4);
AT(assay_parameter, flags, 8);
AT(assay_parameter, choice_count, 12);
AT(assay_parameter, name, 16);
AT(assay_parameter, summary, 32);
AT(assay_parameter, default_value, 48);
AT(assay_parameter, choices, 72);
AT(assay_parameter, minimum, 80);
AT(assay_parameter, maximum, 88);

SIZE(assay_translation, 32);
AT(assay_translation, language, 0);
AT(assay_translation, message, 16);

GREW(assay_code, deprecation, 64, 80);
AT(assay_code, struct_size, 0);
AT(assay_code, argument_count, 4);
AT(assay_code, id, 8);
AT(assay_code, message, 24);
AT(assay_code, argument_names, 40);
AT(assay_code, translation_count, 48);
AT(assay_code, reserved, 52);
AT(assay_code, translations, 56);
AT(assay_code, deprecation, 64);

GREW(assay_example, fields, 48, 80);
AT(assay_example, struct_size, 0);
AT(assay_example, status, 4);
AT(assay_example, code, 8);
AT(assay_example, reserved, 12);
AT(assay_example, value, 16);
AT(assay_example, expression, 32);
AT(assay_example, fields, 48);
AT(assay_example, settings, 64);

GREW(assay_rule, deprecation, 104, 120);
AT(assay_rule, struct_size, 0);
AT(assay_rule, flags, 4);
AT(assay_rule, id, 8);
AT(assay_rule, summary, 24);
AT(assay_rule, kinds, 40);
AT(assay_rule, parameter_count, 44);
AT(assay_rule, parameters, 48);
AT(assay_rule, code_count, 56);
AT(assay_rule, example_count, 60);
AT(assay_rule, codes, 64);
AT(assay_rule, examples, 72);
AT(assay_rule, create, 80);
AT(assay_rule, evaluate, 88);
AT(assay_rule, destroy, 96);
AT(assay_rule, deprecation, 104);

SIZE(assay_host, 72);
AT(assay_host, magic, 0);
AT(assay_host, struct_size, 4);
AT(assay_host, abi_major, 8);
AT(assay_host, abi_minor, 10);
AT(assay_host, reserved, 12);
AT(assay_host, name, 16);
AT(assay_host, version, 32);
AT(assay_host, extension, 48);
AT(assay_host, directory, 56);

GREW(assay_plugin, vendor, 96, 160);
AT(assay_plugin, magic, 0);
AT(assay_plugin, struct_size, 4);
AT(assay_plugin, abi_major, 8);
AT(assay_plugin, abi_minor, 10);
AT(assay_plugin, rule_count, 12);
AT(assay_plugin, id, 16);
AT(assay_plugin, version, 32);
AT(assay_plugin, rules, 48);
AT(assay_plugin, init, 56);
AT(assay_plugin, shutdown, 64);
AT(assay_plugin, extension, 72);
AT(assay_plugin, configuration_count, 80);
AT(assay_plugin, reserved, 84);
AT(assay_plugin, configuration, 88);
AT(assay_plugin, vendor, 96);
AT(assay_plugin, url, 112);
AT(assay_plugin, license, 128);
AT(assay_plugin, minimum_host, 144);

SIZE(assay_pattern, 8);
AT(assay_pattern, number, 0);

SIZE(assay_pattern_error, 32);
AT(assay_pattern_error, struct_size, 0);
AT(assay_pattern_error, reserved, 4);
AT(assay_pattern_error, offset, 8);
AT(assay_pattern_error, message, 16);

SIZE(assay_range, 16);
AT(assay_range, start, 0);
AT(assay_range, end, 8);

SIZE(assay_pattern_service, 56);
AT(assay_pattern_service, struct_size, 0);
AT(assay_pattern_service, reserved, 4);
AT(assay_pattern_service, compile, 8);
AT(assay_pattern_service, release, 16);
AT(assay_pattern_service, match, 24);
AT(assay_pattern_service, match_values, 32);
AT(assay_pattern_service, search, 40);
AT(assay_pattern_service, reason, 48);

SIZE(assay_time, 48);
AT(assay_time, parts, 0);
AT(assay_time, year, 4);
AT(assay_time, month, 8);
AT(assay_time, day, 12);
AT(assay_time, hour, 16);
AT(assay_time, minute, 20);
AT(assay_time, second, 24);
AT(assay_time, nanosecond, 28);
AT(assay_time, offset_minutes, 32);
AT(assay_time, reserved, 36);
AT(assay_time, unix_seconds, 40);

SIZE(assay_time_service, 32);
AT(assay_time_service, struct_size, 0);
AT(assay_time_service, reserved, 4);
AT(assay_time_service, parse, 8);
AT(assay_time_service, parse_format, 16);
AT(assay_time_service, compare, 24);

SIZE(assay_number_service, 40);
AT(assay_number_service, struct_size, 0);
AT(assay_number_service, reserved, 4);
AT(assay_number_service, parse, 8);
AT(assay_number_service, compare, 16);
AT(assay_number_service, multiple_of, 24);
AT(assay_number_service, digits, 32);

SIZE(assay_text_service, 40);
AT(assay_text_service, struct_size, 0);
AT(assay_text_service, reserved, 4);
AT(assay_text_service, normalize, 8);
AT(assay_text_service, length, 16);
AT(assay_text_service, check, 24);
AT(assay_text_service, unicode_version, 32);
AT(assay_text_service, reserved1, 36);

SIZE(assay_counter, 8);
AT(assay_counter, number, 0);

SIZE(assay_counter_service, 24);
AT(assay_counter_service, struct_size, 0);
AT(assay_counter_service, reserved, 4);
AT(assay_counter_service, open, 8);
AT(assay_counter_service, add, 16);
