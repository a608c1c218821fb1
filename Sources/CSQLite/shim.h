#pragma once
#if !__has_include(<sqlite3.h>)
#error "A system library is missing (sqlite3.h). Type: Scripts/setup"
#endif
#include <sqlite3.h>
