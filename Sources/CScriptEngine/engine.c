#include "CScriptEngine.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// The part of JavaScriptCore's C API that is used, which has not changed since 2008: its headers would bring glib along.
typedef struct OpaqueJSString *JSStringRef;
typedef const struct OpaqueJSContextGroup *JSContextGroupRef;
typedef struct OpaqueJSContext *JSContextRef;
typedef struct OpaqueJSValue *JSValueRef;
typedef JSValueRef (*JSCallback)(JSContextRef, JSValueRef, JSValueRef, size_t, const JSValueRef[], JSValueRef *);
typedef bool (*JSLimitCallback)(JSContextRef, void *);

struct microscope_script_engine {
    JSContextGroupRef group;
    JSContextRef context;
    microscope_script_host host;
    void *host_context;
    JSStringRef (*make_string)(const char *);
    void (*release_string)(JSStringRef);
    size_t (*string_size)(JSStringRef);
    size_t (*string_bytes)(JSStringRef, char *, size_t);
    JSValueRef (*evaluate)(JSContextRef, JSStringRef, JSValueRef, JSStringRef, int, JSValueRef *);
    bool (*check)(JSContextRef, JSStringRef, JSStringRef, int, JSValueRef *);
    JSStringRef (*to_string)(JSContextRef, JSValueRef, JSValueRef *);
    double (*to_number)(JSContextRef, JSValueRef, JSValueRef *);
    bool (*is_object)(JSContextRef, JSValueRef);
    bool (*is_undefined)(JSContextRef, JSValueRef);
    JSValueRef (*property)(JSContextRef, JSValueRef, JSStringRef, JSValueRef *);
    void (*set_property)(JSContextRef, JSValueRef, JSStringRef, JSValueRef, unsigned, JSValueRef *);
    JSValueRef (*global)(JSContextRef);
    JSValueRef (*make_function)(JSContextRef, JSStringRef, JSCallback);
    JSValueRef (*string_value)(JSContextRef, JSStringRef);
    JSValueRef (*undefined)(JSContextRef);
    JSContextGroupRef (*make_group)(void);
    JSContextRef (*make_context)(JSContextGroupRef, void *);
    void (*release_context)(JSContextRef);
    void (*set_limit)(JSContextGroupRef, double, JSLimitCallback, void *);
};

// A callback of JavaScriptCore gets no pointer of ours, and a worker has one engine.
static microscope_script_engine *only;

static const char *const names[] = {
    "libjavascriptcoregtk-4.1.so.0",
    "libjavascriptcoregtk-6.0.so.1",
    "libjavascriptcoregtk-4.0.so.18",
    "/System/Library/Frameworks/JavaScriptCore.framework/JavaScriptCore",
};

static char *text_of(microscope_script_engine *engine, JSStringRef string) {
    if (string == NULL) return NULL;
    size_t size = engine->string_size(string);
    char *text = malloc(size);
    if (text != NULL) engine->string_bytes(string, text, size);
    engine->release_string(string);
    return text;
}

static char *text_of_value(microscope_script_engine *engine, JSValueRef value) {
    return text_of(engine, engine->to_string(engine->context, value, NULL));
}

static JSValueRef call_host(JSContextRef context, JSValueRef function, JSValueRef this, size_t count,
                            const JSValueRef arguments[], JSValueRef *exception) {
    (void)function, (void)this;
    char *text = count > 0 ? text_of_value(only, arguments[0]) : NULL;
    if (text == NULL) {
        JSStringRef message = only->make_string("RangeError: Out of memory");
        *exception = only->string_value(context, message);
        only->release_string(message);
        return only->undefined(context);
    }
    char *reply = only->host(only->host_context, text);
    free(text);
    if (reply == NULL) return only->undefined(context);
    JSStringRef string = only->make_string(reply);
    free(reply);
    JSValueRef value = only->string_value(context, string);
    only->release_string(string);
    return value;
}

static bool end_script(JSContextRef context, void *nothing) {
    (void)context, (void)nothing;
    return true;
}

microscope_script_engine *microscope_script_engine_open(microscope_script_host host, void *context) {
    void *library = NULL;
    for (size_t index = 0; index < sizeof names / sizeof *names && library == NULL; index++)
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    microscope_script_engine *engine = library != NULL ? calloc(1, sizeof *engine) : NULL;
    if (engine == NULL) return NULL;
    const struct {
        const char *name;
        void **place;
    } functions[] = {
        {"JSStringCreateWithUTF8CString", (void **)&engine->make_string},
        {"JSStringRelease", (void **)&engine->release_string},
        {"JSStringGetMaximumUTF8CStringSize", (void **)&engine->string_size},
        {"JSStringGetUTF8CString", (void **)&engine->string_bytes},
        {"JSEvaluateScript", (void **)&engine->evaluate},
        {"JSCheckScriptSyntax", (void **)&engine->check},
        {"JSValueToStringCopy", (void **)&engine->to_string},
        {"JSValueToNumber", (void **)&engine->to_number},
        {"JSValueIsObject", (void **)&engine->is_object},
        {"JSValueIsUndefined", (void **)&engine->is_undefined},
        {"JSObjectGetProperty", (void **)&engine->property},
        {"JSObjectSetProperty", (void **)&engine->set_property},
        {"JSContextGetGlobalObject", (void **)&engine->global},
        {"JSObjectMakeFunctionWithCallback", (void **)&engine->make_function},
        {"JSValueMakeString", (void **)&engine->string_value},
        {"JSValueMakeUndefined", (void **)&engine->undefined},
        {"JSContextGroupCreate", (void **)&engine->make_group},
        {"JSGlobalContextCreateInGroup", (void **)&engine->make_context},
        {"JSGlobalContextRelease", (void **)&engine->release_context},
        {"JSContextGroupSetExecutionTimeLimit", (void **)&engine->set_limit},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        *functions[index].place = dlsym(library, functions[index].name);
        if (*functions[index].place == NULL) {
            free(engine);
            return NULL;
        }
    }
    engine->host = host;
    engine->host_context = context;
    engine->group = engine->make_group();
    only = engine;
    return engine;
}

void microscope_script_engine_begin(microscope_script_engine *engine) {
    if (engine->context != NULL) engine->release_context(engine->context);
    engine->context = engine->make_context(engine->group, NULL);
    JSStringRef name = engine->make_string("__host");
    JSValueRef function = engine->make_function(engine->context, name, call_host);
    engine->set_property(engine->context, engine->global(engine->context), name, function, 0, NULL);
    engine->release_string(name);
}

static JSValueRef property_of(microscope_script_engine *engine, JSValueRef object, const char *name) {
    JSStringRef string = engine->make_string(name);
    JSValueRef value = engine->property(engine->context, object, string, NULL);
    engine->release_string(string);
    return value != NULL && !engine->is_undefined(engine->context, value) ? value : NULL;
}

static int number_of(microscope_script_engine *engine, JSValueRef object, const char *name) {
    JSValueRef value = property_of(engine, object, name);
    double number = value != NULL ? engine->to_number(engine->context, value, NULL) : 0;
    return number > 0 && number < 1e9 ? (int)number : 0;
}

static microscope_script_result failure(microscope_script_engine *engine, JSValueRef exception) {
    microscope_script_result result = {0};
    result.message = text_of_value(engine, exception);
    if (engine->is_object(engine->context, exception)) {
        result.line = number_of(engine, exception, "line");
        result.column = number_of(engine, exception, "column");
        JSValueRef file = property_of(engine, exception, "sourceURL");
        if (file != NULL) result.file = text_of_value(engine, file);
    }
    if (result.message == NULL) result.message = strdup("an error that has no text");
    return result;
}

microscope_script_result microscope_script_engine_run(
    microscope_script_engine *engine, const char *code, const char *name, int line, double seconds) {
    JSStringRef script = engine->make_string(code), file = engine->make_string(name);
    JSValueRef exception = NULL;
    engine->set_limit(engine->group, seconds, end_script, NULL);
    JSValueRef value = engine->evaluate(engine->context, script, NULL, file, line, &exception);
    engine->release_string(script);
    engine->release_string(file);
    if (value == NULL || exception != NULL) return failure(engine, exception);
    microscope_script_result result = {.value = text_of_value(engine, value)};
    return result;
}

microscope_script_result microscope_script_engine_check(
    microscope_script_engine *engine, const char *code, const char *name, int line) {
    JSStringRef script = engine->make_string(code), file = engine->make_string(name);
    JSValueRef exception = NULL;
    bool isRight = engine->check(engine->context, script, file, line, &exception);
    engine->release_string(script);
    engine->release_string(file);
    microscope_script_result result = {0};
    if (!isRight && exception != NULL) result = failure(engine, exception);
    return result;
}

void microscope_script_result_clear(microscope_script_result *result) {
    free(result->value);
    free(result->message);
    free(result->file);
    memset(result, 0, sizeof *result);
}
