#pragma once
#if !__has_include(<gd.h>)
#error "A system library is missing (gd.h). Type: Scripts/setup"
#endif
#include <gd.h>
