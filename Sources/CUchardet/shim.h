#pragma once
#if !__has_include(<uchardet/uchardet.h>) && !__has_include(<uchardet.h>)
#error "A system library is missing (uchardet.h). Type: Scripts/setup"
#endif
#if __has_include(<uchardet/uchardet.h>)
#include <uchardet/uchardet.h>
#else
#include <uchardet.h>
#endif
