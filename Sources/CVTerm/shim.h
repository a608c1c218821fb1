#pragma once
#if !__has_include(<vterm.h>)
#error "A system library is missing (vterm.h). Type: Scripts/setup"
#endif
#include <vterm.h>
#include <string.h>

/// A cell without bit-fields and unions, the same for every version of libvterm.
typedef struct {
    uint32_t chars[VTERM_MAX_CHARS_PER_CELL];
    int width;
    bool bold, italic, underline, reverse, blink;
    /// 0 to 255; -1 the terminal's own colour; -2 a colour given as red, green and blue.
    int foreground, background;
} VirtualCell;

static inline int virtual_colour(const VTermColor *colour) {
    if (VTERM_COLOR_IS_DEFAULT_FG(colour) || VTERM_COLOR_IS_DEFAULT_BG(colour)) return -1;
    return VTERM_COLOR_IS_INDEXED(colour) ? colour->indexed.idx : -2;
}

// VTermScreenCell grew members between 0.1 and 0.3, and its attributes are bit-fields.
static inline VirtualCell virtual_cell(const VTermScreen *screen, int row, int column) {
    VTermScreenCell cell;
    memset(&cell, 0, sizeof cell);
    VTermPos position = {.row = row, .col = column};
    vterm_screen_get_cell(screen, position, &cell);
    VirtualCell result = {
        .width = cell.width, .bold = cell.attrs.bold, .italic = cell.attrs.italic,
        .underline = cell.attrs.underline != 0, .reverse = cell.attrs.reverse, .blink = cell.attrs.blink,
        .foreground = virtual_colour(&cell.fg), .background = virtual_colour(&cell.bg)};
    memcpy(result.chars, cell.chars, sizeof result.chars);
    return result;
}

/// The cursor as row << 16 | column: positions are structs of plain ints, but only reached through the state.
static inline int virtual_cursor(VTerm *terminal) {
    VTermPos position;
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position);
    return position.row << 16 | position.col;
}
