/// Whether two sends are the same, in words.
public struct Verdict: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case same
        /// Nothing differs that no rule ignores: so many differences are ignored.
        case sameButForIgnored(Int)
        case differs
        /// Something was not kept, and in what was kept nothing differs.
        case unknown
    }

    public var kind: Kind
    /// One line of at most ``maximumLength`` characters: "differs at $.items[3].price: 10 → 12". Holds text of the bodies, as it is.
    public var short: String
    /// All of it, line by line, the verdict first: with every header, notes and timing.
    public var long: [String]

    public static let maximumLength = 80
    /// Places of a body that the long form names.
    static let namedPlaces = 20
}

extension Verdict {
    public init(_ difference: ExchangeDifference) {
        let words = VerdictWords(difference)
        kind = words.kind
        short = words.sentence(maximumLength: Verdict.maximumLength)
        long = [words.sentence(maximumLength: 400)] + words.details
    }

    /// Of bodies alone.
    public init(_ body: BodyDifference) {
        var difference = ExchangeDifference(timing: TimingDifference(old: ExchangeTiming(), new: ExchangeTiming()))
        difference.body = body
        self.init(difference)
    }
}

/// Finds the words.
struct VerdictWords {
    private let difference: ExchangeDifference
    private let headers: [HeaderDifference]
    private let ignoredHeaders: [HeaderDifference]

    init(_ difference: ExchangeDifference) {
        self.difference = difference
        headers = difference.headers.filter { $0.ignoredBy == nil }
        ignoredHeaders = difference.headers.filter { $0.ignoredBy != nil }
    }

    /// `Content-Length` says what the body says: it is counted nowhere.
    private var ignoredCount: Int {
        difference.body.ignoredCount + ignoredHeaders.count { $0.ignoredBy != .followsFromBody }
    }

    var kind: Verdict.Kind {
        let isOther =
            difference.outcome != nil || difference.status != nil || !headers.isEmpty
            || difference.body.countedCount > 0
        if isOther { return .differs }
        if case .unknown = difference.body { return .unknown }
        return ignoredCount > 0 ? .sameButForIgnored(ignoredCount) : .same
    }

    func sentence(maximumLength: Int) -> String {
        switch kind {
        case .same: "same"
        case .sameButForIgnored(let count):
            Clipping.end("same but for \(count) ignored (\(ignoredNames.joined(separator: ", ")))", maximumLength)
        case .unknown: Clipping.end("nothing differs that is known: \(unknownReason)", maximumLength)
        case .differs: differs(maximumLength)
        }
    }

    private var unknownReason: String {
        if case .unknown(let reason) = difference.body { reason } else { "" }
    }

    /// Headers first, then rules of the body, each once.
    private var ignoredNames: [String] {
        var names = ignoredHeaders.filter { $0.ignoredBy != .followsFromBody }.map(\.name)
        for name in BodyWords.ignoringRules(difference.body) where !names.contains(name) { names.append(name) }
        return names
    }

    private func differs(_ maximumLength: Int) -> String {
        if let outcome = difference.outcome {
            return Clipping.end("differs: \(outcome.old) → \(outcome.new)", maximumLength)
        }
        var rest: [String] = []
        if let status = difference.status { rest.append("status \(status.old) → \(status.new)") }
        if headers.count == 1 { rest.append("header \(headers[0].name)") }
        if headers.count > 1 { rest.append("\(headers.count) headers") }
        guard difference.body.countedCount > 0 else {
            return Clipping.end("differs: \(rest.joined(separator: ", "))", maximumLength)
        }
        let tail = rest.isEmpty ? "" : ", " + rest.joined(separator: ", ")
        let room = max(20, maximumLength - tail.count - "differs ".count)
        return Clipping.end("differs \(BodyWords.phrase(difference.body, room))\(tail)", maximumLength)
    }

    /// What the long form says after the verdict.
    var details: [String] {
        var lines: [String] = []
        if let status = difference.status { lines.append("status \(status.old) → \(status.new)") }
        if let reason = difference.reason { lines.append("reason (told only): \(reason.old) → \(reason.new)") }
        if let version = difference.version { lines.append("version (told only): \(version.old) → \(version.new)") }
        lines += headers.map { "header \($0.words)" }
        lines += ignoredHeaders.map { "header \($0.words), ignored: \($0.ignoredBy.map(\.description) ?? "")" }
        lines += BodyWords.lines(difference.body)
        if let timing = difference.timing.words { lines.append("time: \(timing)") }
        return lines
    }
}
