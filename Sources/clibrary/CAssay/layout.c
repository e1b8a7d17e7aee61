/* SPDX-License-Identifier: Apache-2.0
 *
 * Holds the layout of assay.h: programs that were compiled with an earlier header rely on it.
 */
#include "assay.h"

#include <stddef.h>

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type " has another size")
#define AT(type, member, place)                                                                              \
    _Static_assert(offsetof(type, member) == (place), #type "." #member " has moved")

SIZE(assay_text, 16);
AT(assay_text, len, 8);
AT(assay_text, number, 12);

SIZE(assay_finding, 192);
AT(assay_finding, severity, 8);
AT(assay_finding, rule_index, 12);
AT(assay_finding, pointer, 16);
AT(assay_finding, field, 32);
AT(assay_finding, rule, 48);
AT(assay_finding, code, 64);
AT(assay_finding, message, 80);
AT(assay_finding, parameters, 96);
AT(assay_finding, value, 112);
AT(assay_finding, byte_offset, 136);
AT(assay_finding, byte_length, 144);
AT(assay_finding, line, 152);
AT(assay_finding, column, 160);
AT(assay_finding, reserved, 168);

/* These may grow at the end; what is there stays where it is. */
AT(assay_error, rc, 4);
AT(assay_error, json, 8);
AT(assay_error, json_length, 16);

AT(assay_engine_options, flags, 4);
AT(assay_engine_options, probe, 8);
AT(assay_engine_options, clock, 24);
AT(assay_engine_options, clock_context, 32);

AT(assay_plugin_watch, flags, 4);
AT(assay_plugin_watch, program, 8);
AT(assay_plugin_watch, timeout_ns, 24);

AT(assay_compile_options, flags, 4);
AT(assay_compile_options, name, 8);

AT(assay_session_options, flags, 4);
AT(assay_session_options, language, 8);
AT(assay_session_options, timeout_ns, 24);
AT(assay_session_options, maximum_record_bytes, 32);
AT(assay_session_options, maximum_depth, 40);
AT(assay_session_options, select, 48);
AT(assay_session_options, ignore, 56);
AT(assay_session_options, select_count, 64);
AT(assay_session_options, ignore_count, 68);

SIZE(assay_source, 32);
AT(assay_source, path, 16);

AT(assay_dataset_options, flags, 4);
AT(assay_dataset_options, scratch, 8);
AT(assay_dataset_options, scratch_memory, 24);
AT(assay_dataset_options, scratch_limit, 32);
AT(assay_dataset_options, sources, 40);
AT(assay_dataset_options, source_count, 48);

AT(assay_result, first_record, 8);
AT(assay_result, record_count, 16);
AT(assay_result, invalid_count, 24);
AT(assay_result, finding_count, 32);
AT(assay_result, error_count, 40);
AT(assay_result, warning_count, 48);
AT(assay_result, fault_count, 56);
AT(assay_result, dropped_count, 64);
AT(assay_result, malformed_count, 72);
AT(assay_result, byte_count, 80);
AT(assay_result, invalid_rows, 88);
AT(assay_result, rule_counts, 96);
AT(assay_result, rule_count, 104);
AT(assay_result, undecided_count, 112);
AT(assay_result, malformed_record_count, 120);
AT(assay_result, issue_counts, 128);

SIZE(assay_record_issue, 32);
AT(assay_record_issue, kind, 8);
AT(assay_record_issue, text, 16);

AT(assay_values, flags, 4);
AT(assay_values, row_count, 8);
AT(assay_values, columns, 16);
AT(assay_values, column_count, 24);
AT(assay_values, issues, 32);
AT(assay_values, issue_count, 40);
AT(assay_values, first_record, 48);

AT(assay_lines, flags, 4);
AT(assay_lines, format, 8);
AT(assay_lines, delimiter, 12);
AT(assay_lines, path, 16);
AT(assay_lines, descriptor, 32);
AT(assay_lines, bytes, 40);
AT(assay_lines, minimum_records, 56);
AT(assay_lines, skip_lines, 64);
AT(assay_lines, skip_last_lines, 72);
AT(assay_lines, comment, 80);
AT(assay_lines, nulls, 96);
AT(assay_lines, encoding, 104);
