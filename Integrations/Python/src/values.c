/* SPDX-License-Identifier: Apache-2.0
 *
 * values.c: objects of Python as assay_values, walked in place, and back. */
#include "assay_python.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE 8192
#define MOST_LEVELS 64 /* that the library takes of values, and by default of JSON */

void *arena_take(arena *from, size_t bytes) {
    bytes = (bytes + 15) & ~(size_t)15;
    arena_block *block = from->current;
    while (block != NULL && block->size - block->used < bytes) {
        block = block->next;
        if (block != NULL)
            block->used = 0;
    }
    if (block == NULL) {
        size_t size = bytes > BLOCK_SIZE ? bytes : BLOCK_SIZE;
        block = malloc(sizeof(arena_block) + 16 + size);
        if (block == NULL) {
            PyErr_NoMemory();
            return NULL;
        }
        block->size = size;
        block->used = 0;
        if (from->current == NULL) {
            block->next = from->first;
            from->first = block;
        } else {
            block->next = from->current->next;
            from->current->next = block;
        }
    }
    from->current = block;
    char *base = (char *)(((uintptr_t)(block + 1) + 15) & ~(uintptr_t)15);
    void *taken = base + block->used;
    block->used += bytes;
    return taken;
}

int arena_keep(arena *in, PyObject *object) {
    if (in->kept_count == in->kept_capacity) {
        size_t capacity = in->kept_capacity == 0 ? 64 : in->kept_capacity * 2;
        PyObject **grown = realloc(in->kept, capacity * sizeof(PyObject *));
        if (grown == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        in->kept = grown;
        in->kept_capacity = capacity;
    }
    in->kept[in->kept_count++] = Py_NewRef(object);
    return 0;
}

void arena_reset(arena *all) {
    while (all->kept_count > 0)
        Py_DecRef(all->kept[--all->kept_count]);
    /* What one large record needed is not kept for small ones. */
    while (all->first != NULL && all->first->next != NULL) {
        arena_block *second = all->first->next;
        all->first->next = second->next;
        free(second);
    }
    if (all->first != NULL)
        all->first->used = 0;
    all->current = all->first;
}

void arena_free(arena *all) {
    arena_reset(all);
    free(all->first);
    free(all->kept);
    memset(all, 0, sizeof *all);
}

static int text_value(arena *memory, PyObject *text, assay_value *value, const char **malformed) {
    Py_ssize_t length = 0;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &length);
    if (bytes == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
            return -1;
        PyErr_Clear();
        *malformed = "expected Unicode text, found a lone surrogate";
        return 1;
    }
    value->kind = ASSAY_STR;
    value->flags = 0;
    value->as.ptr = (const uint8_t *)bytes;
    value->len = (uint64_t)length;
    return arena_keep(memory, text);
}

/* A number by its text: exact where a double is not. */
static int number_value(arena *memory, PyObject *text, assay_value *value, const char **malformed) {
    if (text_value(memory, text, value, malformed) != 0)
        return -1;
    double number = PyOS_string_to_double((const char *)value->as.ptr, NULL, NULL);
    /* Beside a double there is no room for the length of a longer text. */
    if (!isfinite(number) || value->len >= (uint64_t)1 << (32 - ASSAY_SOURCE_TEXT_SHIFT)) {
        value->kind = ASSAY_DECIMAL;
        return 0;
    }
    const uint8_t *source = value->as.ptr;
    value->kind = ASSAY_F64;
    value->flags = ASSAY_FLAG_SOURCE_TEXT | (uint32_t)(value->len << ASSAY_SOURCE_TEXT_SHIFT);
    value->len = (uint64_t)(uintptr_t)source;
    value->as.f64 = number;
    return 0;
}

static int integer_value(arena *memory, PyObject *number, assay_value *value, const char **malformed) {
    int overflow = 0;
    long long small = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (small == -1 && PyErr_Occurred() != NULL)
        return -1;
    if (overflow == 0) {
        value->kind = ASSAY_I64;
        value->as.i64 = small;
        return 0;
    }
    if (overflow > 0) {
        unsigned long long large = PyLong_AsUnsignedLongLong(number);
        if (PyErr_Occurred() == NULL) {
            value->kind = ASSAY_U64;
            value->as.u64 = large;
            return 0;
        }
        PyErr_Clear();
    }
    PyObject *text = PyObject_Str(number);
    if (text == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_ValueError))
            return -1;
        PyErr_Clear();
        *malformed = "expected a number of fewer digits";
        return 1;
    }
    int failed = number_value(memory, text, value, malformed);
    Py_DecRef(text);
    return failed;
}

/* Stands for what `check_mapping` writes with the number of levels. */
static const char too_deep[] = "";

static int list_value(arena *memory, PyObject *list, uint32_t levels, assay_value *value,
                      const char **malformed) {
    if (levels == 0) {
        *malformed = too_deep;
        return 1;
    }
    bool tuple = PyTuple_Check(list);
    Py_ssize_t count = tuple ? PyTuple_Size(list) : PyList_Size(list);
    assay_value *items = arena_take(memory, (size_t)count * sizeof(assay_value));
    if (items == NULL)
        return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        /* An item's conversion may run code that changes the list. */
        PyObject *item = tuple ? PyTuple_GetItem(list, i) : PyList_GetItem(list, i);
        if (item == NULL)
            return -1;
        Py_IncRef(item);
        int failed = value_from_object(memory, item, levels - 1, items + i, malformed);
        Py_DecRef(item);
        if (failed != 0)
            return failed;
    }
    value->kind = ASSAY_ARRAY;
    value->as.items = items;
    value->len = (uint64_t)count;
    return 0;
}

static int member_value(arena *memory, PyObject *name, PyObject *object, uint32_t levels,
                        assay_member *member, const char **malformed) {
    if (!PyUnicode_Check(name)) {
        PyErr_Format(PyExc_TypeError, "names of members must be str, not %R", name);
        return -1;
    }
    assay_value key;
    int failed = text_value(memory, name, &key, malformed);
    if (failed != 0)
        return failed;
    member->key.ptr = key.as.ptr;
    member->key.len = key.len;
    return value_from_object(memory, object, levels - 1, &member->value, malformed);
}

static int mapping_value(arena *memory, PyObject *mapping, uint32_t levels, assay_value *value,
                         const char **malformed) {
    if (levels == 0) {
        *malformed = too_deep;
        return 1;
    }
    PyObject *items = PyDict_Check(mapping) ? PyDict_Items(mapping) : PyMapping_Items(mapping);
    if (items == NULL)
        return -1;
    Py_ssize_t count = PyList_Size(items);
    assay_member *members = arena_take(memory, (size_t)count * sizeof(assay_member));
    int failed = members == NULL ? -1 : 0;
    for (Py_ssize_t i = 0; i < count && failed == 0; i++) {
        PyObject *pair = PyList_GetItem(items, i);
        if (pair == NULL || !PyTuple_Check(pair) || PyTuple_Size(pair) != 2) {
            PyErr_Format(PyExc_TypeError, "items() of a mapping must be pairs (name, value), found %R", pair);
            failed = -1;
            break;
        }
        failed = member_value(memory, PyTuple_GetItem(pair, 0), PyTuple_GetItem(pair, 1), levels, members + i,
                              malformed);
    }
    Py_DecRef(items);
    if (failed != 0)
        return failed;
    value->kind = ASSAY_OBJECT;
    value->as.members = members;
    value->len = (uint64_t)count;
    return 0;
}

/* Dates, UUIDs, decimals, enumerations: Python says what they are, as a str, a number, a list or a dict. */
static int converted_value(arena *memory, PyObject *object, uint32_t levels, assay_value *value,
                           const char **malformed) {
    /* An enumeration's value may be one again. */
    if (Py_EnterRecursiveCall(" while a record is read") != 0)
        return -1;
    PyObject *pair = PyObject_CallFunctionObjArgs(convert_scalar, object, NULL);
    if (pair == NULL) {
        Py_LeaveRecursiveCall();
        return -1;
    }
    int failed = -1;
    PyObject *plain = PyTuple_GetItem(pair, 1);
    if (plain != NULL) {
        bool number = PyObject_IsTrue(PyTuple_GetItem(pair, 0)) == 1;
        failed = number ? number_value(memory, plain, value, malformed)
                        : value_from_object(memory, plain, levels, value, malformed);
    }
    Py_DecRef(pair);
    Py_LeaveRecursiveCall();
    return failed;
}

int value_from_object(arena *memory, PyObject *object, uint32_t levels, assay_value *value,
                      const char **malformed) {
    memset(value, 0, sizeof *value);
    if (PyUnicode_Check(object) && Py_TYPE(object) == &PyUnicode_Type)
        return text_value(memory, object, value, malformed);
    if (object == Py_None) {
        value->kind = ASSAY_NULL;
        return 0;
    }
    if (PyBool_Check(object)) {
        value->kind = ASSAY_BOOL;
        value->as.i64 = object == Py_True;
        return 0;
    }
    if (PyLong_Check(object))
        return integer_value(memory, object, value, malformed);
    if (PyFloat_Check(object)) {
        value->kind = ASSAY_F64;
        value->as.f64 = PyFloat_AsDouble(object);
        if (isfinite(value->as.f64))
            return 0;
        *malformed = "expected a finite number, found NaN or infinity";
        return 1;
    }
    if (PyDict_Check(object))
        return mapping_value(memory, object, levels, value, malformed);
    if (PyList_Check(object) || PyTuple_Check(object))
        return list_value(memory, object, levels, value, malformed);
    int mapping = PyObject_IsInstance(object, mapping_type);
    if (mapping < 0)
        return -1;
    if (mapping == 1)
        return mapping_value(memory, object, levels, value, malformed);
    return converted_value(memory, object, levels, value, malformed);
}

/* ---- a record ---- */

static int unknown_fields(rules_object *rules, arena *memory, PyObject *record, assay_values *values,
                          const char **malformed) {
    PyObject *names = PyMapping_Keys(record);
    if (names == NULL)
        return -1;
    Py_ssize_t count = PyList_Size(names);
    assay_record_issue *issues = arena_take(memory, (size_t)(count + 1) * sizeof(assay_record_issue));
    int failed = issues == NULL ? -1 : 0;
    for (Py_ssize_t i = 0; i < count && failed == 0; i++) {
        PyObject *name = PyList_GetItem(names, i);
        int known = PySequence_Contains(rules->known, name);
        assay_value text;
        if (known != 0) {
            failed = known < 0 ? -1 : 0;
        } else if (!PyUnicode_Check(name)) {
            PyErr_Format(PyExc_TypeError, "names of members must be str, not %R", name);
            failed = -1;
        } else if ((failed = text_value(memory, name, &text, malformed)) == 0) {
            assay_record_issue *issue = issues + values->issue_count++;
            memset(issue, 0, sizeof *issue);
            issue->kind = ASSAY_ISSUE_UNKNOWN_FIELD;
            issue->text.ptr = text.as.ptr;
            issue->text.len = text.len;
        }
    }
    values->issues = issues;
    Py_DecRef(names);
    return failed;
}

/* A new reference to the member, NULL for none; an exception may be set. */
static PyObject *member_of(PyObject *record, PyObject *name) {
    if (PyDict_Check(record)) {
        PyObject *found = PyDict_GetItemWithError(record, name);
        Py_XINCREF(found);
        return found;
    }
    PyObject *found = PyObject_GetItem(record, name);
    if (found == NULL && PyErr_ExceptionMatches(PyExc_KeyError))
        PyErr_Clear();
    return found;
}

/* Of how many levels a record may be; it is the first one. */
static uint32_t deepest(const rules_object *rules) {
    uint32_t levels = rules->options.maximum_depth;
    return levels == 0 || levels > MOST_LEVELS ? MOST_LEVELS : levels;
}

static int columns_of(rules_object *rules, arena *memory, PyObject *record, assay_value *cells,
                      const char **malformed) {
    Py_ssize_t count = PyTuple_Size(rules->columns);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *found = member_of(record, PyTuple_GetItem(rules->columns, i));
        if (found == NULL) {
            if (PyErr_Occurred() != NULL)
                return -1;
            memset(cells + i, 0, sizeof *cells);
            continue;
        }
        int failed = value_from_object(memory, found, deepest(rules) - 1, cells + i, malformed);
        Py_DecRef(found);
        if (failed != 0)
            return failed;
    }
    return 0;
}

assay_rc check_mapping(rules_object *rules, session *with, PyObject *record, assay_result *result,
                       assay_error *error) {
    arena *memory = &with->memory;
    Py_ssize_t count = PyTuple_Size(rules->columns);
    assay_value *cells = arena_take(memory, (size_t)(count + 1) * sizeof(assay_value));
    const assay_value **columns = arena_take(memory, (size_t)(count + 1) * sizeof(assay_value *));
    if (cells == NULL || columns == NULL)
        return ASSAY_E_NOMEM;
    assay_values values = ASSAY_VALUES_INIT;
    assay_record_issue reason;
    const char *malformed = NULL;
    int failed = columns_of(rules, memory, record, cells, &malformed);
    if (failed == 0 && rules->known != NULL)
        failed = unknown_fields(rules, memory, record, &values, &malformed);
    if (failed < 0)
        return ASSAY_E_INTERNAL;
    char nested[64];
    if (malformed == too_deep) {
        PyOS_snprintf(nested, sizeof nested, "nested more than %u levels deep", deepest(rules));
        malformed = nested;
    }
    if (failed > 0) {
        memset(cells, 0, (size_t)count * sizeof *cells);
        memset(&reason, 0, sizeof reason);
        reason.kind = ASSAY_ISSUE_MALFORMED;
        reason.text.ptr = (const uint8_t *)malformed;
        reason.text.len = strlen(malformed);
        values.issues = &reason;
        values.issue_count = 1;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        columns[i] = cells + i;
    values.row_count = 1;
    values.columns = columns;
    values.column_count = (uint64_t)count;
    assay_rc rc = assay_check_values(with->handle, &values, result, error);
    return rc;
}

/* ---- back ---- */

static PyObject *text_object(const uint8_t *bytes, uint64_t length) {
    return PyUnicode_DecodeUTF8((const char *)bytes, (Py_ssize_t)length, "replace");
}

static PyObject *list_object(const assay_value *value) {
    PyObject *list = PyList_New((Py_ssize_t)value->len);
    for (uint64_t i = 0; list != NULL && i < value->len; i++) {
        PyObject *item = object_from_value(value->as.items + i);
        if (item == NULL) {
            Py_DecRef(list);
            return NULL;
        }
        PyList_SetItem(list, (Py_ssize_t)i, item);
    }
    return list;
}

static PyObject *dict_object(const assay_value *value) {
    PyObject *dict = PyDict_New();
    for (uint64_t i = 0; dict != NULL && i < value->len; i++) {
        const assay_member *member = value->as.members + i;
        PyObject *name = text_object(member->key.ptr, member->key.len);
        PyObject *object = object_from_value(&member->value);
        int failed = name == NULL || object == NULL || PyDict_SetItem(dict, name, object) != 0;
        Py_XDECREF(name);
        Py_XDECREF(object);
        if (failed) {
            Py_DecRef(dict);
            return NULL;
        }
    }
    return dict;
}

/* An int where that is what the text is, a float where it says the same, else a Decimal. */
static PyObject *number_object(const uint8_t *bytes, uint64_t length) {
    PyObject *text = text_object(bytes, length);
    PyObject *number = text == NULL ? NULL : PyObject_CallFunctionObjArgs(make_number, text, NULL);
    Py_XDECREF(text);
    return number;
}

PyObject *object_from_value(const assay_value *value) {
    switch (value->kind) {
    case ASSAY_BOOL:
        return PyBool_FromLong(value->as.i64 != 0);
    case ASSAY_I64:
        return PyLong_FromLongLong(value->as.i64);
    case ASSAY_U64:
        return PyLong_FromUnsignedLongLong(value->as.u64);
    case ASSAY_F64:
        return (value->flags & ASSAY_FLAG_SOURCE_TEXT) == 0
                   ? PyFloat_FromDouble(value->as.f64)
                   : number_object((const uint8_t *)(uintptr_t)value->len,
                                   value->flags >> ASSAY_SOURCE_TEXT_SHIFT);
    case ASSAY_STR:
        return text_object(value->as.ptr, value->len);
    case ASSAY_DECIMAL:
        return number_object(value->as.ptr, value->len);
    case ASSAY_BYTES:
        return PyBytes_FromStringAndSize((const char *)value->as.ptr, (Py_ssize_t)value->len);
    case ASSAY_ARRAY:
        return list_object(value);
    case ASSAY_OBJECT:
        return dict_object(value);
    default:
        return Py_NewRef(Py_None);
    }
}
