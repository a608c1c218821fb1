#pragma once
#if !__has_include(<sqlite3.h>)
#error "A system library is missing (sqlite3.h). Type: Scripts/setup"
#endif
#include <sqlite3.h>

// SQLITE_TRANSIENT is a macro that casts -1 to a function pointer; the importer does not take it.
static inline int microscope_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int microscope_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
