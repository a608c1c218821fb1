import YAMLTree

/// Paths of files that requests and settings name: bodies, parts of forms, certificates, keys.
struct FilePathCheck {
    private let files: [CheckedFile]
    private let exists: (String) -> Bool
    private var found: [CheckProblem] = []

    init(_ files: [CheckedFile], exists: @escaping (String) -> Bool) {
        self.files = files
        self.exists = exists
    }

    /// Keys whose value is always a path.
    private static let pathKeys: Set = [
        "filePath", "certificateFilePath", "privateKeyFilePath", "pkcs12FilePath", "protoFilePath", "dotEnvFilePath",
    ]

    func problems() -> [CheckProblem] {
        var check = self
        for file in files where file.path != CompanionFile.path { check.walk(file.root, in: file) }
        return check.found
    }

    private mutating func walk(_ node: YAMLNode, in file: CheckedFile) {
        for item in node.items ?? [] { walk(item, in: file) }
        for entry in node.entries ?? [] {
            let key = entry.key.scalar?.text ?? ""
            if key == "extensions" { continue }
            if Self.pathKeys.contains(key) { check(entry.value, in: file) }
            if key == "value", node["type"]?.string == "file" { check(entry.value, in: file) }
            if key == "protoFiles" || key == "importPaths" {
                for row in entry.value.enabledItems { row["path"].map { check($0, in: file) } }
            }
            walk(entry.value, in: file)
        }
    }

    /// A path, or a list of them. One with variables is known only when it is sent.
    private mutating func check(_ node: YAMLNode, in file: CheckedFile) {
        for item in node.items ?? [] { check(item, in: file) }
        guard let path = node.string?.trimmingWhitespace(), !path.isEmpty, Placeholder.all(in: path).isEmpty,
            !exists(path)
        else { return }
        let beside = file.path.parent.appending(path).text
        found.append(
            file.problem(
                .warning, .missingFile, at: node, "there is no file \(path)",
                fix: exists(beside)
                    ? "paths begin at the collection's root: write \(beside)"
                    : "put it there; paths begin at the collection's root"))
    }
}
