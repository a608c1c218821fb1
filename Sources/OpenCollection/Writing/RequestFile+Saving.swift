import Quoting
import YAMLTree

extension RequestFile {
    /// The text of this file with only that edited in which `new` differs from ``definition``; the same definition
    /// gives the same text.
    ///
    /// Rows are tied to their lines by `origin`: those that stay keep comments and style wherever they move to. A first
    /// setting written into a file without `settings` comes with `encodeUrl: false`, since the block alone would
    /// switch encoding on.
    ///
    /// - Throws: when the file can only be read, or an edit has no spelling that leaves everything else as it is (a value
    ///   shared by an alias); the problem's `path` is empty, since a file does not know where it stands.
    public func saving(_ new: RequestDefinition) throws(FileProblem) -> String {
        guard differ(new, definition) else { return text }
        if let readOnlyReason { throw FileProblem(path: .root, readOnly: readOnlyReason) }
        var writing = try FileWriting(text: text, path: .root, keyOrder: .request)
        try writing.save(definition, new)
        return writing.text
    }
}

extension FileWriting {
    /// A request, in a file of its own or in a bundle.
    mutating func save(_ old: RequestDefinition, _ new: RequestDefinition) throws(FileProblem) {
        guard new.kind == old.kind else { throw problem("cannot save: a request keeps its kind") }
        try saveInfo(old, new)
        try saveDetails(old, new, at: [.key(new.kind.rawValue)])
        try saveRows(["runtime", "variables"], old.variables, new.variables)
        try saveRows(["runtime", "scripts"], old.scripts, new.scripts)
        try saveRows(["runtime", "assertions"], old.assertions, new.assertions)
        try saveRows(["runtime", "actions"], old.actions, new.actions)
        try save(old.settings, new.settings)
        try save(["examples"], old.examples, new.examples)
        if differ(new.docs, old.docs) { try set(["docs"], documentation: new.docs) }
        try save(["app"], old.app?.written, new.app?.written)
    }

    private mutating func saveInfo(_ old: RequestDefinition, _ new: RequestDefinition) throws(FileProblem) {
        if differ(new.name, old.name) { try set(["info", "name"], text: new.name) }
        if new.sequence != old.sequence {
            if let sequence = new.sequence {
                try set(["info", "seq"], .number(sequence))
            } else {
                try remove(["info", "seq"])
            }
        }
        try saveTexts(["info", "tags"], old.tags, new.tags)
        if differ(new.description, old.description) {
            try set(["info", "description"], documentation: new.description)
        }
    }

    mutating func saveTexts(_ path: YAMLPath, _ old: [String], _ new: [String]) throws(FileProblem) {
        if differ(new, old) { try save(path, old.map { .string($0) }, new.map { .string($0) }) }
    }

    private mutating func saveDetails(
        _ old: RequestDefinition, _ new: RequestDefinition, at path: YAMLPath
    ) throws(FileProblem) {
        if differ(new.method, old.method) { try set(path.appending(key: "method"), .string(new.method)) }
        if differ(new.url, old.url) { try set(path.appending(key: "url"), .string(new.url)) }
        try save(path.appending(key: "headers"), old.headers, new.headers)
        try save(path.appending(key: "params"), old.parameters, new.parameters)
        try saveBody(at: path.appending(key: "body"), old, new)
        try save(old.auth, new.auth, at: path.appending(key: "auth"))
    }
}

extension RequestApp {
    var written: YAMLValue {
        .mapping(YAMLMapping(said: [("enabled", .flag(isEnabled)), ("code", .string(code))]))
    }
}

extension YAMLValue {
    /// A number without a point where it needs none.
    static func number(_ value: Double) -> YAMLValue {
        Int(exactly: value).map { .int($0) } ?? .double(value)
    }
}
