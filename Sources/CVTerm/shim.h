#pragma once
#if !__has_include(<vterm.h>)
#error "A system library is missing (vterm.h). Type: Scripts/setup"
#endif
#include <vterm.h>
