import ExplorerKit
import OpenCollection

// The Vars tab: variables, and the values captured from the response.

extension FormBuilder {
    mutating func addVariables() {
        if !content.isEnvironment { heading("Variables") }
        table(
            .variables, \.variables, columns, .switched(\.isEnabled, origin: \.origin) { Variable("", "") },
            below: { $0.addVariants(of: $1) })
        if content.variables.isEmpty { addNoVariables() }
        if !content.isEnvironment { addCaptures() }
    }

    private mutating func addNoVariables() {
        guard !content.isEnvironment else { return note("No variables. a adds one.") }
        emptyTable(.variables, "No variables. a here adds one.")
    }

    private var columns: [FormColumnRule<Variable>] {
        let secrecy = content.isEnvironment ? [Self.secrecyColumn] : []
        return [FormColumnRule(.name, "Name", \.name, look: .label), valueColumn] + secrecy
            + [
                Self.typeColumn,
                FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
            ]
    }

    private var valueColumn: FormColumnRule<Variable> {
        let known = surroundings.secretNames
        return FormColumnRule(
            .value, "Value",
            look: { $0.isSecret ? known.contains($0.name) ? .hidden : .dimmed : .template },
            kind: { $0.isSecret ? .kept(name: $0.name) : .line(breaks: true) },
            shown: { $0.isSecret && !known.contains($0.name) ? "not set" : $0.value }, text: \.value,
            write: { variable, text in
                variable.value = text
                return nil
            })
    }

    /// Secrets are known to environments alone.
    private static var secrecyColumn: FormColumnRule<Variable> {
        FormColumnRule(
            .secrecy, "Secret", look: { $0.isSecret ? .plain : .dimmed }, kind: { _ in .toggle },
            text: { $0.isSecret ? "secret" : "plain" },
            write: { variable, word in
                variable.isSecret = false
                if word == "secret" { variable.hide() }
                return nil
            })
    }

    private static let variants = "variants"

    private static var typeColumn: FormColumnRule<Variable> {
        let types: [Variable.ValueType] = [.string, .number, .boolean, .null, .object]
        return FormColumnRule(
            .type, "Type",
            look: { $0.type == .string && $0.variants.isEmpty ? .dimmed : .plain },
            kind: { .choice(types.map(\.rawValue) + ($0.isSecret ? [] : [variants]), other: false) },
            text: \.type.rawValue,
            write: { variable, word in
                if word == variants, variable.variants.isEmpty { _ = variable.addVariant() }
                if let type = Variable.ValueType(rawValue: word) { variable.type = type }
                return nil
            })
    }

    // MARK: - Values to choose from

    private mutating func addVariants(of row: Int) {
        guard let variable = content.variables[safe: row], !variable.variants.isEmpty else { return }
        addVariants(
            .variants(of: row), of: \.variables[row],
            [FormColumnRule(.value, "Value", \.value, look: .template, breaks: true)],
            remark: { $0 == 0 ? "variants: not read by Bruno" : nil })
    }

    // MARK: - Captures

    private mutating func addCaptures() {
        heading("Captured from the response")
        table(
            .captures, \.allActions, Self.captureColumns,
            .switched(\.isEnabled, origin: \.origin) { VariableAction("", from: "res.body") },
            remark: { [content] index in
                guard let action = content.allActions[safe: index] else { return nil }
                if action.isQuery { return Self.companionOnly }
                return action.scope == "runtime" ? nil : "the file says \(action.scope)"
            })
        if content.allActions.isEmpty {
            emptyTable(.captures, "None. a here captures a part of the response until you quit.")
        } else {
            note("Each lasts until you quit; it is not saved.")
        }
    }

    private static var captureColumns: [FormColumnRule<VariableAction>] {
        [
            FormColumnRule(.name, "Variable", \.variable, look: .label),
            FormColumnRule(.expression, "Expression", \.expression),
            FormColumnRule(
                .phase, "When", choices: ["after-response", "before-request"], look: { _ in .dimmed },
                text: { $0.phase ?? "not set" }, write: { $0.phase = $1 }),
            FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
        ]
    }
}
