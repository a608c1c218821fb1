public import Exchanges
public import OpenCollection

/// The requests of a folder in the order in which they are sent: folders first, then requests by their place, depth first.
public struct RunPlan: Sendable, Hashable {
    public var entries: [Entry]
    /// The names by which scripts call requests.
    fileprivate private(set) var names: [ItemPath: String] = [:]

    public enum Entry: Sendable, Hashable {
        case request(ItemPath)
        /// An item that cannot be sent, with the reason for a person.
        case skipped(ItemPath, reason: String)
    }

    /// - Parameters:
    ///   - folder: ``ItemPath/root`` is the whole collection; a request's path that request alone.
    ///   - tags: Leaves out requests that it does not accept, and items without readable tags if it requires some.
    public init(of folder: ItemPath, in collection: Collection, tags: TagFilter = TagFilter()) {
        let items = collection.allItems(in: folder).filter { tags.takes($0.kind.requestHead?.tags ?? []) }
        entries = items.compactMap(Entry.init)
        names = Dictionary(items.map { ($0.path, $0.name) }) { $1 }
    }
}

extension RunPlan.Entry {
    /// Creates the entry of an item; nil for a folder.
    fileprivate init?(_ item: CollectionItem) {
        switch item.kind {
        case .folder: return nil
        case .request, .unopened: self = .request(item.path)
        case .unsupported(let content): self = .skipped(item.path, reason: content.reason)
        case .broken(let problem): self = .skipped(item.path, reason: "it cannot be read: \(problem.message)")
        }
    }
}

/// A run under way: says what is to be done next, and carries captured values from one request to those after it.
public struct FolderRun: Sendable {
    /// The values captured so far, to be added to the scopes of the next request.
    public private(set) var captured: CapturedValues
    private let plan: RunPlan
    private var rest: ArraySlice<RunPlan.Entry>
    private var jumps = 0
    private let bails: Bool
    private let followsScripts: Bool
    private var isOver = false

    public enum Action: Sendable, Hashable {
        case send(ItemPath)
        /// Nothing to send, only a reason to report.
        case skip(ItemPath, reason: String)
        /// The end of the run.
        case finish
    }

    /// - Parameters:
    ///   - bails: Whether the first failure ends the run.
    ///   - followsScripts: Whether scripts choose the next request, and end the run.
    ///   - captured: The values captured before the run. Default: none.
    public init(
        _ plan: RunPlan, bails: Bool = false, followsScripts: Bool = true, captured: CapturedValues = CapturedValues()
    ) {
        self.captured = captured
        self.plan = plan
        rest = plan.entries[...]
        self.bails = bails
        self.followsScripts = followsScripts
    }

    /// Returns the next action; after ``Action/send(_:)``, call ``ended(_:)`` first.
    public mutating func next() -> Action {
        guard !isOver, let entry = rest.popFirst() else { return .finish }
        switch entry {
        case .request(let path): return .send(path)
        case .skipped(let path, let reason): return .skip(path, reason: reason)
        }
    }

    /// Records the end of the request that was sent: a response, or a failure.
    public mutating func ended(_ record: RecordedExchange) {
        for auxiliary in record.auxiliaryExchanges { captured.add(CapturedValues(auxiliary)) }
        captured.add(CapturedValues(record))
        let isEnded = [.cancelled, .outOfTime].contains(record.failure?.stage)
        if isEnded || bails && record.hasFailed { isOver = true }
        guard followsScripts else { return }
        if record.flow == .stop { isOver = true }
        if case .next(let name)? = record.flow { jump(to: name) }
    }

    /// The reasons why scripts did not get the requests that they asked for, in their order.
    public private(set) var problems: [String] = []
    /// Whether the run was ended because scripts would have gone on endlessly.
    public private(set) var isEndless = false
    private static let mostJumps = 10_000

    /// Goes on with the request that a script names. Without such a request the run goes on as planned, as in Bruno.
    private mutating func jump(to name: String) {
        let index = plan.entries.firstIndex { entry in
            guard case .request(let path) = entry else { return false }
            return plan.names[path] == name || path.withoutSuffix == name
        }
        guard let index else {
            return problems.append("a script asks for the request \(name), which is not in this run")
        }
        jumps += 1
        guard jumps <= Self.mostJumps else {
            (isOver, isEndless) = (true, true)
            return problems.append("scripts asked for another request \(Self.mostJumps) times: the run is endless")
        }
        rest = plan.entries[index...]
    }
}

extension RecordedExchange {
    /// Whether the send has no whole response, or an assertion failed.
    fileprivate var hasFailed: Bool {
        flow != .skipRequest && (facts.failure != nil || SendOutcome(self).hasProblems)
    }
}
