import BodyStore
import Testing

@testable import BodyView

/// The lines of a document as a plain tree: what the tests compare with.
struct PlainLines {
    struct Line {
        var text: String
        var depth: Int
        /// The other end, for a line that opens or closes a container.
        var partner: Int?
        var opens = false
        var parent: Int?
        var path: [BodyPath.Step] = []
        var items = 0
    }
    var lines: [Line] = []

    init(_ document: BodyDocument) {
        var open: [Int] = []
        for line in document.allLines {
            let number = lines.count
            var new = Line(text: line.text, depth: line.depth)
            let body = line.runs.filter { $0.token == .punctuation && $0.text != "," && $0.text != ":" }.map(\.text)
            if body.count == 1, ["}", "]"].contains(body[0]) {
                let start = open.removeLast()
                new.partner = start
                lines[start].partner = number
                new.path = lines[start].path
                new.parent = lines[start].parent
            } else {
                new.parent = open.last
                if let parent = open.last {
                    let key = line.runs.first { $0.token == .key }?.text
                    new.path =
                        lines[parent].path + [key.map { .member(Self.name($0)) } ?? .element(lines[parent].items)]
                    lines[parent].items += 1
                }
                if body.count == 1 {
                    new.opens = true
                    open.append(number)
                }
            }
            lines.append(new)
        }
    }

    private static func name(_ key: String) -> String {
        Array(key.utf8).withUnsafeBytes { bytes in
            var reader = JSONTokenReader(bytes, isWhole: true)
            guard case .string(let name)? = reader.next() else { return "?" }
            return name
        }
    }

    var containers: [Int] { lines.indices.filter { lines[$0].opens && lines[$0].partner != nil } }

    /// Returns the lines that are seen when these containers are folded.
    func visible(_ folded: Set<Int>) -> [Int] {
        var rows: [Int] = []
        var line = 0
        while line < lines.count {
            rows.append(line)
            line = folded.contains(line) ? (lines[line].partner ?? line) + 1 : line + 1
        }
        return rows
    }
}

/// The lines that are hidden.
@Suite struct FoldingTests {
    static func text(_ seed: Int) -> String {
        var writer = JSONWriter(seed: seed)
        writer.writeValue(depth: 6)
        return writer.text
    }

    @Test("shows the same lines as a plain list of them, however it was folded and unfolded", arguments: 0..<150)
    func differential(seed: Int) throws {
        let document = document(Self.text(seed), .json)
        let plain = PlainLines(document)
        var random = Seeded(seed)
        var folding = Folding()
        var folded: Set<Int> = []
        for _ in 0..<40 {
            guard let open = plain.containers.randomElement(using: &random), let close = plain.lines[open].partner,
                plain.visible(folded).contains(open)
            else { continue }
            if folded.remove(open) != nil {
                folding.unfold(at: open)
            } else {
                folded.insert(open)
                folding.fold(BodyFold(openLine: open, closeLine: close, itemCount: plain.lines[open].items))
            }
            try compare(folding, plain.visible(folded), plain, document)
        }
    }

    private func compare(_ folding: Folding, _ rows: [Int], _ plain: PlainLines, _ document: BodyDocument) throws {
        try #require(folding.rowCount(ofLines: plain.lines.count) == rows.count)
        for (row, line) in rows.enumerated() {
            try #require(folding.line(ofRow: row) == line)
            try #require(folding.row(ofLine: line) == row)
        }
        for line in plain.lines.indices {
            try #require(folding.shownLine(for: line) == rows.last { $0 <= line })
        }
        let shown = document.lines(ofRows: 0..<rows.count, folding: folding)
        try #require(shown.map(\.number) == rows.map { $0 + 1 })
        for (line, text) in zip(rows, shown.map(\.text)) {
            try #require(text.hasPrefix(plain.lines[line].text))
            let isFolded = folding.fold(at: line) != nil
            try #require(isFolded == (text != plain.lines[line].text))
        }
    }

    @Test("a line of a fold says what it hides, also scrolled sideways")
    func summary() {
        let document = document(#"{"a":{"b":1,"c":2},"d":[7]}"#, .json)
        let folding = Folding([
            BodyFold(openLine: 1, closeLine: 4, itemCount: 2), BodyFold(openLine: 5, closeLine: 7, itemCount: 1),
        ])
        let lines = document.lines(ofRows: 0..<9, folding: folding)
        #expect(lines.map(\.text) == ["{", #"  "a": {…} 2 members"#, #"  "d": […] 1 item"#, "}"])
        let right = document.lines(ofRows: 1..<3, folding: folding, columns: 8..<12, ellipsis: "...")
        #expect(right.map(\.text) == ["...}", "...]"])
        #expect(right.map(\.isCut) == [true, true])
    }

    @Test("a million folds are found and changed one by one")
    func many() {
        let count = 1_000_000
        var folding = Folding((0..<count).map { BodyFold(openLine: $0 * 3 + 1, closeLine: $0 * 3 + 3, itemCount: 1) })
        #expect(folding.rowCount(ofLines: count * 3 + 2) == count + 2)
        #expect(folding.line(ofRow: 500_001) == 1_500_001)
        folding.unfold(at: 1_500_001)
        #expect(folding.count == count - 1)
        #expect(folding.line(ofRow: 500_002) == 1_500_002)
        #expect(folding.line(ofRow: 500_004) == 1_500_004)
        folding.fold(BodyFold(openLine: 0, closeLine: count * 3 + 1, itemCount: count))
        #expect(folding.rowCount(ofLines: count * 3 + 2) == 1)
        #expect(folding.shownLine(for: 1_500_002) == 0)
        folding.unfold(at: 0)
        #expect(folding.count == count - 1)
        #expect(folding.row(ofLine: 1_500_004) == 500_004)
    }
}
