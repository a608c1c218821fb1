public import Differences
public import Exchanges
import ExplorerKit
public import OpenCollection

/// Two exchanges of the history to be compared.
public struct DifferenceOrder: Sendable {
    public enum Subject: Sendable, Hashable {
        case pair(old: HistoryRow.ID, new: HistoryRow.ID)
        /// The exchange and the one before it, of the same request.
        case before(HistoryRow.ID)
        /// The exchange and an example of its request.
        case example(RequestExample, new: HistoryRow.ID)
    }

    public var subject: Subject
    /// The rules for what counts as no difference.
    public var settings: DifferenceSettings

    public init(_ subject: Subject, settings: DifferenceSettings = DifferenceSettings()) {
        (self.subject, self.settings) = (subject, settings)
    }
}

/// Two exchanges and in what they differ, ready to be shown.
public struct ShownDifference: Sendable {
    public let old: StoredExchange
    public let new: StoredExchange
    public let difference: ExchangeDifference
    public let verdict: Verdict
    /// The bodies by lines; nil if they are not compared by lines.
    public let sideBySide: DifferenceRows?
    public let inline: DifferenceRows?
    /// Notes on the comparison, such as rules that are invalid.
    public let notes: [String]
    /// The subject of the comparison, with what was the old side.
    let subject: DifferenceOrder.Subject
    /// The indexes of the JSON differences that no rule ignores.
    let counted: [Int]
    /// The places of the JSON differences; nil if the bodies are not compared as JSON.
    let places: JSONDifferencePlaces?

    /// - Parameter example: The example in the place of the old exchange, which then only says where it belongs.
    public init(
        old: StoredExchange, new: StoredExchange, _ difference: ExchangeDifference, sideBySide: DifferenceRows? = nil,
        inline: DifferenceRows? = nil, notes: [String] = [], example: RequestExample? = nil
    ) {
        subject = example.map { .example($0, new: new.id) } ?? .pair(old: old.id, new: new.id)
        (self.old, self.new, self.difference, self.notes) = (old, new, difference, notes)
        (self.sideBySide, self.inline) = (sideBySide, inline)
        verdict = Verdict(difference)
        if case .json(let all) = difference.body {
            counted = all.indices.filter { !all.isIgnored($0) }
            places = JSONDifferencePlaces(all)
        } else {
            (counted, places) = ([], nil)
        }
    }
}

/// The overlay with a difference, as the user looks at it.
public struct DifferenceView: Sendable {
    public enum Arrangement: Sendable, Hashable, CaseIterable {
        /// The differences of JSON, path by path.
        case list
        case sideBySide
        case inline
    }

    /// The exchanges that are compared.
    public var subject: DifferenceOrder.Subject
    /// Index of the row with the cursor.
    public internal(set) var cursor = 0
    /// First shown column of the bodies' lines.
    var columnOffset = 0
    public internal(set) var showsIgnored = false
    /// The chosen arrangement; nil: by the room on the screen.
    public internal(set) var arrangement: Arrangement?
    /// Whether the user moved in it.
    var hasMoved = false
    /// The difference; nil while it is being computed.
    @Boxed var shown: ShownDifference?
    /// The columns that the screen had when the cursor was last seen to be on a row.
    var columns = 0

    init(_ subject: DifferenceOrder.Subject) { self.subject = subject }
}

/// A rule of `microscope.yaml`: what counts as no difference from now on.
public struct IgnoredDifference: Sendable, Hashable {
    /// The text of the rule in the file; for a header, its name.
    public var text: String
    public var isHeader: Bool
    /// The request that the rule is for; nil: the whole collection.
    public var path: ItemPath?

    init(_ rule: IgnoreRule, path: ItemPath?) {
        if case .header(let name) = rule {
            (text, isHeader) = (name, true)
        } else {
            (text, isHeader) = (rule.description, false)
        }
        self.path = path
    }
}
