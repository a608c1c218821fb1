#include "CFork.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

// Between fork and exec in a program of many threads nothing may be called that takes a lock, so all of it is C.
pid_t fork_program(const char *path, char *const arguments[], char *const environment[], const int *descriptors, int descriptor_count,
                   const int *closed, int closed_count, const int *defaults, int defaults_count) {
    sigset_t all, before;
    sigfillset(&all);
    // No handler of this program runs in the child.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child != 0) {
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        return child;
    }
    for (int number = 0; number < descriptor_count; number++) {
        int from = descriptors[number] < 0 ? open("/dev/null", O_RDWR) : descriptors[number];
        if (from < 0 || (from != number && dup2(from, number) < 0)) _exit(127);
        if (from == number) fcntl(number, F_SETFD, 0);
        if (descriptors[number] < 0 && from != number) close(from);
    }
    for (int i = 0; i < closed_count; i++) close(closed[i]);
    struct sigaction action;
    for (int signal = 1; signal < NSIG; signal++) {
        if (sigaction(signal, NULL, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) {
            action = (struct sigaction){.sa_handler = SIG_DFL};
            sigaction(signal, &action, NULL);
        }
    }
    action = (struct sigaction){.sa_handler = SIG_DFL};
    for (int i = 0; i < defaults_count; i++) sigaction(defaults[i], &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    execve(path, arguments, environment);
    _exit(127);
}
