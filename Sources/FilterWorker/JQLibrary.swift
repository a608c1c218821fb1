internal import CJQ
import Foundation

/// The functions of libjq, loaded when a worker needs them: nothing is linked, so that the program runs without it.
struct JQLibrary {
    typealias State = OpaquePointer
    typealias Parser = OpaquePointer

    let makeState: @convention(c) () -> State?
    let setErrorCallback: @convention(c) (State, jq_msg_cb?, UnsafeMutableRawPointer?) -> Void
    let setInputCallback: @convention(c) (State, jq_input_cb?, UnsafeMutableRawPointer?) -> Void
    let setAttribute: @convention(c) (State, jv, jv) -> Void
    let compile: @convention(c) (State, UnsafePointer<CChar>) -> Int32
    let start: @convention(c) (State, jv, Int32) -> Void
    let next: @convention(c) (State) -> jv
    let makeParser: @convention(c) (Int32) -> Parser?
    let setBuffer: @convention(c) (Parser, UnsafePointer<CChar>, Int32, Int32) -> Void
    let nextValue: @convention(c) (Parser) -> jv
    let kind: @convention(c) (jv) -> jv_kind
    let copy: @convention(c) (jv) -> jv
    let free: @convention(c) (jv) -> Void
    let hasMessage: @convention(c) (jv) -> Int32
    let invalid: @convention(c) () -> jv
    let failure: @convention(c) (jv) -> jv
    let message: @convention(c) (jv) -> jv
    let text: @convention(c) (UnsafePointer<CChar>) -> jv
    let emptyArray: @convention(c) () -> jv
    let dumped: @convention(c) (jv, Int32) -> jv
    let bytes: @convention(c) (jv) -> UnsafePointer<CChar>
    let byteCount: @convention(c) (jv) -> Int32
    let setMemoryHandler: @convention(c) (jv_nomem_handler_f?, UnsafeMutableRawPointer?) -> Void
    /// Whether numbers that were not computed with keep their digits: since jq 1.7.
    let keepsDigits: Bool

    /// Debian's name, then those of Homebrew and of a build of one's own.
    private static let names = [
        "libjq.so.1", "libjq.1.dylib", "/opt/homebrew/lib/libjq.1.dylib", "/usr/local/lib/libjq.1.dylib",
    ]

    /// Loads libjq; nil if it is not installed, or lacks a function.
    init?() {
        guard let handle = Self.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        let symbols = LibrarySymbols(handle: handle)
        do {
            makeState = try symbols.find("jq_init")
            setErrorCallback = try symbols.find("jq_set_error_cb")
            setInputCallback = try symbols.find("jq_set_input_cb")
            setAttribute = try symbols.find("jq_set_attr")
            compile = try symbols.find("jq_compile")
            start = try symbols.find("jq_start")
            next = try symbols.find("jq_next")
            makeParser = try symbols.find("jv_parser_new")
            setBuffer = try symbols.find("jv_parser_set_buf")
            nextValue = try symbols.find("jv_parser_next")
            kind = try symbols.find("jv_get_kind")
            copy = try symbols.find("jv_copy")
            free = try symbols.find("jv_free")
            hasMessage = try symbols.find("jv_invalid_has_msg")
            invalid = try symbols.find("jv_invalid")
            failure = try symbols.find("jv_invalid_with_msg")
            message = try symbols.find("jv_invalid_get_msg")
            text = try symbols.find("jv_string")
            emptyArray = try symbols.find("jv_array")
            dumped = try symbols.find("jv_dump_string")
            bytes = try symbols.find("jv_string_value")
            byteCount = try symbols.find("jv_string_length_bytes")
            setMemoryHandler = try symbols.find("jv_nomem_handler")
        } catch {
            return nil
        }
        keepsDigits = dlsym(handle, "jv_number_with_literal") != nil
    }

    /// Takes the value, as all functions of libjq do.
    func string(_ value: jv) -> String {
        defer { free(value) }
        let count = Int(byteCount(copy(value)))
        return bytes(value).withMemoryRebound(to: UInt8.self, capacity: count) {
            String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
        }
    }

    /// Returns a message, which may be any value, as text.
    func words(_ value: jv) -> String {
        kind(value) == JV_KIND_STRING ? string(value) : string(dumped(value, 0))
    }
}

/// The functions of a library that was loaded late, by their names.
struct LibrarySymbols {
    let handle: UnsafeMutableRawPointer
    struct Missing: Error {}

    /// Finds a function; the caller's type is the one that the header gives it.
    func find<Function>(_ name: String) throws -> Function {
        guard let address = dlsym(handle, name) else { throw Missing() }
        return unsafeBitCast(address, to: Function.self)
    }
}
