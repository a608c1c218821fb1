public import Exchanges
public import OpenCollection

/// The runs of a folder, one for each row of data, of which several requests may be under way at a time. It decides what is sent next.
///
/// Each row begins with the values that were captured before, and shares none with other rows.
public struct RunSchedule: Sendable {
    /// A request in one row.
    public struct Step: Sendable, Hashable {
        /// The index of the row.
        public let row: Int
        public let path: ItemPath
    }

    public enum Action: Sendable {
        /// Send the request, with these values in sight.
        case send(Step, CapturedValues)
        /// Nothing to send, only a reason to report.
        case skip(Step, reason: String)
        /// Nothing can be sent until one of the requests under way has ended.
        case wait
        case finish
    }

    private struct Row {
        let number: Int
        var run: FolderRun
    }

    private let plan: RunPlan
    private let rows: [CapturedValues]
    private let bails: Bool
    private let most: Int
    private let places: [ItemPath: Int]
    private var begun: [Row] = []
    private var nextRow = 0
    private var underWay = 0
    private var isOver = false
    /// The values captured in rows that are over, the later ones over the earlier ones.
    public private(set) var captured = CapturedValues()
    /// The reasons why scripts did not get the requests that they asked for, in their order.
    public private(set) var problems: [String] = []
    /// Whether a run was ended because scripts would have gone on endlessly.
    public private(set) var isEndless = false

    /// - Parameters:
    ///   - rows: The values in sight at the beginning of each row; one row for a run without data.
    ///   - bails: Whether the first failure ends all rows.
    ///   - parallel: The most requests under way at a time.
    public init(_ plan: RunPlan, rows: [CapturedValues], bails: Bool = false, parallel: Int = 1) {
        (self.plan, self.rows, self.bails, most) = (plan, rows, bails, max(1, parallel))
        places = Dictionary(zip(plan.entries.map(\.path), 0...)) { first, _ in first }
    }

    /// The number of requests and skipped items of all rows.
    public var count: Int { plan.entries.count * rows.count }

    /// Returns the next action. Each ``Action/send(_:_:)`` is followed by ``ended(_:at:hasFailed:)`` or ``abandoned(_:)``, perhaps after other actions.
    public mutating func next() -> Action {
        guard underWay < most else { return .wait }
        var place = 0
        while !isOver, place < begun.count || beginRow() {
            let number = begun[place].number
            switch begun[place].run.next() {
            case .send(let path):
                underWay += 1
                return .send(Step(row: number, path: path), begun[place].run.captured)
            case .skip(let path, let reason): return .skip(Step(row: number, path: path), reason: reason)
            case .wait: place += 1
            case .finish: endRow(at: place)
            }
        }
        guard underWay == 0 else { return .wait }
        while !begun.isEmpty { endRow(at: 0) }
        return .finish
    }

    /// Returns the place of a step among those of all rows; nil if requests are sent one after the other, perhaps as their scripts choose.
    public func place(of step: Step) -> Int? {
        guard most > 1 else { return nil }
        return places[step.path].map { step.row * plan.entries.count + $0 }
    }

    private mutating func beginRow() -> Bool {
        guard nextRow < rows.count else { return false }
        begun.append(Row(number: nextRow, run: FolderRun(plan, bails: bails, captured: rows[nextRow])))
        nextRow += 1
        return true
    }

    private mutating func endRow(at place: Int) {
        let run = begun.remove(at: place).run
        captured.add(run.captured)
        problems += run.problems
        isEndless = isEndless || run.isEndless
    }

    /// Records the end of a request that was sent.
    ///
    /// - Parameter hasFailed: Whether it counts as failed.
    public mutating func ended(_ record: RecordedExchange, at step: Step, hasFailed: Bool) {
        change(step) { $0.ended(record, at: step.path, hasFailed: hasFailed) }
    }

    /// Records that a request was not sent after all.
    public mutating func abandoned(_ step: Step) { change(step) { $0.abandoned(step.path) } }

    /// Sends nothing more; what is under way still ends.
    public mutating func stop() { isOver = true }

    private mutating func change(_ step: Step, _ body: (inout FolderRun) -> Void) {
        guard let place = begun.firstIndex(where: { $0.number == step.row }) else { return }
        underWay -= 1
        body(&begun[place].run)
        if begun[place].run.isCutShort { isOver = true }
    }
}
