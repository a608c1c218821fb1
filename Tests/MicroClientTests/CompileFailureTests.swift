import Foundation
import TestSupport
import Testing

/// Code that must not compile. The compiler itself compares its errors with the `expected-error` comments of the fixtures.
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

    @Test("at the top level of a program, too, calls are waited for and send")
    func topLevel() throws {
        let result = try SwiftCompiler.typecheck(
            Self.fixtures.appendingPathComponent("TopLevel.swift"), ["-warnings-as-errors"])
        #expect(result.status == 0, "\(result.text)")
    }

    @Test(
        "beside a library with the same names, the module's name says which is meant",
        .enabled(if: SwiftCompiler.hasMacros))
    func besideOtherLibrary() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("module-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let module = try SwiftCompiler.module(
            Self.fixtures.appendingPathComponent("OtherLibrary.swift"), in: directory)
        #expect(module.status == 0, "\(module.text)")
        let result = try SwiftCompiler.typecheck(
            Self.fixtures.appendingPathComponent("BesideOtherLibrary.swift"), ["-I", directory.path])
        #expect(result.status == 0, "\(result.text)")
    }

    private func typecheck(_ fixture: String) throws -> (isExpected: Bool, text: String) {
        let result = try SwiftCompiler.typecheck(
            Self.fixtures.appendingPathComponent(fixture), ["-Xfrontend", "-verify"])
        return (result.status == 0, result.text)
    }
}
