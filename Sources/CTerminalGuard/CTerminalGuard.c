#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/mman.h>
#endif
#include "CTerminalGuard.h"

#include "CrashReport.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// Whatever ends a process that does not care for it, but for those that the program takes itself.
static const int fatal[] = {
    SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2,
#ifdef SIGSYS
    SIGSYS,
#endif
#ifdef SIGXCPU
    SIGXCPU,
#endif
#ifdef SIGVTALRM
    SIGVTALRM,
#endif
#ifdef SIGPROF
    SIGPROF,
#endif
};
static struct sigaction previous[COUNT(fatal)];
// 64 KiB: the kernel's frame alone may take several KiB on machines with wide registers.
static char alternate_stack[1 << 16];
static atomic_bool armed;
static int input = -1;
static int output = -1;
static struct termios saved_modes;
static char restore_bytes[512];
static size_t restore_count;

static void write_all(int fd, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

static atomic_int errors_aside = -1;
static atomic_int errors_original = -1;

void terminal_guard_keep_errors(int aside, int original) {
    atomic_store(&errors_original, original);
    atomic_store(&errors_aside, aside);
}

// The last words of the program, the reason of a trap among them.
static void show_errors(void) {
    int aside = atomic_exchange(&errors_aside, -1);
    if (aside < 0 || lseek(aside, 0, SEEK_SET) < 0) return;
    char buffer[1024];
    ssize_t count;
    while ((count = read(aside, buffer, sizeof buffer)) > 0) write_all(atomic_load(&errors_original), buffer, (size_t)count);
}

static char last_words[256];

int terminal_guard_set_last_words(const char *text) {
    size_t count = strlen(text);
    if (count >= sizeof last_words) return ENOSPC;
    memcpy(last_words, text, count + 1);
    return 0;
}

static void restore_and_die(int signal, siginfo_t *information, void *context) {
    bool is_first = atomic_exchange(&armed, false);
    if (is_first) {
        write_all(output, restore_bytes, restore_count);
        // At once: a terminal that takes no more output must not keep a dying process.
        tcsetattr(input, TCSANOW, &saved_modes);
    }
    show_errors();
    const char *report = is_first ? crash_report(signal, information, context) : NULL;
    if (report != NULL) {
        int original = atomic_load(&errors_original);
        int errors = original < 0 ? STDERR_FILENO : original;
        write_all(errors, report, strlen(report));
        write_all(errors, last_words, strlen(last_words));
    }
    // The handler was reset to the default when it was entered (SA_RESETHAND); the signal waits until it returns.
    raise(signal);
}

// A thread that has such a stack keeps it: whoever gave it one, as sanitizers do, takes it away in the end.
static int use_alternate_stack(void) {
    stack_t present;
    if (sigaltstack(NULL, &present) == 0 && !(present.ss_flags & SS_DISABLE)) return 0;
    stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
    return sigaltstack(&stack, NULL) == 0 ? 0 : errno;
}

int terminal_guard_arm(int input_fd, int output_fd, const struct termios *modes, const char *bytes, size_t count) {
    if (count > sizeof restore_bytes) return ENOSPC;
    terminal_guard_disarm();
    crash_report_prepare();
    input = input_fd;
    output = output_fd;
    saved_modes = *modes;
    memcpy(restore_bytes, bytes, count);
    restore_count = count;
    int problem = use_alternate_stack();
    if (problem != 0) return problem;
    struct sigaction action = {0};
    action.sa_sigaction = restore_and_die;
    action.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND | SA_SIGINFO);
    sigemptyset(&action.sa_mask);
    // In the background, setting the modes would stop the process instead.
    sigaddset(&action.sa_mask, SIGTTOU);
    atomic_store(&armed, true);
    for (size_t i = 0; i < COUNT(fatal); i++) {
        sigaction(fatal[i], &action, &previous[i]);
        // What is ignored ends nothing.
        if (previous[i].sa_handler == SIG_IGN) sigaction(fatal[i], &previous[i], NULL);
    }
    return 0;
}

void terminal_guard_disarm(void) {
    if (!atomic_exchange(&armed, false)) return;
    for (size_t i = 0; i < COUNT(fatal); i++) sigaction(fatal[i], &previous[i], NULL);
}

static const int taken_by_curses[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
static struct sigaction kept[COUNT(taken_by_curses)];

void terminal_guard_keep_handlers(void) {
    for (size_t i = 0; i < COUNT(taken_by_curses); i++) sigaction(taken_by_curses[i], NULL, &kept[i]);
}

void terminal_guard_return_handlers(void) {
    for (size_t i = 0; i < COUNT(taken_by_curses); i++) sigaction(taken_by_curses[i], &kept[i], NULL);
}

static atomic_int pipe_fd = -1;

static void tell_pipe(int signal) {
    int before = errno;
    unsigned char byte = (unsigned char)signal;
    // A full pipe loses nothing that matters: it already wakes the reader.
    ssize_t ignored = write(atomic_load(&pipe_fd), &byte, 1);
    (void)ignored;
    errno = before;
}

int signal_pipe_watch(int signal, int write_fd) {
    struct sigaction before;
    // Whoever starts the program with nohup wants it to outlive its terminal.
    if (signal == SIGHUP && sigaction(signal, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return 0;
    atomic_store(&pipe_fd, write_fd);
    struct sigaction action = {0};
    action.sa_handler = tell_pipe;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    return sigaction(signal, &action, NULL) == 0 ? 0 : errno;
}

void signal_pipe_unwatch(int signal) {
    struct sigaction before;
    if (sigaction(signal, NULL, &before) == 0 && before.sa_handler != tell_pipe) return;
    struct sigaction action = {0};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, NULL);
}

int nameless_file(void) {
#if defined(__linux__)
    int memory = memfd_create("microscope", MFD_CLOEXEC);
    if (memory >= 0) return memory;
#endif
    char path[] = "/tmp/microscope.XXXXXX";
    int file = mkstemp(path);
    if (file >= 0) unlink(path);
    return file;
}
