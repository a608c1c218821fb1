/// A file as a commit or the index has it.
struct GitEntry {
    /// "100644" of a file, "100755" of one that can be executed, "120000" of a link, "160000" of a submodule.
    let mode: String
    /// The object's name: of its bytes, or of a submodule's commit.
    let id: String
    let path: ArraySlice<UInt8>
    /// Whether git is to take the file on disk for unchanged: `--assume-unchanged` and `--skip-worktree`.
    let isLeftAlone: Bool

    /// Reads a line of `ls-tree` or of `ls-files -s -v`, which begins with a letter; nil for any other.
    init?(_ line: ArraySlice<UInt8>) {
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
        var words = line[..<tab].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard words.count >= 3 else { return nil }
        let letter = words[0].utf8.count == 1 ? words.removeFirst() : ""
        mode = words[0]
        id = words.count > 2 && words[2].utf8.count >= 40 ? words[2] : words[1]
        path = line[line.index(after: tab)...]
        isLeftAlone = letter == "S" || letter != letter.uppercased()
    }

    var isSubmodule: Bool { mode == "160000" }
}

/// The content on disk at a path.
enum GitContent {
    case file(WorkTreeFile)
    /// A folder, with the commit that is checked out there if it is a repository.
    case folder(commit: String?)
}

/// A path as others have it, as the index has it, and as it is on disk.
struct GitComparison {
    let before: GitEntry?
    let now: GitEntry?
    let keepsModes: Bool

    /// Returns what kind of change it is; nil when there is none.
    func kind(onDisk: () throws(GitFailure) -> GitContent?) throws(GitFailure) -> GitChange.Kind? {
        guard let now else { return .deleted }
        guard let before else { return .added }
        if before.mode != now.mode || before.id != now.id { return try isGone(onDisk) ? .deleted : .modified }
        if now.isLeftAlone { return nil }
        guard let content = try onDisk() else { return .deleted }
        return isSame(content, as: before) ? nil : .modified
    }

    private func isGone(_ onDisk: () throws(GitFailure) -> GitContent?) throws(GitFailure) -> Bool {
        if now?.isLeftAlone != false { return false }
        return try onDisk() == nil
    }

    private func isSame(_ content: GitContent, as entry: GitEntry) -> Bool {
        switch content {
        case .folder(let commit): entry.isSubmodule && (commit == nil || commit == entry.id)
        case .file(let file):
            (file.mode == entry.mode || !keepsModes && !file.isLink && entry.mode.hasPrefix("100"))
                && file.hasObjectName(entry.id)
        }
    }
}
