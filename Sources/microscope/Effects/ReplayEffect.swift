import CollectionFiles
import CollectionRunner
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import MicroClient
import OpenCollection

/// Sends a request of the history again as it was, its secrets put back from where they came from.
struct ReplayEffect {
    let runner: Late<CollectionRunner>
    let collectionRoot: String
    let environment: [String: String]
    let history: HistoryKeeper
    let post: @Sendable (Event) -> Void

    func start(_ order: ReplayOrder, _ effect: Effect) -> Cancellation {
        let (key, generation) = (effect.key, effect.generation)
        let progress = { @Sendable [post] (step: SendProgress) in
            post(.effect(key, generation: generation, .send(step)))
        }
        let over = history.expect()
        let task = Task { [self] in
            defer { over() }
            progress(.started(Date()))
            do {
                let ready = try await OwnThread.run { try prepare(order) }
                let logged = LoggedSend(collection: effect.collection, request: order.send.path)
                let record = await LoggedSend.$current.withValue(logged) {
                    await runner.value.replay(ready.request, ready.terms) { event in
                        if case .exchange(let event) = event { logged.note(event) }
                        for step in event.steps { progress(step) }
                    }
                }
                let isKept = order.send.collection.keepsHistory(of: order.send.path, in: order.send.environmentName)
                history.keep(record, isWanted: isKept, source: .replay(of: order.id))
                progress(.finished(record))
            } catch {
                progress(.refused(error as? SendRefusal ?? .cancelled))
            }
        }
        return Cancellation(cancel: { task.cancel() })
    }

    private struct Ready {
        let request: Refilling
        let terms: ReplayTerms
    }

    /// - Throws: ``SendRefusal``.
    private func prepare(_ order: ReplayOrder) throws(SendRefusal) -> Ready {
        guard let store = history.store.value else { throw .failed("there is no history: the log (4) says why.") }
        do {
            guard let past = try HistoryEffect.past(order.id, in: store) else {
                throw SendRefusal.failed("the exchange is gone: it was deleted meanwhile.")
            }
            let body = past.kept.requestBody
            guard body?.isCut != true, body == nil || past.requestBody != nil else {
                throw SendRefusal.failed("its body is not kept whole: s sends the request as it is now.")
            }
            return try ready(past, order, isOwn: isOwn(past.kept, order, in: store))
        } catch let refusal as SendRefusal {
            throw refusal
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Whether it was sent of the very request that it is replayed for, and not said by somebody else's file, replays of such included: only then
    /// may what the request knows go along.
    private func isOwn(_ kept: KeptExchange, _ order: ReplayOrder, in store: HistoryStore) throws -> Bool {
        guard kept.origin.collection == collectionRoot, kept.origin.requestPath == order.send.path.text else {
            return false
        }
        var source = kept.source
        for _ in 0..<Self.longestChain {
            switch source {
            case .screen, .commandLine: return true
            case .imported: return false
            case .replay(let id):
                guard let original = try store.row(id) else { return false }
                source = original.source
            }
        }
        return false
    }

    private static let longestChain = 1000

    private func ready(_ past: PastExchange, _ order: ReplayOrder, isOwn: Bool) throws -> Ready {
        let preparation = SendPreparation(root: URL(fileURLWithPath: collectionRoot), environment: environment)
        let origin = past.kept.origin
        let sending = ScreenSend(order.send, preparation, origin, environment) { _ in }
        // What it needs from outside and nobody has agreed to stays away: a person is asked for the value then.
        var made = isOwn ? try? sending.rendered() : nil
        // Today's secrets are for today's host.
        if let url = made?.request.url, url.originText != past.kept.exchange.request.url.originText { made = nil }
        let rendered = made?.request
        let values = ReplayValues(past.kept, order.values, rendered)
        let request = try Refilling(past.kept, body: past.requestBody, spillDirectory: history.spillDirectory) {
            values[$0]
        }
        if let marker = request.missing.first(where: { values[$0] != nil }) {
            throw SendRefusal.failed(
                "\(marker.name) cannot be written again as it was: s sends the request as it is now.")
        }
        guard request.missing.isEmpty else {
            throw SendRefusal.unfilled(Set(request.missing.map(\.name)).sorted())
        }
        let terms = try ReplayTerms(
            past.kept, secrets: values.used(for: past.kept.markers), like: rendered,
            checks: made?.checks, files: preparation.files)
        return Ready(request: request, terms: terms)
    }
}

/// What stands for the markers of a recorded request: what a person gave, else what their names mean now.
private struct ReplayValues {
    private let given: [String: String]
    private let secrets: [String: String]
    private let fields: [String: String]
    /// Of the query and of a form, decoded.
    private let items: [String: String]
    private let kept: KeptExchange

    /// - Parameter rendered: the request as it is now; nil when it cannot be rendered, or nothing of it may go along.
    init(_ kept: KeptExchange, _ given: [String: String], _ rendered: RenderedRequest?) {
        self.kept = kept
        self.given = given
        let pairs = (rendered?.secretValues ?? []).map { ($0.name, $0.value) }
        secrets = Dictionary(pairs) { first, _ in first }
        let known = (rendered?.headersToSend ?? []).map { ($0.name.lowercased(), $0.value) }
        fields = Dictionary(known) { first, _ in first }
        items = rendered.map { $0.url.queryItems.merging($0.formItems) { $1 } } ?? [:]
    }

    subscript(_ marker: SecretMarker) -> String? {
        if let value = given[marker.name] { return value }
        guard marker.spelling == .wholeField, case .header(let index) = marker.place else {
            return secrets[marker.name] ?? items[marker.name]
        }
        let name =
            kept.exchange.request.headers.indices.contains(index)
            ? kept.exchange.request.headers[index].name.lowercased() : nil
        return name.flatMap { fields[$0] } ?? secrets[marker.name]
    }

    func used(for markers: [SecretMarker]) -> [NamedSecret] {
        let values = markers.compactMap { marker in self[marker].map { NamedSecret(name: marker.name, value: $0) } }
        return Array(Set(values)).sorted { $0.name < $1.name }
    }
}

extension RenderedRequest {
    /// Empty where the body is no form.
    fileprivate var formItems: [String: String] {
        guard case .bytes(let bytes, _) = body, bytes.count < 1 << 20 else { return [:] }
        let type = headersToSend.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded") else { return [:] }
        return "?\(String(decoding: bytes, as: UTF8.self))".queryItems
    }
}

extension String {
    /// "https://example.com:8443" of a URL, in lower case, the scheme's own port left out.
    fileprivate var originText: String {
        guard let slashes = range(of: "://") else { return lowercased() }
        let scheme = self[..<slashes.lowerBound].lowercased()
        let authority = self[slashes.upperBound...].prefix { !"/?#".contains($0) }
        var host = String(authority.split(separator: "@").last ?? "").lowercased()
        let port = scheme == "https" ? ":443" : ":80"
        if host.hasSuffix(port) { host.removeLast(port.count) }
        return "\(scheme)://\(host)"
    }

    /// The items of a URL's query, decoded; of equal names the first.
    fileprivate var queryItems: [String: String] {
        guard let start = firstIndex(of: "?") else { return [:] }
        let query = self[index(after: start)...].prefix { $0 != "#" }
        let pairs = query.split(separator: "&").map { item -> (String, String) in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private static func decoded(_ text: Substring) -> String {
        let blanks = text.replacing("+", with: " ")
        return blanks.removingPercentEncoding ?? String(blanks)
    }
}
