#if defined(__linux__)
#include "LateLibrary.h"

#include <microhttpd.h>

static struct late_library microhttpd = {.names = {"libmicrohttpd.so.12", "libmicrohttpd.so"}, .package = "libmicrohttpd12"};

// The variadic function has a sister for lists of arguments.
struct MHD_Daemon *MHD_start_daemon(
    unsigned int flags, uint16_t port, MHD_AcceptPolicyCallback accepts, void *accepting, MHD_AccessHandlerCallback handler,
    void *handling, ...) {
    static _Atomic(void *) address;
    __typeof__(&MHD_start_daemon_va) start = late_function(&microhttpd, "MHD_start_daemon_va", &address);
    va_list options;
    va_start(options, handling);
    struct MHD_Daemon *daemon = start(flags, port, accepts, accepting, handler, handling, options);
    va_end(options);
    return daemon;
}

LATE_FUNCTION(microhttpd, void, MHD_stop_daemon, (struct MHD_Daemon * daemon), (daemon))
LATE_FUNCTION(microhttpd, void, MHD_suspend_connection, (struct MHD_Connection * connection), (connection))
LATE_FUNCTION(microhttpd, void, MHD_resume_connection, (struct MHD_Connection * connection), (connection))
LATE_FUNCTION(
    microhttpd, int, MHD_get_connection_values_n,
    (struct MHD_Connection * connection, enum MHD_ValueKind kind, MHD_KeyValueIteratorN iterator, void *owner),
    (connection, kind, iterator, owner))
LATE_FUNCTION(
    microhttpd, const char *, MHD_lookup_connection_value,
    (struct MHD_Connection * connection, enum MHD_ValueKind kind, const char *key), (connection, kind, key))

LATE_FUNCTION(
    microhttpd, struct MHD_Response *, MHD_create_response_from_buffer,
    (size_t size, void *buffer, enum MHD_ResponseMemoryMode mode), (size, buffer, mode))
LATE_FUNCTION(
    microhttpd, struct MHD_Response *, MHD_create_response_from_callback,
    (uint64_t size, size_t block, MHD_ContentReaderCallback reader, void *owner, MHD_ContentReaderFreeCallback end),
    (size, block, reader, owner, end))
LATE_FUNCTION(
    microhttpd, enum MHD_Result, MHD_add_response_header,
    (struct MHD_Response * response, const char *header, const char *content), (response, header, content))
LATE_FUNCTION(
    microhttpd, enum MHD_Result, MHD_queue_response,
    (struct MHD_Connection * connection, unsigned int status, struct MHD_Response *response), (connection, status, response))
LATE_FUNCTION(microhttpd, void, MHD_destroy_response, (struct MHD_Response * response), (response))

LATE_FUNCTION(
    microhttpd, struct MHD_PostProcessor *, MHD_create_post_processor,
    (struct MHD_Connection * connection, size_t size, MHD_PostDataIterator iterator, void *owner),
    (connection, size, iterator, owner))
LATE_FUNCTION(
    microhttpd, enum MHD_Result, MHD_post_process, (struct MHD_PostProcessor * processor, const char *data, size_t count),
    (processor, data, count))
LATE_FUNCTION(microhttpd, enum MHD_Result, MHD_destroy_post_processor, (struct MHD_PostProcessor * processor), (processor))

#endif
