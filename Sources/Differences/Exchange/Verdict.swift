/// The result of comparing two sends, in words.
public struct Verdict: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case same
        /// All differences are ignored by rules; their number.
        case sameButForIgnored(Int)
        case differs
        /// Something was not kept, and the kept parts have no differences.
        case unknown
    }

    public var kind: Kind
    /// The verdict in one line of at most ``maximumLength`` characters: "differs at $.items[3].price: 10 → 12". Contains texts of the bodies.
    public var short: String
    /// The whole verdict, line by line, the short form first: with every header, notes and timing.
    public var long: [String]

    public static let maximumLength = 80
    /// The number of places of a body that the long form names.
    static let namedPlaces = 20

    /// Removes secrets from a text.
    ///
    /// - isCut: Whether the text may end within a secret.
    public typealias Hiding = (_ text: String, _ isCut: Bool) -> String
}

extension Verdict {
    /// - Parameter hide: A function that receives paths, values and messages whole, before they are shortened: a secret that was shortened
    ///   first would no longer be recognised. Default: nothing is hidden.
    public init(_ difference: ExchangeDifference, hiding hide: @escaping Hiding = { text, _ in text }) {
        let words = VerdictWords(difference, hide)
        kind = words.kind
        short = words.sentence(maximumLength: Verdict.maximumLength)
        long = [words.sentence(maximumLength: 400)] + words.details
    }

    /// Returns a description for readers who may only see the new one of the two: where they differ and how, without values or messages; not cut.
    ///
    /// "differs at $.items[3].price: changed", "differs: a response → none", "differs in $.users: gone".
    public static func places(of difference: ExchangeDifference) -> String { VerdictPlaces(difference).sentence }

    /// Creates the verdict for two bodies alone.
    public init(_ body: BodyDifference) {
        var difference = ExchangeDifference(timing: TimingDifference(old: ExchangeTiming(), new: ExchangeTiming()))
        difference.body = body
        self.init(difference)
    }
}

/// Creates the descriptions of a difference.
struct VerdictWords {
    private let difference: ExchangeDifference
    private let hide: Verdict.Hiding
    private let headers: [HeaderDifference]
    private let ignoredHeaders: [HeaderDifference]

    init(_ difference: ExchangeDifference, _ hide: @escaping Verdict.Hiding = { text, _ in text }) {
        (self.difference, self.hide) = (difference, hide)
        headers = difference.headers.filter { $0.ignoredBy == nil }
        ignoredHeaders = difference.headers.filter { $0.ignoredBy != nil }
    }

    /// The number of ignored differences. `Content-Length` follows from the body and is not counted.
    private var ignoredCount: Int {
        difference.body.ignoredCount + ignoredHeaders.count { $0.ignoredBy != .followsFromBody }
    }

    var kind: Verdict.Kind {
        let isOther =
            difference.outcome != nil || difference.redirects != nil || difference.status != nil || !headers.isEmpty
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
        case .unknown: Clipping.end("no known difference: \(unknownReason)", maximumLength)
        case .differs: differs(maximumLength)
        }
    }

    private var unknownReason: String {
        if case .unknown(let reason) = difference.body { reason } else { "" }
    }

    /// The names of ignored headers first, then rules of the body, each once.
    private var ignoredNames: [String] {
        var names = ignoredHeaders.filter { $0.ignoredBy != .followsFromBody }.map(\.name)
        for name in BodyWords.ignoringRules(difference.body) where !names.contains(name) { names.append(name) }
        return names
    }

    private func differs(_ maximumLength: Int) -> String {
        if let outcome = difference.outcome {
            return Clipping.end("differs: \(hide(outcome.old, false)) → \(hide(outcome.new, false))", maximumLength)
        }
        let rest = besideBody
        guard difference.body.countedCount > 0 else {
            return Clipping.end("differs: \(rest.joined(separator: ", "))", maximumLength)
        }
        let tail = rest.isEmpty ? "" : ", " + rest.joined(separator: ", ")
        let room = max(20, maximumLength - tail.count - "differs ".count)
        return Clipping.end("differs \(BodyWords(hide).phrase(difference.body, room))\(tail)", maximumLength)
    }

    /// The differences of redirects, status and headers.
    var besideBody: [String] {
        var words: [String] = [difference.redirects].compactMap { $0 }
        if let status = difference.status { words.append("status \(status.old) → \(status.new)") }
        if headers.count == 1 { words.append("header \(headers[0].name)") }
        if headers.count > 1 { words.append("\(headers.count) headers") }
        return words
    }

    /// The lines of the long form after the verdict.
    var details: [String] {
        var lines: [String] = []
        if let redirects = difference.redirects { lines.append("\(redirects): the replay stopped there") }
        if let status = difference.status { lines.append("status \(status.old) → \(status.new)") }
        if let reason = difference.reason { lines.append("reason (not compared): \(reason.old) → \(reason.new)") }
        if let version = difference.version { lines.append("version (not compared): \(version.old) → \(version.new)") }
        lines += headers.map { "header \(hide($0.words, false))" }
        lines += ignoredHeaders.map {
            "header \(hide($0.words, false)), ignored: \($0.ignoredBy.map(\.description) ?? "")"
        }
        lines += BodyWords(hide).lines(difference.body)
        if let timing = difference.timing.words { lines.append("time: \(timing)") }
        return lines
    }
}

/// Creates the descriptions without values.
private struct VerdictPlaces {
    private let difference: ExchangeDifference
    private let words: VerdictWords

    init(_ difference: ExchangeDifference) {
        self.difference = difference
        words = VerdictWords(difference)
    }

    var sentence: String {
        guard words.kind == .differs else { return words.sentence(maximumLength: .max) }
        if difference.outcome != nil { return "differs: \(outcome)" }
        let rest = words.besideBody
        guard difference.body.countedCount > 0 else { return "differs: \(rest.joined(separator: ", "))" }
        return (["differs \(BodyWords.place(in: difference.body))"] + rest).joined(separator: ", ")
    }

    /// The difference of the outcomes, without the reason for a missing response, which may contain anything.
    private var outcome: String {
        if difference.hasResponse.old { return "a response → none" }
        return difference.hasResponse.new ? "no response → one" : "neither has a response, for different reasons"
    }
}
