#pragma once

#include <sys/types.h>

// Starts a program in a child of fork, and waits for nothing. What the child cannot do ends it with 127, as in a shell.
//
// posix_spawn suspends the thread that calls it until the program has begun. Ctrl-Z right then stops the child before, and that thread never
// comes back to be stopped, too: the shell waits for a job that has half stopped, and the person before a dead terminal.
//
// - descriptors: what the program finds open as 0, 1, 2 and so on; below 0: the null device.
// - closed: what is not to be open in it, `closed_count` of them.
// - defaults: signals that mean to it what they mean to a fresh process, `defaults_count` of them. None is blocked in it.
//
// Returns the child's id; -1 with errno where there is none.
pid_t fork_program(const char *path, char *const arguments[], char *const environment[], const int *descriptors, int descriptor_count,
                   const int *closed, int closed_count, const int *defaults, int defaults_count);
