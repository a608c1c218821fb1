import Quoting
import YAMLTree

/// `opencollection.yml` with the text it came from.
public struct CollectionRootFile: Sendable, Hashable {
    /// The text from which edits are made.
    public var text: String
    public var info: CollectionInfo
    /// Defaults of everything in the collection.
    public var defaults: FolderDefinition
    /// Why the file can be read but not edited; nil when it can be.
    public var readOnlyReason: String?

    public init(
        text: String, info: CollectionInfo, defaults: FolderDefinition, readOnlyReason: String? = nil
    ) {
        self.text = text
        self.info = info
        self.defaults = defaults
        self.readOnlyReason = readOnlyReason
    }

    /// The text with only that edited in which the new values differ; the same values give the same text.
    ///
    /// The collection's name is in `info`; that in `defaults` is ignored.
    /// - Throws: when the file can only be read, or an edit cannot be written without changing anything else.
    public func saving(
        _ newInfo: CollectionInfo, defaults newDefaults: FolderDefinition
    ) throws(FileProblem) -> String {
        guard differ(newInfo, info) || differ(newDefaults, defaults) else { return text }
        if let readOnlyReason { throw FileProblem(path: .root, readOnly: readOnlyReason) }
        var writing = try FileWriting(text: text, path: .root, keyOrder: .root)
        try CollectionInfo.fields.save(info, newInfo, at: [], in: &writing)
        try FolderDefinition.defaults.save(defaults, newDefaults, at: [], in: &writing)
        return writing.text
    }

    /// A whole new `opencollection.yml` as Bruno begins one.
    public static func newText(named name: String) -> String {
        let ignored: YAMLValue = ["node_modules", ".git"]
        let file: YAMLValue = [
            "opencollection": .string(formatVersion), "info": ["name": .string(name)], "bundled": false,
            "extensions": ["bruno": ["ignore": ignored]],
        ]
        return file.emitted(blankLineBefore: .separatedKeys)
    }

    /// The version of the format that is written.
    public static let formatVersion = "1.0.0"
}
