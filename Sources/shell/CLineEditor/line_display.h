/* SPDX-License-Identifier: Apache-2.0
 *
 * line_display.h: what a line editor shows: characters with their marks, the line, and the hint after it.
 */
#ifndef ASSAY_LINE_DISPLAY_H
#define ASSAY_LINE_DISPLAY_H 1

#include "clusters.h"
#include "line_editor.h"
#include "terminal_input.h"

#include <histedit.h>
#include <stdio.h>
#include <sys/types.h>

struct line_editor {
    EditLine *edit;
    History *history;
    FILE *output; /* writes what codes stand for */
    int output_descriptor;
    line_editor_client client;
    clusters clusters;
    terminal_input input;
    char partial[4]; /* the start of a character that is still to be written */
    size_t partial_count;
    const char *prompt;
    char *line;
    int columns;
    int is_cancelled;
    int has_hint;
    int is_colored; /* the line on the screen has colors */
};

/* The write function of `output`: codes become what they represent. */
ssize_t line_display_write(void *cookie, const char *bytes, size_t count);

/* Moves the cursor of the terminal from its place in the line to the line's end. */
void line_display_go_to_end(line_editor *editor);

/* Redraws the line in place, in a terminal that has another width now or shows something else. */
void line_display_redraw(line_editor *editor);

/* Writes the line once more in its colors, where libedit has drawn it without. */
void line_display_color(line_editor *editor);

/* Shows as much of a hint as fits after the line, and hides it again. */
void line_display_show_hint(line_editor *editor);
void line_display_hide_hint(line_editor *editor);

#endif
