import BodyStore
import Differences
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import Interchange
import MicroClient
import OpenCollection

/// Makes examples of exchanges for the screen, and compares responses with existing ones, on a thread of its own.
struct ExampleEffect {
    let history: HistoryRecorder
    let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.examples")

    init(history: HistoryRecorder, post: @escaping @Sendable (Event) -> Void) {
        (self.history, self.post) = (history, post)
    }

    func compare(
        _ record: RecordedExchange, _ examples: [RequestExample], _ settings: DifferenceSettings,
        _ reply: Reply<[ExampleCheck]>
    ) {
        queue.async { [post] in
            let results = ExampleVerdict.results(of: record, examples, DifferenceRules(settings))
            post(reply(results.map { ExampleCheck($0) }))
        }
    }

    func propose(
        _ record: RecordedExchange, _ settings: DifferenceSettings,
        _ reply: Reply<Result<ProposedExample, StatusMessage>>
    ) {
        queue.async { [self] in
            do {
                let proposal = try proposed(record, DifferenceRules(settings))
                post(reply(proposal.map { .success($0) } ?? .refused("There is no complete response to show.")))
            } catch {
                post(reply(.refused("No example can be made: \(ErrorWords.text(of: error))")))
            }
        }
    }

    /// Returns the exchange as an example; nil where it has no whole response.
    private func proposed(_ record: RecordedExchange, _ rules: DifferenceRules) throws -> ProposedExample? {
        let past = try kept(record)
        let body = past.responseBody?.inUTF8(contentType: past.kept.head?.headers["Content-Type"])
        return ProposedExample(past.kept, requestBody: past.requestBody, responseBody: body) {
            rules.ignored.ignoresHeader($0)
        }
    }

    /// Returns the exchange as the history has it; otherwise masked in the same way.
    private func kept(_ record: RecordedExchange) throws -> PastExchange {
        // What was just sent may still be on its way.
        history.settle()
        if let store = history.store.value, let past = try HistoryEffect.past(record.id, in: store) { return past }
        let (kept, bodies) = try HistoryMasking(spillDirectory: history.spillDirectory).kept(record, source: .screen)
        func body(_ wanted: StoredBody?) -> BodyStore? {
            wanted.flatMap { wanted in bodies.first { $0.sha256?.hexadecimal == wanted.hash } }
        }
        return PastExchange(kept, requestBody: body(kept.requestBody), responseBody: body(kept.responseBody))
    }
}

extension Result<ProposedExample, StatusMessage> {
    fileprivate static func refused(_ words: String) -> Self { .failure(StatusMessage(.warning, words)) }
}
