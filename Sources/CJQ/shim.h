#pragma once
#if !__has_include(<jq.h>)
#error "A system library is missing (jq.h). Type: Scripts/setup"
#endif
#include <jq.h>
#include <jv.h>
#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#endif

// pipe2 is hidden behind _GNU_SOURCE, which would have to be defined before any header of the module.
#ifdef __linux__
extern int pipe2(int ends[2], int flags);
static inline int microscope_pipe2(int *ends, int flags) { return pipe2(ends, flags); }
#endif

// prctl is variadic; the importer does not take it. Elsewhere a worker whose parent is gone ends at its next read or write.
static inline int microscope_end_with_parent(void) {
#ifdef __linux__
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#else
    return 0;
#endif
}
