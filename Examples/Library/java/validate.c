/* SPDX-License-Identifier: Apache-2.0
 * The native methods of Validate.java. A failure becomes a RuntimeException with the library's JSON. */
#include <assay.h>
#include <jni.h>
#include <stdio.h>
#include <string.h>

static int has_failed(JNIEnv *env, assay_rc rc, assay_error *error) {
    if (rc < ASSAY_OK)
        (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/RuntimeException"), error->json);
    assay_error_release(error);
    return rc < ASSAY_OK;
}

static assay_str borrow(const char *text) { return (assay_str){(const uint8_t *)text, strlen(text)}; }

JNIEXPORT jlong JNICALL Java_Validate_open(JNIEnv *env, jclass type, jstring rule_set, jstring file) {
    assay_engine *engine = NULL;
    assay_rules *rules = NULL;
    assay_session *session = NULL;
    assay_error error = ASSAY_ERROR_INIT;
    assay_compile_options options = ASSAY_COMPILE_OPTIONS_INIT;
    assay_lines lines = ASSAY_LINES_INIT;
    const char *text = (*env)->GetStringUTFChars(env, rule_set, NULL);
    const char *path = (*env)->GetStringUTFChars(env, file, NULL);
    options.flags = ASSAY_COMPILE_FILE;
    lines.path = borrow(path);
    assay_rc rc = assay_engine_create(NULL, &engine, &error);
    rc = rc < 0 ? rc : assay_rules_compile(engine, borrow(text), &options, &rules, &error);
    rc = rc < 0 ? rc : assay_session_create(rules, NULL, &session, &error);
    rc = rc < 0 ? rc : assay_lines_open(session, &lines, &error);
    (*env)->ReleaseStringUTFChars(env, rule_set, text);
    (*env)->ReleaseStringUTFChars(env, file, path);
    assay_rules_release(rules);
    assay_engine_release(engine);
    return (void)type, has_failed(env, rc, &error) ? 0 : (jlong)session;
}

JNIEXPORT void JNICALL Java_Validate_close(JNIEnv *env, jclass type, jlong session) {
    (void)env, (void)type, assay_session_release((assay_session *)session);
}

static jobjectArray found(JNIEnv *env, jlong session, const assay_result *result, jlongArray counts) {
    const jlong numbers[] = {(jlong)result->record_count, (jlong)result->invalid_count};
    jobjectArray lines = (*env)->NewObjectArray(env, (jsize)result->finding_count,
                                                (*env)->FindClass(env, "java/lang/String"), NULL);
    (*env)->SetLongArrayRegion(env, counts, 0, 2, numbers);
    for (uint64_t i = 0, count = 0; lines && i < result->finding_count; i++) {
        assay_finding f;
        char line[1024];
        assay_findings((assay_session *)session, i, 1, ASSAY_FINDING_PLACE, &f, &count, NULL);
        (void)snprintf(line, sizeof line, "%llu %.*s: %.*s (%.*s)", (unsigned long long)f.line,
                       (int)f.pointer.len, f.pointer.ptr, (int)f.message.len, f.message.ptr, (int)f.code.len,
                       f.code.ptr);
        (*env)->SetObjectArrayElement(env, lines, (jsize)i, (*env)->NewStringUTF(env, line));
    }
    return lines;
}

JNIEXPORT jobjectArray JNICALL Java_Validate_check(JNIEnv *env, jclass type, jlong session, jbyteArray json,
                                                   jlongArray counts) {
    assay_result result = ASSAY_RESULT_INIT;
    assay_error error = ASSAY_ERROR_INIT;
    assay_rc rc = 0;
    if (json) {
        jbyte *bytes = (*env)->GetByteArrayElements(env, json, NULL);
        const uint64_t length = (uint64_t)(*env)->GetArrayLength(env, json);
        rc = assay_check_json((assay_session *)session, bytes, length, &result, &error);
        (*env)->ReleaseByteArrayElements(env, json, bytes, JNI_ABORT);
    } else {
        rc = assay_lines_next((assay_session *)session, &result, &error);
    }
    return (void)type,
           has_failed(env, rc, &error) || rc == ASSAY_END ? NULL : found(env, session, &result, counts);
}
