#pragma once
#include <signal.h>
#include <stdbool.h>

/// Finds out what the report will need and a signal handler may not ask for. Once is enough.
void crash_report_prepare(void);

/// True for the signals of faults: SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT and SIGFPE.
bool crash_report_is_about(int signal);

/// Writes which fault it was and where the program was: the command that names the functions, ready to be typed. On other systems
/// than Linux, whose own crash reports say it, the fault alone. Async-signal-safe.
/// - Parameters:
///   - information, context: as a handler with SA_SIGINFO gets them.
void crash_report_write(int fd, int signal, const siginfo_t *information, const void *context);
