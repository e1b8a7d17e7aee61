/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "line_editor.h"
#include "line_display.h"

#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HISTORY_SIZE 1000
/* Characters that no keyboard sends, for what the input has found. */
#define PASTED_KEY "\xC2\x80"
#define MARK_KEY "\xC2\x81"

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
    line_display_go_to_end(editor);
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
    if (!terminal_input_is_pending(&editor->input)) {
        line_display_color(editor);
        line_display_show_hint(editor);
    }
    while (1) {
        const int event = terminal_input_next(&editor->input, character);
        if (event == TERMINAL_INPUT_RESIZED || event == TERMINAL_INPUT_SIGNAL) {
            line_display_hide_hint(editor);
            if (event == TERMINAL_INPUT_SIGNAL)
                stop(editor);
            line_display_redraw(editor);
            continue;
        }
        line_display_hide_hint(editor);
        /* The line stays on the screen as it is now. */
        if (event == TERMINAL_INPUT_CHARACTER && (*character == L'\r' || *character == L'\n'))
            line_display_color(editor);
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

/* Adds the mark that was read to the character before the cursor. */
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
    line_display_go_to_end(editor);
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
        line_display_go_to_end(editor);
        (void)fputs("\r\n", editor->output);
        for (const char *next = completion.listing; *next != '\0'; next++) {
            if (*next == '\n')
                (void)fputc('\r', editor->output);
            (void)fputc(*next, editor->output);
        }
    }
    if (completion.deleted > 0)
        el_deletestr(edit, completion.deleted);
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
    const cookie_io_functions_t functions = {.write = line_display_write};
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
    (void)el_set(edit, EL_ADDFN, "assay-complete", "Complete the text before the cursor", complete);
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
    editor->is_colored = 0;
    el_resize(editor->edit);
    (void)fputs("\x1b[?2004h", editor->output); /* pasted text is marked as such */
    /* libedit would do so after the prompt: what is typed at once must not be echoed. */
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
