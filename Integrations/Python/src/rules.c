/* SPDX-License-Identifier: Apache-2.0
 *
 * rules.c: compiled rules, their sessions and the check of one record. */
#include "assay_python.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

PyTypeObject *rules_type;
PyObject *make_error;
PyObject *make_number;
PyObject *convert_scalar;
PyObject *mapping_type;
PyObject *load_json;

/* ---- errors and interrupts ---- */

static _Thread_local PyObject *pending[3];

void set_pending(void) {
    if (pending[0] == NULL)
        PyErr_Fetch(&pending[0], &pending[1], &pending[2]);
    else
        PyErr_Clear();
}

/* Asking for the GIL again would wait for this thread itself: the functions of PyGILState know the main
 * interpreter only. */
static _Thread_local bool in_subinterpreter, ran_in_subinterpreter;

bool enter_interpreter(void) {
    bool before = in_subinterpreter;
    in_subinterpreter = PyInterpreterState_GetID(PyInterpreterState_Get()) != 0;
    return before;
}

void leave_interpreter(bool before) { in_subinterpreter = before; }

bool is_subinterpreter(void) {
    ran_in_subinterpreter |= in_subinterpreter;
    return in_subinterpreter;
}

bool has_pending(void) { return pending[0] != NULL || ran_in_subinterpreter; }

int check_pending(void) {
    if (ran_in_subinterpreter) {
        ran_in_subinterpreter = false;
        PyErr_SetString(PyExc_RuntimeError,
                        "a rule in Python cannot run in a subinterpreter: check in the main "
                        "interpreter, or by rules that are not in Python");
        return -1;
    }
    if (pending[0] != NULL) {
        PyErr_Restore(pending[0], pending[1], pending[2]);
        memset(pending, 0, sizeof pending);
        return -1;
    }
    return PyErr_CheckSignals();
}

PyObject *raise_error(assay_error *error) {
    if (check_pending() != 0 || PyErr_Occurred() != NULL) {
        assay_error_release(error);
        return NULL;
    }
    PyObject *made =
        PyObject_CallFunction(make_error, "iy#", (int)error->rc, error->json == NULL ? "{}" : error->json,
                              (Py_ssize_t)(error->json == NULL ? 2 : error->json_length));
    assay_error_release(error);
    if (made != NULL) {
        PyErr_SetObject((PyObject *)Py_TYPE(made), made);
        Py_DecRef(made);
    }
    return NULL;
}

static assay_session *volatile interrupted_session;
static struct sigaction previous_action;

static void interrupt(int number, siginfo_t *information, void *context) {
    assay_session *handle = interrupted_session;
    if (handle != NULL)
        assay_session_cancel(handle);
    if ((previous_action.sa_flags & SA_SIGINFO) != 0)
        previous_action.sa_sigaction(number, information, context);
    else if (previous_action.sa_handler != SIG_DFL && previous_action.sa_handler != SIG_IGN)
        previous_action.sa_handler(number);
}

interruption interruption_begin(assay_session *handle) {
    interruption begun = {NULL, false, enter_interpreter()};
    if (getpid() == gettid() && interrupted_session == NULL) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_sigaction = interrupt;
        action.sa_flags = SA_SIGINFO;
        sigaction(SIGINT, NULL, &previous_action);
        bool handled = (previous_action.sa_flags & SA_SIGINFO) != 0 ||
                       (previous_action.sa_handler != SIG_DFL && previous_action.sa_handler != SIG_IGN);
        if (handled) {
            interrupted_session = handle;
            begun.watches = sigaction(SIGINT, &action, NULL) == 0;
        }
    }
    begun.thread = PyEval_SaveThread();
    return begun;
}

void interruption_end(interruption *begun) {
    PyEval_RestoreThread(begun->thread);
    leave_interpreter(begun->was_subinterpreter);
    if (begun->watches) {
        sigaction(SIGINT, &previous_action, NULL);
        interrupted_session = NULL;
    }
}

/* ---- sessions ---- */

session *session_take(rules_object *rules) {
    session *taken = rules->free_sessions;
    if (taken != NULL) {
        rules->free_sessions = taken->next;
        return taken;
    }
    return session_make(rules, NULL);
}

session *session_make(rules_object *rules, const assay_session_options *further) {
    if (rules->rules == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the rules are not compiled");
        return NULL;
    }
    session *taken = calloc(1, sizeof *taken);
    if (taken == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    assay_error error = ASSAY_ERROR_INIT;
    assay_session_options options = rules->options;
    if (further != NULL) {
        options.flags |= further->flags;
        options.select = further->select;
        options.select_count = further->select_count;
        options.ignore = further->ignore;
        options.ignore_count = further->ignore_count;
    }
    if (assay_session_create(rules->rules, &options, &taken->handle, &error) != ASSAY_OK) {
        free(taken);
        raise_error(&error);
        return NULL;
    }
    return taken;
}

void session_give(rules_object *rules, session *taken) {
    arena_reset(&taken->memory);
    taken->next = rules->free_sessions;
    rules->free_sessions = taken;
}

void session_lend(rules_object *rules, session *taken) {
    taken->lender = (rules_object *)Py_NewRef((PyObject *)rules);
    taken->holders = 1;
    rules->lent++;
}

session *session_hold(session *lent) {
    lent->holders++;
    return lent;
}

void session_release(session *lent) {
    if (--lent->holders > 0)
        return;
    rules_object *rules = lent->lender;
    lent->lender = NULL;
    rules->lent--;
    session_give(rules, lent);
    Py_DecRef((PyObject *)rules);
}

void session_end(session *taken) {
    assay_session_release(taken->handle);
    for (size_t i = 0; i < taken->text_count; i++)
        Py_XDECREF(taken->texts[i]);
    free(taken->texts);
    arena_free(&taken->memory);
    free(taken);
}

/* ---- one record ---- */

static assay_rc check_text(session *with, const char *text, Py_ssize_t length, assay_result *result,
                           assay_error *error) {
    if (length < LONG_CHECK)
        return assay_check_json(with->handle, text, (uint64_t)length, result, error);
    interruption begun = interruption_begin(with->handle);
    assay_rc rc = assay_check_json(with->handle, text, (uint64_t)length, result, error);
    interruption_end(&begun);
    return rc;
}

/* The bytes of a record that is a text, lent by `*owner`; 1: it is none. */
static int record_text(PyObject *record, const char **text, Py_ssize_t *length, PyObject **owner) {
    if (PyUnicode_Check(record)) {
        *text = PyUnicode_AsUTF8AndSize(record, length);
        *owner = Py_NewRef(record);
        if (*text != NULL || !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
            return *text == NULL ? -1 : 0;
        /* A lone surrogate: its bytes are no UTF-8, which the reader of JSON reports with its place. */
        PyErr_Clear();
        Py_DecRef(*owner);
        *owner = PyUnicode_AsEncodedString(record, "utf-8", "surrogatepass");
    } else if (PyByteArray_Check(record) || PyMemoryView_Check(record)) {
        *owner = PyBytes_FromObject(record);
    } else if (PyBytes_Check(record)) {
        *owner = Py_NewRef(record);
    } else {
        return 1;
    }
    return *owner == NULL ? -1 : PyBytes_AsStringAndSize(*owner, (char **)text, length);
}

static assay_rc check_record(rules_object *rules, session *with, PyObject *record, assay_result *result,
                             assay_error *error, uint32_t *flags) {
    const char *text = NULL;
    Py_ssize_t length = 0;
    PyObject *owner = NULL;
    int kind = PyDict_Check(record) ? 1 : record_text(record, &text, &length, &owner);
    if (kind == 0) {
        *flags = ASSAY_FINDING_PLACE;
        assay_rc rc = check_text(with, text, length, result, error);
        /* Findings are read from the record while the result is there. */
        int kept = rc == ASSAY_OK && result->finding_count > 0 ? arena_keep(&with->memory, owner) : 0;
        Py_DecRef(owner);
        return kept == 0 ? rc : ASSAY_E_NOMEM;
    }
    Py_XDECREF(owner);
    if (kind < 0)
        return ASSAY_E_INTERNAL;
    int mapping = PyDict_Check(record) ? 1 : PyObject_IsInstance(record, mapping_type);
    if (mapping == 0) {
        PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(record), "__name__");
        PyErr_Format(PyExc_TypeError, "a record must be bytes, str (JSON) or a mapping, not %S", name);
        Py_XDECREF(name);
    }
    return mapping == 1 ? check_mapping(rules, with, record, result, error) : ASSAY_E_INTERNAL;
}

static PyObject *check_one(PyObject *self, PyObject *record) {
    rules_object *rules = (rules_object *)self;
    session *with = session_take(rules);
    if (with == NULL)
        return NULL;
    assay_result result = ASSAY_RESULT_INIT;
    assay_error error = ASSAY_ERROR_INIT;
    uint32_t flags = 0;
    assay_rc rc = check_record(rules, with, record, &result, &error, &flags);
    while (rc == ASSAY_E_CANCELLED && check_pending() == 0) {
        /* The signal's handler wants to go on. */
        assay_error_release(&error);
        arena_reset(&with->memory);
        rc = check_record(rules, with, record, &result, &error, &flags);
    }
    PyObject *made = NULL;
    if (rc != ASSAY_OK)
        raise_error(&error);
    else if (has_pending())
        check_pending();
    else if (result.finding_count == 0 && rules->valid != NULL)
        made = Py_NewRef(rules->valid);
    else
        return result_make(rules, with, &result, flags);
    session_give(rules, with);
    return made;
}

static PyObject *rules_check(PyObject *self, PyObject *record) {
    bool before = enter_interpreter();
    PyObject *result = check_one(self, record);
    leave_interpreter(before);
    return result;
}

/* ---- the type ---- */

static PyObject *rules_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    (void)arguments;
    (void)keywords;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

static void rules_dealloc(PyObject *self) {
    rules_object *rules = (rules_object *)self;
    while (rules->free_sessions != NULL) {
        session *next = rules->free_sessions->next;
        session_end(rules->free_sessions);
        rules->free_sessions = next;
    }
    assay_rules_release(rules->rules);
    Py_XDECREF(rules->columns);
    Py_XDECREF(rules->known);
    Py_XDECREF(rules->valid);
    Py_XDECREF(rules->language);
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DecRef((PyObject *)type);
}

/* compile(text, name, language, timeout_ns, maximum_record_bytes, maximum_depth, partial, named) ->
 * description; named: the name is the path of the file that has the text */
static PyObject *rules_compile(PyObject *self, PyObject *arguments) {
    rules_object *rules = (rules_object *)self;
    const char *text = NULL, *name = NULL;
    Py_ssize_t length = 0, name_length = 0;
    PyObject *language = NULL;
    unsigned long long timeout = 0, record_bytes = 0;
    unsigned int depth = 0;
    int partial = 0, named = 0;
    if (!PyArg_ParseTuple(arguments, "y#s#UKKIpp", &text, &length, &name, &name_length, &language, &timeout,
                          &record_bytes, &depth, &partial, &named))
        return NULL;
    Py_ssize_t language_length = 0;
    const char *language_text = PyUnicode_AsUTF8AndSize(language, &language_length);
    assay_engine *engine = language_text == NULL ? NULL : shared_engine();
    if (engine == NULL)
        return NULL;
    if (rules->rules != NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the rules are compiled already");
        return NULL;
    }
    assay_error error = ASSAY_ERROR_INIT;
    assay_compile_options options = ASSAY_COMPILE_OPTIONS_INIT;
    options.flags = named ? ASSAY_COMPILE_NAMED_FILE : 0;
    options.name.ptr = (const uint8_t *)name;
    options.name.len = (uint64_t)name_length;
    assay_str source = {(const uint8_t *)text, (uint64_t)length};
    PyThreadState *thread = PyEval_SaveThread();
    assay_rc rc = assay_rules_compile(engine, source, &options, &rules->rules, &error);
    PyEval_RestoreThread(thread);
    if (rc != ASSAY_OK)
        return raise_error(&error);
    assay_session_options session_options = ASSAY_SESSION_OPTIONS_INIT;
    rules->options = session_options;
    rules->language = Py_NewRef(language);
    rules->options.language.ptr = (const uint8_t *)language_text;
    rules->options.language.len = (uint64_t)language_length;
    rules->options.timeout_ns = timeout;
    rules->options.maximum_record_bytes = record_bytes;
    rules->options.maximum_depth = depth;
    rules->options.flags = partial ? ASSAY_SESSION_PARTIAL : 0;
    assay_str description = {NULL, 0};
    if (assay_rules_describe(rules->rules, &description, &error) != ASSAY_OK)
        return raise_error(&error);
    return PyBytes_FromStringAndSize((const char *)description.ptr, (Py_ssize_t)description.len);
}

/* prepare(columns, known) ends the compilation: a session, and the result of valid records. */
static PyObject *rules_prepare(PyObject *self, PyObject *arguments) {
    rules_object *rules = (rules_object *)self;
    PyObject *columns = NULL, *known = NULL;
    if (!PyArg_ParseTuple(arguments, "O!O", &PyTuple_Type, &columns, &known))
        return NULL;
    session *first = session_take(rules);
    if (first == NULL)
        return NULL;
    session_give(rules, first);
    assay_result none = ASSAY_RESULT_INIT;
    rules->columns = Py_NewRef(columns);
    rules->known = known == Py_None ? NULL : Py_NewRef(known);
    rules->valid = result_make(rules, NULL, &none, 0);
    return rules->valid == NULL ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef rules_methods[] = {
    {"_compile", rules_compile, METH_VARARGS, NULL},
    {"_prepare", rules_prepare, METH_VARARGS, NULL},
    {"check", rules_check, METH_O,
     "check($self, record, /)\n--\n\n"
     "Checks one record: JSON as bytes or str, or a mapping, which is read in place.\n\n"
     ">>> rules = Rules({'age': 'required, integer, range(18...120)'})\n"
     ">>> result = rules.check(b'{\"age\": 12}')\n"
     ">>> bool(result), [violation.code for violation in result.violations]\n"
     "(False, ['range.tooSmall'])\n"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot rules_slots[] = {
    {Py_tp_new, (void *)rules_new},
    {Py_tp_dealloc, (void *)rules_dealloc},
    {Py_tp_methods, rules_methods},
    {0, NULL},
};

static PyType_Spec rules_spec = {"assay._assay.RulesBase", sizeof(rules_object), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, rules_slots};

int add_rules_type(PyObject *module) {
    rules_type = (PyTypeObject *)PyType_FromSpec(&rules_spec);
    return rules_type == NULL ? -1 : PyModule_AddObjectRef(module, "RulesBase", (PyObject *)rules_type);
}
