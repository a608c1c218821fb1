#pragma once
#if !__has_include(<pcre2.h>)
#error "A system library is missing (pcre2.h). Type: Scripts/setup"
#endif
// The width that is meant must be said before the header: text as UTF-8.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
