import BodyStore
import BodyView
import ExplorerKit
import TextGrid

/// What is looked for in a tab of text (headers, times, the wire): it stays from one answer to the next.
struct TabFind: Sendable {
    private(set) var pattern = BodyPattern("")
    /// Nil: nothing is looked for, or the pattern is none.
    private(set) var matcher: BodyMatcher?
    /// Why the pattern is none.
    private(set) var problem: BodyPatternError?
    /// What was looked through last.
    private(set) var text = TabText()
    /// In bytes of the text.
    private(set) var matches: [Range<Int>] = []
    /// Why there may be more.
    private(set) var givenUp: String?
    /// Which match one was brought to.
    var found: Int?

    /// Looks for something else, in the same text.
    mutating func look(for pattern: BodyPattern) {
        let text = self.text
        self = TabFind()
        self.pattern = pattern
        guard !pattern.text.isEmpty else { return }
        do throws(BodyPatternError) { matcher = try BodyMatcher(pattern) } catch { problem = error }
        search(text)
    }

    /// Shows no matches any more; the pattern is kept for the next time.
    mutating func rest() { (matcher, matches, found, givenUp) = (nil, [], nil, nil) }

    /// Looks through a text anew when it is another.
    mutating func look(in text: TabText) {
        guard text != self.text else { return }
        let match = found.map { matches[$0] }
        search(text)
        found = match.flatMap(matches.firstIndex)
    }

    private mutating func search(_ text: TabText) {
        self.text = text
        guard let matcher else { return }
        (matches, givenUp) = MatchSearch(BodyStore(text.bytes), matcher).all()
    }

    /// The first match at a byte or behind it, or the last one before it; round the ends.
    func match(from origin: Int, _ direction: MatchStep.Direction) -> (index: Int, hasWrapped: Bool)? {
        guard !matches.isEmpty else { return nil }
        let next =
            direction == .forward
            ? matches.firstIndex { $0.lowerBound >= origin } : matches.lastIndex { $0.lowerBound < origin }
        return (next ?? (direction == .forward ? 0 : matches.count - 1), next == nil)
    }
}

/// The lines of a tab as one text.
struct TabText: Sendable, Hashable {
    private(set) var bytes: [UInt8] = []
    /// Of each line its first byte.
    private var starts: [Int] = []

    init() {}

    init(_ lines: [[StyledText]]) {
        for line in lines {
            starts.append(bytes.count)
            for run in line { bytes += run.text.utf8 }
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    func start(ofLine line: Int) -> Int { starts[safe: line] ?? bytes.count }

    func line(ofByte byte: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= byte { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }
}

/// How finding stands where one looks: in a body, or in a tab of text.
struct FindStanding {
    var pattern: BodyPattern
    var problem: BodyPatternError?
    /// Whether matches are shown.
    var isActive: Bool
    var total: Int
    /// Of the match at hand, 1-based.
    var ordinal: Int?
    var isCounting = false
    /// Why not all were counted.
    var givenUp: String?

    init(_ find: FindState) {
        (pattern, problem, isActive) = (find.pattern, find.problem, find.matcher != nil)
        (total, ordinal) = (find.counts.total, find.ordinal)
        (isCounting, givenUp) = (find.isCounting, find.counts.problem)
    }

    init(_ find: TabFind) {
        (pattern, problem, isActive) = (find.pattern, find.problem, find.matcher != nil)
        (total, ordinal, givenUp) = (find.matches.count, find.found.map { $0 + 1 }, find.givenUp)
    }
}
