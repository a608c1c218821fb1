public import Foundation

/// Several sends one after the other for one command: exchanges of the history sent again, or one request repeated. It decides what comes
/// next and when; others send, compare and wait.
///
/// Each event returns the next action; nil: wait for the next event. Times are those of the caller.
public struct Series: Sendable, Hashable {
    /// An action for the caller.
    public enum Action: Sendable, Hashable {
        /// Send the request with this number, from 0: ``ended(_:at:)`` reports the result.
        case send(Int)
        /// Compare the response with this number: ``judged(_:at:)`` reports the verdict.
        case judge(Int)
        /// Cancel the running send; it still ends.
        case cancel
        case finish(End)
    }

    /// The state of the series.
    public enum Stage: Sendable, Hashable {
        case ready
        case waiting(until: Date)
        /// The series waits for the user to continue.
        case stepping
        case sending(since: Date)
        case judging
        case over(End)
    }

    /// The reason why it is over.
    public enum End: Sendable, Hashable {
        /// Everything was sent.
        case all
        /// The limit was reached, and the condition never held.
        case limit
        /// The condition held.
        case reached(RepeatCondition)
        /// A response differed, or was missing, and that ends it.
        case failed
        /// A request could not be sent, and the next one could not be sent either.
        case unsent
        case timedOut
        /// The condition needs a comparison, and a response to compare was not kept.
        case incomparable
        /// The user stopped it.
        case stopped
    }

    /// A send that is over.
    public struct Entry: Sendable, Hashable {
        /// The outcome; nil if it was skipped before it was sent.
        public var outcome: SendOutcome?
        /// The comparison; nil if it is compared with nothing, or could not be compared.
        public var verdict: SeriesVerdict?
        public var isSkipped = false

        /// Whether the response differs or, if that is unknown, is missing; also if nothing could be sent.
        var isBad: Bool {
            guard let outcome else { return false }
            return outcome.id == nil || verdict.map { $0.kind == .differs } ?? (outcome.failure != nil)
        }
    }

    public let plan: Plan
    /// The sends that are over, in order.
    public private(set) var entries: [Entry] = []
    public private(set) var stage = Stage.ready
    public private(set) var statistics = SendStatistics()
    /// Whether each send waits for the user.
    public private(set) var isStepping: Bool
    /// The moment when the last send was scheduled: the next one's time is counted from it.
    private var scheduled: Date?
    private var deadline: Date?
    /// The moment of the last event.
    private var latest: Date?
    /// The first whole response, which later ones are compared with if they are compared with the first; nil while there is none.
    public private(set) var reference: UUID?
    /// The last verdict; nil while there is none.
    public private(set) var lastVerdict: SeriesVerdict?
    /// The reason why the running send was cancelled.
    private var cancellation: Cancellation?

    private enum Cancellation: Sendable, Hashable { case stop, skip, timeout }

    public init(_ plan: Plan) {
        self.plan = plan
        isStepping = plan.isStepping
    }

    /// The number of the send that is running, or comes next; nil if it is over.
    public var current: Int? {
        switch stage {
        case .over: nil
        case .judging: entries.count - 1
        case .ready, .waiting, .stepping, .sending: entries.count
        }
    }

    public var end: End? { if case .over(let end) = stage { end } else { nil } }

    /// The exchanges that were made, in order.
    public var ids: [UUID] { entries.compactMap { $0.outcome?.id } }

    // MARK: - Events

    public mutating func begin(at now: Date) -> Action? {
        guard stage == .ready else { return nil }
        latest = now
        deadline = plan.timeout.map { now.addingTimeInterval($0.inSeconds) }
        return proceed(at: now)
    }

    /// Notes that the running send ended, or could not be made.
    public mutating func ended(_ outcome: SendOutcome, at now: Date) -> Action? {
        guard case .sending = stage else { return nil }
        follow(now)
        let cause = cancellation
        cancellation = nil
        entries.append(Entry(outcome: outcome, isSkipped: cause == .skip && outcome.isCancelled))
        statistics.note(outcome)
        if reference == nil, outcome.failure == nil { reference = outcome.id }
        switch cause {
        case .stop: return finish(.stopped)
        case .timeout where outcome.isCancelled: return finish(.timedOut)
        case .skip where outcome.isCancelled: return proceed(at: now)
        case nil where outcome.isCancelled: return finish(.stopped)
        case nil, .skip, .timeout: break
        }
        guard isCompared(outcome) else { return decide(at: now) }
        stage = .judging
        return .judge(entries.count - 1)
    }

    /// - Parameter verdict: The verdict; nil if the response could not be compared.
    public mutating func judged(_ verdict: SeriesVerdict?, at now: Date) -> Action? {
        guard stage == .judging else { return nil }
        follow(now)
        entries[entries.count - 1].verdict = verdict
        lastVerdict = verdict ?? lastVerdict
        return decide(at: now)
    }

    /// Notes the time: starts the next send if it is due, ends the series if its time is up.
    public mutating func tick(at now: Date) -> Action? {
        follow(now)
        let isLate = deadline.map { now >= $0 } ?? false
        switch stage {
        case .waiting where isLate, .stepping where isLate: return finish(.timedOut)
        case .waiting(let moment) where now >= moment: return send(at: now)
        case .sending where isLate && cancellation == nil:
            cancellation = .timeout
            return .cancel
        default: return nil
        }
    }

    /// Starts the next send now.
    public mutating func advance(at now: Date) -> Action? {
        follow(now)
        switch stage {
        case .stepping, .waiting: return send(at: now)
        default: return nil
        }
    }

    /// Cancels the running send, or leaves out the next one.
    public mutating func skip(at now: Date) -> Action? {
        follow(now)
        switch stage {
        case .stepping, .waiting:
            // The next send keeps its distance from this one.
            scheduled = due(at: now)
            entries.append(Entry(isSkipped: true))
            return proceed(at: now)
        case .sending where cancellation == nil:
            cancellation = .skip
            return .cancel
        default: return nil
        }
    }

    /// Sets whether each send waits for the user from now on.
    public mutating func step(_ isStepping: Bool, at now: Date) -> Action? {
        follow(now)
        self.isStepping = isStepping
        switch stage {
        case .stepping, .waiting: return proceed(at: now)
        default: return nil
        }
    }

    public mutating func stop() -> Action? {
        switch stage {
        case .over: return nil
        case .sending:
            let isNew = cancellation == nil
            cancellation = .stop
            return isNew ? .cancel : nil
        case .judging:
            cancellation = .stop
            return nil
        case .ready, .waiting, .stepping: return finish(.stopped)
        }
    }

    /// Ends the series at once, whatever is running: the result of that will not be reported.
    public mutating func abandon(at now: Date) -> Action? {
        if let action = stop(), case .finish = action { return action }
        switch stage {
        case .sending:
            let failure = RecordedFailure(stage: .cancelled, message: "Cancelled.")
            return ended(SendOutcome(id: nil, failure: failure), at: now)
        case .judging: return judged(nil, at: now)
        case .ready, .waiting, .stepping, .over: return nil
        }
    }

    // MARK: - Next action

    /// Notes the time; a clock that was put back moves all scheduled moments, so that the remaining wait stays the same.
    private mutating func follow(_ now: Date) {
        let step = latest.map { now.timeIntervalSince($0) } ?? 0
        latest = now
        guard step < 0 else { return }
        scheduled?.addTimeInterval(step)
        deadline?.addTimeInterval(step)
        switch stage {
        case .waiting(let moment): stage = .waiting(until: moment.addingTimeInterval(step))
        case .sending(let moment): stage = .sending(since: moment.addingTimeInterval(step))
        case .ready, .stepping, .judging, .over: break
        }
    }

    private func isCompared(_ outcome: SendOutcome) -> Bool {
        guard let id = outcome.id else { return false }
        switch plan.comparison {
        case .none: return false
        case .originals: return true
        case .first: return reference.map { $0 != id } ?? false
        }
    }

    private mutating func decide(at now: Date) -> Action? {
        let isStopped = cancellation == .stop
        cancellation = nil
        guard let last = entries.last, let outcome = last.outcome else { return nil }
        if let condition = plan.condition, condition.holds(for: outcome, last.verdict) {
            return finish(.reached(condition))
        }
        if isStopped { return finish(.stopped) }
        if plan.condition == .changes, isCompared(outcome), outcome.failure == nil, last.verdict == nil {
            return finish(.incomparable)
        }
        if plan.endsUnsent, outcome.id == nil { return finish(.unsent) }
        if plan.bails, last.isBad { return finish(.failed) }
        return proceed(at: now)
    }

    private mutating func proceed(at now: Date) -> Action? {
        if let limit = plan.limit, entries.count >= limit { return finish(plan.condition == nil ? .all : .limit) }
        if let deadline, now >= deadline { return finish(.timedOut) }
        if isStepping {
            stage = .stepping
            return nil
        }
        let moment = due(at: now)
        guard moment <= now else {
            stage = .waiting(until: moment)
            return nil
        }
        return send(at: now)
    }

    private mutating func send(at now: Date) -> Action {
        let due = due(at: now)
        let gap = plan.gap(before: entries.count)?.inSeconds ?? 0
        // A small delay does not add up; a longer one is not made up for by sending faster.
        scheduled = now.timeIntervalSince(due) < gap ? min(due, now) : now
        stage = .sending(since: now)
        return .send(entries.count)
    }

    /// Returns the moment when the next send is due.
    private func due(at now: Date) -> Date {
        guard let scheduled, let gap = plan.gap(before: entries.count) else { return now }
        return scheduled.addingTimeInterval(gap.inSeconds)
    }

    private mutating func finish(_ end: End) -> Action {
        stage = .over(end)
        return .finish(end)
    }
}
