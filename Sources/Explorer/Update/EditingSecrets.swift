import OpenCollection

// Secrets of environments: their values never stand in a file, but in a private store.

extension ExplorerState {
    /// A literal that becomes a secret leaves the file: it can be kept in the private store.
    mutating func toggleSecrecy(_ field: FormField, _ input: FormInput) -> [Effect] {
        guard input.text == "plain", case .cell(.variables, let row, _) = field,
            let variable = session?.draft.form.variables[safe: row], !variable.value.isEmpty
        else { return write(input.text == "plain" ? "secret" : "plain", into: field) }
        overlays.append(
            .chooser(
                Chooser(
                    .secrecy(field), title: "\(variable.name) becomes a secret: its value leaves the file",
                    options: [
                        Chooser.Option("Keep the value", detail: "in the private store, readable by you alone"),
                        Chooser.Option("Forget the value", detail: "u brings it back until you quit"),
                        Chooser.Option("Leave it as it is"),
                    ])))
        return []
    }

    mutating func answerSecrecy(_ option: Int, of field: FormField) -> [Effect] {
        guard option < 2, case .cell(.variables, let row, _) = field,
            let variable = session?.draft.form.variables[safe: row]
        else { return [] }
        let kept = option == 0 ? keepSecret(variable.value, named: variable.name) : []
        return kept + write("secret", into: field)
    }

    mutating func askForSecret(_ name: String) {
        var prompt = Prompt(
            .secret(name: name), title: "Value of \(name)",
            detail: "Kept in the private store, never in a file of the collection. Empty forgets it.")
        prompt.isSecret = true
        overlays.append(.prompt(prompt))
    }

    /// In the store of the shown environment.
    mutating func keepSecret(_ value: String, named name: String) -> [Effect] {
        guard case .environment(let environment)? = session?.draft.form else { return [] }
        return [
            effect(
                .secret(environment: environment.name, name),
                .keepSecret(KeptSecret(environment: environment.name, name: name, value: value)))
        ]
    }

    /// The store has it: what is sent from now on knows it.
    mutating func noteKept(_ secret: KeptSecret) {
        outside.secrets[secret.environment, default: [:]][secret.name] = secret.value.isEmpty ? nil : secret.value
        let words = secret.value.isEmpty ? "is forgotten" : "is kept in the private store"
        status = StatusMessage(.info, "The value of \(secret.name) \(words).")
    }
}

/// A value for the private store; an empty one is forgotten.
public struct KeptSecret: Sendable, Hashable {
    public var environment: String
    public var name: String
    public var value: String
}
