#define _GNU_SOURCE
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include "LateLibrary.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

// Two threads may load at once: both get the same handle, and the loader counts.
static void *loaded(struct late_library *library) {
    void *handle = atomic_load_explicit(&library->handle, memory_order_acquire);
    for (size_t i = 0; handle == NULL && i < sizeof library->names / sizeof *library->names; i++) {
        handle = dlopen(library->names[i], RTLD_LAZY | RTLD_LOCAL);
    }
    atomic_store_explicit(&library->handle, handle, memory_order_release);
    return handle;
}

// Without the library the program ends, as it would have at the start, and says what is missing.
__attribute__((used)) static void *late_address(struct late_function *function) {
    void *handle = loaded(function->library);
    void *found = handle == NULL ? NULL : dlsym(handle, function->name);
    if (found == NULL) {
        fprintf(
            stderr, "%s is missing or broken; Debian has it in the package %s. %s\n", function->library->names[0],
            function->library->package, dlerror());
        abort();
    }
    atomic_store_explicit(&function->address, found, memory_order_release);
    return found;
}

// Everything that may hold an argument is saved meanwhile: the number of vector registers, too, which variadic functions of x86 look at.
#if defined(__x86_64__)
__asm__(".text; .globl late_first_call; .hidden late_first_call; .type late_first_call,@function; late_first_call: .cfi_startproc\n"
        "endbr64; pushq %rbp; .cfi_def_cfa_offset 16; .cfi_offset %rbp, -16; movq %rsp, %rbp; .cfi_def_cfa_register %rbp\n"
        "pushq %rax; pushq %rdi; pushq %rsi; pushq %rdx; pushq %rcx; pushq %r8; pushq %r9; pushq %r10; subq $128, %rsp\n"
        "movups %xmm0, (%rsp); movups %xmm1, 16(%rsp); movups %xmm2, 32(%rsp); movups %xmm3, 48(%rsp)\n"
        "movups %xmm4, 64(%rsp); movups %xmm5, 80(%rsp); movups %xmm6, 96(%rsp); movups %xmm7, 112(%rsp)\n"
        "movq %r11, %rdi; callq late_address; movq %rax, %r11\n"
        "movups (%rsp), %xmm0; movups 16(%rsp), %xmm1; movups 32(%rsp), %xmm2; movups 48(%rsp), %xmm3\n"
        "movups 64(%rsp), %xmm4; movups 80(%rsp), %xmm5; movups 96(%rsp), %xmm6; movups 112(%rsp), %xmm7; addq $128, %rsp\n"
        "popq %r10; popq %r9; popq %r8; popq %rcx; popq %rdx; popq %rsi; popq %rdi; popq %rax; popq %rbp\n"
        ".cfi_def_cfa %rsp, 8; jmpq *%r11; .cfi_endproc; .size late_first_call, . - late_first_call");
#else
__asm__(".text; .globl late_first_call; .hidden late_first_call; .type late_first_call,%function; late_first_call: .cfi_startproc\n"
        "hint #34; stp x29, x30, [sp, -224]!; .cfi_def_cfa_offset 224; .cfi_offset x29, -224; .cfi_offset x30, -216; mov x29, sp\n"
        "stp x0, x1, [sp, 16]; stp x2, x3, [sp, 32]; stp x4, x5, [sp, 48]; stp x6, x7, [sp, 64]; str x8, [sp, 80]\n"
        "stp q0, q1, [sp, 96]; stp q2, q3, [sp, 128]; stp q4, q5, [sp, 160]; stp q6, q7, [sp, 192]\n"
        "mov x0, x17; bl late_address; mov x16, x0\n"
        "ldp x0, x1, [sp, 16]; ldp x2, x3, [sp, 32]; ldp x4, x5, [sp, 48]; ldp x6, x7, [sp, 64]; ldr x8, [sp, 80]\n"
        "ldp q0, q1, [sp, 96]; ldp q2, q3, [sp, 128]; ldp q4, q5, [sp, 160]; ldp q6, q7, [sp, 192]\n"
        "ldp x29, x30, [sp], 224; .cfi_def_cfa sp, 0; br x16; .cfi_endproc; .size late_first_call, . - late_first_call");
#endif
#endif
