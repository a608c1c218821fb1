#if defined(__linux__)
#define _GNU_SOURCE
#include <link.h>
#include <sys/uio.h>
#include <ucontext.h>
#endif
#include "CrashReport.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    int signal;
    const char *name;
} faults[] = {
    {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGSEGV, "SIGSEGV"},
    {SIGBUS, "SIGBUS"}, {SIGABRT, "SIGABRT"}, {SIGFPE, "SIGFPE"},
};

// One thread makes a report, and the program ends with it. The last byte stays 0.
static char report[2 * PATH_MAX + 1024];
static size_t report_count;

static void append(const char *text) {
    for (; *text != 0 && report_count < sizeof report - 1; text++) report[report_count++] = *text;
}

static void append_hexadecimal(uintptr_t value) {
    char digits[2 + 2 * sizeof value + 1];
    char *first = digits + sizeof digits - 1;
    *first = 0;
    do {
        *--first = "0123456789abcdef"[value % 16];
        value /= 16;
    } while (value != 0);
    append("0x");
    append(first);
}

#if defined(__linux__)

static char program_path[PATH_MAX];
// The compressed names of an installed program, which has none itself: lib/NAME/symbols.gz beside its directory. Empty: there are none.
static char symbols_path[PATH_MAX];
// Where the program was loaded, and where its code begins and ends.
static uintptr_t load_address, code_start, code_end;
// Tells builds apart; the linker makes it.
static const unsigned char *build_id;
static size_t build_id_count;

static size_t padded(size_t count) { return (count + 3) & ~(size_t)3; }

static void note_build_id(const char *notes, size_t count) {
    while (count >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const void *)notes;
        size_t whole = sizeof *note + padded(note->n_namesz) + padded(note->n_descsz);
        if (whole > count) return;
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(note + 1, "GNU", 4) == 0) {
            build_id = (const unsigned char *)(note + 1) + 4;
            build_id_count = note->n_descsz;
        }
        notes += whole;
        count -= whole;
    }
}

// The first object is the program itself.
static int note_program(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    load_address = object->dlpi_addr;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type == PT_NOTE) note_build_id((const char *)load_address + segment->p_vaddr, segment->p_memsz);
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
        code_start = load_address + segment->p_vaddr;
        code_end = code_start + segment->p_memsz;
    }
    return 1;
}

static void note_symbols(void) {
    const char *name = strrchr(program_path, '/');
    if (name == NULL) return;
    int count = snprintf(symbols_path, sizeof symbols_path, "%.*s/../lib/%s/symbols.gz", (int)(name - program_path),
                         program_path, name + 1);
    if (count >= (int)sizeof symbols_path || access(symbols_path, R_OK) != 0) symbols_path[0] = 0;
}

void crash_report_prepare(void) {
    if (code_end != 0) return;
    ssize_t count = readlink("/proc/self/exe", program_path, sizeof program_path - 1);
    if (count < 0) return;
    dl_iterate_phdr(note_program, NULL);
    note_symbols();
}

static int is_code(uintptr_t address) { return address >= code_start && address < code_end; }

static void append_place(uintptr_t address) {
    append(" ");
    append_hexadecimal(address - load_address);
}

// As much of the stack as can be read: asked from the kernel, since a fault in here would be the last.
static size_t read_stack(uintptr_t stack, uintptr_t *words, size_t count) {
    size_t bytes = 0;
    while (bytes < count * sizeof *words) {
        size_t step = 4096 - (stack + bytes) % 4096;
        if (step > count * sizeof *words - bytes) step = count * sizeof *words - bytes;
        struct iovec here = {(char *)words + bytes, step}, there = {(void *)(stack + bytes), step};
        if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != (ssize_t)step) break;
        bytes += step;
    }
    return bytes / sizeof *words;
}

static void append_build(void) {
    if (build_id == NULL) return;
    append("Build: ");
    for (size_t i = 0; i < build_id_count; i++) {
        char digits[] = {"0123456789abcdef"[build_id[i] / 16], "0123456789abcdef"[build_id[i] % 16], 0};
        append(digits);
    }
    append("\n");
}

// Not the chain of frames: allocators and C libraries keep none, and a broken stack may have lost its own. What stands on the
// stack and points into the program's code is where calls return to, but for the few that are left over from earlier ones.
static void append_places(uintptr_t instruction, uintptr_t stack) {
    static uintptr_t words[1024];
    size_t count = read_stack(stack & ~(sizeof *words - 1), words, sizeof words / sizeof *words);
    int named = 0;
    append_build();
    append("Where it was: ");
    if (symbols_path[0] != 0) {
        append("s=$(mktemp); zcat '");
        append(symbols_path);
        append("' >\"$s\"; addr2line -fpie \"$s\"");
    } else {
        append("addr2line -fpie '");
        append(program_path);
        append("'");
    }
    if (is_code(instruction)) append_place(instruction);
    for (size_t i = 0; i < count && named < 32; i++) {
        if (!is_code(words[i])) continue;
        append_place(words[i] - 1);  // The call, not what comes after it.
        named++;
    }
    append("\n");
}

static void append_where(const void *context) {
    const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
    append_places((uintptr_t)machine->gregs[REG_RIP], (uintptr_t)machine->gregs[REG_RSP]);
#elif defined(__aarch64__)
    append_places((uintptr_t)machine->pc, (uintptr_t)machine->sp);
#else
    (void)machine;
#endif
}

#else

void crash_report_prepare(void) {}
static void append_where(const void *context) { (void)context; }

#endif

static const char *name_of_fault(int signal) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (faults[i].signal == signal) return faults[i].name;
    }
    return NULL;
}

const char *crash_report(int signal, const siginfo_t *information, const void *context) {
    const char *name = name_of_fault(signal);
    if (name == NULL) return NULL;
    append("Crashed: ");
    append(name);
    // Of what is raised, there is no address.
    if (information->si_code > 0) {
        append(" at ");
        append_hexadecimal((uintptr_t)information->si_addr);
    }
    append("\n");
    append_where(context);
    return report;
}
