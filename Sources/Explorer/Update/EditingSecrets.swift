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

// MARK: - Query rows that the URL cannot spell

extension ExplorerState {
    /// A row with `&` has no spelling in the URL while `encodeUrl` is on: asked once, when it was typed.
    mutating func offerRespelling(since start: FormContent) {
        guard let form = session?.draft.form, form.isRequest else { return }
        let inherited = surroundings.inheritedSettings
        let before = start.request.definition.filled(from: inherited).unspellableQueryRows.map(\.field)
        let now = form.request.definition.filled(from: inherited).unspellableQueryRows.map(\.field)
        guard let new = now.first(where: { !before.contains($0) }) else { return }
        overlays.append(
            .chooser(
                Chooser(
                    .respelling, title: "\(new.name) cannot stand in the URL while Encode URL is on",
                    options: [
                        Chooser.Option("Switch Encode URL off", detail: "the query is spelled anew, the same is sent"),
                        Chooser.Option("Leave it", detail: "Bruno will not send this row; Microscope does"),
                    ])))
    }

    mutating func answerRespelling(_ option: Int) -> [Effect] {
        guard option == 0 else { return [] }
        let inherited = surroundings.inheritedSettings
        return changeDraft {
            $0.change { content in
                // Spelled from what holds now, be it inherited.
                let filled = content.request.definition.filled(from: inherited)
                let respelled = filled.settingEncodesURL(false)
                content.request.definition.url = respelled.url
                content.request.definition.parameters = respelled.parameters
                content.request.definition.settings.isPresent = true
                content.request.definition.settings.encodesURL = false
            }
        }
    }
}
