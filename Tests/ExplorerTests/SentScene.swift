import BodyStore
import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import TextGrid

@testable import Explorer

/// A request on screen whose send a test reports, step by step.
struct SentScene {
    var state: ExplorerState
    private(set) var effects: [Effect] = []
    private let sending: Effect

    /// Creates a scene in which the shown request is being sent.
    init(columns: Int = 100, rows: Int = 30) throws {
        state = Explorers.state(columns: columns, rows: rows)
        guard let effect = state.press("s").first(where: { if case .send = $0.order { true } else { false } }) else {
            throw NothingSent()
        }
        sending = effect
    }

    struct NothingSent: Error {}

    var path: ItemPath { state.shown ?? .root }

    mutating func report(_ progress: SendProgress) {
        effects += update(&state, sending.reply(progress))
    }

    /// Reports the outcome of an effect that was ordered by what was reported or pressed.
    mutating func report<Outcome: Sendable>(outcome: Outcome, where isWanted: (Effect.Order) -> Bool) {
        guard let effect = effects.last(where: { isWanted($0.order) }) else { return }
        effects += update(&state, effect.reply(outcome))
    }

    mutating func handle(_ event: Event) { effects += update(&state, event) }
    mutating func press(_ keys: KeyStroke...) { for key in keys { effects += state.press(key) } }
    mutating func type(_ text: String) { effects += state.type(text) }

    mutating func finish(
        _ attempts: [Exchange.Attempt], auxiliaryExchanges: [AuxiliaryExchange] = [],
        after duration: Duration = .milliseconds(90)
    ) {
        guard let request = attempts.first?.request else { return }
        var record = RecordedExchange(
            id: UUID(),
            exchange: Exchange(request: request, startedAt: Explorers.start, attempts: attempts, duration: duration),
            origin: .init(), sentAt: Explorers.start)
        record.auxiliaryExchanges = auxiliaryExchanges
        report(.finished(record))
    }

    /// The lines of the screen that hold a text.
    func lines(with text: String) -> [String] {
        state.screen.split(separator: "\n").map(String.init).filter { $0.contains(text) }
    }
}
