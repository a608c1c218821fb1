#pragma once
#if !__has_include(<microhttpd.h>)
#error "A system library is missing (microhttpd.h). Type: Scripts/setup"
#endif
#include <microhttpd.h>

// MHD_start_daemon takes its options as variadic arguments, which Swift cannot pass.
// One thread of libmicrohttpd's own serves the listening socket (epoll where there is one).
static inline struct MHD_Daemon *microhttpd_start(
    MHD_socket listening_socket, size_t bytes_per_connection, MHD_AccessHandlerCallback handler,
    void *(*target_received)(void *owner, const char *target, struct MHD_Connection *connection),
    MHD_RequestCompletedCallback completed, void *owner)
{
    return MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, owner,
        MHD_OPTION_LISTEN_SOCKET, listening_socket,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, bytes_per_connection,
        MHD_OPTION_URI_LOG_CALLBACK, target_received, owner,
        MHD_OPTION_NOTIFY_COMPLETED, completed, owner,
        MHD_OPTION_END);
}

// Macros with casts, which Swift does not import.
static const uint64_t microhttpd_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t microhttpd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t microhttpd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

// Members of enums which Swift names differently from one libmicrohttpd to the next, as their attributes change.
static const enum MHD_Result microhttpd_yes = MHD_YES;
static const enum MHD_Result microhttpd_no = MHD_NO;
static const enum MHD_ValueKind microhttpd_header_kind = MHD_HEADER_KIND;
static const enum MHD_ResponseMemoryMode microhttpd_must_copy = MHD_RESPMEM_MUST_COPY;
