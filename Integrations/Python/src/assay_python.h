/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_python.h: what the files of the extension share. Every function needs the GIL unless it says
 * otherwise. */
#ifndef ASSAY_PYTHON_H
#define ASSAY_PYTHON_H 1
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030A0000
#endif
#include <Python.h>
#include <assay.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- memory of one check ----------------------------------------------------------------------------------
 */

/* Blocks that are used again by the next check, and the objects whose texts were lent to it. */
typedef struct arena_block {
    struct arena_block *next;
    size_t used;
    size_t size;
} arena_block;

typedef struct arena {
    arena_block *first;
    arena_block *current;
    PyObject **kept;
    size_t kept_count;
    size_t kept_capacity;
} arena;

/* Aligned for assay_value; NULL with MemoryError. Ends with arena_reset. */
void *arena_take(arena *from, size_t bytes);
/* Keeps a new reference to `object` until arena_reset; -1 with MemoryError. */
int arena_keep(arena *in, PyObject *object);
void arena_reset(arena *all);
void arena_free(arena *all);

/* ---- sessions ---------------------------------------------------------------------------------------------
 */

/* A session with the strings that were made of its numbered texts. A result and its violations hold it
 * together, as long as one of them may read from it. */
typedef struct session {
    assay_session *handle;
    PyObject **texts;
    size_t text_count;
    arena memory;
    struct session *next;
    struct rules_object *lender; /* a reference, while there are holders */
    size_t holders;
} session;

extern PyTypeObject *rules_type;

typedef struct rules_object {
    PyObject_HEAD assay_rules *rules;
    PyObject *columns;  /* tuple of str */
    PyObject *known;    /* frozenset of the columns where others are reported, else NULL */
    PyObject *valid;    /* the result of every record without findings */
    PyObject *language; /* str or NULL */
    assay_session_options options;
    session *free_sessions;
    size_t lent; /* sessions that results hold */
} rules_object;

/* A session that no other caller has; NULL with an exception. */
session *session_take(rules_object *rules);
/* A new one with further flags and a filter of assay_session_options, or NULL for none, for session_end. */
session *session_make(rules_object *rules, const assay_session_options *further);
void session_give(rules_object *rules, session *taken);
void session_end(session *taken);
/* The first holder of a session that was taken; it is given back when the last one has released it. */
void session_lend(rules_object *rules, session *taken);
session *session_hold(session *lent);
void session_release(session *lent);

/* Raises what `error` says, and empties it. Always NULL. */
PyObject *raise_error(assay_error *error);
/* The functions in Python that make exceptions, numbers and the like. */
extern PyObject *make_error;
extern PyObject *make_number;
extern PyObject *convert_scalar;
extern PyObject *mapping_type;
extern PyObject *load_json;

/* ---- data sets --------------------------------------------------------------------------------------------
 */

typedef struct dataset_object {
    PyObject_HEAD rules_object *rules;
    session *with; /* shows the findings */
    assay_dataset *handle;
    PyObject *select, *ignore;     /* tuples of str, which lend the texts of the options */
    assay_session_options options; /* the filter of all of its sessions */
    assay_result result;
    bool busy;
} dataset_object;

extern PyTypeObject *dataset_type;

/* Adds all records that a session checks to a data set. False: an exception is set. */
bool dataset_attach(PyObject *dataset, session *with);
/* The texts of a tuple, which lends them; to be freed. NULL: an exception is set. */
assay_str *texts_of(PyObject *tuple, uint32_t *count);

/* ---- long checks ------------------------------------------------------------------------------------------
 */

/* From this length on the GIL is released. */
#define LONG_CHECK 4096

/* Between the two, without the GIL, an interrupt ends the check of `handle`; only on the main thread. */
typedef struct interruption {
    PyThreadState *thread;
    bool watches;
    bool was_subinterpreter;
} interruption;
interruption interruption_begin(assay_session *handle);
void interruption_end(interruption *begun);

/* With the GIL, before a check: notes whether the interpreter is the main one. Returns what was noted before,
 * for leave_interpreter. */
bool enter_interpreter(void);
void leave_interpreter(bool before);
/* In a check, also without the GIL: true if a rule in Python cannot run, which is an exception after the
 * check. */
bool is_subinterpreter(void);
/* True if a rule in Python left an exception for after the check. */
bool has_pending(void);
/* After a check: takes the exception that a rule in Python raised, or that a signal handler raises. -1: there
 * is one. */
int check_pending(void);
/* From a rule in Python: the exception that is set ends the check. */
void set_pending(void);

/* ---- values and findings ----------------------------------------------------------------------------------
 */

/* Writes `object` as a value, which may have so many `levels` of lists and mappings. 0; 1: `*malformed` says
 * why there can be no such value; -1: an exception is set. */
int value_from_object(arena *memory, PyObject *object, uint32_t levels, assay_value *value,
                      const char **malformed);
PyObject *object_from_value(const assay_value *value);
/* Checks a mapping by its columns. */
assay_rc check_mapping(rules_object *rules, session *with, PyObject *record, assay_result *result,
                       assay_error *error);
/* A tuple of all findings of the session's last check. With a lent session they find their places when they
 * are asked for them. */
PyObject *violations_of(session *of, uint64_t count, uint32_t flags, bool lent);
/* For pickle: made again from what `__reduce__` gave. */
PyObject *violation_again(PyObject *module, PyObject *arguments);
PyObject *result_again(PyObject *module, PyObject *arguments);
PyObject *result_make(rules_object *rules, session *taken, const assay_result *numbers, uint32_t flags);

/* ---- parts of the module ----------------------------------------------------------------------------------
 */

int add_violation_type(PyObject *module);
int add_result_type(PyObject *module);
int add_rules_type(PyObject *module);
int add_stream_type(PyObject *module);
int add_batch_type(PyObject *module);
int add_dataset_type(PyObject *module);
/* The engine that all rules of the process use; NULL with an exception. */
assay_engine *shared_engine(void);
PyObject *engine_add_rule(PyObject *module, PyObject *arguments);
PyObject *engine_load_plugin(PyObject *module, PyObject *arguments);
PyObject *engine_watch_plugins(PyObject *module, PyObject *arguments);

/* In a rule in Python: makes the exception that is set the reason of rows of the batch. */
assay_rc failed_call(const assay_call *call, const uint32_t *rows, uint32_t count);
/* In a rule in Python: makes a text the reason of rows of the batch, if they are undecided. */
void give_reason(const assay_call *call, const uint32_t *rows, uint32_t count, PyObject *text);
assay_rc evaluate_columns(const void *state, const assay_call *call, const assay_batch *batch,
                          assay_verdict *out);
PyObject *boolean_answers(PyObject *module, PyObject *arguments);
#define UNDECIDED_ANSWER 255u /* as _answers.py has it */

/* Takes over schema and array. */
PyObject *batch_make(struct ArrowSchema *schema, struct ArrowArray *array);
PyObject *batches_stream(PyObject *module, PyObject *batches);
PyObject *mask_array(PyObject *module, PyObject *arguments);

/* The Arrow C stream interface, as its specification declares it. */
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif
