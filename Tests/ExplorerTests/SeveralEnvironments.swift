import BodyStore
import BodyView
import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import TextGrid

@testable import Explorer

/// The sample collection with more environments, and what comes of sends to them.
enum SeveralEnvironments {
    /// `local` as ever, `staging`, and `prod`, which is protected and red.
    static var collection: OpenCollection.Collection {
        var collection = Explorers.collection
        for (name, port) in [("staging", 8643), ("prod", 8644)] {
            collection.environments.append(
                EnvironmentDefinition(
                    name: name, variables: [Variable("baseUrl", "http://127.0.0.1:\(port)"), Variable("token", name)]))
        }
        collection.environments[2].color = "red"
        var policies = EnvironmentPolicies()
        policies.isProtected = true
        collection.companion.environments["prod"] = policies
        return collection
    }

    static func state(
        _ collection: OpenCollection.Collection = collection, columns: Int = 100, rows: Int = 24
    ) -> ExplorerState {
        Explorers.state(collection, columns: columns, rows: rows)
    }
}

extension Array where Element == Effect {
    /// The orders to send, in order.
    var orders: [SendOrder] {
        compactMap { effect in if case .send(let order, _) = effect.order { order } else { nil } }
    }

    /// The effects that send, by environment.
    var sends: [String: Effect] {
        Dictionary(
            uniqueKeysWithValues: compactMap { effect in
                guard case .send(let order, _) = effect.order else { return nil }
                return (order.environmentName ?? "", effect)
            })
    }
}

extension ExplorerState {
    /// Presses `&`, marks all and sends.
    mutating func sendToAll() -> [Effect] {
        press("&")
        if current.environments.marked.count < collection.environments.count { press("a") }
        return press(.enter)
    }

    @discardableResult
    mutating func report(_ effect: Effect?, _ progress: SendProgress) -> [Effect] {
        guard let effect else { return [] }
        return update(&self, effect.reply(progress))
    }

    /// Reports a head and a whole body of JSON.
    ///
    /// - Returns: The orders about the body.
    @discardableResult
    mutating func receive(
        _ effect: Effect?, _ body: String, status: Int = 200, reason: String = "OK",
        captures: [RecordedCapture] = []
    ) -> [Effect] {
        let store = BodyStore(Array(body.utf8))
        let head = ResponseHead(
            status: status, reason: reason, httpVersion: "1.1",
            headers: [HeaderField("Content-Type", "application/json")])
        let lines = report(effect, .receiving(head, store)).first
        var document = BodyDocument(store: store, kind: .json)
        document.index.extend(over: store)
        let ordered =
            lines.map { update(&self, $0.reply(document)) } ?? []
        end(effect, captures: captures)
        return ordered
    }

    mutating func end(_ effect: Effect?, failure: RecordedFailure? = nil, captures: [RecordedCapture] = []) {
        let request = Exchange.SentRequest(method: .get, url: "http://127.0.0.1", headers: [])
        let exchange = Exchange(
            request: request, startedAt: Explorers.start, attempts: [], duration: .milliseconds(84))
        var record = RecordedExchange(
            id: UUID(), exchange: exchange, origin: .init(), sentAt: Explorers.start, failure: failure)
        record.captures = captures
        report(effect, .finished(record))
    }

    mutating func cancelled(_ effect: Effect?) {
        end(effect, failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))
    }

    func side(_ name: String) -> Side? { session?.comparison?[name] }
}
