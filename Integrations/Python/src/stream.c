/* SPDX-License-Identifier: Apache-2.0
 *
 * stream.c: many records in parts: lines of a file, batches of an Arrow stream. */
#include "assay_python.h"
#include <stdlib.h>
#include <string.h>

typedef struct stream_object {
    PyObject_HEAD rules_object *rules;
    session *with;
    PyObject *source; /* what lends the bytes of the input, or NULL */
    struct ArrowArrayStream arrow;
    struct ArrowSchema schema;
    assay_result result;
    uint64_t records;
    uint64_t *counts;
    uint64_t count_length;
    uint8_t *bits; /* of all invalid rows of a table */
    uint64_t bit_capacity;
    bool is_arrow;
    bool began; /* a part was read */
    bool busy;
} stream_object;

static PyTypeObject *stream_type;

static void stream_close(stream_object *stream) {
    if (stream->schema.release != NULL)
        stream->schema.release(&stream->schema);
    if (stream->arrow.release != NULL)
        stream->arrow.release(&stream->arrow);
    stream->schema.release = NULL;
    stream->arrow.release = NULL;
}

static void stream_dealloc(PyObject *self) {
    stream_object *stream = (stream_object *)self;
    stream_close(stream);
    if (stream->with != NULL)
        session_end(stream->with);
    free(stream->counts);
    free(stream->bits);
    Py_XDECREF(stream->source);
    Py_XDECREF(stream->rules);
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DecRef((PyObject *)type);
}

/* A stream with a session of its own, which is in a data set unless that is None. */
static stream_object *stream_make(PyObject *rules, const assay_session_options *further, PyObject *dataset) {
    bool belongs = Py_IS_TYPE(dataset, dataset_type);
    if (!belongs && dataset != Py_None) {
        PyErr_SetString(PyExc_TypeError, "expected a data set");
        return NULL;
    }
    int fits = PyObject_IsInstance(rules, (PyObject *)rules_type);
    if (fits != 1) {
        if (fits == 0)
            PyErr_SetString(PyExc_TypeError, "expected rules");
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(stream_type, Py_tp_alloc);
    stream_object *made = (stream_object *)allocate(stream_type, 0);
    if (made == NULL)
        return NULL;
    made->rules = (rules_object *)Py_NewRef(rules);
    made->result.struct_size = sizeof made->result;
    /* No other caller may get a session of a data set. */
    made->with = further == NULL && !belongs ? session_take(made->rules) : session_make(made->rules, further);
    if (made->with == NULL || (belongs && !dataset_attach(dataset, made->with))) {
        Py_DecRef((PyObject *)made);
        return NULL;
    }
    return made;
}

assay_str *texts_of(PyObject *tuple, uint32_t *count) {
    const Py_ssize_t size = PyTuple_Size(tuple);
    assay_str *texts = size < 0 ? NULL : calloc((size_t)size + 1, sizeof *texts);
    if (texts == NULL)
        return size < 0 ? NULL : (assay_str *)PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_ssize_t length = 0;
        texts[i].ptr = (const uint8_t *)PyUnicode_AsUTF8AndSize(PyTuple_GetItem(tuple, i), &length);
        texts[i].len = (uint64_t)length;
        if (texts[i].ptr == NULL) {
            free(texts);
            return NULL;
        }
    }
    *count = (uint32_t)size;
    return texts;
}

/* The source of lines: a path, the bytes or a descriptor. False: an exception is set. */
static bool take_source(PyObject *source, assay_lines *lines) {
    Py_ssize_t length = 0;
    if (PyUnicode_Check(source)) {
        lines->path.ptr = (const uint8_t *)PyUnicode_AsUTF8AndSize(source, &length);
        lines->path.len = (uint64_t)length;
    } else if (PyBytes_Check(source)) {
        char *bytes = NULL;
        PyBytes_AsStringAndSize(source, &bytes, &length);
        lines->bytes.ptr = (const uint8_t *)bytes;
        lines->bytes.len = (uint64_t)length;
    } else {
        lines->descriptor = (int32_t)PyLong_AsLong(source);
    }
    return PyErr_Occurred() == NULL;
}

static stream_object *lines_make(PyObject *rules, PyObject *source, assay_lines *lines,
                                 const assay_session_options *options, PyObject *dataset) {
    bool filters = options->select_count > 0 || options->ignore_count > 0;
    stream_object *made = stream_make(rules, filters ? options : NULL, dataset);
    if (made == NULL)
        return NULL;
    made->source = Py_NewRef(source);
    if (take_source(source, lines)) {
        assay_error error = ASSAY_ERROR_INIT;
        interruption begun = interruption_begin(made->with->handle);
        assay_rc rc = assay_lines_open(made->with->handle, lines, &error);
        interruption_end(&begun);
        if (rc == ASSAY_OK)
            return made;
        raise_error(&error);
    }
    Py_DecRef((PyObject *)made);
    return NULL;
}

/* lines(rules, path or bytes or descriptor, format, delimiter, flags, skip, skip_last, comment, quote,
 * escape, nulls, encoding, select, ignore, data set or None) */
static PyObject *open_lines(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *rules = NULL, *source = NULL, *nulls = NULL, *select = NULL, *ignore = NULL, *dataset = NULL;
    assay_lines lines = ASSAY_LINES_INIT;
    assay_session_options options = ASSAY_SESSION_OPTIONS_INIT;
    unsigned long long skip = 0, skip_last = 0;
    const char *encoding = NULL;
    Py_ssize_t encoding_length = 0;
    if (!PyArg_ParseTuple(arguments, "OOIIIKKIIIOs#OOO", &rules, &source, &lines.format, &lines.delimiter,
                          &lines.flags, &skip, &skip_last, &lines.comment, &lines.quote, &lines.escape,
                          &nulls, &encoding, &encoding_length, &select, &ignore, &dataset))
        return NULL;
    lines.skip_lines = skip;
    lines.skip_last_lines = skip_last;
    lines.encoding.ptr = (const uint8_t *)encoding;
    lines.encoding.len = (uint64_t)encoding_length;
    lines.nulls = texts_of(nulls, &lines.null_count);
    options.select = lines.nulls == NULL ? NULL : texts_of(select, &options.select_count);
    options.ignore = options.select == NULL ? NULL : texts_of(ignore, &options.ignore_count);
    stream_object *made =
        options.ignore == NULL ? NULL : lines_make(rules, source, &lines, &options, dataset);
    free((void *)lines.nulls);
    free((void *)options.select);
    free((void *)options.ignore);
    return (PyObject *)made;
}

static PyObject *arrow_failed(stream_object *stream, const char *what) {
    const char *message = stream->arrow.get_last_error(&stream->arrow);
    if (check_pending() == 0 && PyErr_Occurred() == NULL)
        PyErr_Format(PyExc_ValueError, "cannot read %s: %s", what,
                     message == NULL ? "no reason is given" : message);
    return NULL;
}

/* table(rules, capsule of an Arrow stream, allow_missing_columns, data set or None) */
static PyObject *open_table(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *rules = NULL, *capsule = NULL, *dataset = NULL;
    int allows_missing = 0;
    if (!PyArg_ParseTuple(arguments, "OOpO", &rules, &capsule, &allows_missing, &dataset))
        return NULL;
    struct ArrowArrayStream *source = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (source == NULL)
        return NULL;
    if (source->release == NULL) {
        PyErr_SetString(PyExc_ValueError, "the Arrow stream was read before");
        return NULL;
    }
    assay_session_options options = ASSAY_SESSION_OPTIONS_INIT;
    options.flags = allows_missing ? ASSAY_SESSION_ALLOW_MISSING_COLUMNS : 0;
    bool filters = Py_IS_TYPE(dataset, dataset_type);
    if (filters) {
        const assay_session_options *filter = &((dataset_object *)dataset)->options;
        options.select = filter->select;
        options.select_count = filter->select_count;
        options.ignore = filter->ignore;
        options.ignore_count = filter->ignore_count;
    }
    stream_object *made = stream_make(rules, allows_missing || filters ? &options : NULL, dataset);
    if (made == NULL)
        return NULL;
    made->is_arrow = true;
    made->arrow = *source;
    source->release = NULL;
    PyThreadState *thread = PyEval_SaveThread();
    int failed = made->arrow.get_schema(&made->arrow, &made->schema);
    PyEval_RestoreThread(thread);
    assay_error error = ASSAY_ERROR_INIT;
    if (failed != 0)
        arrow_failed(made, "the table's schema");
    /* The columns, also of a table without parts, of which this is the result. */
    else if (assay_check_arrow(made->with->handle, &made->schema, NULL, 0, &made->result, &error) != ASSAY_OK)
        raise_error(&error);
    else
        return (PyObject *)made;
    Py_DecRef((PyObject *)made);
    return NULL;
}

/* Adds the rows of the last part to the bits of all. */
static int add_bits(stream_object *stream) {
    uint64_t count = stream->result.record_count;
    uint64_t needed = (stream->records + count + 7) / 8 + 1;
    if (needed > stream->bit_capacity) {
        uint64_t capacity = needed * 2;
        uint8_t *grown = realloc(stream->bits, capacity);
        if (grown == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        memset(grown + stream->bit_capacity, 0, capacity - stream->bit_capacity);
        stream->bits = grown;
        stream->bit_capacity = capacity;
    }
    unsigned shift = (unsigned)(stream->records % 8);
    uint8_t *out = stream->bits + stream->records / 8;
    for (uint64_t i = 0; i < (count + 7) / 8; i++) {
        uint8_t bits = stream->result.invalid_rows[i];
        out[i] |= (uint8_t)(bits << shift);
        if (shift != 0)
            out[i + 1] |= (uint8_t)(bits >> (8 - shift));
    }
    return 0;
}

static int add_counts(stream_object *stream) {
    const assay_result *part = &stream->result;
    stream->began = true;
    if (stream->counts == NULL && part->rule_count > 0) {
        stream->counts = calloc(part->rule_count, sizeof(uint64_t));
        if (stream->counts == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        stream->count_length = part->rule_count;
    }
    for (uint64_t i = 0; i < part->rule_count && i < stream->count_length; i++)
        stream->counts[i] += part->rule_counts[i];
    if (stream->is_arrow && add_bits(stream) != 0)
        return -1;
    stream->records += part->record_count;
    return 0;
}

static assay_rc next_batch(stream_object *stream, struct ArrowArray *array, bool *unreadable,
                           assay_error *error) {
    if (array->release == NULL) {
        *unreadable = stream->arrow.get_next(&stream->arrow, array) != 0;
        if (*unreadable || array->release == NULL)
            return ASSAY_END;
    }
    return assay_check_arrow(stream->with->handle, &stream->schema, array, stream->records, &stream->result,
                             error);
}

static PyObject *advance(stream_object *stream) {
    assay_error error = ASSAY_ERROR_INIT;
    assay_rc rc = ASSAY_OK;
    struct ArrowArray array;
    bool unreadable = false;
    memset(&array, 0, sizeof array);
    do {
        assay_error_release(&error);
        interruption begun = interruption_begin(stream->with->handle);
        rc = stream->is_arrow ? next_batch(stream, &array, &unreadable, &error)
                              : assay_lines_next(stream->with->handle, &stream->result, &error);
        interruption_end(&begun);
        if (check_pending() != 0)
            break;
    } while (rc == ASSAY_E_CANCELLED && stream->is_arrow);
    if (array.release != NULL)
        array.release(&array);
    if (PyErr_Occurred() != NULL) {
        assay_error_release(&error);
        return NULL;
    }
    if (unreadable)
        return arrow_failed(stream, "the table");
    if (rc == ASSAY_END) {
        stream_close(stream);
        /* What is wrong with the columns of a table without parts is told, as of a part without rows. */
        if (!stream->is_arrow || stream->began)
            return Py_NewRef(Py_None);
        rc = ASSAY_OK;
    }
    if (rc != ASSAY_OK)
        return raise_error(&error);
    if (add_counts(stream) != 0)
        return NULL;
    const assay_result *part = &stream->result;
    return Py_BuildValue(
        "(KKKKKKKKKKKKKK)", part->record_count, part->invalid_count, part->finding_count, part->error_count,
        part->warning_count, part->fault_count, part->dropped_count, part->malformed_count, part->byte_count,
        part->undecided_count, part->malformed_record_count, part->issue_counts[ASSAY_ISSUE_UNKNOWN_FIELD],
        part->issue_counts[ASSAY_ISSUE_DUPLICATE_KEY], part->issue_counts[ASSAY_ISSUE_MALFORMED]);
}

static PyObject *stream_advance(PyObject *self, PyObject *unused) {
    (void)unused;
    stream_object *stream = (stream_object *)self;
    if (stream->busy) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is reading this input");
        return NULL;
    }
    if (stream->is_arrow && stream->arrow.release == NULL)
        return Py_NewRef(Py_None);
    stream->busy = true;
    PyObject *part = advance(stream);
    stream->busy = false;
    return part;
}

static bool not_readable(stream_object *stream) {
    if (stream->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread is reading this input");
    return stream->busy;
}

static PyObject *stream_violations(PyObject *self, PyObject *unused) {
    (void)unused;
    stream_object *stream = (stream_object *)self;
    return not_readable(stream) ? NULL
                                : violations_of(stream->with, stream->result.finding_count,
                                                stream->is_arrow ? 0 : ASSAY_FINDING_PLACE, false);
}

static PyObject *stream_findings(PyObject *self, PyObject *unused) {
    (void)unused;
    stream_object *stream = (stream_object *)self;
    if (not_readable(stream))
        return NULL;
    struct ArrowSchema schema;
    struct ArrowArray array;
    memset(&schema, 0, sizeof schema);
    memset(&array, 0, sizeof array);
    assay_error error = ASSAY_ERROR_INIT;
    stream->busy = true;
    PyThreadState *thread = PyEval_SaveThread();
    uint32_t flags = ASSAY_FINDING_FROM_ONE | (stream->is_arrow ? 0 : ASSAY_FINDING_PLACE);
    assay_rc rc = assay_findings_arrow(stream->with->handle, flags, &schema, &array, &error);
    PyEval_RestoreThread(thread);
    stream->busy = false;
    return rc == ASSAY_OK ? batch_make(&schema, &array) : raise_error(&error);
}

static PyObject *stream_counts(PyObject *self, PyObject *unused) {
    (void)unused;
    stream_object *stream = (stream_object *)self;
    PyObject *counts = PyList_New((Py_ssize_t)stream->count_length);
    for (uint64_t i = 0; counts != NULL && i < stream->count_length; i++)
        PyList_SetItem(counts, (Py_ssize_t)i, PyLong_FromUnsignedLongLong(stream->counts[i]));
    return counts;
}

/* What a function says of the session of a stream, as JSON. */
static PyObject *stream_json(PyObject *self, assay_rc (*function)(assay_session *session, assay_str *json,
                                                                  assay_error *error)) {
    stream_object *stream = (stream_object *)self;
    assay_error error = ASSAY_ERROR_INIT;
    assay_str json = {NULL, 0};
    if (not_readable(stream))
        return NULL;
    if (function(stream->with->handle, &json, &error) != ASSAY_OK)
        return raise_error(&error);
    return PyBytes_FromStringAndSize((const char *)json.ptr, (Py_ssize_t)json.len);
}

/* The fields that no record so far has: a JSON array. */
static PyObject *stream_never_seen(PyObject *self, PyObject *unused) {
    (void)unused;
    return stream_json(self, assay_never_seen);
}

/* Notes about the lines besides findings: a JSON object. */
static PyObject *stream_notes(PyObject *self, PyObject *unused) {
    (void)unused;
    return stream_json(self, assay_input_notes);
}

/* records(which): the valid or the invalid records of the last part. */
static PyObject *stream_records(PyObject *self, PyObject *which) {
    stream_object *stream = (stream_object *)self;
    unsigned long kind = PyLong_AsUnsignedLong(which);
    if (PyErr_Occurred() != NULL || not_readable(stream))
        return NULL;
    assay_error error = ASSAY_ERROR_INIT;
    assay_str bytes = {NULL, 0};
    if (assay_records(stream->with->handle, (uint32_t)kind, &bytes, &error) != ASSAY_OK)
        return raise_error(&error);
    return PyBytes_FromStringAndSize((const char *)bytes.ptr, (Py_ssize_t)bytes.len);
}

/* The bits of valid rows: as many as there are records, then 0. */
static PyObject *stream_valid_bits(PyObject *self, PyObject *unused) {
    (void)unused;
    stream_object *stream = (stream_object *)self;
    uint64_t length = (stream->records + 7) / 8;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)length);
    if (bytes == NULL || length == 0)
        return bytes;
    uint8_t *out = (uint8_t *)PyBytes_AsString(bytes);
    for (uint64_t i = 0; i < length; i++)
        out[i] = (uint8_t)~stream->bits[i];
    if (stream->records % 8 != 0)
        out[length - 1] &= (uint8_t)((1u << (stream->records % 8)) - 1);
    return bytes;
}

/* mark(data set): makes the rows invalid that errors of the part of the data set that was read last are
 * about. */
static PyObject *stream_mark(PyObject *self, PyObject *object) {
    stream_object *stream = (stream_object *)self;
    if (not_readable(stream))
        return NULL;
    if (!Py_IS_TYPE(object, dataset_type)) {
        PyErr_SetString(PyExc_TypeError, "expected a data set");
        return NULL;
    }
    dataset_object *dataset = (dataset_object *)object;
    assay_finding part[32];
    for (uint64_t first = 0; first < dataset->result.finding_count;) {
        assay_error error = ASSAY_ERROR_INIT;
        uint64_t read = 0;
        if (assay_findings(dataset->with->handle, first, 32, ASSAY_FINDING_NO_VALUE, part, &read, &error) !=
                ASSAY_OK ||
            read == 0)
            return raise_error(&error);
        for (uint64_t i = 0; i < read; i++)
            if (part[i].severity == ASSAY_SEVERITY_ERROR && part[i].record < stream->records)
                stream->bits[part[i].record / 8] |= (uint8_t)(1u << (part[i].record % 8));
        first += read;
    }
    return Py_NewRef(Py_None);
}

static PyMethodDef stream_methods[] = {
    {"mark", stream_mark, METH_O, NULL},
    {"advance", stream_advance, METH_NOARGS, NULL},
    {"violations", stream_violations, METH_NOARGS, NULL},
    {"findings", stream_findings, METH_NOARGS, NULL},
    {"counts", stream_counts, METH_NOARGS, NULL},
    {"never_seen", stream_never_seen, METH_NOARGS, NULL},
    {"notes", stream_notes, METH_NOARGS, NULL},
    {"records", stream_records, METH_O, NULL},
    {"valid_bits", stream_valid_bits, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot stream_slots[] = {
    {Py_tp_dealloc, (void *)stream_dealloc},
    {Py_tp_methods, stream_methods},
    {0, NULL},
};

static PyType_Spec stream_spec = {"assay._assay.Stream", sizeof(stream_object), 0, Py_TPFLAGS_DEFAULT,
                                  stream_slots};

static PyMethodDef stream_functions[] = {
    {"open_lines", open_lines, METH_VARARGS, NULL},
    {"open_table", open_table, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int add_stream_type(PyObject *module) {
    stream_type = (PyTypeObject *)PyType_FromSpec(&stream_spec);
    return stream_type == NULL ? -1 : PyModule_AddFunctions(module, stream_functions);
}
