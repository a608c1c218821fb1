// The program's own malloc stands before the C library's, for all libraries in the process. glibc only: elsewhere nothing is
// counted.
#define _GNU_SOURCE
#include "allocation_count.h"

#include <stddef.h>
#include <string.h>

static _Atomic long all, swift;

long allocations_so_far(void) { return all; }
long allocations_of_libcurl(void) { return all - swift; }

#ifdef __GLIBC__
#include <dlfcn.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static int is_c_library(const char *path) {
    return strstr(path, "/libcurl") || strstr(path, "/libc.so") || strstr(path, "/libssl") || strstr(path, "/libcrypto");
}

static void count(const void *caller) {
    Dl_info object;
    all++;
    if (dladdr(caller, &object) && object.dli_fname && !is_c_library(object.dli_fname)) swift++;
}

void *malloc(size_t size) {
    count(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(__builtin_return_address(0));
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count(__builtin_return_address(0));
    return __libc_realloc(old, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count(__builtin_return_address(0));
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : 12;
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}
#endif
