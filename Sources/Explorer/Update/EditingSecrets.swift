import ExplorerKit
import OpenCollection
import Quoting

// Secrets of environments: their values are never in a file, but in a private store.

extension ExplorerState {
    /// Makes a literal a secret, or the reverse. A literal that becomes a secret leaves the file: it can be kept in the private store.
    mutating func toggleSecrecy(_ field: FormField, _ input: FormInput) -> [Effect] {
        guard input.text == "plain", case .cell(.variables, let row, _) = field,
            case .environment(let environment)? = session?.draft.form,
            let variable = environment.variables[safe: row], !variable.value.isEmpty
        else { return write(input.text == "plain" ? "secret" : "plain", into: field) }
        let literal = StoredSecret(
            environment: environment.name, name: variable.name, value: variable.value, isLiteral: true)
        return ask(
            "\(variable.name) becomes a secret: its value leaves the file",
            .init("Keep the value", detail: "in the private store, only you can read it") {
                $0.hide(literal, keeps: true)
            },
            .init("Forget the value", detail: "u brings it back until you quit") {
                $0.hide(literal, keeps: false)
            }, .init("Cancel"))
    }

    /// Hides a literal; one that is to be kept stays in the file until the store has it.
    private mutating func hide(_ literal: StoredSecret, keeps: Bool) -> [Effect] {
        guard sessions[literal.path]?.draft.form.row(of: literal) != nil else {
            return say(.warning, "\(literal.name) was changed meanwhile, and stays as it is.")
        }
        return keeps ? keep(literal) : takeOut(literal)
    }

    private mutating func takeOut(_ literal: StoredSecret) -> [Effect] {
        // Typing writes into what was there when it began.
        if shown == literal.path, !isInBackground { edit?.start.hide(literal) }
        return changeDraft(at: literal.path) { $0.change { $0.hide(literal) } }
    }

    mutating func askForSecret(_ name: String) {
        var prompt = Prompt(
            "Value of \(name)",
            detail: "Kept in the private store, never in a file of the collection. Empty forgets it.",
            isValue: true
        ) { $1.keepSecret($0.editor.text, named: name) }
        prompt.isSecret = true
        present(prompt)
    }

    /// Keeps a secret in the store of the shown environment.
    mutating func keepSecret(_ value: String, named name: String) -> [Effect] {
        guard case .environment(let environment)? = session?.draft.form else { return [] }
        return keep(StoredSecret(environment: environment.name, name: name, value: value))
    }

    mutating func keep(_ secret: StoredSecret) -> [Effect] {
        guard current.treeWork.underWay == nil else {
            current.treeWork.waitingSecrets.append(secret)
            return []
        }
        return effect(
            .secret(environment: secret.environment, name: secret.name), { .keepSecret(secret, $0) },
            then: {
                explorer, problem in
                guard let problem else { return explorer.noteKept(secret) }
                explorer.noteNotKept(problem)
                return []
            })
    }

    /// Notes that the store has a secret: what is sent from now on uses it.
    private mutating func noteKept(_ secret: StoredSecret) -> [Effect] {
        outside.secrets[secret.environment, default: [:]][secret.name] = secret.value.isEmpty ? nil : secret.value
        let words = secret.value.isEmpty ? "is forgotten" : "is kept in the private store"
        say(.info, "The value of \(secret.name) \(words).")
        guard secret.isLiteral else { return [] }
        if sessions[secret.path]?.draft.form.row(of: secret) == nil {
            say(.warning, "\(secret.name) was changed meanwhile: what it says now stays in the file.")
        }
        return takeOut(secret)
    }

    /// Notes that the store does not have it: a literal stays in the file, a typed value has to be typed again.
    mutating func noteNotKept(_ message: StatusMessage) {
        log.append(LogState.Entry(at: now, level: .error, message: message.text))
        status = message
    }
}

/// A value for the private store; an empty one is forgotten.
public struct StoredSecret: Sendable, Hashable {
    public var environment: String
    public var name: String
    public var value: String
    /// Whether it is in the environment's file, which it leaves when the store has it.
    public var isLiteral = false

    /// The path of the environment.
    var path: ItemPath { ItemPath(environment: environment) }
}

extension FormContent {
    /// Returns the row of a literal that is to become a secret; nil when it is no longer there.
    fileprivate func row(of literal: StoredSecret) -> Int? {
        guard case .environment(let environment) = self else { return nil }
        return environment.variables.firstIndex {
            $0.name == literal.name && $0.value.hasSameBytes(as: literal.value) && !$0.isSecret
        }
    }

    fileprivate mutating func hide(_ literal: StoredSecret) {
        guard let row = row(of: literal) else { return }
        environment.variables[row].hide()
    }
}

extension Variable {
    /// Makes it a secret: no value is in the file.
    mutating func hide() {
        isSecret = true
        value = ""
        variants = []
    }
}

extension OutsideValues {
    /// Swaps the secrets of two environments, as the store does when an environment gets another name.
    mutating func exchangeSecrets(of one: String, _ other: String) {
        (secrets[one], secrets[other]) = (secrets[other], secrets[one])
    }
}
