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
    /// - Throws: when the file can only be read, or an edit cannot be written without changing anything else (a value
    ///   shared by an alias); the problem's `path` is empty, since a file does not know where it is.
    public func saving(_ new: RequestDefinition) throws(FileProblem) -> String {
        guard differ(new, definition) else { return text }
        if let readOnlyReason { throw FileProblem(path: .root, readOnly: readOnlyReason) }
        var writing = try FileWriting(text: text, path: .root, keyOrder: .request)
        try writing.save(definition, new)
        return writing.text
    }
}

extension FileWriting {
    /// A request, in its own file or in a bundle.
    mutating func save(_ old: RequestDefinition, _ new: RequestDefinition) throws(FileProblem) {
        guard new.kind == old.kind else { throw problem("cannot save: the type of a request cannot change") }
        try RequestDefinition.fields(of: new.kind).save(old, new, at: [], in: &self)
    }
}

extension YAMLValue {
    /// A number without a point where it needs none.
    static func number(_ value: Double) -> YAMLValue {
        Int(exactly: value).map { .int($0) } ?? .double(value)
    }
}
