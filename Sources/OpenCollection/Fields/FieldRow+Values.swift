import YAMLTree

// Rows of plain values. An optional member is nil where the key is absent.

extension FieldRow {
    /// A text that is always written.
    ///
    /// - Parameter isSecret: whether the user who chooses between two of them sees neither.
    static func text(_ key: String, _ member: Member<String>, _ title: String, isSecret: Bool = false) -> Self {
        FieldRow(
            key, member, title, .text, read: { $0.text($1, $2) ?? "" }, written: { .string($0) },
            merged: { $0.value($1, $2, isSecret: isSecret) }
        ).typed(member, title, isSecret ? .secret : .text(breaks: false), text: { $0 }, value: { $0 })
    }

    static func text(_ key: String, _ member: Member<String?>, _ title: String, isSecret: Bool = false) -> Self {
        FieldRow(
            key, member, title, .text, read: { $0.text($1, $2) }, written: { .text($0) },
            merged: { $0.value($1, $2, isSecret: isSecret) }
        ).typedText(member, title, isSecret ? .secret : .text(breaks: false))
    }

    /// A text, or `{content, type}` with the text in it.
    static func documentation(_ key: String, _ member: Member<String?>, _ title: String) -> Self {
        FieldRow(
            key, member, title, Schema.description, read: { $0.documentation($1, $2) },
            written: { .text($0) },
            merged: { $0.value($1, $2) }
        ).typedText(member, title, .text(breaks: true)).text(.shown, member)
    }

    static func flag(_ key: String, _ member: Member<Bool?>, _ title: String) -> Self {
        FieldRow(
            key, member, title, .boolean, read: { $0.boolean($1, $2) }, written: { .flag($0) },
            merged: { $0.value($1, $2) }
        ).typedFlag(member, title)
    }

    /// A flag whose absence means no.
    ///
    /// - Parameter isAlwaysWritten: whether `false` is written, too.
    static func mark(
        _ key: String, _ member: Member<Bool>, _ title: String, isAlwaysWritten: Bool = false
    ) -> Self {
        FieldRow(
            key, member, title, .boolean, read: { $0.boolean($1, $2) == true },
            written: { isAlwaysWritten ? .bool($0) : .present(if: $0) }, merged: { $0.value($1, $2) })
    }

    /// `disabled`: a row is switched off by the key, and on by its absence.
    static func disabled(_ isEnabled: Member<Bool>) -> Self {
        FieldRow(
            "disabled", isEnabled, "on", .boolean, read: { $0.boolean($1, $2) != true },
            written: { .disabled(unless: $0) },
            merged: { $0.value($1, $2) })
    }

    static func number(_ key: String, _ member: Member<Double?>, _ title: String) -> Self {
        FieldRow(
            key, member, title, .number, read: { $0.number($1, $2) }, written: { $0.map { .number($0) } },
            merged: { $0.value($1, $2) })
    }

    static func texts(_ key: String, _ member: Member<[String]>, _ title: String) -> Self {
        var row = FieldRow(
            key, member, title, .list(of: .text), read: { $0.texts($1, $2) }, written: { .texts($0) },
            merged: { $0.texts($1, $2) })
        row.save = { (writing, path, old, new) throws(FileProblem) in
            try writing.saveTexts(path.appending(key: key), old[keyPath: member], new[keyPath: member])
        }
        return row.texts(.shown) { owner, change in
            owner[keyPath: member] = owner[keyPath: member].map { change($0, nil) }
        }
    }

    static func auth(_ member: Member<Auth>) -> Self {
        FieldRow(
            keys: ["auth"], rule: Schema.auth, order: { AuthDetails.order },
            read: { reading, mapping, name, owner in
                owner[keyPath: member] = reading.auth(mapping["auth"], name.isEmpty ? "auth" : "\(name).auth")
            },
            written: { $0[keyPath: member].written },
            save: { (writing, path, old, new) throws(FileProblem) in
                try writing.save(old[keyPath: member], new[keyPath: member], at: path.appending(key: "auth"))
            },
            merge: { merging, _, versions, owner in
                owner[keyPath: member] = Auth.merged(versions.map { $0[keyPath: member] }, &merging)
            }
        ).texts(.sent) { $0[keyPath: member].changeTexts($1) }
    }
}

extension AuthDetails {
    /// The keys of every kind, those of each in the order of its table.
    static let order = KeyOrder(of: (Schema.flows + Schema.authKinds.reversed()).map(\.rule)) ?? KeyOrder([])
}
