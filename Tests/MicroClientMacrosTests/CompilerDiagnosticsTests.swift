import Foundation
import TestSupport
import Testing

/// The compiler itself, with the plugin and the modules of this build.
@Suite struct CompilerDiagnosticsTests {
    private static let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    private static let plugin = build.appendingPathComponent("MicroClientMacrosPlugin-tool")
    private static let modules = build.appendingPathComponent("Modules")

    /// Elsewhere than where SwiftPM puts them on Linux the files are not looked for.
    private static var isBuiltHere: Bool {
        FileManager.default.isExecutableFile(atPath: plugin.path)
            && FileManager.default.fileExists(
                atPath: modules.appendingPathComponent("MicroClientMacros.swiftmodule").path)
    }

    private static let source = """
        import MicroClientMacros

        struct Opaque: Sendable {}

        enum Requests {
            @Get("/users/:id/:missing")
            struct Missing {
                @Path var id: Opaque
                @Query var page: Opaque?
            }

            @Post("/users")
            struct Bodies {
                @Path var extra: Int
                let body: Opaque
                @Body var second: String
                var timeout: String
            }

            @Get("/x") final class NoStruct {}
            struct Unmarked { @Query var a: Int }
        }
        """

    /// How each begins: the words of the type checker are its own.
    private static let expected = [
        "6:22: error: ':missing' has no property: declare '@Path var missing'",
        "8:19: error: ",
        "9:20: error: ",
        "14:19: error: 'extra' is marked @Path, but the path has no ':extra'",
        "15:13: error: ",
        "16:19: error: a request has one body; 'second' would be the second",
        "17:13: error: ",
        "20:22: error: @Get makes a request of a struct; 'NoStruct' is a class",
        "21:23: error: @Query marks a property of a request: a struct with @Get, @Post or another method",
    ]

    @Test("D16 the compiler shows each mistake on the user's own line, those of types too", .enabled(if: isBuiltHere))
    func places() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mistakes-\(UUID()).swift")
        try Data(Self.source.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let errors = try typecheck(file).split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix(file.path + ":"), line.contains(": error: ") else { return nil }
            // Compilers name the macro after the message, in their own words.
            return line.dropFirst(file.path.count + 1).components(separatedBy: " (from macro").first
        }
        let sorted = errors.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
        #expect(sorted.count == Self.expected.count)
        for (error, expected) in zip(sorted, Self.expected) { #expect(error.hasPrefix(expected)) }
    }

    private func typecheck(_ file: URL) throws -> String {
        let compiler = try ChildProgram.run([
            "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", Self.modules.path,
            "-load-plugin-executable", "\(Self.plugin.path)#MicroClientMacrosPlugin", file.path,
        ])
        return compiler.outputText + compiler.errorText
    }
}
