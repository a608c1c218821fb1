import ExplorerKit
import OpenCollection

// The Vars tab: variables, and what is kept of the answer.

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
            shown: { $0.isSecret && !known.contains($0.name) ? "no value yet" : $0.value }, text: \.value,
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
                if word == variants { variable.beginVariants() }
                if let type = Variable.ValueType(rawValue: word) { variable.type = type }
                return nil
            })
    }

    // MARK: - Values to choose from

    private mutating func addVariants(of row: Int) {
        guard let variable = content.variables[safe: row], !variable.variants.isEmpty else { return }
        let table = FormTable.variants(of: row)
        self.table(
            table, \.variables[row].shownVariants,
            [
                FormColumnRule(.title, "Title", \.title, look: .label),
                FormColumnRule(.value, "Value", \.value, look: .template, breaks: true),
            ], FormListEditing(blank: nil, mark: { .isChosen($0.isSelected) }),
            remark: { $0 == 0 ? "variants: not read by Bruno" : nil })
        var editing = FormTableEditing(count: variable.variants.count, firstColumn: .title)
        editing.add = { $0.variables[row].addVariant() }
        editing.remove = { $0.variables[row].removeVariant(at: $1) }
        editing.toggle = { $0.variables[row].selectVariant($1) }
        setEditing(table, editing)
    }

    // MARK: - Captures

    private mutating func addCaptures() {
        heading("Kept from the answer")
        table(
            .captures, \.actions, Self.captureColumns,
            .switched(\.isEnabled, origin: \.origin) { VariableAction("", from: "res.body") },
            remark: { [content] index in
                content.actions[safe: index].flatMap { $0.scope == "runtime" ? nil : "the file says \($0.scope)" }
            })
        if content.actions.isEmpty {
            emptyTable(.captures, "Nothing. a here keeps a part of the answer in a variable until quitting.")
        } else {
            note("Each lasts until quitting; it touches no file.")
        }
    }

    private static var captureColumns: [FormColumnRule<VariableAction>] {
        [
            FormColumnRule(.name, "Variable", \.variable, look: .label),
            FormColumnRule(.expression, "Expression", \.expression),
            FormColumnRule(
                .phase, "When", choices: ["after-response", "before-request"], look: { _ in .dimmed },
                text: { $0.phase ?? "not said" }, write: { $0.phase = $1 }),
            FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
        ]
    }
}

extension Variable {
    /// The variants with what is edited of the chosen one.
    fileprivate var shownVariants: [ValueVariant] {
        get {
            var shown = variants
            if let selectedVariant { shown[selectedVariant].value = value }
            return shown
        }
        set {
            if let selectedVariant, newValue.indices.contains(selectedVariant) {
                value = newValue[selectedVariant].value
            }
            variants = newValue
        }
    }

    fileprivate mutating func beginVariants() {
        guard variants.isEmpty else { return }
        variants = [
            ValueVariant(title: "Variant 1", isSelected: true, value: value, type: type),
            ValueVariant(title: "Variant 2", value: value, type: type),
        ]
    }

    fileprivate mutating func addVariant() -> Int {
        variants.append(ValueVariant(title: "Variant \(variants.count + 1)", value: value, type: type))
        return variants.count - 1
    }

    /// Without variants the value stays as it is edited.
    fileprivate mutating func removeVariant(at index: Int) {
        let wasChosen = index == selectedVariant
        variants.remove(at: index)
        guard wasChosen, let next = selectedVariant else { return }
        variants[next].isSelected = true
        (value, type) = (variants[next].value, variants[next].type)
    }
}
