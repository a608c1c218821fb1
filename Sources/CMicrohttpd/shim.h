#pragma once
#if !__has_include(<microhttpd.h>)
#error "A system library is missing (microhttpd.h). Type: Scripts/setup"
#endif
#include <microhttpd.h>
