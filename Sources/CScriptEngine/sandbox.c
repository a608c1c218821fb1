#define _GNU_SOURCE

#include "CScriptEngine.h"

#include <errno.h>
#include <stddef.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
// The low half of an argument, on machines whose low byte comes first.
#define LOAD_ARGUMENT(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[number]))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define END BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
// The next statement is for this system call only.
#define ON(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1)
#define REFUSED(number) ON(number), REFUSE
// Refuses to open for anything but reading: flags are in this argument.
#define READING_ONLY(number, argument) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), LOAD_ARGUMENT(argument), \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0, 1), REFUSE, ALLOW

int microscope_script_sandbox(void) {
    static struct sock_filter rules[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
        END,
        LOAD(nr),
#ifdef __x86_64__
        // The numbers of the x32 ABI are others for the same calls.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        END,
        READING_ONLY(SYS_open, 1),
        REFUSED(SYS_creat),
        REFUSED(SYS_fork),
        REFUSED(SYS_vfork),
        REFUSED(SYS_unlink),
        REFUSED(SYS_rmdir),
        REFUSED(SYS_rename),
        REFUSED(SYS_mkdir),
        REFUSED(SYS_link),
        REFUSED(SYS_symlink),
        REFUSED(SYS_chmod),
#endif
        READING_ONLY(SYS_openat, 2),
        REFUSED(SYS_openat2),
        REFUSED(SYS_socket),
        REFUSED(SYS_socketpair),
        REFUSED(SYS_connect),
        REFUSED(SYS_execve),
        REFUSED(SYS_execveat),
        REFUSED(SYS_ptrace),
        REFUSED(SYS_process_vm_readv),
        REFUSED(SYS_process_vm_writev),
        REFUSED(SYS_kill),
        REFUSED(SYS_pidfd_open),
        REFUSED(SYS_pidfd_send_signal),
        REFUSED(SYS_io_uring_setup),
        REFUSED(SYS_bpf),
        REFUSED(SYS_unlinkat),
        REFUSED(SYS_renameat),
        REFUSED(SYS_renameat2),
        REFUSED(SYS_mkdirat),
        REFUSED(SYS_linkat),
        REFUSED(SYS_symlinkat),
        REFUSED(SYS_fchmodat),
        REFUSED(SYS_mount),
        // A thread is allowed, a process is not. What clone3 asks for cannot be read here: it is told that there is none, and clone is used.
        ON(SYS_clone3),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        LOAD_ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x00010000 /* CLONE_THREAD */, 1, 0),
        REFUSE,
        ALLOW,
    };
    struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}
#else
int microscope_script_sandbox(void) {
    errno = ENOSYS;
    return -1;
}
#endif
