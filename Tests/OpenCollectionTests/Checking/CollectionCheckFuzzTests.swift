import TestSupport
import Testing

@testable import OpenCollection

/// Collections that someone else wrote, cut and spliced. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which.
@Suite("Damaged collections, checked", .timeLimit(.minutes(60)))
struct CollectionCheckFuzzTests {
    private static let whole: [(ItemPath, String)] = CollectionCheckTests.cases.flatMap { row in
        row.files.map { (ItemPath($0.key), $0.value) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }

    private static let pieces = [
        "\n", "  ", "- ", ": ", "{", "}", "[", "]", "{{", "}}", "{{host}}", "{{a}}{{b}}", "\"", "'", "|", "null", "~",
        "1e999", "-1", "&a ", "*a", "!!int ", "#", "items: ", "type: ", "value: ", "extends: e", "eyJ", "\u{0}", "é",
        "\r", "😀", "://u:p@",
    ]

    private static func damaged(_ text: String, using random: inout SeededGenerator) -> String {
        var characters = Array(text)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0...characters.count, using: &random)
            let end = min(characters.count, place + Int.random(in: 0...12, using: &random))
            switch Int.random(in: 0..<3, using: &random) {
            case 0: characters.removeSubrange(place..<end)
            case 1: characters.insert(contentsOf: characters[place..<end], at: place)
            default: characters.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: place)
            }
        }
        return String(characters)
    }

    @Test("whatever the files hold, every problem has a place in its file and says what to do")
    func problems() {
        for number in 0..<LongRun.inputs(orJust: 300) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            var texts: [ItemPath: String] = [:]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                guard let (path, text) = Self.whole.randomElement(using: &random) else { continue }
                texts[path] = Self.damaged(text, using: &random)
            }
            let sources = CollectionSources(
                files: texts.map { CollectionSources.File($0.key, .text($0.value)) }, exists: { _ in false })
            let problems = CollectionCheck(sources).problems()
            for problem in problems {
                let fault = Self.fault(problem, texts[problem.path])
                #expect(fault == nil, "seed \(seed): \(problem.path):\(problem.lineAfterPath)\n\(texts)")
            }
            #expect(problems == problems.sorted(), "seed \(seed)")
        }
    }

    /// Returns what is wrong with a problem; nil if nothing is.
    private static func fault(_ problem: CheckProblem, _ text: String?) -> String? {
        guard let text else { return "no such file" }
        if problem.message.isEmpty || problem.fix.isEmpty { return "it says nothing" }
        // A pair of CR and LF is one Character.
        let lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
        guard (1...lines.count).contains(problem.line) else { return "it stands outside" }
        let length = lines[problem.line - 1].unicodeScalars.count
        return (1...(length + 1)).contains(problem.column) ? nil : "it stands beside its line"
    }
}
