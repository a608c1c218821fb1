#pragma once
#define NCURSES_WIDECHAR 1
#if !__has_include(<curses.h>)
#error "A system library is missing (curses.h). Type: Scripts/setup"
#endif
#include <curses.h>
#include <term.h>
#include <wchar.h>

// term.h names its macros as short as `lines` and `columns`; Swift does not see macros without values, C files would.

// stdscr and curscr are mutable globals (in some builds macros), which Swift 6 rejects.
static inline WINDOW *curses_standard_screen(void) { return stdscr; }
static inline WINDOW *curses_physical_screen(void) { return curscr; }

// The attributes are macros with casts, which Swift does not import.
static inline attr_t curses_attribute_bold(void) { return A_BOLD; }
static inline attr_t curses_attribute_dim(void) { return A_DIM; }
static inline attr_t curses_attribute_italic(void) { return A_ITALIC; }
static inline attr_t curses_attribute_underline(void) { return A_UNDERLINE; }
static inline attr_t curses_attribute_reverse(void) { return A_REVERSE; }

// A cell is made in C because the extended pair travels through an untyped pointer.
static inline int curses_set_cell(cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
    return setcchar(cell, text, attributes, (short)(pair > 32767 ? 0 : pair), &pair);
}

// Nearly every cell holds one scalar: made without an array.
static inline cchar_t curses_simple_cell(unsigned int scalar, attr_t attributes, int pair) {
    cchar_t cell;
    wchar_t text[2] = {(wchar_t)scalar, 0};
    curses_set_cell(&cell, text, attributes, pair);
    return cell;
}

// tigetstr takes a mutable pointer in some versions and answers (char *)-1 for a name that is no string.
static inline const char *curses_capability(const char *name) {
    const char *value = tigetstr((char *)name);
    return value == (const char *)-1 ? NULL : value;
}

static inline int curses_capability_number(const char *name) { return tigetnum((char *)name); }

// setupterm and newterm take mutable names in some versions.
static inline int curses_find_terminal(const char *name, int fd, int *reason) {
    return setupterm((char *)name, fd, reason);
}
static inline SCREEN *curses_new_terminal(const char *name, FILE *output, FILE *input) {
    return newterm((char *)name, output, input);
}
// cur_term is a mutable global.
static inline void curses_forget_terminal(void) {
    if (cur_term) del_curterm(cur_term);
}

// tparm is variadic, and the capability a macro over a mutable global. NULL where the terminal has no scroll region.
static inline const char *curses_whole_scroll_region(int rows) {
    return change_scroll_region ? tparm(change_scroll_region, 0, rows - 1) : NULL;
}

static inline const char *curses_start_of_line(int row) {
    return cursor_address ? tparm(cursor_address, (long)row, 0L) : NULL;
}

// glibc declares wcwidth only to those who define _XOPEN_SOURCE first, which the Swift importer does not.
int wcwidth(wchar_t character);
static inline int curses_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }
