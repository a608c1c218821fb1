import YAMLTree

extension CollectionRootFile {
    /// Reads `opencollection.yml`.
    ///
    /// - Throws: when the text is not YAML, or not a mapping. What is unknown or has another shape than expected becomes a note.
    public static func read(text: String, path: ItemPath) throws(FileProblem) -> CollectionRootFile {
        var reading = try FileReading(text: text, path: path)
        let root = try reading.rootMapping()
        var info = CollectionInfo()
        CollectionInfo.fields.read(root, "", into: &info, &reading, title: "the file")
        var defaults = FolderDefinition()
        defaults.hasFile = true
        for row in FolderDefinition.defaults.rows { row.read(&reading, root, "", &defaults) }
        defaults.name = info.name
        defaults.notes = reading.notes
        return CollectionRootFile(
            text: text, info: info, defaults: defaults, readOnlyReason: reading.document.readOnlyReason)
    }
}
