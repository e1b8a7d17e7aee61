/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "line_display.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* MARK: - Output */

static int put(const line_editor *editor, const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t written = write(editor->output_descriptor, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return 0;
        bytes += written;
        count -= (size_t)written;
    }
    return 1;
}

/* The text of a code; a mark without a base is on a dotted circle. */
static int put_text(const line_editor *editor, const char *text) {
    wchar_t first;
    const size_t count = strlen(text);
    const int is_bare = clusters_read_utf8(text, count, &first) > 0 && clusters_is_mark(first);
    return (!is_bare || put(editor, "\xE2\x97\x8C", 3)) && put(editor, text, count);
}

ssize_t line_display_write(void *cookie, const char *bytes, size_t count) {
    line_editor *editor = cookie;
    char text[8 + BUFSIZ]; /* what a call leaves over, and what a stream holds */
    size_t length = editor->partial_count;
    size_t next = 0; /* of what is not written yet */
    const size_t taken = count < sizeof text - length ? count : sizeof text - length;
    memcpy(text, editor->partial, length);
    memcpy(text + length, bytes, taken);
    length += taken;
    for (size_t index = 0; index < length;) {
        wchar_t character;
        const size_t used = clusters_read_utf8(text + index, length - index, &character);
        if (used == 0) {
            length = index;
            break;
        }
        const char *cluster = clusters_text(&editor->clusters, character);
        if (cluster != NULL) {
            if (!put(editor, text + next, index - next) || !put_text(editor, cluster))
                return 0;
            next = index + used;
        }
        index += used;
    }
    const size_t whole = editor->partial_count + taken;
    editor->partial_count = whole - length;
    memcpy(editor->partial, text + length, editor->partial_count);
    return put(editor, text + next, length - next) ? (ssize_t)taken : 0;
}

int line_editor_columns(const line_editor *editor) {
    struct winsize size;
    const int is_known = ioctl(editor->output_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : 80;
}

static size_t rows_of(const line_editor *editor) {
    struct winsize size;
    const int is_known = ioctl(editor->output_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
    return is_known ? size.ws_row : 24;
}

static size_t width_of(wchar_t character) {
    const int width = wcwidth(character);
    return width < 0 ? 0 : (size_t)width;
}

size_t line_editor_width(const char *text) {
    size_t width = 0;
    size_t left = strlen(text);
    int is_shown = 1;
    while (left > 0) {
        wchar_t character;
        size_t used = clusters_read_utf8(text, left, &character);
        if (used == 0)
            break;
        if (character == 1)
            is_shown = !is_shown;
        else if (is_shown)
            width += width_of(character);
        text += used;
        left -= used;
    }
    return width;
}

/* The place of the cursor after so many characters of the line, from the start of the prompt. */
struct place {
    size_t row;
    size_t column;
};

/* Where a line begins, after its prompt. */
static struct place start_of(const line_editor *editor) {
    const size_t columns = (size_t)editor->columns;
    const size_t prompt = line_editor_width(editor->prompt);
    return (struct place){prompt / columns, prompt % columns};
}

/* Where a character goes when the cursor is at a place: a wide one does not fit into the last column. */
static struct place fitting(struct place place, wchar_t character, size_t columns) {
    const int fits = character != L'\n' && place.column + width_of(character) <= columns;
    return fits ? place : (struct place){place.row + 1, 0};
}

/* The place after a character. */
static struct place after(struct place place, wchar_t character, size_t columns) {
    place = fitting(place, character, columns);
    if (character != L'\n')
        place.column += width_of(character);
    return place.column == columns ? (struct place){place.row + 1, 0} : place;
}

static struct place place_of(const line_editor *editor, const wchar_t *end) {
    struct place place = start_of(editor);
    for (const wchar_t *next = el_wline(editor->edit)->buffer; next < end; next++)
        place = after(place, *next, (size_t)editor->columns);
    return place;
}

static void move(const line_editor *editor, struct place from, struct place to) {
    if (to.row != from.row)
        (void)fprintf(editor->output, "\x1b[%zu%c", to.row > from.row ? to.row - from.row : from.row - to.row,
                      to.row > from.row ? 'B' : 'A');
    (void)fputs("\r", editor->output);
    if (to.column > 0)
        (void)fprintf(editor->output, "\x1b[%zuC", to.column);
}

void line_display_go_to_end(line_editor *editor) {
    const LineInfoW *line = el_wline(editor->edit);
    move(editor, place_of(editor, line->cursor), place_of(editor, line->lastchar));
}

void line_display_redraw(line_editor *editor) {
    el_resize(editor->edit);
    editor->columns = line_editor_columns(editor);
    const size_t row = place_of(editor, el_wline(editor->edit)->cursor).row;
    (void)fputs("\r", editor->output);
    if (row > 0)
        (void)fprintf(editor->output, "\x1b[%zuA", row);
    (void)fputs("\x1b[J", editor->output);
    (void)el_set(editor->edit, EL_REFRESH);
    (void)fflush(editor->output);
}

/* MARK: - Colors */

/* Whether libedit shows every character in the cells that it is counted with, on rows that are all on the
 * screen. */
static int is_plain(const line_editor *editor, const LineInfoW *line) {
    for (const wchar_t *next = line->buffer; next < line->lastchar; next++)
        if (*next != L'\n' && wcwidth(*next) < 0)
            return 0;
    return place_of(editor, line->lastchar).row + 1 < rows_of(editor);
}

/* Bytes of what a code stands for. */
static size_t bytes_of(const line_editor *editor, wchar_t code) {
    char bytes[4];
    const char *cluster = clusters_text(&editor->clusters, code);
    return cluster == NULL ? clusters_write_utf8(code, bytes) : strlen(cluster);
}

/* Goes down to a row; a terminal keeps its cursor anywhere after the last column, so it goes to the first
 * one. */
static void go_down(const line_editor *editor, size_t rows) {
    if (rows > 0)
        (void)fprintf(editor->output, "\r\x1b[%zuB", rows);
}

/* Writes a line from its start; returns the row where the cursor is then. */
static size_t put_colored(const line_editor *editor, const LineInfoW *line, const unsigned char *colors) {
    struct place place = start_of(editor);
    size_t row = place.row;
    unsigned char color = 0;
    for (const wchar_t *next = line->buffer; next < line->lastchar; next++) {
        const struct place own = fitting(place, *next, (size_t)editor->columns);
        place = after(place, *next, (size_t)editor->columns);
        const unsigned char wanted = *colors;
        colors += bytes_of(editor, *next);
        if (*next == L'\n')
            continue;
        go_down(editor, own.row - row);
        row = own.row;
        if (wanted != color)
            (void)fprintf(editor->output, "\x1b[%um", (unsigned)wanted);
        color = wanted;
        char bytes[4];
        (void)fwrite(bytes, 1, clusters_write_utf8(*next, bytes), editor->output);
    }
    (void)fputs(color == 0 ? "" : "\x1b[0m", editor->output);
    return row;
}

static int has_color(const unsigned char *colors, size_t count) {
    for (size_t index = 0; colors != NULL && index < count; index++)
        if (colors[index] != 0)
            return 1;
    return 0;
}

void line_display_color(line_editor *editor) {
    const LineInfoW *line = el_wline(editor->edit);
    if (editor->client.colors == NULL || line->lastchar == line->buffer || !is_plain(editor, line))
        return;
    char *text = clusters_decode(&editor->clusters, line->buffer, (size_t)(line->lastchar - line->buffer));
    if (text == NULL)
        return;
    const unsigned char *colors = editor->client.colors(editor->client.context, text);
    const int is_colored = has_color(colors, strlen(text));
    /* A line that has lost its last color is written once more without. */
    if (colors != NULL && (is_colored || editor->is_colored)) {
        const struct place cursor = place_of(editor, line->cursor);
        move(editor, cursor, start_of(editor));
        const size_t row = put_colored(editor, line, colors);
        move(editor, (struct place){row, 0}, cursor);
        (void)fflush(editor->output);
    }
    editor->is_colored = is_colored;
    free(text);
}

/* MARK: - Hints */

void line_display_show_hint(line_editor *editor) {
    const LineInfoW *line = el_wline(editor->edit);
    if (editor->client.hint == NULL || line->cursor != line->lastchar || line->cursor == line->buffer ||
        wmemchr(line->buffer, L'\n', (size_t)(line->lastchar - line->buffer)) != NULL)
        return;
    char *text = clusters_decode(&editor->clusters, line->buffer, (size_t)(line->lastchar - line->buffer));
    const char *hint = text == NULL ? NULL : editor->client.hint(editor->client.context, text);
    free(text);
    const struct place place = place_of(editor, line->lastchar);
    const size_t available = (size_t)editor->columns - 1 - place.column;
    if (hint == NULL || place.row > 0 || (size_t)editor->columns <= place.column + 1)
        return;
    size_t width = 0;
    size_t length = 0;
    wchar_t character;
    while (hint[length] != '\0') {
        const size_t used = clusters_read_utf8(hint + length, strlen(hint + length), &character);
        if (used == 0 || width + width_of(character) > available)
            break;
        width += width_of(character);
        length += used;
    }
    if (width == 0)
        return;
    (void)fprintf(editor->output, "\x1b[90m%.*s\x1b[0m\x1b[%zuD", (int)length, hint, width);
    (void)fflush(editor->output);
    editor->has_hint = 1;
}

void line_display_hide_hint(line_editor *editor) {
    if (!editor->has_hint)
        return;
    editor->has_hint = 0;
    (void)fputs("\x1b[K", editor->output);
    (void)fflush(editor->output);
}
