import BodyStore
public import Exchanges
public import Interchange
public import OpenCollection

/// What shall be found out about examples.
public enum ExamplesOrder: Sendable {
    /// What an exchange becomes as an example.
    ///
    /// - Parameter record: of which it is made when the history does not have it.
    case propose(RecordedExchange, DifferenceSettings)
    /// In what an answer differs from each of these.
    case compare(RecordedExchange, [RequestExample], DifferenceSettings)
}

/// What came of it; the exchange is named by its id.
public enum ExamplesResult: Sendable {
    case proposed(ProposedExample, of: HistoryRow.ID)
    /// Why there is none.
    case notProposed(String)
    case compared([ExampleCheck], of: HistoryRow.ID)
}

/// Whether an answer is as an example shows it.
public struct ExampleCheck: Sendable, Hashable {
    public var example: RequestExample
    public var isSame: Bool
    /// In one line: "differs at $.price: 10 → 12".
    public var words: String

    public init(_ result: ExampleResult) {
        (example, isSame, words) = (result.example, result.isSame, result.verdict.short)
    }
}

/// An example before it is added to its request's draft.
public struct ExamplePreview: Sendable, Hashable {
    public let path: ItemPath
    public internal(set) var proposal: ProposedExample
    public var name: TextEditor
    /// Of the file: those that will be added.
    public internal(set) var lines: [String] = []
    public var scroll = 0
    /// Why it cannot be added so.
    public internal(set) var complaint: String?
    /// Whether a person agreed to a large body.
    var isSizeAgreed = false

    init(_ proposal: ProposedExample, at path: ItemPath) {
        (self.proposal, self.path) = (proposal, path)
        name = TextEditor(proposal.example.name ?? "", isMultiline: false)
    }

    /// With the name as it is typed.
    var example: RequestExample {
        var example = proposal.example
        example.name = name.text.trimmingBlanks
        return example
    }
}

/// Exchanges of the history that are judged by the assertions of today.
public struct PastCheckOrder: Sendable {
    public var ids: [HistoryRow.ID]
    /// What the checks are made with; its request is set for each exchange.
    public var send: SendOrder
    /// Requests as they are drafted; the others are read.
    public var drafts: [ItemPath: DraftContent]
}

/// What came of it for one of them.
public struct PastCheck: Sendable {
    public var id: HistoryRow.ID
    public var outcome: Outcome

    public enum Outcome: Sendable, Hashable {
        case judged(ChecksNow)
        /// Why it was not.
        case skipped(String)
    }

    public init(_ id: HistoryRow.ID, _ outcome: Outcome) { (self.id, self.outcome) = (id, outcome) }
}

/// What the checks of today say of an answer of before; nothing of it is kept.
public struct ChecksNow: Sendable, Hashable {
    public var assertions: [RecordedAssertion]
    /// What actions would keep.
    public var captures: [RecordedCapture]

    public init(assertions: [RecordedAssertion], captures: [RecordedCapture]) {
        (self.assertions, self.captures) = (assertions, captures)
    }
}
