/* SPDX-License-Identifier: Apache-2.0
 *
 * json(allow: any | objectOrArray = any)
 *
 * A JSON text by RFC 8259; `allow`: whether a text that is no object and no array is one. Escapes of single
 * surrogates and repeated keys are in the grammar, and pass. Brackets up to 1,024 levels deep.
 * Cost: one pass, constant memory.
 */
#include "assay_plugin_c.h"
#include "json_text.h"

enum { SYNTAX, DEPTH, KIND };

static assay_verdict check(assay_str text, const void *inst) {
    assay_json json = {0};
    for (uint64_t i = 0; i < text.len && json.state == JSON_GOOD; i++)
        assay_json_take(&json, text.ptr[i]);
    if (json.state == JSON_TOO_DEEP)
        return assay_fail(DEPTH);
    if (!assay_json_ends(&json))
        return assay_fail(SYNTAX);
    return assay_pass_if(!assay_options(inst) || json.first == '{' || json.first == '[', KIND);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64)

#define NESTED_8 "[[[[[[[["
#define NESTED_64 NESTED_8 NESTED_8 NESTED_8 NESTED_8 NESTED_8 NESTED_8 NESTED_8 NESTED_8
#define NESTED_512 NESTED_64 NESTED_64 NESTED_64 NESTED_64 NESTED_64 NESTED_64 NESTED_64 NESTED_64

ASSAY_TEXT_RULE(json, "A JSON text (RFC 8259)", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "allow", "The values that are allowed",
                                                 ASSAY_CHOICES(ASSAY_STR_LITERAL("any"),
                                                               ASSAY_STR_LITERAL("objectOrArray")),
                                                 ASSAY_DEFAULT_TEXT("any"))),
                ASSAY_CODES(ASSAY_CODE("json.syntax", "must be a JSON text"),
                            ASSAY_CODE("json.depth", "must be nested at most 1,024 levels deep"),
                            ASSAY_CODE("json.value", "must be a JSON object or array")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"{\\\"a\\\": [1, -2.5e3, null]}\"", "json"),
                               ASSAY_VALID("\"42\"", "json"), ASSAY_INVALID(SYNTAX, "\"{a: 1}\"", "json"),
                               ASSAY_INVALID(SYNTAX, "\"[1,]\"", "json"),
                               ASSAY_INVALID(DEPTH, "\"" NESTED_512 NESTED_512 "[\"", "json"),
                               ASSAY_INVALID(KIND, "\"42\"", "json(allow=objectOrArray)")),
                .create = create);
