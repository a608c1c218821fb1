import MicroClient

/// The time that the actions and assertions on one response may take together. Some patterns need longer than anyone lives, and there may be
/// hundreds of them.
struct Patience: Sendable {
    private let uptime: @Sendable () -> Duration
    private let asksToStop: @Sendable () -> Bool
    private let state: Locked<(end: Duration, isCancelled: Bool, isExhausted: Bool)>

    static let forAll = Duration.seconds(10)
    /// Time limit for one pattern on one text.
    static let forOne = Duration.seconds(1)

    /// Starts the time limit now.
    ///
    /// - Parameter asksToStop: Whether the work has been cancelled elsewhere. Default: never.
    init(uptime: @escaping @Sendable () -> Duration, asksToStop: @escaping @Sendable () -> Bool = { false }) {
        self.uptime = uptime
        self.asksToStop = asksToStop
        state = Locked((end: uptime() + Self.forAll, isCancelled: false, isExhausted: false))
    }

    /// Runs work that has limits of its own; its time does not count.
    func excluding<Result>(_ body: () -> Result) -> Result {
        let start = uptime()
        defer {
            let time = uptime() - start
            state.withLock { $0.end += time }
        }
        return body()
    }

    private var end: Duration { state.withLock { $0.end } }

    var isCancelled: Bool { state.withLock { $0.isCancelled } || asksToStop() }
    /// Whether something was given up because it took too long.
    var isExhausted: Bool { state.withLock { $0.isExhausted } }

    /// Ends the work: nothing more is evaluated.
    func cancel() { state.withLock { $0.isCancelled = true } }

    /// - Throws: ``NoValue/notEvaluated(_:)`` when it was cancelled, or all of the time is used.
    func check() throws(NoValue) {
        try checkCancellation()
        guard isOver(end) else { return }
        throw .notEvaluated("those before it took more than \(Self.forAll.components.seconds) seconds")
    }

    func checkCancellation() throws(NoValue) { if isCancelled { throw .notEvaluated("it was cancelled") } }

    /// Whether a pattern that begins now is to be given up.
    func forOnePattern() -> @Sendable () -> Bool {
        let end = min(end, uptime() + Self.forOne)
        return { isCancelled || isOver(end) }
    }

    private func isOver(_ end: Duration) -> Bool {
        guard uptime() > end else { return false }
        state.withLock { $0.isExhausted = true }
        return true
    }
}
