import Quoting

/// Names that items are given on disk.
extension TreeContents {
    /// Refuses a file or directory name that cannot be, or that something beside it has.
    ///
    /// - Parameter path: The path that has the name now; it may keep it, in other capitals too.
    func check(_ name: String, in folder: ItemPath, for path: ItemPath? = nil) throws(TreeProblem) {
        if let problem = FileName.problem(with: name) { throw TreeProblem(problem) }
        if folder == .root, name.asciiLowercased == ItemPath.environments.text {
            throw TreeProblem("environments is a reserved name in a collection")
        }
        guard folder.ancestors.count < ItemPath.maximumDepth - 1 else {
            throw TreeProblem("folders deeper than \(ItemPath.maximumDepth) are not read; choose one further up")
        }
        guard let other = self.name(like: name, in: folder),
            path?.parent != folder || other != path?.lastName
        else { return }
        let hint = other == name ? "" : ", and some systems ignore case"
        throw TreeProblem("\(folder.appending(other)) already exists\(hint); choose another name")
    }

    /// Refuses a folder that is not there.
    func checkFolder(_ folder: ItemPath) throws(TreeProblem) {
        guard folder != .root else { return }
        guard case .folder? = item(at: folder)?.kind else {
            throw TreeProblem("the folder \(folder) no longer exists")
        }
    }

    /// - Returns: the item with this path; nil for an environment, or a file that the tree does not show.
    func checkExists(_ path: ItemPath) throws(TreeProblem) -> CollectionItem? {
        if let item = item(at: path) { return item }
        guard exists(path) else { throw TreeProblem("\(path) no longer exists") }
        guard path.isEnvironment else { throw TreeProblem("\(path) is not an item of the collection") }
        return nil
    }

    /// Display name and file name, without extension, of a copy: neither is taken by what lies beside it.
    func copyNames(of item: CollectionItem?, at path: ItemPath, besides taken: Set<String>) -> (
        shown: String, file: String
    ) {
        let suffix = path.text.endsWithBytes(of: ".yml") && item?.isFolder != true ? ".yml" : ""
        let file = suffix.isEmpty ? path.lastName : path.baseName
        let present = Set(names(in: path.parent).map { $0.lowercased() }).union(taken)
        let shown = item?.name ?? file
        for number in 1... {
            let end = number == 1 ? " copy" : " copy \(number)"
            let name = file.withoutCopySuffix.cut(toBytes: 255 - end.utf8.count - suffix.utf8.count) + end
            if !present.contains((name + suffix).lowercased()) { return (shown.withoutCopySuffix + end, name) }
        }
        return (shown, file)
    }
}

extension CollectionItem {
    public var isFolder: Bool { if case .folder = kind { true } else { false } }
    public var isBroken: Bool { if case .broken = kind { true } else { false } }
}

extension FileName {
    /// The name that a display name is given on disk, with extension.
    static func made(of name: String, isFolder: Bool) -> String { isFolder ? safe(for: name) : request(for: name) }
}

extension String {
    /// The name without the " copy" or " copy 2" of a copy.
    fileprivate var withoutCopySuffix: String {
        let stem = replacing(/\ copy( [0-9]+)?$/, with: "")
        return stem.isEmpty ? self : stem
    }

    /// Returns the text cut between characters to at most `limit` bytes.
    fileprivate func cut(toBytes limit: Int) -> String {
        var text = self
        while text.utf8.count > limit, !text.isEmpty { text.removeLast() }
        return text
    }
}
