import Foundation
import Testing

/// Samples are written twice: on the page, where they are read, and in a test, where they are compiled and run.
@Suite("Samples on pages")
struct SamplePagesTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let sources = [
        "Tests/MicroClientTests/DocumentationSamplesTests.swift",
        "Tests/MicroClientCurlTests/DocumentationSamplesTests.swift",
    ]

    @Test(
        "every Swift sample of a page stands in a test, line by line",
        arguments: ["README.md", "Sources/MicroClient/MicroClient.docc/GettingStarted.md"])
    func samplesAreTested(page: String) throws {
        let tested = try Self.sources.map {
            try String(contentsOf: Self.root.appendingPathComponent($0), encoding: .utf8)
        }
        let samples = Self.samples(of: try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8))
        #expect(!samples.isEmpty)
        for sample in samples {
            #expect(tested.contains { $0.contains(sample) }, "\(page): no test has this sample:\n\(sample)")
        }
    }

    /// What stands between "```swift" and "```", imports left out: those stand at the top of a test.
    private static func samples(of page: String) -> [String] {
        page.components(separatedBy: "```swift\n").dropFirst().map { part in
            let lines = part.components(separatedBy: "\n").prefix { $0 != "```" }.drop {
                $0.isEmpty || $0.hasPrefix("import ")
            }
            return lines.joined(separator: "\n")
        }
    }
}
