import BodyStore
import BodyView
import ExplorerKit
import TextGrid

/// A search in a tab of text (headers, times, the wire): it stays from one response to the next.
struct TabFind: PatternFinding {
    private(set) var searchPattern = SearchPattern()
    /// The text that was searched last.
    private(set) var text = TabText()
    /// The matches, in bytes of the text.
    private(set) var matches: [Range<Int>] = []
    /// Why there may be more.
    private(set) var givenUp: String?
    /// The index of the match that the search has gone to.
    var found: Int?

    /// Looks for something else, in the same text.
    mutating func look(for pattern: BodyPattern) {
        let text = self.text
        self = TabFind()
        searchPattern = SearchPattern(pattern)
        search(text)
    }

    /// Shows no matches any more; the pattern is kept for the next time.
    mutating func rest() { (searchPattern.matcher, matches, found, givenUp) = (nil, [], nil, nil) }
    mutating func forgetMatch() { found = nil }

    var total: Int { matches.count }
    var ordinal: Int? { found.map { $0 + 1 } }
    var hasNone: Bool { matches.isEmpty }
    var isCounting: Bool { false }

    /// Searches a text again when it has changed.
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

    /// Returns the first match at a byte or after it, or the last one before it; round the ends.
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
    /// The first byte of each line.
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

    func line(ofByte byte: Int) -> Int { max(0, starts.partitioningIndex { $0 > byte } - 1) }
}

/// A pattern, and what finds it.
struct SearchPattern: Sendable {
    private(set) var pattern = BodyPattern("")
    /// The matcher; nil: nothing is looked for, or the pattern is invalid.
    var matcher: BodyMatcher?
    /// Why the pattern is none.
    private(set) var problem: BodyPatternError?

    init() {}

    init(_ pattern: BodyPattern) {
        self.pattern = pattern
        guard !pattern.text.isEmpty else { return }
        do throws(BodyPatternError) { matcher = try BodyMatcher(pattern) } catch { problem = error }
    }
}

/// A search in a body, or in a tab of text.
protocol PatternFinding: Sendable {
    var searchPattern: SearchPattern { get }
    var total: Int { get }
    /// The 1-based number of the match at hand among all; nil: none is at hand, or it is not counted yet.
    var ordinal: Int? { get }
    /// Whether it is known that nothing matches.
    var hasNone: Bool { get }
    /// Whether more matches may come.
    var isCounting: Bool { get }
    /// Why not all were counted.
    var givenUp: String? { get }

    mutating func look(for pattern: BodyPattern)
    mutating func rest()
    mutating func forgetMatch()
}

extension PatternFinding {
    var pattern: BodyPattern { searchPattern.pattern }
    var matcher: BodyMatcher? { searchPattern.matcher }
    var problem: BodyPatternError? { searchPattern.problem }
    /// Whether matches are shown.
    var isActive: Bool { matcher != nil }
}

extension RequestSession {
    /// The search in a tab of text, or for nil in the body.
    subscript(finding tab: ResponseTab?) -> any PatternFinding {
        get { tab.map { look.finds[$0] ?? TabFind() } ?? find }
        set {
            if let tab { look.finds[tab] = newValue as? TabFind }
            if tab == nil, let newValue = newValue as? FindState { find = newValue }
        }
    }
}
