/* SPDX-License-Identifier: Apache-2.0
 *
 * findings.c: violations and results as objects, made when they are asked for. */
#include "assay_python.h"
#include <stdlib.h>
#include <string.h>
#include <structmember.h>

/* ---- a violation ---- */

typedef struct violation_object {
    PyObject_HEAD PyObject *record;
    PyObject *pointer, *field, *rule, *code, *severity, *message, *parameters, *value;
    session *held; /* until the place is known */
    uint64_t index;
    uint64_t line, column, byte_offset, byte_length;
} violation_object;

#define OBJECTS 9 /* from `record` to `value` */

static PyTypeObject *violation_type;
static PyObject *severities[4];
static PyObject *violation_maker, *result_maker;

#define VIOLATION_MEMBER(name, text) {#name, T_OBJECT, offsetof(violation_object, name), READONLY, text}

static PyMemberDef violation_members[] = {
    VIOLATION_MEMBER(record, "The number of the record, from 0; None for what lies between records."),
    VIOLATION_MEMBER(pointer, "The JSON Pointer of the value: '/items/0/price'."),
    VIOLATION_MEMBER(field, "The field as written in the rule set: 'items[*].price'."),
    VIOLATION_MEMBER(rule, "The rule: 'range'."),
    VIOLATION_MEMBER(code, "What is wrong, for programs: 'range.tooSmall'."),
    VIOLATION_MEMBER(severity, "'error', 'warning' or 'fault' (the rule could not decide)."),
    VIOLATION_MEMBER(message, "What is wrong, for people, in the language of the rules."),
    {"parameters_json", T_OBJECT, offsetof(violation_object, parameters), READONLY,
     "The rule's parameters, as a JSON object."},
    VIOLATION_MEMBER(value, "The value; None if it is absent or sensitive."),
    {NULL, 0, 0, 0, NULL},
};

static void free_object(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DecRef((PyObject *)type);
}

static void violation_dealloc(PyObject *self) {
    violation_object *violation = (violation_object *)self;
    PyObject **slots = &violation->record;
    for (size_t i = 0; i < OBJECTS; i++)
        Py_XDECREF(slots[i]);
    if (violation->held != NULL)
        session_release(violation->held);
    free_object(self);
}

static PyObject *violation_repr(PyObject *self) {
    violation_object *violation = (violation_object *)self;
    return PyUnicode_FromFormat("<Violation %U %U: %U>", violation->pointer, violation->code,
                                violation->message);
}

static PyObject *violation_parameters(PyObject *self, void *context) {
    (void)context;
    return PyObject_CallFunctionObjArgs(load_json, ((violation_object *)self)->parameters, NULL);
}

static void set_place(violation_object *violation, const assay_finding *finding) {
    violation->line = finding->line;
    violation->column = finding->column;
    violation->byte_offset = finding->byte_offset;
    violation->byte_length = finding->byte_length;
}

/* Finds the place in the record, which is there as long as the session is held. */
static int find_place(violation_object *violation) {
    session *of = violation->held;
    if (of == NULL)
        return 0;
    assay_error error = ASSAY_ERROR_INIT;
    assay_finding finding;
    uint64_t read = 0;
    assay_rc rc = assay_findings(of->handle, violation->index, 1,
                                 ASSAY_FINDING_PLACE | ASSAY_FINDING_NO_VALUE, &finding, &read, &error);
    if (rc != ASSAY_OK || read != 1) {
        raise_error(&error);
        return -1;
    }
    set_place(violation, &finding);
    violation->held = NULL;
    session_release(of);
    return 0;
}

/* `member` is the offset of one of the four numbers of the place. */
static PyObject *violation_place(PyObject *self, void *member) {
    violation_object *violation = (violation_object *)self;
    if (find_place(violation) != 0)
        return NULL;
    uint64_t number = 0;
    memcpy(&number, (const char *)self + (size_t)member, sizeof number);
    return violation->line == 0 ? Py_NewRef(Py_None) : PyLong_FromUnsignedLongLong(number);
}

/* For pickle and copy: what makes an equal violation, which needs no session. */
static PyObject *violation_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    violation_object *one = (violation_object *)self;
    if (find_place(one) != 0)
        return NULL;
    return Py_BuildValue("(O(OOOOOOOOOKKKK))", violation_maker, one->record, one->pointer, one->field,
                         one->rule, one->code, one->severity, one->message, one->parameters, one->value,
                         one->line, one->column, one->byte_offset, one->byte_length);
}

PyObject *violation_again(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *slots[OBJECTS];
    unsigned long long line, column, byte_offset, byte_length;
    if (!PyArg_ParseTuple(arguments, "OUUUUUUUOKKKK", slots, slots + 1, slots + 2, slots + 3, slots + 4,
                          slots + 5, slots + 6, slots + 7, slots + 8, &line, &column, &byte_offset,
                          &byte_length))
        return NULL;
    violation_object *made = (violation_object *)PyType_GenericAlloc(violation_type, 0);
    if (made == NULL)
        return NULL;
    PyObject **own = &made->record;
    for (size_t i = 0; i < OBJECTS; i++)
        own[i] = Py_NewRef(slots[i]);
    made->line = line;
    made->column = column;
    made->byte_offset = byte_offset;
    made->byte_length = byte_length;
    return (PyObject *)made;
}

static PyMethodDef violation_methods[] = {
    {"__reduce__", violation_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#define PLACE_MEMBER(name, text)                                                                             \
    {#name, violation_place, NULL, text, (void *)offsetof(violation_object, name)}

static PyGetSetDef violation_properties[] = {
    {"parameters", violation_parameters, NULL, "The rule's parameters: {'minimum': 18}.", NULL},
    PLACE_MEMBER(line, "The line of the value in the input, from 1; None for values."),
    PLACE_MEMBER(column, "The column in characters, from 1; None for values."),
    PLACE_MEMBER(byte_offset, "The offset of the value in the input, in bytes; None for values."),
    PLACE_MEMBER(byte_length, "The length of the value in the input, in bytes; None for values."),
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot violation_slots[] = {
    {Py_tp_getset, violation_properties},
    {Py_tp_dealloc, (void *)violation_dealloc},
    {Py_tp_repr, (void *)violation_repr},
    {Py_tp_members, violation_members},
    {Py_tp_doc, "What a rule found in a record."},
    {Py_tp_methods, violation_methods},
    {0, NULL},
};

#define MADE_BY_CHECKS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION)

static PyType_Spec violation_spec = {"assay.Violation", sizeof(violation_object), 0, MADE_BY_CHECKS,
                                     violation_slots};

/* A new reference to the string of a text, which is kept by its number. */
static PyObject *text_string(session *of, const assay_text *text) {
    size_t number = text->number;
    if (number != 0 && number <= of->text_count && of->texts[number - 1] != NULL)
        return Py_NewRef(of->texts[number - 1]);
    PyObject *string = PyUnicode_DecodeUTF8((const char *)text->ptr, (Py_ssize_t)text->len, "replace");
    if (string == NULL || number == 0)
        return string;
    /* One object in all sessions. */
    PyUnicode_InternInPlace(&string);
    if (number > of->text_count) {
        size_t count = number < 64 ? 64 : number * 2;
        PyObject **grown = realloc(of->texts, count * sizeof(PyObject *));
        if (grown == NULL)
            return string;
        memset(grown + of->text_count, 0, (count - of->text_count) * sizeof(PyObject *));
        of->texts = grown;
        of->text_count = count;
    }
    of->texts[number - 1] = Py_NewRef(string);
    return string;
}

static PyObject *violation_make(session *of, const assay_finding *finding) {
    violation_object *made = (violation_object *)PyType_GenericAlloc(violation_type, 0);
    if (made == NULL)
        return NULL;
    made->record = finding->record == ASSAY_NO_RECORD ? Py_NewRef(Py_None)
                                                      : PyLong_FromUnsignedLongLong(finding->record);
    made->pointer = text_string(of, &finding->pointer);
    made->field = text_string(of, &finding->field);
    made->rule = text_string(of, &finding->rule);
    made->code = text_string(of, &finding->code);
    made->severity = Py_NewRef(severities[finding->severity & 3]);
    made->message = text_string(of, &finding->message);
    made->parameters = text_string(of, &finding->parameters);
    made->value = object_from_value(&finding->value);
    set_place(made, finding);
    PyObject **slots = &made->record;
    for (size_t i = 0; i < OBJECTS; i++) {
        if (slots[i] == NULL) {
            Py_DecRef((PyObject *)made);
            return NULL;
        }
    }
    return (PyObject *)made;
}

/* Puts `count` findings into the tuple, from `first` on. */
static int add_violations(PyObject *all, session *of, const assay_finding *findings, uint64_t first,
                          uint64_t count, bool places_later) {
    for (uint64_t i = 0; i < count; i++) {
        PyObject *made = violation_make(of, findings + i);
        if (made == NULL)
            return -1;
        if (places_later) {
            ((violation_object *)made)->held = session_hold(of);
            ((violation_object *)made)->index = first + i;
        }
        PyTuple_SetItem(all, (Py_ssize_t)(first + i), made);
    }
    return 0;
}

PyObject *violations_of(session *of, uint64_t count, uint32_t flags, bool lent) {
    PyObject *all = PyTuple_New((Py_ssize_t)count);
    bool places_later = lent && (flags & ASSAY_FINDING_PLACE) != 0;
    uint32_t read_now = ASSAY_FINDING_FROM_ONE | (places_later ? flags & ~ASSAY_FINDING_PLACE : flags);
    assay_finding part[32];
    uint64_t first = 0;
    while (all != NULL && first < count) {
        assay_error error = ASSAY_ERROR_INIT;
        uint64_t read = 0;
        if (assay_findings(of->handle, first, 32, read_now, part, &read, &error) != ASSAY_OK || read == 0) {
            Py_DecRef(all);
            return raise_error(&error);
        }
        if (add_violations(all, of, part, first, read, places_later) != 0) {
            Py_DecRef(all);
            return NULL;
        }
        first += read;
    }
    return all;
}

int add_violation_type(PyObject *module) {
    const char *names[] = {"", "error", "warning", "fault"};
    for (size_t i = 0; i < 4; i++)
        severities[i] = PyUnicode_InternFromString(names[i]);
    violation_type = (PyTypeObject *)PyType_FromSpec(&violation_spec);
    violation_maker = PyObject_GetAttrString(module, "violation_again");
    result_maker = PyObject_GetAttrString(module, "result_again");
    if (violation_type == NULL || violation_maker == NULL || result_maker == NULL)
        return -1;
    return PyModule_AddObjectRef(module, "Violation", (PyObject *)violation_type);
}

/* ---- a result ---- */

/* Of all results of some rules, so many keep their session until they end; further ones copy what they show.
 */
#define LENT_SESSIONS 16

typedef struct result_object {
    PyObject_HEAD session *held;
    PyObject *violations;
    PyObject *problem;
    uint64_t count;
    uint64_t dropped;
    uint32_t flags;
    char valid;
    char copies; /* violations keep no session */
} result_object;

static PyTypeObject *result_type;

static PyMemberDef result_members[] = {
    {"valid", T_BOOL, offsetof(result_object, valid), READONLY,
     "True if there is neither an error nor a fault."},
    {"count", T_ULONGLONG, offsetof(result_object, count), READONLY, "The number of violations."},
    {"dropped", T_ULONGLONG, offsetof(result_object, dropped), READONLY,
     "The number of violations that the rule set's maximumViolations left out."},
    {NULL, 0, 0, 0, NULL},
};

static void result_dealloc(PyObject *self) {
    result_object *result = (result_object *)self;
    Py_XDECREF(result->violations);
    Py_XDECREF(result->problem);
    if (result->held != NULL)
        session_release(result->held);
    free_object(self);
}

static PyObject *result_violations(PyObject *self, void *context) {
    (void)context;
    result_object *result = (result_object *)self;
    if (result->violations == NULL)
        result->violations = result->held == NULL ? PyTuple_New(0)
                                                  : violations_of(result->held, result->count, result->flags,
                                                                  result->copies == 0);
    return Py_XNewRef(result->violations);
}

static PyObject *result_problem(PyObject *self, PyObject *unused) {
    (void)unused;
    result_object *result = (result_object *)self;
    if (result->problem == NULL && result->held != NULL) {
        assay_error error = ASSAY_ERROR_INIT;
        assay_str json = {NULL, 0};
        if (assay_findings_json(result->held->handle, ASSAY_JSON_PROBLEM, result->flags, &json, &error) !=
            ASSAY_OK)
            return raise_error(&error);
        result->problem = PyBytes_FromStringAndSize((const char *)json.ptr, (Py_ssize_t)json.len);
    }
    return result->problem == NULL ? Py_NewRef(Py_None) : Py_NewRef(result->problem);
}

static PyObject *result_problem_object(PyObject *self, PyObject *unused) {
    PyObject *json = result_problem(self, unused);
    if (json == NULL || json == Py_None)
        return json;
    PyObject *object = PyObject_CallFunctionObjArgs(load_json, json, NULL);
    Py_DecRef(json);
    return object;
}

static int result_bool(PyObject *self) { return ((result_object *)self)->valid; }

static PyObject *result_repr(PyObject *self) {
    result_object *result = (result_object *)self;
    if (result->count == 0)
        return PyUnicode_FromString("<Result valid>");
    return PyUnicode_FromFormat("<Result %s, %llu violation%s>", result->valid ? "valid" : "invalid",
                                (unsigned long long)result->count, result->count == 1 ? "" : "s");
}

static PyObject *result_reduce(PyObject *self, PyObject *unused) {
    result_object *result = (result_object *)self;
    PyObject *violations = result_violations(self, NULL);
    PyObject *problem = violations == NULL ? NULL : result_problem(self, unused);
    PyObject *parts = problem == NULL ? NULL
                                      : Py_BuildValue("(O(iKKOO))", result_maker, (int)result->valid,
                                                      result->count, result->dropped, violations, problem);
    Py_XDECREF(violations);
    Py_XDECREF(problem);
    return parts;
}

PyObject *result_again(PyObject *module, PyObject *arguments) {
    (void)module;
    int valid = 0;
    unsigned long long count = 0, dropped = 0;
    PyObject *violations = NULL, *problem = NULL;
    if (!PyArg_ParseTuple(arguments, "iKKO!O", &valid, &count, &dropped, &PyTuple_Type, &violations,
                          &problem))
        return NULL;
    result_object *made = (result_object *)PyType_GenericAlloc(result_type, 0);
    if (made == NULL)
        return NULL;
    made->valid = valid != 0;
    made->count = count;
    made->dropped = dropped;
    made->violations = Py_NewRef(violations);
    made->problem = problem == Py_None ? NULL : Py_NewRef(problem);
    return (PyObject *)made;
}

static PyMethodDef result_methods[] = {
    {"__reduce__", result_reduce, METH_NOARGS, NULL},
    {"problem", result_problem_object, METH_NOARGS,
     "problem()\n--\n\nProblem details (RFC 9457) as a dict; None for a record without violations."},
    {"problem_json", result_problem, METH_NOARGS,
     "problem_json()\n--\n\nProblem details (RFC 9457) as bytes; None for a record without violations."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef result_properties[] = {
    {"violations", result_violations, NULL, "All violations, in the order of fields and rules.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot result_slots[] = {
    {Py_tp_dealloc, (void *)result_dealloc},
    {Py_tp_repr, (void *)result_repr},
    {Py_tp_members, result_members},
    {Py_tp_methods, result_methods},
    {Py_tp_getset, result_properties},
    {Py_nb_bool, (void *)result_bool},
    {Py_tp_doc, "What a check found: false if the record is invalid."},
    {0, NULL},
};

static PyType_Spec result_spec = {"assay.Result", sizeof(result_object), 0, MADE_BY_CHECKS, result_slots};

/* Makes now what the result shows, and gives the session back. */
static int copy_findings(result_object *result) {
    result->copies = 1;
    PyObject *violations = result_violations((PyObject *)result, NULL);
    PyObject *problem = violations == NULL ? NULL : result_problem((PyObject *)result, NULL);
    Py_XDECREF(violations);
    Py_XDECREF(problem);
    session_release(result->held);
    result->held = NULL;
    return problem == NULL ? -1 : 0;
}

PyObject *result_make(rules_object *rules, session *taken, const assay_result *numbers, uint32_t flags) {
    result_object *made = (result_object *)PyType_GenericAlloc(result_type, 0);
    if (made == NULL) {
        if (taken != NULL)
            session_give(rules, taken);
        return NULL;
    }
    made->flags = flags;
    made->valid = 1;
    if (taken == NULL)
        return (PyObject *)made;
    made->valid = numbers->invalid_count == 0;
    made->count = numbers->finding_count;
    made->dropped = numbers->dropped_count;
    session_lend(rules, taken);
    made->held = taken;
    if (rules->lent <= LENT_SESSIONS || copy_findings(made) == 0)
        return (PyObject *)made;
    Py_DecRef((PyObject *)made);
    return NULL;
}

int add_result_type(PyObject *module) {
    result_type = (PyTypeObject *)PyType_FromSpec(&result_spec);
    return result_type == NULL ? -1 : PyModule_AddObjectRef(module, "Result", (PyObject *)result_type);
}
