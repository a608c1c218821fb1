public import Exchanges
public import Foundation

/// The output of `history` about everything that is kept.
public struct HistoryAboutReport {
    /// The size of the history.
    public struct Facts: Sendable, Hashable {
        /// The history's directory.
        public var place: String
        public var exchanges = 0
        public var pinned = 0
        public var sets = 0
        /// The size on disk, in bytes.
        public var bytes: Int64 = 0
        /// The time at which the oldest exchange was sent; nil if there is none.
        public var oldest: Date?
        public var newest: Date?
        /// The age from which exchanges are deleted.
        public var maximumAge: Duration
        /// The size, in bytes, above which exchanges are deleted.
        public var maximumBytes: Int64

        public init(place: String, maximumAge: Duration, maximumBytes: Int64) {
            self.place = place
            self.maximumAge = maximumAge
            self.maximumBytes = maximumBytes
        }
    }

    private let facts: Facts
    private let clock: HistoryClock

    public init(_ facts: Facts, clock: HistoryClock) {
        self.facts = facts
        self.clock = clock
    }

    /// Returns a line for each fact, safe for a terminal.
    public func text(showsNonASCII: Bool) -> String {
        let rows = [
            ("place", facts.place), ("exchanges", counts), ("from", facts.oldest.map(moment)),
            ("to", facts.newest.map(moment)), ("size", Wording.bytes(facts.bytes)),
            ("kept for", "\(Wording.span(facts.maximumAge.inSeconds)), up to \(Wording.bytes(facts.maximumBytes))"),
        ]
        return rows.compactMap { name, text in text.map { (name, $0) } }.map { name, text in
            let padded = name.padding(toLength: 12, withPad: " ", startingAt: 0)
            return TerminalText.line(padded + text, showsNonASCII: showsNonASCII) + "\n"
        }.joined()
    }

    private var counts: String {
        let more = [(facts.pinned, "pinned"), (facts.sets, facts.sets == 1 ? "set" : "sets")].filter { $0.0 > 0 }
        return ([String(facts.exchanges)] + more.map { "\($0.0) \($0.1)" }).joined(separator: ", ")
    }

    private func moment(_ date: Date) -> String {
        Wording.moment(date, now: .distantPast, secondsFromGMT: clock.secondsFromGMT(date))
    }

    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            try json.members([("place", facts.place)])
            try json.member("exchanges", facts.exchanges)
            try json.member("pinned", facts.pinned)
            try json.member("sets", facts.sets)
            try json.member("bytes", Int(facts.bytes))
            try json.members([
                ("oldest", facts.oldest.map(JSONWriter.time)), ("newest", facts.newest.map(JSONWriter.time)),
            ])
            try json.member("maximumAgeSeconds", seconds: facts.maximumAge)
            try json.member("maximumBytes", Int(facts.maximumBytes))
        }
    }
}
