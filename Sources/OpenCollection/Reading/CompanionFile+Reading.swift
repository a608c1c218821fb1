import YAMLTree

extension CompanionFile {
    /// The path of the file in a collection.
    public static let path: ItemPath = "microscope.yaml"

    /// Reads `microscope.yaml`.
    ///
    /// - Throws: when it is not YAML, of another version, or a value has the wrong shape. Unknown keys are passed over and kept.
    public static func read(text: String) throws(FileProblem) -> CompanionFile {
        var reading = try FileReading(text: text, path: path)
        reading.passesOverUnknownKeys = true
        let root = try reading.rootMapping()
        if let version = root["version"], version.string != "1" {
            throw reading.problem(
                version, "version is \(version.string ?? "no number"); this Microscope reads version 1")
        }
        var file = CompanionFile()
        file.text = text
        fields.read(root, "", into: &file, &reading)
        // Half of a policy could be worse than none.
        if let problem = reading.notes.first { throw problem }
        return file
    }
}
