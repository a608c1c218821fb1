public import Foundation
public import OpenCollection

extension CollectionEditor {
    /// Moves files that the collection was made of to the trash, all of them or none. They are one entry there: a directory in which each has
    /// its path. Folders that they leave empty are removed.
    ///
    /// - Parameter name: the name that the directory has where it is put back; a number is added to one that is taken.
    /// - Returns: the directory that holds them now.
    /// - Throws: ``TreeProblem`` when one of them could not be moved; then all are where they were.
    public func discard(_ files: [ItemPath], as name: String) throws(TreeProblem) -> URL {
        let directory = freePath(name)
        let folders = Set(files.flatMap(\.foldersAround)).sorted { $0.depth < $1.depth }
        var steps = ([.root] + folders).map { TreeStep.makeDirectory($0.moved(into: directory)) }
        steps += files.map { .move($0, to: $0.moved(into: directory)) }
        steps += folders.reversed().map(TreeStep.removeDirectory)
        steps.append(.discard(directory))
        guard let id = try makeSteps(of: TreePlan(steps: steps)).trashed.keys.first else {
            throw TreeProblem("nothing was moved to the trash")
        }
        return trash.content(id)
    }

    private func freePath(_ name: String) -> ItemPath {
        var path = ItemPath(name)
        var number = 2
        while FileMover.kind(of: place(of: path)) != nil {
            path = ItemPath("\(name) \(number)")
            number += 1
        }
        return path
    }
}

extension ItemPath {
    /// The folders that it is in, but for the root.
    fileprivate var foldersAround: [ItemPath] { parent == .root ? [] : [parent] + parent.foldersAround }

    fileprivate func moved(into directory: ItemPath) -> ItemPath {
        self == .root ? directory : directory.appending(text)
    }
}
