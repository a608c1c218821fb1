public import Exchanges
public import OpenCollection

/// The requests of a folder in the order in which they are sent: folders first, then requests by their place, depth first.
public struct RunPlan: Sendable, Hashable {
    public var entries: [Entry]
    /// The names by which scripts call requests.
    fileprivate private(set) var names: [ItemPath: String] = [:]
    /// The earlier requests whose end a request waits for when several are sent at a time. Default: none.
    public var prerequisites: [ItemPath: Set<ItemPath>] = [:]

    public enum Entry: Sendable, Hashable {
        case request(ItemPath)
        /// An item that cannot be sent, with the reason for a person.
        case skipped(ItemPath, reason: String)

        var path: ItemPath {
            switch self {
            case .request(let path), .skipped(let path, _): path
            }
        }
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
    private var rest: [RunPlan.Entry]
    private var underWay: Set<ItemPath> = []
    private var jumps = 0
    private let bails: Bool
    private let followsScripts: Bool
    private var isOver = false
    /// Whether nothing is sent any more, in no row of data either: a request failed and that ends it, or somebody cancelled it, or time is up.
    public private(set) var isCutShort = false

    public enum Action: Sendable, Hashable {
        case send(ItemPath)
        /// Nothing to send, only a reason to report.
        case skip(ItemPath, reason: String)
        /// Nothing can be sent until one of the requests under way has ended.
        case wait
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
        rest = plan.entries
        self.bails = bails
        self.followsScripts = followsScripts
    }

    /// Returns the next action. Each ``Action/send(_:)`` is followed by ``ended(_:at:hasFailed:)`` when the request is over, perhaps after other actions.
    public mutating func next() -> Action {
        var unfinished = underWay
        for (index, entry) in rest.enumerated() where !isOver {
            switch entry {
            case .skipped(let path, let reason):
                rest.remove(at: index)
                return .skip(path, reason: reason)
            case .request(let path) where plan.prerequisites[path, default: []].isDisjoint(with: unfinished):
                rest.remove(at: index)
                underWay.insert(path)
                return .send(path)
            case .request(let path): unfinished.insert(path)
            }
        }
        return underWay.isEmpty ? .finish : .wait
    }

    /// Records the end of a request that was sent: a response, or a failure.
    ///
    /// - Parameters:
    ///   - path: The request; nil for the only one under way.
    ///   - hasFailed: Whether it counts as failed; nil: as its response and its checks say.
    public mutating func ended(_ record: RecordedExchange, at path: ItemPath? = nil, hasFailed: Bool? = nil) {
        abandoned(path)
        for auxiliary in record.auxiliaryExchanges { captured.add(CapturedValues(auxiliary)) }
        captured.add(CapturedValues(record))
        let isEnded = [.cancelled, .outOfTime].contains(record.failure?.stage)
        if isEnded || bails && hasFailed ?? record.hasFailed { (isOver, isCutShort) = (true, true) }
        guard followsScripts else { return }
        if record.flow == .stop { isOver = true }
        if case .next(let name)? = record.flow { jump(to: name) }
    }

    /// Records that a request was not sent after all.
    ///
    /// - Parameter path: The request; nil for the only one under way.
    public mutating func abandoned(_ path: ItemPath?) {
        if let path { underWay.remove(path) } else { underWay = [] }
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
        rest = Array(plan.entries[index...])
    }
}

extension RecordedExchange {
    /// Whether the send has no whole response, or an assertion failed.
    fileprivate var hasFailed: Bool {
        flow != .skipRequest && (facts.failure != nil || SendOutcome(self).hasProblems)
    }
}
