import YAMLTree

extension FolderFile {
    /// Reads `folder.yml`.
    ///
    /// - Throws: when the text is not YAML, or not a mapping. What is unknown or has another shape than expected becomes a note.
    public static func read(text: String, path: ItemPath) throws(FileProblem) -> FolderFile {
        var reading = try FileReading(text: text, path: path)
        let definition = reading.folderDefinition(try reading.rootMapping())
        return FolderFile(text: text, definition: definition, readOnlyReason: reading.document.readOnlyReason)
    }
}

extension FolderDefinition {
    /// Reads `folder.yml`.
    ///
    /// - Returns: the defaults, and `info.name` if there is one.
    /// - Throws: when the text is not YAML, or not a mapping.
    public static func read(
        text: String, path: ItemPath
    ) throws(FileProblem) -> (definition: FolderDefinition, name: String?) {
        let definition = try FolderFile.read(text: text, path: path).definition
        return (definition, definition.name)
    }
}

extension FileReading {
    /// A folder; `root` is its mapping, in its own file or in a bundle.
    mutating func folderDefinition(_ root: YAMLNode) -> FolderDefinition {
        var folder = FolderDefinition()
        folder.hasFile = true
        FolderDefinition.fields.read(root, "", into: &folder, &self, title: "the file")
        folder.notes = notes
        return folder
    }
}
