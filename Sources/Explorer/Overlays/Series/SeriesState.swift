import Exchanges
import ExplorerKit
import Foundation
import OpenCollection
import Quoting

/// A series as the screen has it: what is sent, what of it is over, and the user's answers. The last one stays, to be looked at again.
public struct SeriesState: Sendable {
    /// The way in which requests are sent.
    public enum Mode: Sendable, Hashable {
        /// Sends what was recorded, its secrets put back.
        case asSent
        /// Renders requests again from today's file and environment.
        case again

        var other: Mode { self == .asSent ? .again : .asSent }
        public var title: String { self == .asSent ? "as sent" : "again" }
    }

    /// The source of the sends.
    enum Subject: Sendable, Hashable {
        /// Exchanges of the history; with the name of their set, if they were chosen as one.
        case range(set: String?)
        /// A request that is repeated.
        case repeated
    }

    /// A send of the series.
    struct Item: Sendable, Hashable {
        /// The exchange that it is a copy of; nil: it is none.
        var original: HistoryRow.ID?
        /// ``CollectionState/path`` of the open collection that it is sent from.
        var collection: String
        /// The request's; where that is gone, it has no more than its path.
        var path: ItemPath
        /// Whether that request is there to be rendered.
        var isThere: Bool
        /// Whether it was sent from another collection, which is not open: nobody can look up what is protected there.
        var isFromElsewhere = false
        var environment: String?
        /// "the environment prod is gone: there are local, staging"; nil: it is there.
        var environmentAbsence: String?
        var method: String
        /// The time when it was sent first; nil when that is unknown.
        var sentAt: Date?
        /// The request as it was when the series began: what is typed meanwhile is not for this one. nil: as it was recorded.
        var frozen: Frozen?

        struct Frozen: Sendable, Hashable {
            var content: DraftContent
            var isDraft: Bool
        }
    }

    /// A question to the user before the series goes on.
    enum Question: Sendable, Hashable {
        case values
        case protected
        /// Whether to trust what the send under way does outside.
        case trust
    }

    struct Needs: Sendable {
        /// Collections whose secrets are still looked for.
        var plans: Set<String> = []
        /// The names without a value, for each exchange.
        var unknown: [HistoryRow.ID: [SeriesNeed]] = [:]
    }

    let subject: Subject
    public let mode: Mode
    /// The items, one for each send; of a repeat the only one for all.
    var items: [Item]
    public internal(set) var series: Series
    var needs = Needs()
    /// The values that were given for the needs.
    var values: [SeriesNeed: String] = [:]
    /// Names that are secret among them.
    var hidden: Set<String> = []
    /// The uses that were agreed to since it began.
    var agreed: [OutsideUse] = []
    var hasAskedForValues = false
    /// Whether a login did not capture all missing variables: the user is asked for them then.
    var hasTriedLogin = false
    var sendsMissingNames = false
    var isApproved = false
    /// Whether the content on the screen is known for each item: requests that are not open yet are read first.
    var isFrozen = false
    /// The question that is open now.
    var question: Question?
    /// The name of its set in the history; nil until the history has it, or when it has nothing.
    public internal(set) var setName: String?

    init(_ subject: Subject, _ mode: Mode, _ items: [Item], _ plan: Series.Plan) {
        (self.subject, self.mode, self.items) = (subject, mode, items)
        series = Series(plan)
    }

    /// Returns the item of the send with this number.
    func item(_ number: Int) -> Item? { subject == .repeated ? items.first : items[safe: number] }

    /// Follows moved and renamed items, which are sent from their new paths.
    mutating func follow(_ changes: [PathChange], in collection: String) {
        for index in items.indices where items[index].collection == collection {
            items[index].path = items[index].path.after(changes)
        }
    }

    /// Whether it goes on by itself, or waits for the user in the middle of it.
    var isUnderWay: Bool {
        switch series.stage {
        case .ready, .over: false
        case .waiting, .stepping, .sending, .judging: true
        }
    }

    /// Whether something of it moves on the screen.
    var isMoving: Bool {
        switch series.stage {
        case .ready, .stepping, .over: false
        case .waiting, .sending, .judging: true
        }
    }

    /// "outage", "3 exchanges", "users/get.yml"
    var name: String {
        switch subject {
        case .range(let set): set ?? Wording.count(items.count, "exchange")
        case .repeated: items.first.map(\.path.text) ?? ""
        }
    }

    /// The name for its set in the history, if that is free: "replay of outage", "repeat of users/get".
    var nameOfSet: String {
        guard subject == .repeated else { return "replay of \(name)" }
        return "repeat of \(name.droppingBytes(behind: ".yml"))"
    }

    /// "Replay of outage", "Repeat of users/get.yml"
    public var title: String { subject == .repeated ? "Repeat of \(name)" : "Replay of \(name)" }

    /// Returns the exchange that the response of this number is compared with; nil: none.
    func comparedWith(_ number: Int) -> HistoryRow.ID? {
        switch series.plan.comparison {
        case .none: nil
        case .originals: item(number)?.original
        case .first: series.reference
        }
    }

    /// - Parameter path: The path of the collection that the plan is of.
    /// - Returns: Whether it was waited for.
    mutating func takePlan(_ unknown: [HistoryRow.ID: [SeriesNeed]], of path: String) -> Bool {
        guard series.stage == .ready, needs.plans.remove(path) != nil else { return false }
        needs.unknown.merge(unknown) { $1 }
        return true
    }

    /// Takes the values that were typed.
    mutating func take(_ rows: [ValuesForm.Row], sendsMissingNames: Bool) {
        for row in rows {
            if let need = row.need { values[need] = row.editor.text }
            if row.isSecret { hidden.insert(row.name) }
        }
        (hasAskedForValues, self.sendsMissingNames) = (true, sendsMissingNames)
    }

    var neededSecrets: [ValuesForm.Row] {
        var seen: Set<SeriesNeed> = []
        return items.compactMap(\.original).flatMap { needs.unknown[$0] ?? [] }.compactMap { need in
            guard seen.insert(need).inserted else { return nil }
            var row = ValuesForm.Row(need.name, at: need.place, isPrompt: false, isSecret: true)
            row.need = need
            return row
        }
    }
}

/// The list of a series on the screen.
public struct SeriesView: Sendable, Hashable {
    /// The row with the cursor; nil: what is under way.
    public internal(set) var cursor: Int?
    var finding = TextFinding()
}

/// A form for sending exchanges of the history again.
public struct ReplayForm: Sendable, Hashable {
    /// The earliest first.
    var items: [SeriesState.Item]
    /// The name of their set; nil: they were marked.
    var set: String?
    public internal(set) var mode = SeriesState.Mode.asSent
    var isStepping = false
    var keepsGaps = false
    var bails = false

    init(_ items: [SeriesState.Item], set: String?) {
        (self.items, self.set) = (items, set)
    }

    var gaps: [Duration] { Series.gaps(of: items.compactMap(\.sentAt)) }

    /// Why they cannot be rendered and sent again; nil when they can.
    var reasonNotAgain: String? {
        let gone = items.count { !$0.isThere }
        if gone > 0 {
            let count = Wording.count(gone, "request")
            return "\(count) \(gone == 1 ? "is" : "are") not in an open collection: only as sent works."
        }
        return items.lazy.compactMap(\.environmentAbsence).first.map { "Cannot be rebuilt: \($0)." }
    }
}

/// A form for repeating a request.
public struct RepeatForm: Sendable, Hashable {
    enum Field: Int, Sendable, Hashable, CaseIterable { case times, every, until }

    var item: SeriesState.Item
    public internal(set) var mode: SeriesState.Mode
    var texts: [TextEditor]
    public internal(set) var selected = 0
    /// Why what is typed cannot be.
    public internal(set) var complaint: String?
    /// The texts that the fields begin with.
    private let proposals: [String]

    init(_ item: SeriesState.Item, _ mode: SeriesState.Mode, texts: [String] = ["10", "", ""]) {
        (self.item, self.mode) = (item, mode)
        proposals = texts
        self.texts = texts.map { text in
            var editor = TextEditor(text, isMultiline: false)
            editor.selects = true
            return editor
        }
        select(0)
    }

    /// Goes to a field. What is proposed there is selected, so that what is typed takes its place.
    mutating func select(_ field: Int) {
        selected = field
        if texts[field].text == proposals[field] { texts[field].selectAll() }
    }

    func text(of field: Field) -> String { texts[field.rawValue].text.trimmingSpaces }

    /// Changes the mode; where there is no other, says why.
    mutating func switchMode() {
        switch mode {
        case .asSent where !item.isThere:
            complaint = "Its request is not in an open collection: only as sent works."
        case .asSent where item.environmentAbsence != nil:
            complaint = item.environmentAbsence.map { "Cannot be rebuilt: \($0)." }
        case .again where item.original == nil: complaint = "It has no recorded request in the history yet."
        default: mode = mode.other
        }
    }
}
