import Foundation
import Testing
import TextGrid

@testable import Explorer

@Suite("The table of actions")
struct ActionTableTests {
    @Test("no key means two things in one context", arguments: ActionContext.allCases)
    func conflicts(context: ActionContext) {
        var meanings: [KeyStroke: Action] = [:]
        for row in ActionTable.rows where row.contexts.contains(context) {
            for key in row.keys {
                let other = meanings.updateValue(row.action, forKey: key)
                #expect(
                    other == nil || other == row.action,
                    "\(key.title) is \(row.action) and also \(other!) in \(context)")
            }
        }
    }

    @Test("every action has a row, a label and a sentence")
    func complete() {
        for action in Action.all {
            let rows = ActionTable.rows.filter { $0.action == action }
            #expect(!rows.isEmpty, "\(action) has no key")
            #expect(rows.allSatisfy { !$0.label.isEmpty && $0.help.hasSuffix(".") }, "\(action)")
        }
    }

    @Test("every action that is defined is in the table, by the name that it has in the source")
    func known() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Explorer").standardized
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var defined: [String: String] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /static let (\w+)(?:: Action)? = (?:Action|\.init)\(\s*"(\w+)"/) {
                defined[String(match.1)] = String(match.2)
            }
        }
        #expect(defined.count > 200)
        #expect(defined.allSatisfy { $0.key == $0.value })
        #expect(Set(defined.values) == Set(Action.all.map(\.name)))
    }

    @Test("keys that terminals cannot tell from Backspace, Tab and Enter are never bound")
    func unusable() {
        let unusable: [KeyStroke] = ["h", "i", "j", "m"].map { .control($0) }
        let bound = ActionTable.rows.flatMap(\.keys)
        #expect(bound.allSatisfy { !unusable.contains($0) })
    }

    @Test("the help shows every key of the table")
    func help() {
        let lines = HelpState().lines(Explorers.state(columns: 120)).all
        let page = lines.map { $0.map(\.text).joined() }.joined(separator: "\n")
        for row in ActionTable.rows {
            for key in row.keys { #expect(page.contains(key.title), "\(key.title) for \(row.action)") }
        }
    }

    @Test("what the footer proposes has a key in its context")
    func footer() {
        var state = Explorers.state()
        for (keys, expected) in [(["1"], "open"), (["2"], "edit"), (["3"], "next tab"), (["4"], "attempt")]
            as [([KeyStroke], String)]
        {
            for key in keys { state.press(key) }
            #expect(state.screen.split(separator: "\n").last?.contains(expected) == true)
        }
    }
}
