import Exchanges
import Explorer
import MicroClient
import OpenCollection

/// The send on whose behalf a task works, so that each line of the log knows what it is about.
final class LoggedSend: Sendable {
    /// Nil outside of one.
    @TaskLocal static var current: LoggedSend?

    private let collection: String
    private let request: ItemPath
    private let generation: Int
    private let attempt = Locked<Int?>(nil)
    private let secretPlaces = Locked(SecretPlaces())

    /// - Parameter effect: the one that sends.
    init(_ effect: Effect, request: ItemPath) {
        (collection, generation, self.request) = (effect.collection, effect.generation, request)
    }

    func note(_ event: ExchangeEvent) {
        if case .attemptStarted(let number, _) = event { attempt.withLock { $0 = number } }
    }

    /// What is about to be sent has secrets there that are too short to be looked for.
    func note(_ places: SecretPlaces) { secretPlaces.withLock { $0.formUnion(places) } }

    /// A line of the log without them.
    func hiding(_ line: String) -> String { secretPlaces.withLock { $0 }.hiding(inLine: line) }

    var place: LogState.Place {
        LogState.Place(
            collection: collection, request: request, send: generation, attempt: attempt.withLock { $0 })
    }
}
