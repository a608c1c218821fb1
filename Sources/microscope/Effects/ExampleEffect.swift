import BodyStore
import Differences
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import Interchange
import MicroClient
import OpenCollection

/// Makes examples of exchanges for the screen, and holds answers against those that there are: on a thread of its own.
struct ExampleEffect {
    let history: HistoryKeeper
    let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.examples")

    init(history: HistoryKeeper, post: @escaping @Sendable (Event) -> Void) {
        (self.history, self.post) = (history, post)
    }

    func start(_ order: ExamplesOrder, _ reply: Reply<ExamplesResult>) {
        queue.async { [self] in post(reply(result(of: order))) }
    }

    private func result(of order: ExamplesOrder) -> ExamplesResult {
        switch order {
        case .compare(let record, let examples, let settings):
            let results = ExampleVerdict.results(of: record, examples, DifferenceRules(settings))
            return .compared(results.map { ExampleCheck($0) }, of: record.id)
        case .propose(let record, let settings):
            do {
                return try proposed(record, DifferenceRules(settings))
            } catch {
                return .notProposed("No example can be made: \(ErrorWords.text(of: error))")
            }
        }
    }

    private func proposed(_ record: RecordedExchange, _ rules: DifferenceRules) throws -> ExamplesResult {
        let past = try kept(record)
        let body = past.responseBody?.inUTF8(contentType: past.kept.head?.headers["Content-Type"])
        let proposal = ProposedExample(past.kept, requestBody: past.requestBody, responseBody: body) {
            rules.ignored.ignoresHeader($0)
        }
        return proposal.map { .proposed($0, of: record.id) } ?? .notProposed("There is no whole answer to show.")
    }

    /// As the history has it; else masked in the same way.
    private func kept(_ record: RecordedExchange) throws -> PastExchange {
        // What was just sent may still be on its way.
        history.settle()
        if let store = history.store.value, let past = try HistoryEffect.past(record.id, in: store) { return past }
        let (kept, bodies) = try HistoryMasking(spillDirectory: history.spillDirectory).kept(record, source: .screen)
        func body(_ wanted: KeptBody?) -> BodyStore? {
            wanted.flatMap { wanted in bodies.first { $0.sha256?.hexadecimal == wanted.hash } }
        }
        return PastExchange(kept, requestBody: body(kept.requestBody), responseBody: body(kept.responseBody))
    }
}
