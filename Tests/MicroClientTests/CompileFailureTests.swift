import Foundation
import TestSupport
import Testing

/// What must not compile. The compiler itself compares its errors with the `expected-error` comments of the fixtures.
@Suite struct CompileFailureTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("CompileFailures")

    @Test("A04 B01: a response that is not Decodable, a request that is not Encodable, are errors of the compiler")
    func modelsA04B01() throws {
        let result = try typecheck("Models.swift")
        #expect(result.isExpected, "\(result.text)")
    }

    @Test("B13: a client and its configuration cross tasks; a request does when its body does")
    func sendableB13() throws {
        let result = try typecheck("Sendable.swift")
        #expect(result.isExpected, "\(result.text)")
    }

    private func typecheck(_ fixture: String) throws -> (isExpected: Bool, text: String) {
        let compiler = try ChildProgram.run([
            "swiftc", "-typecheck", "-swift-version", "6", "-I", try modules(), "-Xfrontend", "-verify",
            Self.fixtures.appendingPathComponent(fixture).path,
        ])
        return (compiler.status == 0, compiler.outputText + compiler.errorText)
    }

    /// Where the build that runs has put its modules.
    private func modules() throws -> String {
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
