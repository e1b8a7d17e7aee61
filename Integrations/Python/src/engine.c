/* SPDX-License-Identifier: Apache-2.0
 *
 * engine.c: the engine of the process, plugins, rules in Python, and the module. */
#include "assay_python.h"
#include <stdlib.h>
#include <string.h>

static assay_engine *the_engine;
static PyObject *probe_path;

assay_engine *shared_engine(void) {
    if (the_engine != NULL)
        return the_engine;
    assay_engine_options options = ASSAY_ENGINE_OPTIONS_INIT;
    assay_error error = ASSAY_ERROR_INIT;
    if (probe_path != NULL) {
        Py_ssize_t length = 0;
        options.probe.ptr = (const uint8_t *)PyUnicode_AsUTF8AndSize(probe_path, &length);
        options.probe.len = (uint64_t)length;
    }
    if (assay_engine_create(&options, &the_engine, &error) != ASSAY_OK)
        raise_error(&error);
    return the_engine;
}

/* load_plugin(path, settings) */
PyObject *engine_load_plugin(PyObject *module, PyObject *arguments) {
    (void)module;
    const char *path = NULL, *settings = NULL;
    Py_ssize_t length = 0, settings_length = 0;
    assay_engine *engine = shared_engine();
    if (engine == NULL || !PyArg_ParseTuple(arguments, "s#s#", &path, &length, &settings, &settings_length))
        return NULL;
    assay_str where = {(const uint8_t *)path, (uint64_t)length};
    assay_str with = {(const uint8_t *)settings, (uint64_t)settings_length};
    assay_error error = ASSAY_ERROR_INIT;
    PyThreadState *thread = PyEval_SaveThread();
    assay_rc rc = assay_engine_load_plugin(engine, where, with, &error);
    PyEval_RestoreThread(thread);
    return rc == ASSAY_OK ? Py_NewRef(Py_None) : raise_error(&error);
}

/* watch_plugins(program, flags, timeout_ns) */
PyObject *engine_watch_plugins(PyObject *module, PyObject *arguments) {
    (void)module;
    const char *program = NULL;
    Py_ssize_t length = 0;
    unsigned long long timeout = 0;
    assay_plugin_watch watch = ASSAY_PLUGIN_WATCH_INIT;
    if (!PyArg_ParseTuple(arguments, "s#IK", &program, &length, &watch.flags, &timeout))
        return NULL;
    watch.program = (assay_str){(const uint8_t *)program, (uint64_t)length};
    watch.timeout_ns = timeout;
    assay_error error = ASSAY_ERROR_INIT;
    return assay_watch_plugins(&watch, &error) == ASSAY_OK ? Py_NewRef(Py_None) : raise_error(&error);
}

/* ---- a rule in Python ---- */

void give_reason(const assay_call *call, const uint32_t *rows, uint32_t count, PyObject *text) {
    Py_ssize_t length = 0;
    const char *bytes = text == NULL ? NULL : PyUnicode_AsUTF8AndSize(text, &length);
    if (bytes != NULL) {
        assay_str message = {(const uint8_t *)bytes, (uint64_t)length};
        for (uint32_t i = 0; i < count; i++)
            (void)call->error_at(call, rows[i], ASSAY_E_INTERNAL, message);
    }
    PyErr_Clear();
}

/* The exception of the function makes its rows undecided; KeyboardInterrupt and SystemExit end the check. */
assay_rc failed_call(const assay_call *call, const uint32_t *rows, uint32_t count) {
    if (!PyErr_ExceptionMatches(PyExc_Exception)) {
        set_pending();
        return ASSAY_E_CANCELLED;
    }
    PyObject *type = NULL, *value = NULL, *trace = NULL;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(value), "__name__");
    PyObject *text = name == NULL ? NULL : PyUnicode_FromFormat("%U: %S", name, value);
    give_reason(call, rows, count, text);
    Py_XDECREF(text);
    Py_XDECREF(name);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return ASSAY_OK;
}

/* `state` is a callable: value -> -1 for a pass, else the index of the code. */
static assay_rc evaluate(const void *state, const assay_call *call, const assay_batch *batch,
                         assay_verdict *out) {
    if (is_subinterpreter())
        return ASSAY_E_CANCELLED;
    PyGILState_STATE held = PyGILState_Ensure();
    PyObject *function = (PyObject *)(uintptr_t)state;
    assay_rc rc = ASSAY_OK;
    for (uint32_t row = 0; row < batch->count && rc == ASSAY_OK; row++) {
        PyObject *value = object_from_value(batch->columns[0] + row);
        PyObject *answer = value == NULL ? NULL : PyObject_CallFunctionObjArgs(function, value, NULL);
        Py_XDECREF(value);
        long code = answer == NULL ? -1 : PyLong_AsLong(answer);
        Py_XDECREF(answer);
        if (PyErr_Occurred() != NULL) {
            out[row].status = ASSAY_UNDECIDED;
            rc = failed_call(call, &row, 1);
        } else {
            out[row].status = code < 0 ? ASSAY_PASS : ASSAY_FAIL;
            out[row].code = code < 0 ? 0 : (uint32_t)code;
        }
    }
    PyGILState_Release(held);
    return rc;
}

static void release_rule(void *state) {
    if (Py_IsInitialized() == 0)
        return;
    PyGILState_STATE held = PyGILState_Ensure();
    Py_DecRef(state);
    PyGILState_Release(held);
}

static bool text_of(PyObject *object, assay_str *text) {
    Py_ssize_t length = 0;
    text->ptr = (const uint8_t *)PyUnicode_AsUTF8AndSize(object, &length);
    text->len = (uint64_t)length;
    return text->ptr != NULL;
}

/* A list has no place in a column. */
#define COLUMN_KINDS (ASSAY_KINDS_NUMBER | ASSAY_KIND_BIT(ASSAY_STR) | ASSAY_KIND_BIT(ASSAY_BOOL))

/* add_rule(prefix, id, summary, flags, ((code, message), ...), function, columns) */
PyObject *engine_add_rule(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *prefix = NULL, *identifier = NULL, *summary = NULL, *codes = NULL, *function = NULL;
    int columns = 0;
    assay_rule rule;
    bool before = enter_interpreter();
    bool rejected = is_subinterpreter() && check_pending() != 0;
    leave_interpreter(before);
    if (rejected)
        return NULL;
    memset(&rule, 0, sizeof rule);
    rule.struct_size = sizeof rule;
    assay_str prefix_text;
    assay_engine *engine = shared_engine();
    if (engine == NULL || !PyArg_ParseTuple(arguments, "UUUIO!Op", &prefix, &identifier, &summary,
                                            &rule.flags, &PyTuple_Type, &codes, &function, &columns))
        return NULL;
    if (!text_of(prefix, &prefix_text) || !text_of(identifier, &rule.id) || !text_of(summary, &rule.summary))
        return NULL;
    Py_ssize_t count = PyTuple_Size(codes);
    assay_code *described = calloc((size_t)count + 1, sizeof *described);
    const assay_code **pointers = calloc((size_t)count + 1, sizeof *pointers);
    bool readable = described != NULL && pointers != NULL;
    for (Py_ssize_t i = 0; i < count && readable; i++) {
        PyObject *pair = PyTuple_GetItem(codes, i);
        described[i].struct_size = sizeof *described;
        readable = text_of(PyTuple_GetItem(pair, 0), &described[i].id) &&
                   text_of(PyTuple_GetItem(pair, 1), &described[i].message);
        pointers[i] = described + i;
    }
    assay_error error = ASSAY_ERROR_INIT;
    assay_rc rc = ASSAY_E_NOMEM;
    if (readable) {
        rule.codes = pointers;
        rule.code_count = (uint32_t)count;
        rule.evaluate = columns ? evaluate_columns : evaluate;
        rule.kinds = columns ? COLUMN_KINDS : 0;
        Py_IncRef(function);
        rc = assay_engine_add_rule(engine, prefix_text, &rule, function, release_rule, &error);
    }
    free(described);
    free(pointers);
    return rc == ASSAY_OK ? Py_NewRef(Py_None) : raise_error(&error);
}

/* ---- the module ---- */

/* bind(make_error, make_number, convert_scalar, mapping_type, load_json, probe) */
static PyObject *bind(PyObject *module, PyObject *arguments) {
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOOOOU", &make_error, &make_number, &convert_scalar, &mapping_type,
                          &load_json, &probe_path))
        return NULL;
    Py_IncRef(make_error);
    Py_IncRef(make_number);
    Py_IncRef(convert_scalar);
    Py_IncRef(mapping_type);
    Py_IncRef(load_json);
    Py_IncRef(probe_path);
    return Py_NewRef(Py_None);
}

static PyMethodDef functions[] = {
    {"bind", bind, METH_VARARGS, NULL},
    {"add_rule", engine_add_rule, METH_VARARGS, NULL},
    {"load_plugin", engine_load_plugin, METH_VARARGS, NULL},
    {"watch_plugins", engine_watch_plugins, METH_VARARGS, NULL},
    {"batches_stream", batches_stream, METH_O, NULL},
    {"mask_array", mask_array, METH_VARARGS, NULL},
    {"boolean_answers", boolean_answers, METH_VARARGS, NULL},
    {"violation_again", violation_again, METH_VARARGS, NULL},
    {"result_again", result_again, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_assay", "libassay for Python.", -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__assay(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    if (add_violation_type(module) != 0 || add_result_type(module) != 0 || add_rules_type(module) != 0 ||
        add_stream_type(module) != 0 || add_batch_type(module) != 0 || add_dataset_type(module) != 0) {
        Py_DecRef(module);
        return NULL;
    }
    return module;
}
