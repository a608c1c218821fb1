import Exchanges
import Interchange
import OpenCollection

// Responses compared with the examples of their request.

extension ExplorerState {
    /// Compares a response with the examples of its request, after a send.
    mutating func orderExampleChecks(_ id: ResponseID) -> [Effect] {
        guard let response = sessions[id]?.response, let record = response.record(of: current.path, at: id.path)
        else { return [] }
        let examples = response.content.definition.examples.filter(\.isComparable)
        guard !examples.isEmpty else { return [] }
        let settings = collection.companion.differenceSettings(of: id.path)
        return effect(
            .exampleChecks(id), { .compareExamples(record, examples, settings, $0) },
            note: { $0.sessions[$1]?.take($2, of: record.id) })
    }

    /// Enter in the tab of the checks: opens one, or a list of them.
    mutating func openCheck() -> [Effect] {
        guard let response = session?.response else { return [] }
        let tests = response.failedTests.map { test in
            Chooser.Option(test.text.shownInLine(limit: 60), detail: "\(test.place ?? "") in $EDITOR") {
                $0.editScript(at: test.place ?? "")
            }
        }
        let checks = response.recordID == nil ? [] : response.examples
        let examples = checks.map { check in
            Chooser.Option(check.example.shownName.shownInLine(limit: 60), detail: check.words.shownInLine(limit: 60)) {
                explorer in response.recordID.map { explorer.compare(with: check.example, $0) } ?? []
            }
        }
        let options = tests + examples
        guard options.count > 1 else { return options.first.map { $0.command(&self) } ?? [] }
        let title = tests.isEmpty ? "Compare with the example" : "Open"
        let first = tests.isEmpty ? checks.firstIndex { !$0.isSame } ?? 0 : 0
        return ask(title, options: options, selected: first)
    }

    /// - Parameter place: "users/get.yml:34:12".
    mutating func editScript(at place: String) -> [Effect] {
        let parts = place.split(separator: ":")
        guard parts.count >= 3, let line = Int(parts[parts.count - 2]) else { return [] }
        let path = ItemPath(parts.dropLast(2).joined(separator: ":"))
        return effect(.editor, showing: { .editFile(path, line: line, $0) })
    }

    mutating func compare(with example: RequestExample, _ id: HistoryRow.ID) -> [Effect] {
        compare(.example(example, new: id), current.path, shown)
    }
}
