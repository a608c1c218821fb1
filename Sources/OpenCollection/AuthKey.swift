import Secrets
import YAMLTree

/// A key that a kind of auth can have, so that a form can show a row for it: from the table of the format's rules.
public struct AuthKey: Sendable, Hashable {
    /// The keys below `auth`: ["credentials", "clientId"].
    public var path: [String]
    public var kind: Kind
    /// Whether an empty text is written: the key has to be there.
    var isRequired = false

    public enum Kind: Sendable, Hashable {
        /// A template.
        case text
        case flag
        /// One of these words.
        case words([String])
        /// A mapping that holds one of these keys.
        case alternative([String])
        /// A list of further parameters.
        case parameters
    }

    /// Whether a literal here is a secret, where the key's name alone does not say so.
    var secrecy: Bool?

    /// Whether a literal here is a secret.
    public var isSecret: Bool {
        if let secrecy { return secrecy }
        guard kind == .text, let key = path.last else { return false }
        return path.dropLast().last == "privateKey" || SecretVocabulary.isSecret(nil, under: key)
    }
}

extension AuthDetails {
    /// The kinds without a case of their own in ``Auth``, as the schema orders them.
    public static let types = Schema.authKinds.map(\.word).filter {
        !["basic", "bearer", "apikey", "none"].contains($0)
    }

    /// The name of the kind for the user; its word in files if nothing else is known of it.
    public var title: String { Self.titles[type] ?? type }

    /// The kind's word in files; the title itself if it is not a kind.
    public static func type(titled title: String) -> String { titles.first { $0.value == title }?.key ?? title }

    private static let titles = [
        "awsv4": "AWS Signature 4", "wsse": "WSSE", "digest": "digest", "ntlm": "NTLM", "oauth1": "OAuth 1",
        "oauth2": "OAuth 2", "akamai-edgegrid": "Akamai EdgeGrid",
    ]

    /// Returns new details of a kind.
    public static func fresh(_ type: String) -> AuthDetails {
        type == "oauth2"
            ? AuthDetails(type: type, members: ["flow": .string(Schema.flows[0].word)]) : AuthDetails(type: type)
    }

    /// The keys that this kind can have, in the schema's order; none for a kind that the schema does not have.
    public var keys: [AuthKey] {
        if type == "oauth2" {
            let flow = AuthKey(path: ["flow"], kind: .words(Schema.flows.map(\.word)), isRequired: true)
            return [flow] + keys(of: Schema.flows.first { $0.word == text(at: ["flow"]) }?.rule, at: [])
        }
        var keys = keys(of: Schema.authKinds.first { $0.word == type }?.rule, at: [])
        if type == "apikey" { for index in keys.indices { keys[index].secrecy = keys[index].path == ["value"] } }
        if text(at: ["privateKey", "type"]) == "file" {
            for index in keys.indices where keys[index].path == ["privateKey", "value"] { keys[index].secrecy = false }
        }
        return keys
    }

    /// Names of the keys, of all kinds, whose text is a secret.
    static let secretKeys: Set<String> = {
        let rules = Schema.authKinds.map(\.rule) + Schema.flows.map(\.rule)
        let keys = rules.flatMap { AuthDetails(type: "").keys(of: $0, at: []) }.filter { $0.kind == .text }
        return Set(keys.flatMap(\.path).filter(SecretVocabulary.isAlwaysSecret))
    }()

    private func keys(of rule: SchemaRule?, at path: [String], isRequired: Bool = false) -> [AuthKey] {
        switch rule {
        case .text?: [AuthKey(path: path, kind: .text, isRequired: isRequired)]
        case .boolean?: [AuthKey(path: path, kind: .flag)]
        case .word(let words)?: [AuthKey(path: path, kind: .words(words), isRequired: isRequired)]
        case .list?: [AuthKey(path: path, kind: .parameters)]
        case .object(let object)?:
            object.keys.filter { !path.isEmpty || !["type", "flow"].contains($0.name) }.flatMap {
                keys(of: $0.rule, at: path + [$0.name], isRequired: $0.isRequired)
            }
        case .byKey(let cases, _)?:
            [AuthKey(path: path, kind: .alternative(cases.map(\.key)))]
                + cases.filter { value(at: path + [$0.key]) != nil }.flatMap { keys(of: $0.rule, at: path) }
        case .either(let rules)?: keys(of: rules.first, at: path)
        default: []
        }
    }
}

// MARK: - Values

extension AuthDetails {
    /// Returns the text at a key: "on" and "off" for a switch, the key that is there for an alternative; empty if it is absent.
    public func text(at path: [String]) -> String {
        switch value(at: path) {
        case .string(let text)?: text
        case .bool(let flag)?: flag ? "on" : "off"
        case .int(let number)?: String(number)
        case .mapping(let mapping)?: mapping.entries.first?.key ?? ""
        default: ""
        }
    }

    /// Sets the text at a key; an empty text removes it, with the mappings that it leaves empty.
    ///
    /// A mapping gets all that it has to say with the first thing in it, and goes with a word that it has to say.
    public mutating func setText(_ text: String, of key: AuthKey) {
        let parent = Array(key.path.dropLast())
        if text.isEmpty, key.isRequired, case .words = key.kind, !parent.isEmpty { return set(.none, at: parent) }
        let value: YAMLValue? =
            switch key.kind {
            case .flag: text.isEmpty ? .none : .bool(text == "on")
            case .alternative: text.isEmpty ? .none : .mapping(YAMLMapping([(text, "")]))
            default: text.isEmpty && !key.isRequired ? .none : .string(text)
            }
        set(value, at: key.path)
        if !parent.isEmpty, value != nil { addWhatIsRequired(in: parent) }
        if key.path == ["flow"] { keepWhatTheFlowHas() }
    }

    private mutating func addWhatIsRequired(in parent: [String]) {
        for key in keys where key.isRequired && key.path.dropLast().elementsEqual(parent) && !has(key.path) {
            guard case .words(let words) = key.kind else {
                set(.string(""), at: key.path)
                continue
            }
            set(.string(words.contains("text") ? "text" : words[0]), at: key.path)
        }
    }

    /// Returns the rows of further parameters.
    public func parameters(at path: [String]) -> [AuthParameter] {
        guard case .sequence(let items)? = value(at: path) else { return [] }
        return items.map { AuthParameter($0) }
    }

    public mutating func setParameters(_ parameters: [AuthParameter], at path: [String]) {
        set(parameters.isEmpty ? .none : .sequence(parameters.map(\.written)), at: path)
    }

    /// Whether a key has a value.
    func has(_ path: [String]) -> Bool { value(at: path) != nil }

    private func value(at path: [String]) -> YAMLValue? {
        path.reduce(YAMLValue.mapping(members)) { value, key in
            guard case .mapping(let mapping)? = value else { return nil }
            return mapping[key]
        }
    }

    private mutating func set(_ value: YAMLValue?, at path: [String]) {
        members = members.setting(value, at: path[...])
    }

    private mutating func keepWhatTheFlowHas() {
        let known = Set(keys.compactMap(\.path.first))
        members.entries.removeAll { !known.contains($0.key) }
    }
}

extension YAMLMapping {
    fileprivate func setting(_ value: YAMLValue?, at path: ArraySlice<String>) -> YAMLMapping {
        guard let key = path.first else { return self }
        var copy = self
        guard path.count > 1 else {
            copy[key] = value
            return copy
        }
        var inner = YAMLMapping()
        if case .mapping(let mapping)? = self[key] { inner = mapping }
        inner = inner.setting(value, at: path.dropFirst())
        copy[key] = inner.nonEmpty
        return copy
    }
}

/// A further parameter of one of OAuth 2's requests.
public struct AuthParameter: Sendable, Hashable {
    /// The members, as the file has them.
    private var members = YAMLMapping()

    public init() {}

    fileprivate init(_ value: YAMLValue) { if case .mapping(let mapping) = value { members = mapping } }

    fileprivate var written: YAMLValue { .mapping(members) }

    public var name: String {
        get { self["name"] }
        set { self["name"] = newValue }
    }
    public var value: String {
        get { self["value"] }
        set { self["value"] = newValue }
    }
    /// "header", "query" or "body"; empty: not set.
    public var placement: String {
        get { self["placement"] }
        set { self["placement"] = newValue }
    }

    private subscript(key: String) -> String {
        get { if case .string(let text)? = members[key] { text } else { "" } }
        set { members[key] = newValue.isEmpty && key == "placement" ? .none : .string(newValue) }
    }
}
