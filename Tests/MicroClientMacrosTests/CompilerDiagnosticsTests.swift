import Foundation
import TestSupport
import Testing

/// The compiler itself, with the plugin and the modules of this build.
@Suite struct CompilerDiagnosticsTests {
    private struct Mistake: Hashable, Comparable, CustomStringConvertible {
        var line: Int
        var column: Int
        var text: String

        var description: String { "\(line):\(column): \(text)" }
        static func < (left: Self, right: Self) -> Bool { (left.line, left.column) < (right.line, right.column) }
    }

    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("CompileFailures")
    private static let fixture = fixtures.appendingPathComponent("Requests.swift")

    @Test(
        "D16 the compiler shows each mistake on the user's own line, those of types too",
        .enabled(if: SwiftCompiler.hasMacros))
    func places() throws {
        let expected = try String(contentsOf: Self.fixture, encoding: .utf8).components(separatedBy: "\n").enumerated()
            .flatMap { index, line in
                line.components(separatedBy: " // ").dropFirst().compactMap { Self.mistake("\(index + 1):\($0)") }
            }
        #expect(expected.count > 40)
        let found = Set(
            try SwiftCompiler.typecheck(Self.fixture).text.components(separatedBy: "\n").compactMap { line in
                let error = line.components(separatedBy: "\(Self.fixture.path):").dropFirst().joined()
                return Self.mistake(
                    error.replacingOccurrences(of: " error: ", with: " "), isSaid: line.contains(" error: "))
            })
        for mistake in expected {
            #expect(found.contains { Self.isSame($0, mistake) }, "missing: \(mistake)")
        }
        for mistake in found.sorted() {
            #expect(expected.contains { Self.isSame(mistake, $0) }, "not expected: \(mistake)")
        }
    }

    @Test(
        "where the main actor is the default isolation, requests, bodies, queries and interceptors compile as they are",
        .enabled(if: SwiftCompiler.hasMacros && SwiftCompiler.knowsDefaultIsolation))
    func mainActorByDefault() throws {
        let result = try typecheckOnMainActor("MainActorByDefault.swift")
        #expect(result.status == 0, "\(result.text)")
    }

    @Test(
        "there, a body that is only Encodable is declared within its request, or is nonisolated",
        .enabled(if: SwiftCompiler.hasMacros && SwiftCompiler.knowsDefaultIsolation))
    func mainActorBodies() throws {
        let result = try typecheckOnMainActor("MainActorBodies.swift")
        let errors = result.text.components(separatedBy: "\n").filter { $0.contains(" error: ") }
        #expect(errors.count == 1, "\(result.text)")
        #expect(errors.first?.contains("main actor-isolated conformance of 'Plain' to 'Encodable'") == true)
    }

    private func typecheckOnMainActor(_ fixture: String) throws -> (status: Int32, text: String) {
        try SwiftCompiler.typecheck(
            Self.fixtures.appendingPathComponent(fixture),
            ["-warnings-as-errors", "-Xfrontend", "-default-isolation", "-Xfrontend", "MainActor"])
    }

    private static func isSame(_ said: Mistake, _ expected: Mistake) -> Bool {
        said.line == expected.line && said.column == expected.column && said.text.hasPrefix(expected.text)
    }

    /// Returns the mistake "11:22: text"; nil for a text of another form.
    private static func mistake(_ text: String, isSaid: Bool = true) -> Mistake? {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard isSaid, parts.count == 3, let line = Int(parts[0]), let column = Int(parts[1]) else { return nil }
        return Mistake(line: line, column: column, text: parts[2])
    }
}
