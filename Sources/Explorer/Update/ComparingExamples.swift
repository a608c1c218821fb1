import Exchanges
import Interchange
import OpenCollection

// Answers held against the examples of their request.

extension ExplorerState {
    /// After a send: what the answer's request shows of an answer.
    ///
    /// - Parameter environment: one of several that it was sent to; nil: the one that was chosen.
    mutating func orderExampleChecks(at path: ItemPath, of environment: String? = nil) -> [Effect] {
        guard let answer = sessions[path]?[environment]?.answer, let record = answer.record(of: current.path, at: path)
        else { return [] }
        let examples = answer.content.definition.examples.filter(\.isComparable)
        guard !examples.isEmpty else { return [] }
        let settings = collection.companion.differenceSettings(of: path)
        return effect(
            .exampleChecks(path, environment: environment), { .examples(.compare(record, examples, settings), $0) },
            note: { $0.handle($2, at: $1) })
    }

    mutating func take(_ checks: [ExampleCheck], of id: HistoryRow.ID, at path: ItemPath) {
        guard var session = sessions[path] else { return }
        if session.own.answer?.recordID == id { session.own.answer?.examples = checks }
        for side in session.comparison?.sides ?? [] where side.send.answer?.recordID == id {
            session.comparison?[side.environment]?.send.answer?.examples = checks
        }
        sessions[path] = session
    }

    /// Enter in the tab of the checks.
    mutating func openExampleDifference() -> [Effect] {
        guard let answer = session?.answer, let id = answer.recordID else { return [] }
        let checks = answer.examples
        guard checks.count > 1 else { return checks.first.map { compare(with: $0.example, id) } ?? [] }
        let options = checks.map { check in
            Chooser.Option(check.example.shownName.shownInLine(limit: 60), detail: check.words.shownInLine(limit: 60)) {
                $0.compare(with: check.example, id)
            }
        }
        let first = checks.firstIndex { !$0.isSame } ?? 0
        return present(Chooser("Compare with the example", options: options, selected: first))
    }

    mutating func compare(with example: RequestExample, _ id: HistoryRow.ID) -> [Effect] {
        compare(.example(example, new: id), current.path, shown)
    }
}
