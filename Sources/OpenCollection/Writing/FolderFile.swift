import Quoting
import YAMLTree

/// `folder.yml` with the text it came from.
public struct FolderFile: Sendable, Hashable {
    /// The text from which edits are made.
    public var text: String
    public var definition: FolderDefinition
    /// Why the file can be read but not edited; nil when it can be.
    public var readOnlyReason: String?

    public init(text: String, definition: FolderDefinition, readOnlyReason: String? = nil) {
        self.text = text
        self.definition = definition
        self.readOnlyReason = readOnlyReason
    }

    /// The text with only that edited in which `new` differs; the same definition gives the same text.
    ///
    /// - Throws: when the file can only be read, or an edit cannot be written without changing anything else.
    public func saving(_ new: FolderDefinition) throws(FileProblem) -> String {
        guard differ(new, definition) else { return text }
        if let readOnlyReason { throw FileProblem(path: .root, readOnly: readOnlyReason) }
        var writing = try FileWriting(text: text, path: .root, keyOrder: .folder)
        try FolderDefinition.fields.save(definition, new, at: [], in: &writing)
        return writing.text
    }

    /// A whole new `folder.yml`, in the style that Bruno writes. It says what the definition says, no more.
    public static func newText(for definition: FolderDefinition) -> String {
        YAMLValue.mapping(FolderDefinition.fields.written(definition)).emitted(blankLineBefore: .separatedKeys)
    }
}

extension FolderDefinition {
    /// A new folder as Bruno begins one: authentication inherited.
    public static func fresh(named name: String, sequence: Int? = nil) -> FolderDefinition {
        var definition = FolderDefinition()
        definition.hasFile = true
        definition.name = name
        definition.sequence = sequence
        definition.auth = .inherit
        return definition
    }
}
