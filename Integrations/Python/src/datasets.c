/* SPDX-License-Identifier: Apache-2.0
 *
 * datasets.c: rules about records, across the files and tables of a data set. */
#include "assay_python.h"
#include <stdlib.h>
#include <string.h>

PyTypeObject *dataset_type;

static void dataset_dealloc(PyObject *self) {
    dataset_object *dataset = (dataset_object *)self;
    if (dataset->with != NULL)
        session_end(dataset->with);
    assay_dataset_release(dataset->handle);
    free((void *)dataset->options.select);
    free((void *)dataset->options.ignore);
    Py_XDECREF(dataset->select);
    Py_XDECREF(dataset->ignore);
    Py_XDECREF(dataset->rules);
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DecRef((PyObject *)type);
}

/* The sources of two tuples, names and paths, which lend their texts; to be freed. NULL: an exception is set.
 */
static assay_source *sources_of(PyObject *names, PyObject *paths, uint32_t *count) {
    uint32_t path_count = 0;
    assay_str *name_texts = texts_of(names, count);
    assay_str *path_texts = name_texts == NULL ? NULL : texts_of(paths, &path_count);
    assay_source *sources = path_texts == NULL ? NULL : calloc((size_t)*count + 1, sizeof *sources);
    if (path_texts != NULL && sources == NULL)
        PyErr_NoMemory();
    for (uint32_t i = 0; sources != NULL && i < *count && i < path_count; i++) {
        sources[i].name = name_texts[i];
        sources[i].path = path_texts[i];
    }
    free(name_texts);
    free(path_texts);
    return sources;
}

static bool dataset_create(dataset_object *made, const assay_dataset_options *options) {
    made->with = session_make(made->rules, &made->options);
    if (made->with == NULL)
        return false;
    assay_error error = ASSAY_ERROR_INIT;
    PyThreadState *thread = PyEval_SaveThread();
    assay_rc rc = assay_dataset_create(made->with->handle, options, &made->handle, &error);
    PyEval_RestoreThread(thread);
    if (rc != ASSAY_OK)
        raise_error(&error);
    return rc == ASSAY_OK;
}

/* open_data_set(rules, names, paths, scratch, scratch_memory, scratch_limit, select, ignore) */
static PyObject *open_data_set(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *rules = NULL, *names = NULL, *paths = NULL, *select = NULL, *ignore = NULL;
    assay_dataset_options options = ASSAY_DATASET_OPTIONS_INIT;
    const char *scratch = NULL;
    Py_ssize_t length = 0;
    unsigned long long memory = 0, limit = 0;
    if (!PyArg_ParseTuple(arguments, "OO!O!s#KKO!O!", &rules, &PyTuple_Type, &names, &PyTuple_Type, &paths,
                          &scratch, &length, &memory, &limit, &PyTuple_Type, &select, &PyTuple_Type, &ignore))
        return NULL;
    int fits = PyObject_IsInstance(rules, (PyObject *)rules_type);
    if (fits != 1) {
        if (fits == 0)
            PyErr_SetString(PyExc_TypeError, "expected rules");
        return NULL;
    }
    options.scratch = (assay_str){(const uint8_t *)scratch, (uint64_t)length};
    options.scratch_memory = memory;
    options.scratch_limit = limit;
    allocfunc allocate = (allocfunc)PyType_GetSlot(dataset_type, Py_tp_alloc);
    dataset_object *made = (dataset_object *)allocate(dataset_type, 0);
    if (made == NULL)
        return NULL;
    assay_session_options none = ASSAY_SESSION_OPTIONS_INIT;
    made->options = none;
    made->rules = (rules_object *)Py_NewRef(rules);
    made->select = Py_NewRef(select);
    made->ignore = Py_NewRef(ignore);
    made->result.struct_size = sizeof made->result;
    made->options.select = texts_of(select, &made->options.select_count);
    made->options.ignore =
        made->options.select == NULL ? NULL : texts_of(ignore, &made->options.ignore_count);
    assay_source *sources =
        made->options.ignore == NULL ? NULL : sources_of(names, paths, &options.source_count);
    options.sources = sources;
    bool succeeded = sources != NULL && dataset_create(made, &options);
    free(sources);
    if (succeeded)
        return (PyObject *)made;
    Py_DecRef((PyObject *)made);
    return NULL;
}

static bool is_busy(dataset_object *dataset) {
    if (dataset->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread is using this data set");
    return dataset->busy;
}

/* finish(incomplete) -> the numbers of the rules: a JSON object. */
static PyObject *dataset_finish(PyObject *self, PyObject *incomplete) {
    dataset_object *dataset = (dataset_object *)self;
    int is_incomplete = PyObject_IsTrue(incomplete);
    if (is_incomplete < 0 || is_busy(dataset))
        return NULL;
    assay_error error = ASSAY_ERROR_INIT;
    assay_str json = {NULL, 0};
    dataset->busy = true;
    PyThreadState *thread = PyEval_SaveThread();
    assay_rc rc =
        assay_dataset_finish(dataset->handle, is_incomplete ? ASSAY_DATASET_INCOMPLETE : 0, &json, &error);
    PyEval_RestoreThread(thread);
    dataset->busy = false;
    return rc == ASSAY_OK ? PyBytes_FromStringAndSize((const char *)json.ptr, (Py_ssize_t)json.len)
                          : raise_error(&error);
}

/* advance() -> (input or None, findings, errors, warnings, faults, newly invalid records), or None at the end
 */
static PyObject *dataset_advance(PyObject *self, PyObject *unused) {
    (void)unused;
    dataset_object *dataset = (dataset_object *)self;
    if (is_busy(dataset))
        return NULL;
    assay_error error = ASSAY_ERROR_INIT;
    uint64_t input = 0;
    dataset->busy = true;
    PyThreadState *thread = PyEval_SaveThread();
    assay_rc rc =
        assay_dataset_next(dataset->handle, dataset->with->handle, &input, &dataset->result, &error);
    PyEval_RestoreThread(thread);
    dataset->busy = false;
    if (rc == ASSAY_END)
        return Py_NewRef(Py_None);
    if (rc != ASSAY_OK)
        return raise_error(&error);
    PyObject *number = input == ASSAY_NO_INPUT ? Py_NewRef(Py_None) : PyLong_FromUnsignedLongLong(input);
    if (number == NULL)
        return NULL;
    const assay_result *part = &dataset->result;
    return Py_BuildValue("(NKKKKK)", number, part->finding_count, part->error_count, part->warning_count,
                         part->fault_count, part->invalid_count);
}

static PyObject *dataset_violations(PyObject *self, PyObject *unused) {
    (void)unused;
    dataset_object *dataset = (dataset_object *)self;
    return is_busy(dataset)
               ? NULL
               : violations_of(dataset->with, dataset->result.finding_count, ASSAY_FINDING_PLACE, false);
}

/* findings(places): a batch of Arrow with the columns of a file, or of a table. */
static PyObject *dataset_findings(PyObject *self, PyObject *places) {
    dataset_object *dataset = (dataset_object *)self;
    int has_places = PyObject_IsTrue(places);
    if (has_places < 0 || is_busy(dataset))
        return NULL;
    struct ArrowSchema schema;
    struct ArrowArray array;
    memset(&schema, 0, sizeof schema);
    memset(&array, 0, sizeof array);
    assay_error error = ASSAY_ERROR_INIT;
    uint32_t flags = ASSAY_FINDING_FROM_ONE | (has_places ? ASSAY_FINDING_PLACE : 0);
    assay_rc rc = assay_findings_arrow(dataset->with->handle, flags, &schema, &array, &error);
    return rc == ASSAY_OK ? batch_make(&schema, &array) : raise_error(&error);
}

bool dataset_attach(PyObject *object, session *with) {
    dataset_object *dataset = (dataset_object *)object;
    assay_error error = ASSAY_ERROR_INIT;
    if (assay_dataset_attach(dataset->handle, with->handle, &error) == ASSAY_OK)
        return true;
    raise_error(&error);
    return false;
}

static PyMethodDef dataset_methods[] = {
    {"finish", dataset_finish, METH_O, NULL},
    {"advance", dataset_advance, METH_NOARGS, NULL},
    {"violations", dataset_violations, METH_NOARGS, NULL},
    {"findings", dataset_findings, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot dataset_slots[] = {
    {Py_tp_dealloc, (void *)dataset_dealloc},
    {Py_tp_methods, dataset_methods},
    {0, NULL},
};

static PyType_Spec dataset_spec = {"assay._assay.DataSet", sizeof(dataset_object), 0, Py_TPFLAGS_DEFAULT,
                                   dataset_slots};

static PyMethodDef dataset_functions[] = {
    {"open_data_set", open_data_set, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_dataset_type(PyObject *module) {
    dataset_type = (PyTypeObject *)PyType_FromSpec(&dataset_spec);
    return dataset_type == NULL ? -1 : PyModule_AddFunctions(module, dataset_functions);
}
