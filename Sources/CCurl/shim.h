#pragma once
#if !__has_include(<curl/curl.h>)
#error "A system library is missing (curl/curl.h). Type: Scripts/setup"
#endif
#include <curl/curl.h>

// Swift imports neither variadic functions nor the checking macros that stand before them: one inline function for each
// type that the variadic argument takes. The parentheses step around the macros of the same names.

static inline CURLcode curl_easy_set_long(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode curl_easy_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return (curl_easy_setopt)(handle, option, value);
}

/// Strings, lists, and the pointers given to callbacks.
static inline CURLcode curl_easy_set_pointer(CURL *handle, CURLoption option, const void *_Nullable value) {
    return (curl_easy_setopt)(handle, option, value);
}

/// `CURLOPT_WRITEFUNCTION` and `CURLOPT_HEADERFUNCTION`, which have one signature.
static inline CURLcode curl_easy_set_write(CURL *handle, CURLoption option, curl_write_callback value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode curl_easy_set_read(CURL *handle, curl_read_callback value) {
    return (curl_easy_setopt)(handle, CURLOPT_READFUNCTION, value);
}

static inline CURLcode curl_easy_set_seek(CURL *handle, curl_seek_callback value) {
    return (curl_easy_setopt)(handle, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLcode curl_easy_set_prereq(CURL *handle, curl_prereq_callback value) {
    return (curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode curl_easy_set_debug(CURL *handle, curl_debug_callback value) {
    return (curl_easy_setopt)(handle, CURLOPT_DEBUGFUNCTION, value);
}

static inline CURLcode curl_easy_get_long(CURL *handle, CURLINFO info, long *value) {
    return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode curl_easy_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode curl_easy_get_string(CURL *handle, CURLINFO info, const char *_Nullable *_Nonnull value) {
    return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode curl_easy_get_pointer(CURL *handle, CURLINFO info, void *_Nullable *_Nonnull value) {
    return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLMcode curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return (curl_multi_setopt)(handle, option, value);
}

/// `CURLMsg` holds its result in a union, which Swift reaches only through unsafe storage.
static inline CURLcode curl_message_result(const CURLMsg *message) { return message->data.result; }

// Swift does not import macros with casts in them.
static const long curl_auth_basic = CURLAUTH_BASIC;
static const long curl_auth_digest = CURLAUTH_DIGEST;
static const long curl_auth_ntlm = CURLAUTH_NTLM;
static const long curl_auth_negotiate = CURLAUTH_NEGOTIATE;
static const long curl_auth_aws_sigv4 = CURLAUTH_AWS_SIGV4;

/// "OpenSSL/3.0.15": the TLS library that libcurl speaks by; its argument is a macro.
static inline const char *_Nullable curl_tls_library(void) { return curl_version_info(CURLVERSION_NOW)->ssl_version; }
