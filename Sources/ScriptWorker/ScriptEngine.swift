internal import CScriptEngine
import Foundation

/// An engine of JavaScript, as a worker needs it. Nothing else in the worker knows which one it is.
protocol ScriptEngine {
    /// Begins with a global object in which nothing of earlier scripts is left. Nothing runs before.
    func begin()

    /// Runs a script, and the promise jobs that it made.
    ///
    /// - Parameters:
    ///   - file: the file that the code is from.
    ///   - line: the line of the file on which the code begins.
    ///   - seconds: processor time, after which no script goes on.
    /// - Returns: The value as text.
    /// - Throws: ``ScriptProblem``.
    func run(_ code: String, file: String, line: Int, seconds: Double) throws(ScriptProblem) -> String

    /// Reads a script, and runs nothing of it.
    ///
    /// - Throws: ``ScriptProblem`` with the first place where it is no JavaScript.
    func check(_ code: String, file: String, line: Int) throws(ScriptProblem)
}

/// JavaScriptCore, loaded when it is needed.
struct JavaScriptCore: ScriptEngine {
    private let engine: OpaquePointer

    /// - Parameter host: Handles calls of scripts; it lives as long as the process.
    /// - Returns: An engine; nil if JavaScriptCore is not installed.
    init?(_ host: ScriptHostCalls) {
        let context = Unmanaged.passRetained(host).toOpaque()
        let engine = microscope_script_engine_open(
            { context, text in
                guard let context, let text else { return nil }
                let host = Unmanaged<ScriptHostCalls>.fromOpaque(context).takeUnretainedValue()
                return host.handle(String(cString: text)).flatMap { strdup($0) }
            }, context)
        guard let engine else { return nil }
        self.engine = engine
    }

    func begin() { microscope_script_engine_begin(engine) }

    func run(_ code: String, file: String, line: Int, seconds: Double) throws(ScriptProblem) -> String {
        var result = microscope_script_engine_run(engine, code, file, Int32(clamping: line), seconds)
        defer { microscope_script_result_clear(&result) }
        if let problem = Self.problem(result, file) { throw problem }
        return result.value.map { String(cString: $0) } ?? ""
    }

    func check(_ code: String, file: String, line: Int) throws(ScriptProblem) {
        var result = microscope_script_engine_check(engine, code, file, Int32(clamping: line))
        defer { microscope_script_result_clear(&result) }
        if let problem = Self.problem(result, file) { throw problem }
    }

    private static func problem(_ result: microscope_script_result, _ file: String) -> ScriptProblem? {
        guard let message = result.message else { return nil }
        let name = result.file.map { String(cString: $0) } ?? file
        let place = ScriptPlace(file: name, line: Int(result.line), column: Int(result.column))
        return ScriptProblem(String(cString: message), at: result.line > 0 ? place : nil)
    }
}
