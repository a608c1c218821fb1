/// A field of a value as a form shows it, from the row of its key: a new key is a row of a table, and a row of the form.
package struct FormEntry<Owner>: Sendable {
    package typealias Kind = FormEntryKind

    /// The key, after those that it lies in: "auth.username".
    package var key: String
    package var title: String
    package var hint = ""
    package var kind: Kind
    /// The value that holds while the file says nothing; nil if the form says that nothing is set.
    package var fallback: String?
    /// The expected form of the text, for the complaint about another one; nil if it is one of the words.
    package var expected: String?
    /// The place in a form: smaller numbers come first, and of one number the entry whose row comes first.
    var place = 0
    /// The text of the field; empty if it is not set.
    package var text: @Sendable (Owner) -> String
    /// - Returns: false when the field cannot hold the text.
    var write: @Sendable (_ text: String, _ owner: inout Owner) -> Bool

    /// Sets the value; an empty text removes it.
    ///
    /// - Returns: a complaint when the field cannot hold the text; nil when it was taken.
    package func set(_ text: String, in owner: inout Owner) -> String? {
        let text = isTrimmed ? text.trimmingWhitespace() : text
        if case .words(let words) = kind, !text.isEmpty, !words.contains(text) { return complaint }
        return write(text, &owner) ? nil : complaint
    }

    private var isTrimmed: Bool { kind != .secret && kind != .text(breaks: true) }

    package var complaint: String {
        guard expected == nil, case .words(let words) = kind else { return "\(title): \(expected ?? "another text")" }
        return "\(title): \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    }
}

/// The way in which a field of a form is typed or chosen.
package enum FormEntryKind: Sendable, Hashable {
    /// A template; `breaks`: it may have several lines.
    case text(breaks: Bool)
    /// A template whose literals are hidden.
    case secret
    /// A number, or another text that is not a template.
    case plain
    case words([String])
    /// One of these words, which takes the place of the former; `other`: or any other word.
    case choice([String], other: Bool)
    /// The path of a request, or one of these words.
    case request(orWords: [String])
    /// The name of a colour, or "#22c55e".
    case colour
    /// The name of another environment that does not lead back to this one.
    case environment
}

extension FormEntry {
    init(
        _ key: String, _ title: String, _ kind: Kind, text: @escaping @Sendable (Owner) -> String,
        write: @escaping @Sendable (String, inout Owner) -> Bool
    ) {
        self.init(
            key: key, title: title.prefix(1).uppercased() + title.dropFirst(), kind: kind, text: text, write: write)
    }

    /// The field of a value that may be absent: it is there as long as it says something.
    static func part<Part: FileValue>(
        _ entry: FormEntry<Part>, _ key: String, _ member: WritableKeyPath<Owner, Part?> & Sendable
    ) -> Self {
        var outer = FormEntry(
            key: "\(key).\(entry.key)", title: entry.title, hint: entry.hint, kind: entry.kind,
            text: { $0[keyPath: member].map(entry.text) ?? "" },
            write: { text, owner in
                var part = owner[keyPath: member] ?? Part()
                guard entry.write(text, &part) else { return false }
                owner[keyPath: member] = part == Part() ? nil : part
                return true
            })
        (outer.fallback, outer.expected, outer.place) = (entry.fallback, entry.expected, entry.place)
        return outer
    }
}

extension FieldTable {
    /// The fields that a form shows, lists apart, in its order.
    var entries: [FormEntry<Owner>] {
        let all = rows.flatMap(\.entries)
        return Set(all.map(\.place)).sorted().flatMap { place in all.filter { $0.place == place } }
    }
}

extension FieldRow {
    /// The row as forms show it, where the names of merging are not enough.
    func shown(
        _ title: String? = nil, hint: String? = nil, place: Int? = nil, fallback: String? = nil,
        expected: String? = nil,
        kind: FormEntryKind? = nil
    ) -> Self {
        changingEntries { entry in
            entry.title = title ?? entry.title
            entry.hint = hint ?? entry.hint
            entry.place = place ?? entry.place
            entry.fallback = fallback ?? entry.fallback
            entry.expected = expected ?? entry.expected
            entry.kind = kind ?? entry.kind
        }
    }

    func changingEntries(_ change: (inout FormEntry<Owner>) -> Void) -> Self {
        var row = self
        for index in row.entries.indices { change(&row.entries[index]) }
        return row
    }

    /// A row whose value is written as one text, and read back from it; nil: the text is not allowed there.
    func typed<Value>(
        _ member: Member<Value>, _ title: String, _ kind: FormEntryKind,
        text: @escaping @Sendable (Value) -> String, value: @escaping @Sendable (String) -> Value?
    ) -> Self {
        var row = self
        row.entries = [
            FormEntry(
                keys[0], title, kind, text: { text($0[keyPath: member]) },
                write: { text, owner in
                    guard let value = value(text) else { return false }
                    owner[keyPath: member] = value
                    return true
                })
        ]
        return row
    }

    /// A value that may be absent; an empty text takes the key out.
    func typed<Value>(
        _ member: Member<Value?>, _ title: String, _ kind: FormEntryKind,
        textOfValue text: @escaping @Sendable (Value) -> String, value: @escaping @Sendable (String) -> Value?
    ) -> Self {
        typed(
            member, title, kind, text: { $0.map(text) ?? "" },
            value: { $0.isEmpty ? .some(nil) : value($0).map(Optional.some) })
    }

    func typedText(_ member: Member<String?>, _ title: String, _ kind: FormEntryKind) -> Self {
        typed(member, title, kind, textOfValue: { $0 }, value: { $0 })
    }

    /// Returns the row as one of two words, the first for yes.
    func typedFlag(_ member: Member<Bool?>, _ title: String, words: [String] = ["on", "off"]) -> Self {
        typed(
            member, title, .words(words), textOfValue: { words[$0 ? 0 : 1] },
            value: { words.firstIndex(of: $0).map { $0 == 0 } })
    }
}

extension String {
    /// The texts between commas, without white space around them.
    var commaSeparated: [String] {
        split(separator: ",").map { String($0).trimmingWhitespace() }.filter { !$0.isEmpty }
    }
}

// MARK: - The tables of forms

extension CollectionInfo { package static let entries = fields.entries }
extension EnvironmentDefinition { package static let entries = fields.entries }
extension ProxySettings { package static let entries = fields.entries }
extension ClientCertificate { package static let entries = fields.entries }
extension RequestSettings { package static let entries = fields.entries }
extension RequestPolicies { package static let entries = fields.entries }
extension RequestExample { package static let entries = fields.entries }
