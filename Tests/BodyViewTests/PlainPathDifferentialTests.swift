import BodyStore
import Foundation
import Testing

@testable import BodyView

/// Plain paths beside jq's own results, if jq is installed.
@Suite(.enabled(if: JQProgram.path != nil, "jq is not installed")) struct PlainPathDifferentialTests {
    @Test("finds what jq finds, along every path of generated documents", arguments: 0..<12)
    func asJQ(seed: Int) throws {
        var generator = Seeded(seed + 7)
        let body = Self.value(depth: 4, &generator)
        let paths = (0..<8).map { _ in Self.path(&generator) }
        for path in paths {
            guard case .path(let plain) = BodyFilter(path) else {
                Issue.record("\(path) is no plain path")
                continue
            }
            let store = BodyStore()
            let filtering = PathFiltering(document(body, .json), path: plain)
            _ = try #require(try filtering.run(into: store))
            let ours = String(decoding: store.copy(0..<store.count), as: UTF8.self)
            // Where a path leads nowhere jq says null, or gives up; there are no nulls in what is generated.
            let expected = try JQProgram.run("\(path) | select(. != null)", body)
            #expect(try JQProgram.run(".", ours) == expected, "\(path) of \(body)")
        }
    }

    private static func value(depth: Int, _ generator: inout Seeded) -> String {
        switch depth > 0 ? generator.next() % 4 : 4 {
        case 0, 1:
            let names = ["a", "b", "odd name", "é", "x\\\"y"].filter { _ in generator.next() % 4 > 0 }
            let members = names.map { "\"\($0)\" : \(value(depth: depth - 1, &generator))" }
            return "{\(members.joined(separator: ", "))}"
        case 2, 3:
            let count = Int(generator.next() % 5)
            return "[\((0..<count).map { _ in value(depth: depth - 1, &generator) }.joined(separator: " ,"))]"
        default: return ["1", "-2.5", "\"a, ]}\"", "true", "\"\"", "1e3"][Int(generator.next() % 6)]
        }
    }

    private static func path(_ generator: inout Seeded) -> String {
        let steps = ["a", "b", "[\"odd name\"]", "\"é\"", "[\"x\\\"y\"]", "[]", "[]", "[0]", "[1]", "[-1]", "[-2]"]
        let chosen = (0...Int(generator.next() % 4)).map { _ in steps[Int(generator.next() % UInt64(steps.count))] }
        // Before 1.7 jq takes a dot before a bracket at the beginning only.
        return chosen.enumerated().map { index, step in
            (index == 0 || !step.hasPrefix("[") ? "." : "") + step + "?"
        }.joined()
    }
}

/// The program, as a reference.
enum JQProgram {
    static let path = ["/usr/bin/jq", "/usr/local/bin/jq", "/opt/homebrew/bin/jq"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static func run(_ filter: String, _ input: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("jq-\(UUID().uuidString).json")
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "")
        process.arguments = ["-c", filter, file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
