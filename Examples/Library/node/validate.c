/* SPDX-License-Identifier: Apache-2.0
 * The functions of validate.js. A failure becomes an Error with the library's JSON. */
#include <assay.h>
#include <node_api.h>

static assay_error error = ASSAY_ERROR_INIT;

static napi_value fail(napi_env env) { return napi_throw_error(env, NULL, error.json), NULL; }

static void put(napi_env env, napi_value object, const char *name, const assay_text *text, uint64_t number) {
    napi_value value;
    napi_create_int64(env, (int64_t)number, &value);
    if (text)
        napi_create_string_utf8(env, (const char *)text->ptr, text->len, &value);
    napi_set_named_property(env, object, name, value);
}

static void end(napi_env env, void *s, void *hint) { (void)env, (void)hint, assay_session_release(s); }

/* open(rules, file): a session, which is about to read the file. */
static napi_value open_rules(napi_env env, napi_callback_info info) {
    char texts[2][4096];
    size_t count = 2, length = 0;
    assay_str paths[2];
    napi_value given[2], external = NULL;
    assay_engine *engine = NULL;
    assay_rules *rules = NULL;
    assay_session *session = NULL;
    assay_compile_options options = ASSAY_COMPILE_OPTIONS_INIT;
    assay_lines lines = ASSAY_LINES_INIT;
    napi_get_cb_info(env, info, &count, given, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        napi_get_value_string_utf8(env, given[i], texts[i], sizeof texts[i], &length);
        paths[i] = (assay_str){(uint8_t *)texts[i], length};
    }
    options.flags = ASSAY_COMPILE_FILE;
    lines.path = paths[1];
    assay_rc rc = assay_engine_create(NULL, &engine, &error);
    rc = rc < 0 ? rc : assay_rules_compile(engine, paths[0], &options, &rules, &error);
    rc = rc < 0 ? rc : assay_session_create(rules, NULL, &session, &error);
    rc = rc < 0 ? rc : assay_lines_open(session, &lines, &error);
    assay_rules_release(rules);
    assay_engine_release(engine);
    return rc < 0 ? fail(env) : (napi_create_external(env, session, end, NULL, &external), external);
}

/* check(session, bytes), or check(session) for the next part of the file; undefined at its end. */
static napi_value check(napi_env env, napi_callback_info info) {
    void *session = NULL, *bytes = NULL;
    napi_value given[2], list, item;
    size_t argc = 2, length = 0;
    assay_result result = ASSAY_RESULT_INIT;
    napi_get_cb_info(env, info, &argc, given, NULL, NULL);
    napi_get_value_external(env, given[0], &session);
    const assay_rc rc = napi_get_buffer_info(env, given[1], &bytes, &length) == napi_ok
                            ? assay_check_json(session, bytes, length, &result, &error)
                            : assay_lines_next(session, &result, &error);
    if (rc != ASSAY_OK || napi_create_array(env, &list) != napi_ok)
        return rc < 0 ? fail(env) : NULL;
    put(env, list, "records", NULL, result.record_count);
    put(env, list, "invalid", NULL, result.invalid_count);
    for (uint64_t i = 0, count = 0; i < result.finding_count; i++) {
        assay_finding f;
        assay_findings(session, i, 1, ASSAY_FINDING_PLACE, &f, &count, NULL);
        napi_create_object(env, &item);
        put(env, item, "line", NULL, f.line);
        put(env, item, "pointer", &f.pointer, 0);
        put(env, item, "message", &f.message, 0);
        put(env, item, "code", &f.code, 0);
        napi_set_element(env, list, (uint32_t)i, item);
    }
    return list;
}

NAPI_MODULE_INIT() {
    const napi_property_descriptor functions[] = {
        {"open", NULL, open_rules, NULL, NULL, NULL, napi_default, NULL},
        {"check", NULL, check, NULL, NULL, NULL, napi_default, NULL}};
    return napi_define_properties(env, exports, 2, functions) == napi_ok ? exports : NULL;
}
