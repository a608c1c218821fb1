#pragma once
#include <signal.h>

/// Finds out what the report will need and a signal handler may not ask for. Once is enough.
void crash_report_prepare(void);

/// Which fault it was, and where the program was: the command that names the functions, ready to be typed. On other systems than
/// Linux, whose own crash reports say it, the fault alone. Async-signal-safe; to be made once.
/// - Parameters:
///   - information, context: as a handler with SA_SIGINFO gets them.
/// - Returns: lines, to be kept by nobody; NULL for signals that are no faults: all but SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE.
const char *crash_report(int signal, const siginfo_t *information, const void *context);
