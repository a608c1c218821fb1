import ExplorerKit
import Lifting
import OpenCollection

extension FormBuilder {
    mutating func addScripts() {
        table(
            .scripts, \.scripts,
            [
                FormColumnRule(
                    .type, "Runs", choices: ScriptPlan.Stage.allCases.map(\.rawValue), look: { _ in .heading },
                    text: \.type, write: { $0.type = $1 })
            ],
            FormListEditing(
                blank: { Script($0.scripts.nextStage.rawValue, "") }, prepareCopy: { $0.origin = nil }, origin: \.origin
            ),
            remark: { [content] in content.scripts[safe: $0]?.remark }, below: { $0.addCode(ofScript: $1) })
        if content.scripts.isEmpty {
            let which = content.isRequest ? "the request" : "each request in here"
            note("No scripts. a adds one: JavaScript before \(which), after the response, or tests.")
        }
        if !surroundings.scriptPlaces.isEmpty {
            note("Scripts around it run, too: \(surroundings.scriptPlaces.joined(separator: ", ")).")
        }
        guard let app = content.request.definition.app else { return }
        heading("App (kept, not run)")
        note(lines: app.code)
    }

    private mutating func addCode(ofScript index: Int) {
        guard let script = content.scripts[safe: index] else { return }
        let input = FormInput(title: "Script", kind: .lines(fileExtension: "js"), text: script.code) { content, code in
            guard content.scripts.indices.contains(index) else { return nil }
            content.scripts[index].code = code
            return nil
        }
        text(
            FormText(
                field: .script(index), text: script.code, placeholder: "empty: Enter types the script", look: .script),
            input, of: FormRow.Record(table: .scripts, index: index))
    }
}

extension FormField {
    /// Returns the field with the code of a script, by its row.
    static func script(_ row: Int) -> FormField { .cell(.scripts, row: row, .body) }
}

extension Script {
    fileprivate var remark: String? {
        switch ScriptPlan.Stage(rawValue: type) {
        case nil: "kept, not run"
        case .beforeRequest: nil
        case .afterResponse, .tests: onlyChecksAndCaptures ? "only checks and captures" : nil
        }
    }

    /// Whether it can be lifted. It is parsed with each drawing, also during typing, so a long one is passed over: it hardly ever can.
    private var onlyChecksAndCaptures: Bool { code.utf8.count <= 4_096 && (try? ScriptLift(code)) != nil }
}

extension [Script] {
    /// The stage that a new script most likely is for.
    fileprivate var nextStage: ScriptPlan.Stage {
        let stages: [ScriptPlan.Stage] = [.tests, .beforeRequest, .afterResponse]
        return stages.first { stage in !contains { $0.type == stage.rawValue } } ?? .tests
    }
}
