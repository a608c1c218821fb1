import YAMLTree

// The texts of a file's values: templates that are sent, or texts that are only shown, each with its name.

/// The use of a text.
package enum TextUse: Sendable {
    case sent, shown
}

/// Gives a text in the place of another one.
///
/// - Parameter name: the name of the header, row, variable or key that has the text as its value; nil: none.
package typealias NamedTextChange = (_ text: String, _ name: String?) -> String

extension FieldRow {
    /// The row with texts that `change` goes through.
    func texts(_ use: TextUse, _ change: @escaping @Sendable (inout Owner, NamedTextChange) -> Void) -> Self {
        var row = self
        row.changeTexts = { owner, wanted, text in if wanted == use { change(&owner, text) } }
        return row
    }

    /// The row with one text.
    func text(_ use: TextUse, _ member: Member<String>, named name: String? = nil) -> Self {
        texts(use) { $0[keyPath: member] = $1($0[keyPath: member], name) }
    }

    func text(_ use: TextUse, _ member: Member<String?>, named name: String? = nil) -> Self {
        texts(use) { owner, change in owner[keyPath: member] = owner[keyPath: member].map { change($0, name) } }
    }
}

extension Array where Element: FileRow {
    mutating func changeTexts(_ use: TextUse, _ change: NamedTextChange) {
        for index in indices { Element.fields.changeTexts(of: &self[index], use, change) }
    }
}

extension RequestDefinition {
    package mutating func changeTexts(_ use: TextUse, _ change: NamedTextChange) {
        Self.fields(of: kind).changeTexts(of: &self, use, change)
    }
}

extension FolderDefinition {
    package mutating func changeTexts(_ use: TextUse, _ change: NamedTextChange) {
        Self.fields.changeTexts(of: &self, use, change)
    }
}

extension CollectionInfo {
    package mutating func changeTexts(_ use: TextUse, _ change: NamedTextChange) {
        Self.fields.changeTexts(of: &self, use, change)
    }
}

extension EnvironmentDefinition {
    package mutating func changeTexts(_ use: TextUse, _ change: NamedTextChange) {
        Self.fields.changeTexts(of: &self, use, change)
    }
}

extension ClientCertificate {
    package mutating func changeTexts(_ use: TextUse, _ change: NamedTextChange) {
        Self.fields.changeTexts(of: &self, use, change)
    }
}

extension RequestBody {
    mutating func changeTexts(_ use: TextUse, _ change: NamedTextChange) {
        if use == .sent {
            text = change(text, nil)
            graphQLVariables = graphQLVariables.map { change($0, nil) }
        }
        form.changeTexts(use, change)
        parts.changeTexts(use, change)
        files.changeTexts(use, change)
    }
}

extension Auth {
    package mutating func changeTexts(_ change: NamedTextChange) {
        switch self {
        case .none, .inherit: break
        case .basic(let username, let password):
            self = .basic(username: change(username, nil), password: change(password, "password"))
        case .bearer(let token): self = .bearer(token: change(token, "token"))
        case .apiKey(let name, let value, let placement):
            self = .apiKey(name: change(name, nil), value: change(value, "apiKey"), placement: placement)
        case .unsupported(var details):
            details.members = details.members.changingTexts(nil, change)
            self = .unsupported(details)
        }
    }
}

extension YAMLMapping {
    /// - Parameter outer: the name of the row or key that has the mapping as its value.
    package func changingTexts(_ outer: String?, _ change: NamedTextChange) -> YAMLMapping {
        var own: String?
        if case .string(let name)? = self["name"] { own = name }
        // The path of a file with a private key is none itself.
        let outer = self["type"] == "file" ? nil : outer
        return YAMLMapping(
            entries.map { entry in
                let name = ["value", "data"].contains(entry.key) ? own ?? outer : entry.key
                return (entry.key, entry.value.changingTexts(name, change))
            })
    }
}

extension YAMLValue {
    fileprivate func changingTexts(_ name: String?, _ change: NamedTextChange) -> YAMLValue {
        switch self {
        case .string(let text): .string(change(text, name))
        case .sequence(let items): .sequence(items.map { $0.changingTexts(name, change) })
        case .mapping(let mapping): .mapping(mapping.changingTexts(name, change))
        case .null, .bool, .int, .double: self
        }
    }
}
