#pragma once
#if !__has_include(<zlib.h>)
#error "A system library is missing (zlib.h). Type: Scripts/setup"
#endif
#include <zlib.h>
