import YAMLTree

/// Entries of `microscope.yaml` for what is not there.
struct CompanionCheck {
    private let outline: CollectionOutline
    private let paths: [ItemPath]

    /// - Parameter paths: of all files, also of those that could not be read: their entries are no orphans.
    init(_ outline: CollectionOutline, paths: [ItemPath]) {
        self.outline = outline
        self.paths = paths.filter { $0.text.hasSuffix(".yml") }
    }

    func problems() -> [CheckProblem] {
        guard let companion = outline.companion else { return [] }
        let requests = paths.filter { FileKind($0) == nil }.map(\.text)
        let folders = Set(paths.flatMap(\.ancestors)).map(\.text).filter { $0 != "environments" }.sorted()
        let environments = paths.filter { $0.parent == "environments" }.map(\.baseName)
        return orphans("requests", requests, "request", in: companion)
            + orphans("folders", folders, "folder", in: companion)
            + orphans("environments", environments + outline.environments.map(\.name), "environment", in: companion)
    }

    private func orphans(_ key: String, _ known: [String], _ kind: String, in file: CheckedFile) -> [CheckProblem] {
        let names = Set(known)
        return (file.root[key]?.entries ?? []).compactMap { entry in
            guard let name = entry.key.scalar?.text, !names.contains(name) else { return nil }
            let nearest = NearestWord.find(name, among: known) ?? sameFileElsewhere(name, known)
            return file.problem(
                .warning, .orphan, at: entry.key, "there is no \(kind) \(name)",
                fix: nearest.map { "did you mean \($0)?" } ?? "take the entry out")
        }
    }

    /// A file that was moved keeps its name.
    private func sameFileElsewhere(_ name: String, _ known: [String]) -> String? {
        let last = ItemPath(name).baseName
        let moved = known.filter { ItemPath($0).baseName == last }
        return moved.count == 1 ? moved.first : nil
    }
}
