#pragma once
#include <stdatomic.h>

/// A shared library that is loaded when one of its functions is called.
struct late_library {
    /// Its soname, and the name it has for linkers, for one whose soname is another.
    const char *names[2];
    /// Debian's, for the message that it is missing.
    const char *package;
    _Atomic(void *) handle;
};

/// A function of such a library, and what is called in its place: `late_first_call` until the library is loaded.
struct late_function {
    _Atomic(void *) address;
    struct late_library *library;
    const char *name;
};

/// Loads the library, remembers the function's address and goes on there, with the arguments as they came. Expects the `late_function` in the
/// register that calling conventions leave to linkers: r11, or x17.
void late_first_call(void);

#if defined(__x86_64__)
    #define LATE_JUMP(name) "endbr64; leaq late_" name "(%rip), %r11; jmpq *(%r11)"
#elif defined(__aarch64__)
    #define LATE_JUMP(name) "hint #34; adrp x17, late_" name "; add x17, x17, :lo12:late_" name "; ldr x16, [x17]; br x16"
#endif

/// Defines the function with this name as a jump to the library's: whatever its parameters are, they stay where they are.
#define LATE_FUNCTION(of, function)                                                                            \
    __attribute__((used)) static struct late_function late_##function = {(void *)late_first_call, &of, #function}; \
    __asm__(".pushsection .text." #function ",\"ax\",%progbits; .p2align 4; .globl " #function "; .type " #function \
            ",%function; " #function ": " LATE_JUMP(#function) "; .size " #function ", . - " #function "; .popsection");
