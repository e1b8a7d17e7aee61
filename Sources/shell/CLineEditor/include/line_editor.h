/* SPDX-License-Identifier: Apache-2.0
 *
 * line_editor.h: reads lines from a terminal, with libedit.
 *
 * It adds to libedit: characters with combining marks are one cell, text that is pasted runs
 * no keys, the line is colored while it is typed, hints follow the cursor, a terminal that changes its width
 * is redrawn.
 *
 * All texts are UTF-8. An editor is used by one thread at a time; there may be one in a process, as there is
 * one terminal. Texts that a function takes stay the caller's, texts that it gives live until the next call.
 */
#ifndef ASSAY_LINE_EDITOR_H
#define ASSAY_LINE_EDITOR_H 1

#include <stddef.h>

typedef struct line_editor line_editor;

/* What the Tab key does: how many characters before the cursor to delete, the text to insert there, and lines
 * to show below; NULL for none. */
typedef struct line_completion {
    int deleted;
    const char *insertion;
    const char *listing;
} line_completion;

/* Who uses the editor. The texts that its functions return live until they are called again. */
typedef struct line_editor_client {
    void *context;
    /* The completion of the text before the cursor. */
    line_completion (*complete)(void *context, const char *before);
    /* The gray hint after a line whose cursor is at its end; NULL for none. */
    const char *(*hint)(void *context, const char *line);
    /* The colors of a line: for each of its bytes the number of an SGR sequence, such as 32 for green; 0 for
     * none. NULL for a line without colors. */
    const unsigned char *(*colors)(void *context, const char *line);
} line_editor_client;

/* Makes an editor for the terminal of two descriptors; both stay open when it is closed. The locale of
 * the process becomes one with UTF-8 characters. The keys are those of emacs; with `reads_settings` also what
 * ~/.editrc says. NULL when there is no memory or no terminal. */
line_editor *line_editor_open(const char *program, int input, int output, int reads_settings,
                              line_editor_client client);
void line_editor_close(line_editor *editor);

/* How line_editor_read ends. With a line, *line is what was typed, without its line feed; line feeds in it
 * were pasted. */
#define LINE_EDITOR_LINE 0
#define LINE_EDITOR_CANCELLED 1 /* ^C */
#define LINE_EDITOR_END 2       /* ^D on an empty line, or the terminal is gone */

/* Reads a line after a prompt. Text between two \1 in the prompt has no width: colors. */
int line_editor_read(line_editor *editor, const char *prompt, const char **line);

/* The keys of vi or of emacs. */
void line_editor_use_vi_keys(line_editor *editor, int uses_vi);

/* Adds a line to what the arrow keys and ^R find. */
void line_editor_remember(line_editor *editor, const char *line);

/* The width of the terminal, 80 if it does not say. */
int line_editor_columns(const line_editor *editor);

/* Cells that a text takes in a terminal. */
size_t line_editor_width(const char *text);

#endif
