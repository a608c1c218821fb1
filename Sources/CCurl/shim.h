#pragma once
#if !__has_include(<curl/curl.h>)
#error "A system library is missing (curl/curl.h). Type: Scripts/setup"
#endif
#include <curl/curl.h>
