#if defined(__linux__)
#include "LateLibrary.h"

#include <curl/curl.h>
#include <stdarg.h>

static struct late_library curl = {.names = {"libcurl.so.4", "libcurl.so"}, .package = "libcurl4"};

LATE_FUNCTION(curl, CURLcode, curl_global_init, (long flags), (flags))
LATE_FUNCTION(curl, char *, curl_version, (void), ())
LATE_FUNCTION(curl, curl_version_info_data *, curl_version_info, (CURLversion age), (age))
LATE_FUNCTION(curl, void, curl_free, (void *memory), (memory))
LATE_FUNCTION(curl, struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text), (list, text))
LATE_FUNCTION(curl, void, curl_slist_free_all, (struct curl_slist * list), (list))

LATE_FUNCTION(curl, CURL *, curl_easy_init, (void), ())
LATE_FUNCTION(curl, void, curl_easy_cleanup, (CURL * easy), (easy))
LATE_FUNCTION(curl, void, curl_easy_reset, (CURL * easy), (easy))
LATE_FUNCTION(curl, CURLcode, curl_easy_pause, (CURL * easy, int directions), (easy, directions))
LATE_FUNCTION(curl, const char *, curl_easy_strerror, (CURLcode code), (code))
LATE_FUNCTION_OF_ONE_MORE(curl, CURLcode, curl_easy_setopt, CURL *, CURLoption)
LATE_FUNCTION_OF_ONE_MORE(curl, CURLcode, curl_easy_getinfo, CURL *, CURLINFO)

LATE_FUNCTION(curl, CURLM *, curl_multi_init, (void), ())
LATE_FUNCTION(curl, CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi))
LATE_FUNCTION(curl, CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL *easy), (multi, easy))
LATE_FUNCTION(curl, CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL *easy), (multi, easy))
LATE_FUNCTION(curl, CURLMcode, curl_multi_perform, (CURLM * multi, int *running), (multi, running))
LATE_FUNCTION(
    curl, CURLMcode, curl_multi_poll,
    (CURLM * multi, struct curl_waitfd others[], unsigned int count, int milliseconds, int *ready),
    (multi, others, count, milliseconds, ready))
LATE_FUNCTION(curl, CURLMcode, curl_multi_wakeup, (CURLM * multi), (multi))
LATE_FUNCTION(curl, CURLMsg *, curl_multi_info_read, (CURLM * multi, int *left), (multi, left))
LATE_FUNCTION(curl, CURLMcode, curl_multi_assign, (CURLM * multi, curl_socket_t socket, void *owner), (multi, socket, owner))
LATE_FUNCTION(
    curl, CURLMcode, curl_multi_socket_action, (CURLM * multi, curl_socket_t socket, int events, int *running),
    (multi, socket, events, running))
LATE_FUNCTION_OF_ONE_MORE(curl, CURLMcode, curl_multi_setopt, CURLM *, CURLMoption)

// Foundation's, which is linked whole.
LATE_FUNCTION(curl, CURLU *, curl_url, (void), ())
LATE_FUNCTION(
    curl, CURLUcode, curl_url_set, (CURLU * url, CURLUPart part, const char *text, unsigned int flags),
    (url, part, text, flags))
// Its first parameter is constant in later versions: declared apart from the header, with the name that linkers know.
CURLUcode url_get(const CURLU *url, CURLUPart part, char **text, unsigned int flags) __asm__("curl_url_get");
CURLUcode url_get(const CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    static _Atomic(void *) address;
    __typeof__(&url_get) get = late_function(&curl, "curl_url_get", &address);
    return get(url, part, text, flags);
}

#endif
