/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "line_editor.h"
#include "clusters.h"
#include "terminal_input.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define HISTORY_SIZE 1000
/* Characters that no keyboard sends, for what the input has found. */
#define PASTED_KEY "\xC2\x80"
#define MARK_KEY "\xC2\x81"

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
};

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

/* What a code stands for; a mark without a base stands on a dotted circle. */
static int put_text(const line_editor *editor, const char *text) {
    wchar_t first;
    const size_t count = strlen(text);
    const int is_bare = clusters_read_utf8(text, count, &first) > 0 && clusters_is_mark(first);
    return (!is_bare || put(editor, "\xE2\x97\x8C", 3)) && put(editor, text, count);
}

/* The write function of `output`: codes become what they stand for. */
static ssize_t show(void *cookie, const char *bytes, size_t count) {
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

/* Where the cursor stands behind so many characters of the line, from the start of the prompt. */
struct place {
    size_t row;
    size_t column;
};

static struct place place_of(const line_editor *editor, const wchar_t *end) {
    const size_t columns = (size_t)editor->columns;
    const size_t prompt = line_editor_width(editor->prompt);
    struct place place = {prompt / columns, prompt % columns};
    for (const wchar_t *next = el_wline(editor->edit)->buffer; next < end; next++) {
        const size_t width = width_of(*next);
        if (*next == L'\n' || place.column + width > columns)
            place = (struct place){place.row + 1, 0};
        if (*next != L'\n')
            place.column += width;
        if (place.column == columns)
            place = (struct place){place.row + 1, 0};
    }
    return place;
}

/* Moves the cursor of the terminal from its place in the line to the line's end. */
static void go_to_end(line_editor *editor) {
    const LineInfoW *line = el_wline(editor->edit);
    const struct place from = place_of(editor, line->cursor);
    const struct place to = place_of(editor, line->lastchar);
    if (to.row > from.row)
        (void)fprintf(editor->output, "\x1b[%zuB", to.row - from.row);
    (void)fputs("\r", editor->output);
    if (to.column > 0)
        (void)fprintf(editor->output, "\x1b[%zuC", to.column);
}

/* Draws the line where it stands, in a terminal that has another width now or shows something else. */
static void redraw(line_editor *editor) {
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

/* MARK: - Hints */

/* As much of a hint as fits behind the line. */
static void show_hint(line_editor *editor) {
    const LineInfoW *line = el_wline(editor->edit);
    if (editor->client.hint == NULL || line->cursor != line->lastchar || line->cursor == line->buffer ||
        wmemchr(line->buffer, L'\n', (size_t)(line->lastchar - line->buffer)) != NULL)
        return;
    char *text = clusters_decode(&editor->clusters, line->buffer, (size_t)(line->lastchar - line->buffer));
    const char *hint = text == NULL ? NULL : editor->client.hint(editor->client.context, text);
    free(text);
    const struct place place = place_of(editor, line->lastchar);
    const size_t room = (size_t)editor->columns - 1 - place.column;
    if (hint == NULL || place.row > 0 || (size_t)editor->columns <= place.column + 1)
        return;
    size_t width = 0;
    size_t length = 0;
    wchar_t character;
    while (hint[length] != '\0') {
        const size_t used = clusters_read_utf8(hint + length, strlen(hint + length), &character);
        if (used == 0 || width + width_of(character) > room)
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

static void hide_hint(line_editor *editor) {
    if (!editor->has_hint)
        return;
    editor->has_hint = 0;
    (void)fputs("\x1b[K", editor->output);
    (void)fflush(editor->output);
}

/* MARK: - Input */

static line_editor *editor_of(EditLine *edit) {
    void *data = NULL;
    (void)el_get(edit, EL_CLIENTDATA, &data);
    return data;
}

static void stop(line_editor *editor) {
    (void)el_set(editor->edit, EL_PREP_TERM, 0);
    terminal_input_raise(&editor->input);
    (void)el_set(editor->edit, EL_PREP_TERM, 1);
}

static unsigned char suspend(EditLine *edit, int key) {
    (void)key;
    line_editor *editor = editor_of(edit);
    go_to_end(editor);
    (void)fputs("\r\n", editor->output);
    (void)fflush(editor->output);
    editor->input.signal = SIGTSTP;
    stop(editor);
    (void)el_set(edit, EL_REFRESH);
    return CC_NORM;
}

/* What libedit calls for a character: 1, or 0 at the end. */
static int read_character(EditLine *edit, wchar_t *character) {
    line_editor *editor = editor_of(edit);
    if (!terminal_input_is_pending(&editor->input))
        show_hint(editor);
    while (1) {
        const int event = terminal_input_next(&editor->input, character);
        if (event == TERMINAL_INPUT_RESIZED || event == TERMINAL_INPUT_SIGNAL) {
            hide_hint(editor);
            if (event == TERMINAL_INPUT_SIGNAL)
                stop(editor);
            redraw(editor);
            continue;
        }
        hide_hint(editor);
        if (event == TERMINAL_INPUT_CHARACTER)
            *character = clusters_code(&editor->clusters, *character);
        else if (event == TERMINAL_INPUT_PASTED)
            *character = 0x80;
        else if (event == TERMINAL_INPUT_MARK)
            *character = 0x81;
        return event != TERMINAL_INPUT_END;
    }
}

/* MARK: - Keys */

static int insert(line_editor *editor, const char *text) {
    wchar_t *codes = clusters_encode(&editor->clusters, text);
    const int is_inserted = codes != NULL && *codes != 0 && el_winsertstr(editor->edit, codes) == 0;
    free(codes);
    return is_inserted;
}

static unsigned char insert_pasted(EditLine *edit, int key) {
    (void)key;
    line_editor *editor = editor_of(edit);
    const char *text = terminal_input_pasted(&editor->input);
    return text != NULL && insert(editor, text) ? CC_REFRESH : CC_NORM;
}

/* Gives the mark that was read to what stands before the cursor. */
static unsigned char insert_mark(EditLine *edit, int key) {
    (void)key;
    line_editor *editor = editor_of(edit);
    const LineInfoW *line = el_wline(edit);
    const int has_base = line->cursor > line->buffer && line->cursor[-1] != L'\n';
    const wchar_t base = has_base ? line->cursor[-1] : 0;
    const wchar_t joined[] = {clusters_join(&editor->clusters, base, editor->input.mark), 0};
    if (has_base)
        el_deletestr(edit, 1);
    return el_winsertstr(edit, joined) == 0 ? CC_REFRESH : CC_ERROR;
}

static unsigned char cancel(EditLine *edit, int key) {
    (void)key;
    line_editor *editor = editor_of(edit);
    go_to_end(editor);
    (void)fputs("^C\r\n", editor->output);
    editor->is_cancelled = 1;
    return CC_NEWLINE;
}

static unsigned char complete(EditLine *edit, int key) {
    (void)key;
    line_editor *editor = editor_of(edit);
    const LineInfoW *line = el_wline(edit);
    char *before = clusters_decode(&editor->clusters, line->buffer, (size_t)(line->cursor - line->buffer));
    if (before == NULL)
        return CC_ERROR;
    const line_completion completion = editor->client.complete(editor->client.context, before);
    free(before);
    if (completion.listing != NULL) {
        go_to_end(editor);
        (void)fputs("\r\n", editor->output);
        for (const char *next = completion.listing; *next != '\0'; next++) {
            if (*next == '\n')
                (void)fputc('\r', editor->output);
            (void)fputc(*next, editor->output);
        }
    }
    const int is_inserted = completion.insertion != NULL && insert(editor, completion.insertion);
    if (completion.listing != NULL) {
        (void)el_set(edit, EL_REFRESH);
        return CC_NORM;
    }
    return is_inserted ? CC_REFRESH : CC_REFRESH_BEEP;
}

static void bind_keys(EditLine *edit) {
    /* In both maps of vi, and in that of emacs. */
    (void)el_set(edit, EL_BIND, "^I", "assay-complete", NULL);
    (void)el_set(edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    static const char *const keys[][2] = {{"^C", "assay-cancel"},
                                          {"^Z", "assay-suspend"},
                                          {PASTED_KEY, "assay-paste"},
                                          {MARK_KEY, "assay-mark"}};
    for (size_t index = 0; index < sizeof keys / sizeof keys[0]; index++) {
        (void)el_set(edit, EL_BIND, keys[index][0], keys[index][1], NULL);
        (void)el_set(edit, EL_BIND, "-a", keys[index][0], keys[index][1], NULL);
    }
}

void line_editor_use_vi_keys(line_editor *editor, int uses_vi) {
    (void)el_set(editor->edit, EL_EDITOR, uses_vi ? "vi" : "emacs");
    bind_keys(editor->edit);
}

/* MARK: - The editor */

static void use_utf8(void) {
    (void)setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        (void)setlocale(LC_CTYPE, "C.UTF-8");
}

static char *prompt_of(EditLine *edit) {
    static char empty[] = "";
    line_editor *editor = editor_of(edit);
    /* libedit reads it only; its type is older than const. */
    return editor->prompt == NULL ? empty : (char *)(uintptr_t)editor->prompt;
}

static int start(line_editor *editor, const char *program, int input, int reads_settings) {
    const cookie_io_functions_t functions = {.write = show};
    editor->output = fopencookie(editor, "w", functions);
    editor->history = history_init();
    if (editor->output == NULL || editor->history == NULL)
        return 0;
    editor->edit = el_init_fd(program, stdin, editor->output, stderr, input, editor->output_descriptor, 2);
    if (editor->edit == NULL)
        return 0;
    EditLine *edit = editor->edit;
    HistEvent event;
    (void)history(editor->history, &event, H_SETSIZE, HISTORY_SIZE);
    (void)history(editor->history, &event, H_SETUNIQUE, 1);
    (void)el_set(edit, EL_CLIENTDATA, editor);
    (void)el_set(edit, EL_GETCFN, read_character);
    (void)el_set(edit, EL_HIST, history, editor->history);
    (void)el_set(edit, EL_PROMPT_ESC, prompt_of, '\1');
    (void)el_set(edit, EL_SIGNAL, 0);
    (void)el_set(edit, EL_EDITOR, "emacs");
    (void)el_set(edit, EL_ADDFN, "assay-complete", "Complete what stands before the cursor", complete);
    (void)el_set(edit, EL_ADDFN, "assay-cancel", "Forget the line", cancel);
    (void)el_set(edit, EL_ADDFN, "assay-suspend", "Stop the program", suspend);
    (void)el_set(edit, EL_ADDFN, "assay-paste", "Insert what was pasted", insert_pasted);
    (void)el_set(edit, EL_ADDFN, "assay-mark", "Join a mark with its base", insert_mark);
    if (reads_settings)
        (void)el_source(edit, NULL);
    bind_keys(edit);
    /* ^C and ^Z are keys while a line is read. */
    (void)el_set(edit, EL_SETTY, "-d", "-isig", NULL);
    return 1;
}

line_editor *line_editor_open(const char *program, int input, int output, int reads_settings,
                              line_editor_client client) {
    line_editor *editor = isatty(input) && isatty(output) ? calloc(1, sizeof *editor) : NULL;
    if (editor == NULL)
        return NULL;
    use_utf8();
    editor->output_descriptor = output;
    editor->client = client;
    editor->input.descriptor = input;
    editor->columns = line_editor_columns(editor);
    if (!start(editor, program, input, reads_settings)) {
        line_editor_close(editor);
        return NULL;
    }
    return editor;
}

void line_editor_close(line_editor *editor) {
    if (editor->edit != NULL)
        el_end(editor->edit);
    if (editor->history != NULL)
        history_end(editor->history);
    if (editor->output != NULL)
        (void)fclose(editor->output);
    terminal_input_free(&editor->input);
    clusters_free(&editor->clusters);
    free(editor->line);
    free(editor);
}

int line_editor_read(line_editor *editor, const char *prompt, const char **line) {
    editor->prompt = prompt;
    editor->columns = line_editor_columns(editor);
    editor->is_cancelled = 0;
    el_resize(editor->edit);
    (void)fputs("\x1b[?2004h", editor->output); /* pasted text is marked as such */
    /* libedit would do so behind the prompt: what is typed at once must not be echoed. */
    (void)el_set(editor->edit, EL_PREP_TERM, 1);
    terminal_input_begin(&editor->input);
    int count = 0;
    const wchar_t *typed = el_wgets(editor->edit, &count);
    terminal_input_end(&editor->input);
    (void)fputs("\x1b[?2004l", editor->output);
    (void)fflush(editor->output);
    free(editor->line);
    editor->line = NULL;
    if (editor->is_cancelled)
        return LINE_EDITOR_CANCELLED;
    if (typed == NULL || count <= 0)
        return LINE_EDITOR_END;
    const size_t length = (size_t)count - (typed[count - 1] == L'\n');
    editor->line = clusters_decode(&editor->clusters, typed, length);
    *line = editor->line;
    return editor->line == NULL ? LINE_EDITOR_END : LINE_EDITOR_LINE;
}

void line_editor_remember(line_editor *editor, const char *line) {
    wchar_t *codes = clusters_encode(&editor->clusters, line);
    if (codes == NULL)
        return;
    /* The history is one of bytes: the codes are written as UTF-8. */
    const clusters none = {0};
    char *text = clusters_decode(&none, codes, wcslen(codes));
    HistEvent event;
    if (text != NULL)
        (void)history(editor->history, &event, H_ENTER, text);
    free(text);
    free(codes);
}
