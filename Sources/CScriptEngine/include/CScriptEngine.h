#pragma once

/// A JavaScript engine that is loaded when it is needed, so that the program runs without one: JavaScriptCore, by its C API.
/// Source: https://developer.apple.com/documentation/javascriptcore/c-javascriptcore-api
typedef struct microscope_script_engine microscope_script_engine;

/// Handles a call that a script makes with `__host(text)`.
///
/// @return a text that `free` takes back; NULL for none.
typedef char *(*microscope_script_host)(void *context, const char *text);

/// What came of a script. `microscope_script_result_clear` frees its texts.
typedef struct {
    /// The value of the script as text; NULL after an error.
    char *value;
    /// The error's message; NULL without one.
    char *message;
    /// The name of the script in which it was thrown; NULL when the engine does not say.
    char *file;
    /// Both begin at 1; 0 when the engine does not say.
    int line, column;
} microscope_script_result;

/// @return NULL where no engine is installed, or one that lacks a function.
microscope_script_engine *microscope_script_engine_open(microscope_script_host host, void *context);

/// Begins with a global object of its own, in which nothing of earlier scripts is left; the engine remembers only how it compiled them. Nothing
/// runs before.
void microscope_script_engine_begin(microscope_script_engine *engine);

/// Runs a script, and then the promise jobs that it made.
///
/// @param name the file that the script is from. @param line the line of that file on which it begins.
/// @param seconds of processor time, after which it is ended with an error that no script can catch.
microscope_script_result microscope_script_engine_run(
    microscope_script_engine *engine, const char *code, const char *name, int line, double seconds);

/// Whether a script may be compiled; the error otherwise.
microscope_script_result microscope_script_engine_check(
    microscope_script_engine *engine, const char *code, const char *name, int line);

void microscope_script_result_clear(microscope_script_result *result);

/// Forbids this process for ever to open sockets, to open files for writing, to start programs or processes, and to look into others.
///
/// @return 0, or -1 with errno where the kernel cannot do that.
int microscope_script_sandbox(void);
