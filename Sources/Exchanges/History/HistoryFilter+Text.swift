import Foundation

extension HistoryFilter {
    /// Returns the filter as it is typed: parsed again, it is the same filter.
    ///
    /// - Parameter clock: Times are written in its zone.
    public func text(_ clock: HistoryClock) -> String { terms.map { $0.text(clock) }.joined(separator: " ") }

    /// Returns the text of a filter that was given as words of a command line, from which a shell has removed the quotes.
    ///
    /// A word with spaces is one term if it begins with at most one key; else it is a filter of its own.
    public static func text(ofWords words: [String]) -> String { words.map(text(ofWord:)).joined(separator: " ") }

    /// Whether a word of a command line that begins with a dash is a negated term, not an option: "-status:5xx".
    public static func isNegatedTerm(_ word: String) -> Bool { word.contains(/^-([A-Za-z]+:|["'])/) }

    private static func text(ofWord word: String) -> String {
        guard word.contains(where: \.isWhitespace), !word.contains(/(^|[\s:!-])["']/) else { return word }
        let sign = word.prefix { "-!".contains($0) }.prefix(1)
        let body = word.dropFirst(sign.count)
        let keys = HistoryFilterKey.allCases.filter { key in
            body.split(whereSeparator: \.isWhitespace).contains { $0.drop { "-!".contains($0) }.hasPrefix(key.text) }
        }
        guard let key = keys.first else { return sign + inQuotes(body) }
        guard keys.count == 1, key.takesSpaces, body.hasPrefix(key.text) else { return word }
        return sign + key.text + inQuotes(body.dropFirst(key.text.count).drop(while: \.isWhitespace))
    }

    /// The separator between the directory of a collection and the file of a request in it.
    static let markOfRequest = "//"

    fileprivate static func inQuotes(_ text: some StringProtocol) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}

extension HistoryFilter.Term {
    /// Returns the term as it is typed: "-status:5xx".
    public func text(_ clock: HistoryClock) -> String { (isNegated ? "-" : "") + test.text(clock) }
}

extension HistoryFilter.Test {
    fileprivate func text(_ clock: HistoryClock) -> String {
        switch self {
        case .status(let range): Self.text(.status, HistoryStatusRange.text(of: range))
        case .method(let text): Self.text(.method, text)
        case .environment(let text): Self.text(ofEnvironment: text)
        case .host(let text): Self.text(.host, text)
        case .path(let text): Self.text(.path, text)
        case .request(let text): Self.text(.request, text)
        case .sent(let request, let collection):
            Self.text(.request, collection + HistoryFilter.markOfRequest + request)
        case .collection(let text): Self.text(.collection, text)
        case .error(let text): text.map { Self.text(.error, $0) } ?? HistoryFilterKey.error.text
        case .since(let date): Self.text(.since, Self.text(of: date, clock))
        case .until(let date): Self.text(.until, Self.text(of: date, clock))
        case .before(let date): Self.text(.before, Self.text(of: date, clock))
        case .slower(let duration): Self.text(.slower, HistorySpan.text(of: duration))
        case .faster(let duration): Self.text(.faster, HistorySpan.text(of: duration))
        case .body(let text): Self.text(.body, text)
        case .header(let text): Self.text(.header, text)
        case .note(let text): text.isEmpty ? HistoryFilterKey.note.text : Self.text(.note, text)
        case .set(let text): Self.text(.set, text)
        case .isPinned: Self.text(.property, "pinned")
        case .isDraft: Self.text(.property, "draft")
        case .isRetried: Self.text(.property, "retried")
        case .isFailed: Self.text(.property, "failed")
        case .text(let text): Self.written(text, plainly: !text.contains(":") && !"-!".contains(text.prefix(1)))
        }
    }

    private static func text(_ key: HistoryFilterKey, _ value: String) -> String {
        key.text + written(value, plainly: true)
    }

    /// Returns the term for an environment; quoted if the environment is called "none".
    private static func text(ofEnvironment name: String?) -> String {
        guard let name else { return text(.environment, HistoryFilterKey.noEnvironment) }
        guard name == HistoryFilterKey.noEnvironment else { return text(.environment, name) }
        return HistoryFilterKey.environment.text + HistoryFilter.inQuotes(name)
    }

    private static func written(_ text: String, plainly isPlain: Bool) -> String {
        let needsNone = !text.isEmpty && !text.contains { $0.isWhitespace } && !"\"'".contains(text.prefix(1))
        guard !(isPlain && needsNone) else { return text }
        return HistoryFilter.inQuotes(text)
    }

    /// Returns a time such as "2026-11-21T17:00:00+01:00", with milliseconds if it has any.
    private static func text(of date: Date, _ clock: HistoryClock) -> String {
        let offset = clock.secondsFromGMT(date)
        let whole = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        let text = Wording.iso8601(whole, secondsFromGMT: offset)
        let rest = Int((date.timeIntervalSince(whole) * 1000).rounded(.down))
        guard rest > 0 else { return text }
        let second = text.index(text.startIndex, offsetBy: 19)
        return text[..<second] + ".\(String(rest + 1000).dropFirst())" + text[second...]
    }
}
