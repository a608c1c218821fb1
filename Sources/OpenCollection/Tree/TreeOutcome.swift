/// The outcome of an operation, as far as a collection in memory must follow it.
public struct TreeOutcome: Sendable {
    public var plan: TreePlan
    /// The plan that undoes all of it.
    public var undo: TreePlan
    public var reading: Reading
    /// The open requests whose files have other content now, by their new paths.
    public var rewritten: [ItemPath: Rewriting]

    /// The entries that went to the trash, with their former paths.
    public var trashed: [TrashID: ItemPath]

    /// The parts that were reloaded.
    public enum Reading: Sendable {
        case changes([CollectionChange])
        /// A collection in one file is read as a whole.
        case whole(Collection)
    }

    /// A text before and after.
    public struct Rewriting: Sendable, Hashable {
        public var old: String
        public var new: String

        public init(old: String, new: String) {
            self.old = old
            self.new = new
        }
    }

    public init(
        plan: TreePlan, undo: TreePlan, reading: Reading, rewritten: [ItemPath: Rewriting] = [:],
        trashed: [TrashID: ItemPath] = [:]
    ) {
        self.trashed = trashed
        self.plan = plan
        self.undo = undo
        self.reading = reading
        self.rewritten = rewritten
    }
}

extension TreePlan {
    /// All files and directories that the steps make, change, move or remove.
    public var touched: Set<ItemPath> {
        steps.reduce(into: []) { paths, step in
            switch step {
            case .create(let path, _), .createFolder(let path, _), .createTree(let path, _), .rewrite(let path, _, _),
                .copy(_, let path),
                .discard(let path, _), .restore(_, let path), .copyIn(_, let path):
                paths.insert(path)
            case .move(let path, let target): paths.formUnion([path, target])
            case .makeDirectory, .removeDirectory, .keep, .movePrivateValues, .copySecrets: break
            }
        }
    }

    /// The requests' files that it makes.
    public var created: [ItemPath] {
        steps.compactMap { step in
            if case .create(let path, _) = step, !path.isEnvironment, path.lastName != "folder.yml" {
                path
            } else {
                nil
            }
        }
    }
}

extension TreeOperation {
    /// The same after other operations: paths follow.
    public func after(_ changes: [PathChange]) -> TreeOperation {
        switch self {
        case .create(let kind, let name, let folder): .create(kind, named: name, in: folder.after(changes))
        case .rename(let path, let name): .rename(path.after(changes), to: name)
        case .renameFile(let path, let name): .renameFile(path.after(changes), to: name)
        case .duplicate(let paths): .duplicate(paths.map { $0.after(changes) })
        case .move(let paths, let folder): .move(paths.map { $0.after(changes) }, into: folder.after(changes))
        case .place(let path, let index): .place(path.after(changes), at: index)
        case .delete(let paths): .delete(paths.map { $0.after(changes) })
        }
    }
}
