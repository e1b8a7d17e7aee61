/* SPDX-License-Identifier: Apache-2.0
 *
 * arrow.c: findings and masks for readers of the Arrow C data interface. A batch can be read any number of
 * times: each export shows the same buffers, which stay until the last one is released. */
#include "assay_python.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Released on any thread, without the GIL. */
typedef struct owner {
    atomic_size_t references;
    struct ArrowSchema schema;
    struct ArrowArray array;
} owner;

static void owner_release(owner *of) {
    if (atomic_fetch_sub(&of->references, 1) != 1)
        return;
    if (of->schema.release != NULL)
        of->schema.release(&of->schema);
    if (of->array.release != NULL)
        of->array.release(&of->array);
    free(of);
}

/* ---- views of what an owner has ---- */

/* An array or a schema that shares what the owner has, and keeps the owner; both have children and a
 * dictionary. */
#define DEFINE_VIEW(NAME, TYPE)                                                                              \
    typedef struct NAME##_view {                                                                             \
        owner *of;                                                                                           \
        struct TYPE *children;                                                                               \
        struct TYPE **pointers;                                                                              \
        struct TYPE dictionary;                                                                              \
    } NAME##_view;                                                                                           \
                                                                                                             \
    static void NAME##_view_release(struct TYPE *whole) {                                                    \
        NAME##_view *view = whole->private_data;                                                             \
        for (int64_t i = 0; i < whole->n_children; i++)                                                      \
            if (whole->children[i]->release != NULL)                                                         \
                whole->children[i]->release(whole->children[i]);                                             \
        if (view->dictionary.release != NULL)                                                                \
            view->dictionary.release(&view->dictionary);                                                     \
        owner_release(view->of);                                                                             \
        free(view->children);                                                                                \
        free(view->pointers);                                                                                \
        free(view);                                                                                          \
        whole->release = NULL;                                                                               \
    }                                                                                                        \
                                                                                                             \
    static int NAME##_view_make(owner *of, const struct TYPE *source, struct TYPE *out) {                    \
        size_t count = (size_t)source->n_children;                                                           \
        NAME##_view *view = calloc(1, sizeof *view);                                                         \
        if (view == NULL)                                                                                    \
            return -1;                                                                                       \
        view->of = of;                                                                                       \
        view->children = calloc(count + 1, sizeof *view->children);                                          \
        view->pointers = calloc(count + 1, sizeof *view->pointers);                                          \
        atomic_fetch_add(&of->references, 1);                                                                \
        *out = *source;                                                                                      \
        out->private_data = view;                                                                            \
        out->release = NAME##_view_release;                                                                  \
        out->children = view->pointers;                                                                      \
        out->n_children = 0;                                                                                 \
        out->dictionary = NULL;                                                                              \
        int failed = view->children == NULL || view->pointers == NULL;                                       \
        for (size_t i = 0; i < count && !failed; i++) {                                                      \
            failed = NAME##_view_make(of, source->children[i], view->children + i);                          \
            if (!failed) {                                                                                   \
                view->pointers[i] = view->children + i;                                                      \
                out->n_children++;                                                                           \
            }                                                                                                \
        }                                                                                                    \
        if (!failed && source->dictionary != NULL) {                                                         \
            failed = NAME##_view_make(of, source->dictionary, &view->dictionary);                            \
            out->dictionary = &view->dictionary;                                                             \
        }                                                                                                    \
        if (failed)                                                                                          \
            NAME##_view_release(out);                                                                        \
        return failed ? -1 : 0;                                                                              \
    }

DEFINE_VIEW(array, ArrowArray)
DEFINE_VIEW(schema, ArrowSchema)

/* ---- capsules ---- */

static void free_schema(PyObject *capsule) {
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema->release != NULL)
        schema->release(schema);
    free(schema);
}

static void free_array(PyObject *capsule) {
    struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
    if (array->release != NULL)
        array->release(array);
    free(array);
}

static void free_stream(PyObject *capsule) {
    struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream->release != NULL)
        stream->release(stream);
    free(stream);
}

/* A pair of capsules that show what `of` has. */
static PyObject *array_capsules(owner *of) {
    struct ArrowSchema *schema = calloc(1, sizeof *schema);
    struct ArrowArray *array = calloc(1, sizeof *array);
    bool made = schema != NULL && array != NULL && schema_view_make(of, &of->schema, schema) == 0;
    if (made && array_view_make(of, &of->array, array) != 0) {
        schema->release(schema);
        made = false;
    }
    if (!made) {
        free(schema);
        free(array);
        return PyErr_NoMemory();
    }
    PyObject *first = PyCapsule_New(schema, "arrow_schema", free_schema);
    PyObject *second = PyCapsule_New(array, "arrow_array", free_array);
    PyObject *pair = first == NULL || second == NULL ? NULL : PyTuple_Pack(2, first, second);
    Py_XDECREF(first);
    Py_XDECREF(second);
    return pair;
}

/* ---- a batch ---- */

typedef struct batch_object {
    PyObject_HEAD owner *of;
} batch_object;

static PyTypeObject *batch_type;

static void batch_dealloc(PyObject *self) {
    batch_object *batch = (batch_object *)self;
    if (batch->of != NULL)
        owner_release(batch->of);
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DecRef((PyObject *)type);
}

PyObject *batch_make(struct ArrowSchema *schema, struct ArrowArray *array) {
    allocfunc allocate = (allocfunc)PyType_GetSlot(batch_type, Py_tp_alloc);
    batch_object *made = (batch_object *)allocate(batch_type, 0);
    owner *of = calloc(1, sizeof *of);
    if (made == NULL || of == NULL) {
        schema->release(schema);
        array->release(array);
        free(of);
        Py_XDECREF((PyObject *)made);
        return PyErr_NoMemory();
    }
    atomic_init(&of->references, 1);
    of->schema = *schema;
    of->array = *array;
    made->of = of;
    return (PyObject *)made;
}

static PyObject *batch_array(PyObject *self, PyObject *arguments) {
    (void)arguments;
    return array_capsules(((batch_object *)self)->of);
}

static Py_ssize_t batch_length(PyObject *self) {
    return (Py_ssize_t)((batch_object *)self)->of->array.length;
}

static PyMethodDef batch_methods[] = {
    {"__arrow_c_array__", batch_array, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot batch_slots[] = {
    {Py_tp_dealloc, (void *)batch_dealloc},
    {Py_tp_methods, batch_methods},
    {Py_sq_length, (void *)batch_length},
    {Py_tp_doc,
     "Values as an Arrow array, which `pyarrow.array`, `polars.Series` and the like read without a copy."},
    {0, NULL},
};

static PyType_Spec batch_spec = {"assay.Column", sizeof(batch_object), 0, Py_TPFLAGS_DEFAULT, batch_slots};

/* ---- a stream of batches ---- */

typedef struct batches {
    size_t count;
    size_t next;
    owner *owners[];
} batches;

static int batches_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    batches *all = stream->private_data;
    return schema_view_make(all->owners[0], &all->owners[0]->schema, out) == 0 ? 0 : 12;
}

static int batches_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    batches *all = stream->private_data;
    memset(out, 0, sizeof *out);
    if (all->next == all->count)
        return 0;
    owner *of = all->owners[all->next++];
    return array_view_make(of, &of->array, out) == 0 ? 0 : 12;
}

static const char *batches_error(struct ArrowArrayStream *stream) {
    (void)stream;
    return "out of memory";
}

static void batches_release(struct ArrowArrayStream *stream) {
    batches *all = stream->private_data;
    for (size_t i = 0; i < all->count; i++)
        owner_release(all->owners[i]);
    free(all);
    stream->release = NULL;
}

PyObject *batches_stream(PyObject *module, PyObject *list) {
    (void)module;
    Py_ssize_t count = PyList_Check(list) ? PyList_Size(list) : 0;
    if (count == 0) {
        PyErr_SetString(PyExc_ValueError, "expected a list of batches");
        return NULL;
    }
    batches *all = calloc(1, sizeof *all + (size_t)count * sizeof(owner *));
    struct ArrowArrayStream *stream = calloc(1, sizeof *stream);
    if (all == NULL || stream == NULL) {
        free(all);
        free(stream);
        return PyErr_NoMemory();
    }
    stream->private_data = all;
    stream->get_schema = batches_schema;
    stream->get_next = batches_next;
    stream->get_last_error = batches_error;
    stream->release = batches_release;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PyList_GetItem(list, i);
        if (Py_TYPE(item) != batch_type) {
            batches_release(stream);
            free(stream);
            PyErr_SetString(PyExc_TypeError, "expected a list of batches");
            return NULL;
        }
        all->owners[all->count] = ((batch_object *)item)->of;
        atomic_fetch_add(&all->owners[all->count++]->references, 1);
    }
    return PyCapsule_New(stream, "arrow_array_stream", free_stream);
}

/* ---- a mask ---- */

typedef struct mask {
    const void *buffers[2];
    uint8_t bits[];
} mask;

static void mask_release(struct ArrowArray *array) {
    free(array->private_data);
    array->release = NULL;
}

static void boolean_release(struct ArrowSchema *schema) { schema->release = NULL; }

/* mask_array(bits, length): a pair of capsules with an array of booleans. */
PyObject *mask_array(PyObject *module, PyObject *arguments) {
    (void)module;
    const char *bits = NULL;
    Py_ssize_t size = 0;
    long long length = 0;
    if (!PyArg_ParseTuple(arguments, "y#L", &bits, &size, &length))
        return NULL;
    if (length < 0 || (length + 7) / 8 > size) {
        PyErr_SetString(PyExc_ValueError, "the mask has fewer bits than rows");
        return NULL;
    }
    mask *made = malloc(sizeof *made + (size_t)size + 1);
    owner *of = calloc(1, sizeof *of);
    if (made == NULL || of == NULL) {
        free(made);
        free(of);
        return PyErr_NoMemory();
    }
    memcpy(made->bits, bits, (size_t)size);
    made->buffers[0] = NULL;
    made->buffers[1] = made->bits;
    atomic_init(&of->references, 1);
    of->schema.format = "b";
    of->schema.name = "valid";
    of->schema.release = boolean_release;
    of->array.length = length;
    of->array.n_buffers = 2;
    of->array.buffers = made->buffers;
    of->array.private_data = made;
    of->array.release = mask_release;
    PyObject *pair = array_capsules(of);
    owner_release(of);
    return pair;
}

int add_batch_type(PyObject *module) {
    batch_type = (PyTypeObject *)PyType_FromSpec(&batch_spec);
    return batch_type == NULL ? -1 : PyModule_AddObjectRef(module, "Batch", (PyObject *)batch_type);
}
