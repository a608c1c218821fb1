import Quoting
import YAMLTree

/// `environments/<name>.yml` with the text it came from.
public struct EnvironmentFile: Sendable, Hashable {
    /// The text from which edits are made.
    public var text: String
    public var definition: EnvironmentDefinition
    /// Why the file can be read but not edited; nil when it can be.
    public var readOnlyReason: String?

    public init(text: String, definition: EnvironmentDefinition, readOnlyReason: String? = nil) {
        self.text = text
        self.definition = definition
        self.readOnlyReason = readOnlyReason
    }

    /// The text with only that edited in which `new` differs; the same definition gives the same text.
    ///
    /// An environment is its file's name: another name here renames no file and is not written.
    /// - Throws: when the file can only be read, or an edit cannot be written without changing anything else.
    public func saving(_ new: EnvironmentDefinition) throws(FileProblem) -> String {
        guard differ(new, definition) else { return text }
        if let readOnlyReason { throw FileProblem(path: .root, readOnly: readOnlyReason) }
        var writing = try FileWriting(text: text, path: .root, keyOrder: .environment)
        try EnvironmentDefinition.fields.save(definition, new, at: [], in: &writing)
        return writing.text
    }

    /// A whole new file, in the style that Bruno writes.
    public static func newText(for definition: EnvironmentDefinition) -> String {
        YAMLValue.mapping(EnvironmentDefinition.fields.written(definition)).emitted()
    }
}
