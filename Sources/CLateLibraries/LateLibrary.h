#pragma once
#include <stdatomic.h>
#include <stddef.h>

/// A shared library that is loaded when one of its functions is called.
struct late_library {
    /// Its soname, and the name it has for linkers, for one whose soname is another.
    const char *names[2];
    /// Debian's, for the message that it is missing.
    const char *package;
    _Atomic(void *) handle;
};

/// The address of a function, which is remembered in `address`; from any thread.
///
/// Without the library the program ends, as it would have at the start, and says what is missing.
void *late_function(struct late_library *library, const char *name, _Atomic(void *) *address);

/// Defines `name` as the library's function of this name.
#define LATE_FUNCTION(library, result, name, parameters, arguments)                       \
    result(name) parameters {                                                             \
        static _Atomic(void *) address;                                                   \
        return ((result(*) parameters)late_function(&library, #name, &address))arguments; \
    }

/// Of functions with one variadic argument, which is a pointer or as wide as one.
#define LATE_FUNCTION_OF_ONE_MORE(library, result, name, first_type, second_type)                        \
    result(name)(first_type first, second_type second, ...) {                                            \
        static _Atomic(void *) address;                                                                  \
        result (*function)(first_type, second_type, ...) = late_function(&library, #name, &address);     \
        va_list more;                                                                                    \
        va_start(more, second);                                                                          \
        void *third = va_arg(more, void *);                                                              \
        va_end(more);                                                                                    \
        return function(first, second, third);                                                           \
    }
