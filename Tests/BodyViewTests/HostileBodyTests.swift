import BodyStore
import TestSupport
import Testing

@testable import BodyView

/// Bodies that are made to break what reads them: each function of the view comes to an end with each of them, on a small stack, and
/// keeps little for it.
@Suite("Hostile bodies", .timeLimit(.minutes(10)))
struct HostileBodyTests {
    /// Levels, or lines, for what is done at each of them: as many frames as usual have no room on the stack.
    private static let fewer = 10_000

    @Test(
        "every view has lines at once, and an index that is a small part of the body", arguments: HostileBody.allCases)
    func views(body: HostileBody) async throws {
        try await SmallStack.run {
            let (whole, small) = (BodyStore(body.bytes()), BodyStore(body.bytes(Self.fewer)))
            for kind in BodyKind.allCases {
                let store = Self.kinds(body).contains(kind) ? whole : small
                let document = Self.indexed(store, kind)
                #expect(document.index.isComplete, "\(kind)")
                let most = 2 + store.count / Checkpoints.spacing
                #expect(document.index.checkpoints.count <= most, "\(kind)")
                Self.expectLines(of: document)
            }
        }
    }

    private static func indexed(_ store: BodyStore, _ kind: BodyKind) -> BodyDocument {
        var document = BodyDocument(store: store, kind: kind)
        var last = -1
        while !document.index.isComplete, document.index.scannedBytes > last {
            last = document.index.scannedBytes
            document.index.extend(over: store, budget: 1 << 20)
        }
        return document
    }

    /// Expects lines at the beginning, in the middle and at the end, at the left and far to the right.
    private static func expectLines(of document: BodyDocument) {
        let count = document.lineCount
        for start in [0, count / 2, max(0, count - 30)] {
            for column in [0, 1_000_000] {
                let range = start..<min(start + 30, count)
                let lines = document.lines(range, columns: column..<column + 200)
                #expect(lines.count == range.count, "\(document.kind), \(start), \(column)")
                let widest = lines.map { $0.runs.reduce(0) { $0 + $1.text.unicodeScalars.count } }.max() ?? 0
                #expect(widest <= 200, "\(document.kind), \(start), \(column)")
            }
        }
    }

    // MARK: What goes over a whole body

    /// Returns the kinds that it claims to be, and the two that are taken for anything.
    private static func kinds(_ body: HostileBody) -> [BodyKind] {
        switch body {
        case .openElements, .elements, .manyNames, .manyAttributes: [.xml, .html]
        case .manyColumns: [.table, .text]
        case .invalidUTF8, .nul: [.json, .text]
        default: [.json]
        }
    }

    @Test("its last line has a place, and what is around it, or there is none", arguments: HostileBody.allCases)
    func places(body: HostileBody) async throws {
        try await SmallStack.run {
            let store = BodyStore(body.bytes(Self.fewer))
            for kind in Self.kinds(body) {
                let document = Self.indexed(store, kind)
                var anchors = BodyAnchors()
                let goals: [BodyGoal] = [.parent, .child, .nextSibling, .bracket, .fold, .value(limit: 1 << 16)]
                for goal in goals {
                    for line in [document.index.structuredLineCount - 1, 1] {
                        var search = BodySearch(document, line: line, goal: goal, anchors: anchors)
                        let finding = search.run()
                        #expect((finding?.place.path?.steps.count ?? 0) <= 256)
                        anchors = finding?.anchors ?? anchors
                    }
                }
                #expect(anchors.anchors.count <= 1 + store.count / BodyAnchors.spacing, "\(kind)")
            }
        }
    }

    @Test("it is folded at any level, and by rules", arguments: HostileBody.allCases)
    func folds(body: HostileBody) async throws {
        try await SmallStack.run {
            let store = BodyStore(body.bytes(Self.fewer))
            for kind in Self.kinds(body) {
                let document = Self.indexed(store, kind)
                for depth in [0, 1, Self.fewer - 2] {
                    let folded = BodyLevels(document, depth: depth).run()
                    #expect((folded?.folding.count ?? 0) <= 1, "\(kind), \(depth)")
                }
                var rules = BodyFoldRules()
                rules.folded = [BodyPath([]), BodyPath([.member("a"), .member("a")]), BodyPath([.element(0)])]
                rules.cursor = BodyPath([.member("")])
                let refolded = BodyRefolding(document, rules: rules).run()
                #expect((refolded?.folding.count ?? 0) <= 1, "\(kind)")
            }
        }
    }

    @Test("the lines that differ from an answer before are found", arguments: HostileBody.allCases)
    func comparing(body: HostileBody) async throws {
        try await SmallStack.run {
            let bytes = body.bytes(Self.fewer)
            let store = BodyStore(bytes)
            for kind in Self.kinds(body) {
                let new = Self.indexed(store, kind)
                let same = BodyComparison(new, with: Self.indexed(BodyStore(bytes), kind)).run()
                #expect(same?.changes.isEmpty == true, "\(kind)")
                let shorter = Self.indexed(BodyStore(bytes.dropFirst(bytes.count / 2)), kind)
                #expect(BodyComparison(new, with: shorter).run() != nil, "\(kind)")
            }
        }
    }

    @Test("text and expressions are looked for to its end", arguments: HostileBody.allCases)
    func finding(body: HostileBody) async throws {
        try await SmallStack.run {
            let store = BodyStore(body.bytes())
            let patterns = [
                BodyPattern("a"), BodyPattern("\u{0}"), BodyPattern("(a+)+$", isRegex: true),
                BodyPattern("(?:.*)*\\n", isRegex: true), BodyPattern("^(\\[|(?1))*x", isRegex: true),
            ]
            for pattern in patterns {
                var search = MatchSearch(store, try BodyMatcher(pattern))
                search.count()
                #expect(search.counts.isComplete || search.counts.problem != nil, "\(pattern.text)")
            }
        }
    }

    @Test("paths lead through it, and end", arguments: HostileBody.allCases)
    func filtering(body: HostileBody) async throws {
        try await SmallStack.run {
            let document = Self.indexed(BodyStore(body.bytes(Self.fewer)), .json)
            for text in [".a.a", ".[0]", ".[][]", ".[\"\"]", ".[-1]", ".a?.b?"] {
                guard case .path(let path) = BodyFilter(text) else {
                    Issue.record("\(text) is no path")
                    continue
                }
                let found = BodyStore()
                let finding = try PathFiltering(document, path: path).run(into: found)
                #expect(found.count <= document.store.count * 2 + 64, "\(text)")
                #expect(finding != nil, "\(text)")
            }
            _ = document.firstLargeInteger()
        }
    }

    @Test("its kind, charset and picture are told", arguments: HostileBody.allCases)
    func showing(body: HostileBody) async throws {
        try await SmallStack.run {
            let bytes = body.bytes(100_000)
            let store = BodyStore(bytes)
            for type in [nil, "application/json", "text/html", "text/csv", "image/png"] {
                var recognition = BodyRecognition(contentType: type)
                _ = recognition.look(at: store) { _ in nil }
                #expect(recognition.kind != .empty)
            }
            for magic in ["\u{89}PNG\r\n\u{1A}\n", "GIF89a", "BM", "RIFF1234WEBP", "<svg"] {
                _ = PictureHead(Array(magic.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) + bytes)
            }
        }
    }
}
