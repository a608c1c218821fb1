#if defined(__linux__)
#define _GNU_SOURCE
#include "LateLibrary.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *load(struct late_library *library) {
    void *handle = NULL;
    for (size_t i = 0; handle == NULL && i < sizeof library->names / sizeof *library->names; i++) {
        handle = dlopen(library->names[i], RTLD_LAZY | RTLD_LOCAL);
    }
    return handle;
}

// Two threads may load at once: both get the same handle, and the loader counts.
static void *loaded(struct late_library *library) {
    void *handle = atomic_load_explicit(&library->handle, memory_order_acquire);
    if (handle != NULL) return handle;
    handle = load(library);
    atomic_store_explicit(&library->handle, handle, memory_order_release);
    return handle;
}

void *late_function(struct late_library *library, const char *name, _Atomic(void *) *address) {
    void *known = atomic_load_explicit(address, memory_order_acquire);
    if (known != NULL) return known;
    void *handle = loaded(library);
    void *found = handle == NULL ? NULL : dlsym(handle, name);
    if (found == NULL) {
        fprintf(
            stderr, "%s is missing or broken; Debian has it in the package %s. %s\n", library->names[0], library->package,
            dlerror());
        abort();
    }
    atomic_store_explicit(address, found, memory_order_release);
    return found;
}

#endif
