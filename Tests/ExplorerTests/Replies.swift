import Testing

@testable import Explorer

extension Effect {
    /// Returns the event of an outcome, as the wiring would report it. Recorded as an issue if the order has no reply of this type.
    func reply<Outcome: Sendable>(_ outcome: Outcome) -> Event {
        guard let reply = Self.reply(Outcome.self, in: order) else {
            Issue.record("\(key) does not take \(Outcome.self)")
            return .tick(.distantPast)
        }
        return reply(outcome)
    }

    /// The reply in the payload of a case, which may be a case again.
    private static func reply<Outcome>(_ type: Outcome.Type, in value: Any) -> Reply<Outcome>? {
        if let reply = value as? Reply<Outcome> { return reply }
        for child in Mirror(reflecting: value).children {
            if let reply = reply(type, in: child.value) { return reply }
        }
        return nil
    }
}

extension ExplorerState {
    /// Reports the outcome of the last effect under this key.
    @discardableResult
    mutating func handleOutcome(
        of key: EffectKey, _ handle: @escaping @Sendable (inout ExplorerState) -> [Effect]
    ) -> [Effect] {
        let outcome = EffectOutcome(key: key, generation: current.generations[key] ?? 0) { explorer, _ in
            handle(&explorer)
        }
        return update(&self, .outcome(outcome))
    }
}
