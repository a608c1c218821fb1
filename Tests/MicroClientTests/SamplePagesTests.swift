import Foundation
import Testing

/// Samples are written twice: on the page, where they are read, and in a test, where they are compiled and run.
@Suite("Samples on pages")
struct SamplePagesTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// README.md, and every page of a catalog that has a sample.
    private static let pages =
        ["README.md"]
        + files(in: "Sources").filter { page in
            page.contains(".docc/") && page.hasSuffix(".md") && !samples(of: (try? text(of: page)) ?? "").isEmpty
        }

    private static let sources = files(in: "Tests").filter { $0.hasSuffix("SamplesTests.swift") }

    private static func files(in directory: String) -> [String] {
        let all = FileManager.default.enumerator(
            atPath: root.appendingPathComponent(directory).resolvingSymlinksInPath().path)
        return (all?.compactMap { $0 as? String } ?? []).sorted().map { directory + "/" + $0 }
    }

    private static func text(of file: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
    }

    @Test("there are pages and sources to compare")
    func found() {
        #expect(Self.pages.count > 12)
        #expect(Self.sources.count > 10)
    }

    @Test(
        "every Swift sample of a page stands in a test, line by line",
        arguments: pages)
    func samplesAreTested(page: String) throws {
        let tested = try Self.sources.map(Self.text)
        let samples = Self.samples(of: try Self.text(of: page))
        #expect(!samples.isEmpty)
        for sample in samples {
            #expect(tested.contains { $0.contains(sample) }, "\(page): no test has this sample:\n\(sample)")
        }
    }

    /// Returns the text between "```swift" and "```", without imports: those are at the top of a test.
    private static func samples(of page: String) -> [String] {
        page.components(separatedBy: "```swift\n").dropFirst().map { part in
            let lines = part.components(separatedBy: "\n").prefix { $0 != "```" }.drop {
                $0.isEmpty || $0.hasPrefix("import ")
            }
            return lines.joined(separator: "\n")
        }
    }
}
