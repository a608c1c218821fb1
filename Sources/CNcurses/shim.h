#pragma once
#define NCURSES_WIDECHAR 1
#if !__has_include(<curses.h>)
#error "A system library is missing (curses.h). Type: Scripts/setup"
#endif
#include <curses.h>
