public import Differences
public import Exchanges
import ExplorerKit
public import OpenCollection

/// Two exchanges of the history that shall be compared.
public struct DifferenceOrder: Sendable {
    public enum Subject: Sendable, Hashable {
        case pair(old: HistoryRow.ID, new: HistoryRow.ID)
        /// With the one before it, of the same request.
        case before(HistoryRow.ID)
        /// With an example of its request.
        case example(RequestExample, new: HistoryRow.ID)
    }

    public var subject: Subject
    /// What counts as no difference.
    public var settings: DifferenceSettings

    public init(_ subject: Subject, settings: DifferenceSettings = DifferenceSettings()) {
        (self.subject, self.settings) = (subject, settings)
    }
}

/// Two exchanges and in what they differ, ready to be shown.
public struct ShownDifference: Sendable {
    public let old: KeptExchange
    public let new: KeptExchange
    public let difference: ExchangeDifference
    public let verdict: Verdict
    /// The bodies by lines; nil where they are not told so.
    public let sideBySide: DifferenceRows?
    public let inline: DifferenceRows?
    /// What else is to be known: rules that are none.
    public let notes: [String]
    /// With what it was compared as the old one.
    let subject: DifferenceOrder.Subject
    /// Of JSON, the differences that no rule ignores.
    let counted: [Int]
    /// Of JSON, where the differences lie.
    let places: JSONDifferencePlaces?

    /// - Parameter example: what stands in the place of the old one, which is then no more than where it belongs.
    public init(
        old: KeptExchange, new: KeptExchange, _ difference: ExchangeDifference, sideBySide: DifferenceRows? = nil,
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

/// How a person reads a difference.
public struct DifferenceView: Sendable {
    public enum Arrangement: Sendable, Hashable, CaseIterable {
        /// Of JSON: path by path.
        case list
        case sideBySide
        case inline
    }

    /// What is compared.
    public var subject: DifferenceOrder.Subject
    /// Index of the row with the cursor.
    public internal(set) var cursor = 0
    /// First shown column of the bodies' lines.
    var columnOffset = 0
    public internal(set) var showsIgnored = false
    /// Nil: as the screen has room.
    public internal(set) var arrangement: Arrangement?
    /// Whether a person moved in it.
    var hasMoved = false
    /// Nil while the two are being compared.
    @Boxed var shown: ShownDifference?
    /// Those that the screen had when the cursor was last seen to be on a row.
    var columns = 0

    init(_ subject: DifferenceOrder.Subject) { self.subject = subject }
}

/// A rule of `microscope.yaml`: what counts as no difference from now on.
public struct IgnoredDifference: Sendable, Hashable {
    /// As the file has it; of a header, its name.
    public var text: String
    public var isHeader: Bool
    /// Of this request; nil: of the whole collection.
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
