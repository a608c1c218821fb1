import Foundation

/// The compiler of the toolchain, with the modules and the macros of the build that runs.
public enum SwiftCompiler {
    /// - Throws: `CocoaError` when the modules are not where SwiftPM puts them.
    public static func typecheck(_ file: URL, _ arguments: [String] = []) throws -> (status: Int32, text: String) {
        let macros = plugin.map { ["-load-plugin-executable", "\($0)#MicroClientMacrosPlugin"] } ?? []
        return try compile(file, ["-typecheck", "-I", try modules()] + macros + arguments)
    }

    /// Makes a module of a file, for `-I` of what imports it. Its name is that of the file.
    public static func module(_ file: URL, in directory: URL) throws -> (status: Int32, text: String) {
        let name = file.deletingPathExtension().lastPathComponent
        let output = directory.appendingPathComponent("\(name).swiftmodule").path
        return try compile(file, ["-emit-module", "-module-name", name, "-o", output])
    }

    private static func compile(_ file: URL, _ arguments: [String]) throws -> (status: Int32, text: String) {
        let compiler = try ChildProgram.run(
            ["swiftc", "-swift-version", "6", "-diagnostic-style", "llvm"] + arguments + [file.path])
        return (compiler.status, compiler.outputText + compiler.errorText)
    }

    /// Whether the macros are where SwiftPM puts them on Linux.
    public static var hasMacros: Bool { plugin != nil && (try? modules()) != nil }

    /// Whether the compiler is Swift 6.2 or later.
    public static var knowsDefaultIsolation: Bool {
        let help = try? ChildProgram.run(["swiftc", "-frontend", "-help-hidden"])
        return help?.outputText.contains("-default-isolation") == true
    }

    private static var plugin: String? {
        let path = builtProgram("MicroClientMacrosPlugin-tool")
        return path.hasPrefix("/") ? path : nil
    }

    private static func modules() throws -> String {
        // On macOS a program of the toolchain loads the bundle of the tests.
        let arguments = CommandLine.arguments
        let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
        var directory = URL(fileURLWithPath: bundle).deletingLastPathComponent()
        while directory.path != "/" {
            let candidate = directory.appendingPathComponent("Modules/MicroClient.swiftmodule")
            if FileManager.default.fileExists(atPath: candidate.path) {
                return candidate.deletingLastPathComponent().path
            }
            directory.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
