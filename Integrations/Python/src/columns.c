/* SPDX-License-Identifier: Apache-2.0
 *
 * columns.c: rules in Python that get whole columns: the values of a batch as an Arrow array, and the
 * answers, an Arrow array of booleans, as bytes. */
#include "assay_python.h"
#include <stdlib.h>
#include <string.h>

/* ---- values as an Arrow array ---- */

/* What values of a column have in common. */
typedef enum column_type {
    COLUMN_TEXT,
    COLUMN_INTEGER,
    COLUMN_NUMBER,
    COLUMN_BOOLEAN,
    COLUMN_TYPES
} column_type;

static const char *const formats[COLUMN_TYPES] = {"U", "l", "g", "b"};

/* An array that owns its buffers. */
typedef struct column {
    const void *buffers[3];
    int64_t *offsets;
    char data[];
} column;

static column_type type_of(const assay_value *value) {
    switch (value->kind) {
    case ASSAY_I64:
        return COLUMN_INTEGER;
    case ASSAY_U64:
        return value->as.u64 <= INT64_MAX ? COLUMN_INTEGER : COLUMN_NUMBER;
    case ASSAY_F64:
    case ASSAY_DECIMAL:
        return COLUMN_NUMBER;
    case ASSAY_BOOL:
        return COLUMN_BOOLEAN;
    default:
        return COLUMN_TEXT;
    }
}

/* The nearest double of a decimal, or an infinity. -1: there is no memory. */
static int decimal_number(const assay_value *value, double *number) {
    char *text = malloc((size_t)value->len + 1);
    if (text == NULL)
        return -1;
    memcpy(text, value->as.ptr, (size_t)value->len);
    text[value->len] = 0;
    *number = PyOS_string_to_double(text, NULL, NULL);
    free(text);
    return 0;
}

static int number_of(const assay_value *value, double *number) {
    switch (value->kind) {
    case ASSAY_I64:
        *number = (double)value->as.i64;
        return 0;
    case ASSAY_U64:
        *number = (double)value->as.u64;
        return 0;
    case ASSAY_F64:
        *number = value->as.f64;
        return 0;
    default:
        return decimal_number(value, number);
    }
}

static void column_release(struct ArrowArray *array) {
    column *of = array->private_data;
    free(of->offsets);
    free(of);
    array->release = NULL;
}

static void schema_release(struct ArrowSchema *schema) { schema->release = NULL; }

static size_t data_size(const assay_value *values, const uint32_t *rows, uint32_t count, column_type type) {
    if (type != COLUMN_TEXT)
        return type == COLUMN_BOOLEAN ? count / 8u + 1u : count * sizeof(int64_t);
    size_t size = 1;
    for (uint32_t i = 0; i < count; i++)
        size += (size_t)values[rows[i]].len;
    return size;
}

/* -1: there is no memory. */
static int fill(column *of, const assay_value *values, const uint32_t *rows, uint32_t count,
                column_type type) {
    int64_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        const assay_value *value = values + rows[i];
        double number = 0;
        switch (type) {
        case COLUMN_TEXT:
            memcpy(of->data + at, value->as.ptr, (size_t)value->len);
            at += (int64_t)value->len;
            of->offsets[i + 1] = at;
            break;
        case COLUMN_INTEGER:
            memcpy(of->data + i * sizeof(int64_t), &value->as.i64, sizeof(int64_t));
            break;
        case COLUMN_NUMBER:
            if (number_of(value, &number) != 0)
                return -1;
            memcpy(of->data + i * sizeof(double), &number, sizeof(double));
            break;
        default:
            of->data[i / 8] = (char)(of->data[i / 8] | ((value->as.i64 != 0) << (i % 8)));
        }
    }
    return 0;
}

/* A Batch with the values of the rows; NULL with an exception. */
static PyObject *column_make(const assay_value *values, const uint32_t *rows, uint32_t count,
                             column_type type) {
    struct ArrowSchema schema;
    struct ArrowArray array;
    memset(&schema, 0, sizeof schema);
    memset(&array, 0, sizeof array);
    column *of = calloc(1, sizeof *of + data_size(values, rows, count, type));
    int64_t *offsets = type == COLUMN_TEXT ? calloc((size_t)count + 1, sizeof(int64_t)) : NULL;
    if (of == NULL || (type == COLUMN_TEXT && offsets == NULL)) {
        free(of);
        free(offsets);
        return PyErr_NoMemory();
    }
    of->offsets = offsets;
    if (fill(of, values, rows, count, type) != 0) {
        free(of);
        free(offsets);
        return PyErr_NoMemory();
    }
    of->buffers[1] = type == COLUMN_TEXT ? (const void *)of->offsets : (const void *)of->data;
    of->buffers[2] = of->data;
    array.length = count;
    array.n_buffers = type == COLUMN_TEXT ? 3 : 2;
    array.buffers = of->buffers;
    array.private_data = of;
    array.release = column_release;
    schema.format = formats[type];
    schema.name = "";
    schema.release = schema_release;
    return batch_make(&schema, &array);
}

/* ---- a rule ---- */

/* Calls the function on rows of one type, and writes their verdicts. -1 with an exception.
 * The function returns the bytes of the answers, and the reason of those that are undecided, or None. */
static int evaluate_rows(PyObject *function, const assay_call *call, const assay_value *values,
                         const uint32_t *rows, uint32_t count, column_type type, assay_verdict *out) {
    PyObject *of = column_make(values, rows, count, type);
    PyObject *answers = of == NULL ? NULL : PyObject_CallFunctionObjArgs(function, of, NULL);
    Py_XDECREF(of);
    const char *codes = NULL;
    Py_ssize_t length = 0;
    PyObject *reason = NULL;
    if (answers == NULL || !PyArg_ParseTuple(answers, "y#O", &codes, &length, &reason) ||
        length != (Py_ssize_t)count) {
        Py_XDECREF(answers);
        return -1;
    }
    if (reason != Py_None)
        give_reason(call, rows, count, reason);
    for (uint32_t i = 0; i < count; i++) {
        unsigned code = (unsigned char)codes[i];
        out[rows[i]].status = code == 0                  ? ASSAY_PASS
                              : code == UNDECIDED_ANSWER ? ASSAY_UNDECIDED
                                                         : ASSAY_FAIL;
        out[rows[i]].code = code == 0 || code == UNDECIDED_ANSWER ? 0 : code - 1;
    }
    Py_DecRef(answers);
    return 0;
}

assay_rc evaluate_columns(const void *state, const assay_call *call, const assay_batch *batch,
                          assay_verdict *out) {
    if (is_subinterpreter())
        return ASSAY_E_CANCELLED;
    const assay_value *values = batch->columns[0];
    uint32_t *rows = malloc(((size_t)batch->count + 1) * sizeof *rows);
    if (rows == NULL)
        return ASSAY_E_NOMEM;
    PyGILState_STATE held = PyGILState_Ensure();
    assay_rc rc = ASSAY_OK;
    for (int type = 0; type < COLUMN_TYPES && rc == ASSAY_OK; type++) {
        uint32_t count = 0;
        for (uint32_t row = 0; row < batch->count; row++)
            if (type_of(values + row) == (column_type)type)
                rows[count++] = row;
        if (count == 0)
            continue;
        if (evaluate_rows((PyObject *)(uintptr_t)state, call, values, rows, count, (column_type)type, out) ==
            0)
            continue;
        for (uint32_t i = 0; i < count; i++)
            out[rows[i]].status = ASSAY_UNDECIDED;
        rc = failed_call(call, rows, count);
    }
    PyGILState_Release(held);
    free(rows);
    return rc;
}

/* ---- answers ---- */

/* Bytes for `array`, from `at` on: 0 for true, 1 for false, UNDECIDED_ANSWER for null. */
static void read_booleans(const struct ArrowArray *array, char *at) {
    const uint8_t *validity = array->null_count == 0 ? NULL : array->buffers[0];
    const uint8_t *bits = array->buffers[1];
    for (int64_t i = 0; i < array->length; i++) {
        int64_t row = array->offset + i;
        if (validity != NULL && (validity[row / 8] >> (row % 8) & 1) == 0)
            at[i] = (char)UNDECIDED_ANSWER;
        else
            at[i] = (char)((bits[row / 8] >> (row % 8) & 1) == 0);
    }
}

static PyObject *array_answers(PyObject *schema_capsule, PyObject *array_capsule) {
    struct ArrowSchema *schema = PyCapsule_GetPointer(schema_capsule, "arrow_schema");
    struct ArrowArray *array = schema == NULL ? NULL : PyCapsule_GetPointer(array_capsule, "arrow_array");
    if (array == NULL)
        return NULL;
    if (strcmp(schema->format, "b") != 0)
        return Py_NewRef(Py_None);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)array->length);
    if (bytes != NULL)
        read_booleans(array, PyBytes_AsString(bytes));
    return bytes;
}

static PyObject *stream_answers(struct ArrowArrayStream *stream) {
    PyObject *all = PyByteArray_FromStringAndSize(NULL, 0);
    struct ArrowArray array;
    int failed = all == NULL;
    while (!failed) {
        memset(&array, 0, sizeof array);
        failed = stream->get_next(stream, &array) != 0;
        if (failed || array.release == NULL)
            break;
        Py_ssize_t size = PyByteArray_Size(all);
        failed = PyByteArray_Resize(all, size + (Py_ssize_t)array.length) != 0;
        if (!failed)
            read_booleans(&array, PyByteArray_AsString(all) + size);
        array.release(&array);
    }
    PyObject *bytes = failed ? NULL : PyBytes_FromObject(all);
    if (failed && PyErr_Occurred() == NULL)
        PyErr_SetString(PyExc_ValueError, "cannot read the answers of a rule");
    Py_XDECREF(all);
    return bytes;
}

/* boolean_answers(schema, array) or (stream, None): bytes, or None where they are no booleans. */
PyObject *boolean_answers(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *first = NULL, *second = NULL;
    if (!PyArg_ParseTuple(arguments, "OO", &first, &second))
        return NULL;
    if (second != Py_None)
        return array_answers(first, second);
    struct ArrowArrayStream *stream = PyCapsule_GetPointer(first, "arrow_array_stream");
    if (stream == NULL)
        return NULL;
    struct ArrowSchema schema;
    memset(&schema, 0, sizeof schema);
    if (stream->release == NULL || stream->get_schema(stream, &schema) != 0) {
        PyErr_SetString(PyExc_ValueError, "cannot read the answers of a rule");
        return NULL;
    }
    bool booleans = strcmp(schema.format, "b") == 0;
    schema.release(&schema);
    return booleans ? stream_answers(stream) : Py_NewRef(Py_None);
}
