#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

// What must run inside a signal handler, where only async-signal-safe functions may be called (POSIX 2.4.3): Swift cannot
// promise that, so it is C.

/// Remembers what a terminal needs to be as before, and takes over the fatal signals on a stack of its own: of faults (SIGILL,
/// SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE) and from outside (SIGSYS, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM,
/// SIGPROF), but those that are ignored. On one of them the bytes go to the output, the input gets its modes, a fault says where in the
/// program it was, and the signal is raised again with its default action. The stack is the calling thread's, if it had none yet.
/// - Returns: 0, or an errno; ENOSPC when `count` is over 512.
int terminal_guard_arm(
    int input_fd, int output_fd, const struct termios *modes, const char *bytes, size_t count);

/// What a fault says last, after where it was; none until it is set.
/// - Returns: 0, or ENOSPC for more than 255 bytes.
int terminal_guard_set_last_words(const char *text);

/// Lets the handler write what was kept aside to where errors belong; -1 and -1 when nothing is kept any more.
void terminal_guard_keep_errors(int aside_fd, int original_fd);

/// Gives the fatal signals back to whom they belonged before.
void terminal_guard_disarm(void);

/// Puts the handlers of SIGINT, SIGTERM, SIGTSTP and SIGWINCH aside and back: curses takes them when it starts.
void terminal_guard_keep_handlers(void);
void terminal_guard_return_handlers(void);

/// Lets a signal write its number, one byte, to a pipe. A SIGHUP that is ignored stays so.
/// - Returns: 0 or an errno.
int signal_pipe_watch(int signal, int write_fd);

/// Gives a watched signal its default action back.
void signal_pipe_unwatch(int signal);

/// A nameless file for reading and writing, or -1 with errno.
int nameless_file(void);
