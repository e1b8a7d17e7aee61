/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "terminal_input.h"
#include "clusters.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char paste_begin[] = "\x1b[200~";
static const char paste_end[] = "\x1b[201~";
#define PASTE_MARK_LENGTH 6

static const int signals[TERMINAL_INPUT_SIGNALS] = {SIGWINCH, SIGTSTP, SIGINT, SIGTERM, SIGHUP};

/* What came and is still to be told; all of these signals are blocked but while `ppoll` waits. */
static volatile sig_atomic_t received;

/* A new size of the terminal hides nothing that matters more. */
static void note(int signal) {
    if (signal != SIGWINCH || received == 0)
        received = signal;
}

void terminal_input_begin(terminal_input *input) {
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t index = 0; index < TERMINAL_INPUT_SIGNALS; index++)
        sigaddset(&blocked, signals[index]);
    (void)pthread_sigmask(SIG_BLOCK, &blocked, &input->mask);
    for (size_t index = 0; index < TERMINAL_INPUT_SIGNALS; index++) {
        struct sigaction action = {.sa_handler = note};
        sigemptyset(&action.sa_mask);
        (void)sigaction(signals[index], &action, &input->actions[index]);
        sigdelset(&input->mask, signals[index]);
    }
}

void terminal_input_end(terminal_input *input) {
    for (size_t index = 0; index < TERMINAL_INPUT_SIGNALS; index++)
        (void)sigaction(signals[index], &input->actions[index], NULL);
    (void)pthread_sigmask(SIG_SETMASK, &input->mask, NULL);
}

void terminal_input_raise(terminal_input *input) {
    const int signal = input->signal;
    terminal_input_end(input);
    (void)raise(signal);
    terminal_input_begin(input);
}

int terminal_input_is_pending(const terminal_input *input) { return input->start < input->end; }

/* Reads more after what is there: 1, 0 at the end, -1 for a signal; with milliseconds, also 0 when they are
 * over. */
static int fill(terminal_input *input, int milliseconds) {
    if (input->start > 0) {
        memmove(input->buffer, input->buffer + input->start, input->end - input->start);
        input->end -= input->start;
        input->start = 0;
    }
    struct pollfd descriptor = {.fd = input->descriptor, .events = POLLIN};
    const struct timespec patience = {.tv_nsec = milliseconds * 1000000L};
    if (received != 0)
        return -1;
    const int ready = ppoll(&descriptor, 1, milliseconds < 0 ? NULL : &patience, &input->mask);
    if (received != 0 || (ready < 0 && errno == EINTR))
        return -1;
    if (ready <= 0)
        return 0;
    const ssize_t count =
        read(input->descriptor, input->buffer + input->end, sizeof input->buffer - input->end);
    if (count <= 0)
        return 0;
    input->end += (size_t)count;
    return 1;
}

static size_t pending(const terminal_input *input) { return input->end - input->start; }

/* True when what was read begins like a mark of pasted text. */
static int begins(const terminal_input *input, const char *mark) {
    const size_t count = pending(input) < PASTE_MARK_LENGTH ? pending(input) : PASTE_MARK_LENGTH;
    return memcmp(input->buffer + input->start, mark, count) == 0;
}

/* Waits a moment for the rest of a mark that came in two pieces; the Escape key alone has none. */
static int takes_mark(terminal_input *input, const char *mark) {
    while (pending(input) < PASTE_MARK_LENGTH && begins(input, mark))
        if (fill(input, 50) <= 0)
            break;
    if (pending(input) < PASTE_MARK_LENGTH || !begins(input, mark))
        return 0;
    input->start += PASTE_MARK_LENGTH;
    return 1;
}

/* Adds a byte; false without memory. */
static int append(terminal_input *input, size_t *count, size_t *capacity, char byte) {
    if (*count + 1 >= *capacity) {
        *capacity = *capacity == 0 ? 256 : 2 * *capacity;
        char *larger = realloc(input->pasted, *capacity);
        if (larger == NULL)
            return 0;
        input->pasted = larger;
    }
    input->pasted[(*count)++] = byte;
    return 1;
}

/* Takes the text up to the mark of its end. Nothing in it is a key: other control characters are left out. */
static void read_pasted(terminal_input *input) {
    size_t count = 0;
    size_t capacity = 0;
    char previous = 0;
    free(input->pasted);
    input->pasted = NULL;
    while (1) {
        const int filled = pending(input) > 0 ? 1 : fill(input, -1);
        if (filled < 0 && (received == SIGWINCH || received == 0)) {
            received = 0;
            continue;
        }
        if (filled <= 0)
            break;
        if (input->buffer[input->start] == '\x1b' && takes_mark(input, paste_end))
            break;
        const char byte = input->buffer[input->start++];
        const int is_break = byte == '\r' || byte == '\n';
        const int is_text = (unsigned char)byte >= 0x20 && byte != 0x7F;
        if ((is_text || byte == '\t' || (is_break && !(byte == '\n' && previous == '\r'))) &&
            !append(input, &count, &capacity, (char)(is_break ? '\n' : byte)))
            break;
        previous = byte;
    }
    while (count > 0 && input->pasted[count - 1] == '\n')
        count--;
    if (input->pasted != NULL)
        input->pasted[count] = '\0';
}

const char *terminal_input_pasted(const terminal_input *input) { return input->pasted; }

/* A signal that came while waiting, as an event. */
static int event_of_signal(terminal_input *input) {
    const int signal = received;
    received = 0;
    if (signal == SIGWINCH || signal == 0)
        return TERMINAL_INPUT_RESIZED;
    input->signal = signal;
    return TERMINAL_INPUT_SIGNAL;
}

int terminal_input_next(terminal_input *input, wchar_t *character) {
    while (1) {
        size_t used = 0;
        if (pending(input) > 0) {
            if (input->buffer[input->start] == '\x1b' && takes_mark(input, paste_begin)) {
                read_pasted(input);
                return TERMINAL_INPUT_PASTED;
            }
            used = clusters_read_utf8(input->buffer + input->start, pending(input), character);
        }
        if (used == 0) {
            const int filled = fill(input, -1);
            if (filled < 0)
                return event_of_signal(input);
            if (filled == 0)
                return TERMINAL_INPUT_END;
            continue;
        }
        input->start += used;
        if (*character == 0 || (*character >= 0x80 && *character < 0xA0))
            continue; /* what no keyboard sends */
        if (!clusters_is_mark(*character))
            return TERMINAL_INPUT_CHARACTER;
        input->mark = *character;
        return TERMINAL_INPUT_MARK;
    }
}

void terminal_input_free(terminal_input *input) {
    free(input->pasted);
    input->pasted = NULL;
}
