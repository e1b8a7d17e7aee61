/* SPDX-License-Identifier: Apache-2.0
 *
 * terminal_input.h: what comes from a terminal: characters, marks, pasted text, and signals on the way.
 */
#ifndef ASSAY_TERMINAL_INPUT_H
#define ASSAY_TERMINAL_INPUT_H 1

#include <signal.h>
#include <stddef.h>
#include <wchar.h>

#define TERMINAL_INPUT_SIGNALS 5

typedef struct terminal_input {
    int descriptor;
    char buffer[4096]; /* read and not taken, from `start` to `end` */
    size_t start;
    size_t end;
    wchar_t mark; /* of the last TERMINAL_INPUT_MARK */
    char *pasted;
    int signal; /* of the last TERMINAL_INPUT_SIGNAL */
    sigset_t mask;
    struct sigaction actions[TERMINAL_INPUT_SIGNALS];
} terminal_input;

#define TERMINAL_INPUT_END 0
#define TERMINAL_INPUT_CHARACTER 1
#define TERMINAL_INPUT_MARK 2    /* a combining mark, in `mark` */
#define TERMINAL_INPUT_PASTED 3  /* text that was pasted */
#define TERMINAL_INPUT_RESIZED 4 /* the terminal has another size */
#define TERMINAL_INPUT_SIGNAL 5  /* a signal that stops or ends the process waits for terminal_input_raise */

/* Between the two, signals are taken by terminal_input_next. */
void terminal_input_begin(terminal_input *input);
void terminal_input_end(terminal_input *input);

/* True when something was read and not taken. */
int terminal_input_is_pending(const terminal_input *input);

/* Waits for what comes next. */
int terminal_input_next(terminal_input *input, wchar_t *character);

/* Sends the signal to the process, with the action that it had before. Returns when the process continues. */
void terminal_input_raise(terminal_input *input);

/* The text that was pasted, with line feeds for its line breaks and none at its end; NULL without memory. */
const char *terminal_input_pasted(const terminal_input *input);

void terminal_input_free(terminal_input *input);

#endif
