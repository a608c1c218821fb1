import Files
public import Foundation
public import OpenCollection

/// The collection as a whole: its directory, or the one file that holds it.
extension CollectionEditor {
    /// Copies it beside itself, to ``copyPlace``, with " copy" added to its name. The files of version control are not copied: a copy is no second
    /// clone, and of a working tree that is linked to one it would be a broken one.
    ///
    /// - Returns: The root of the copy.
    /// - Throws: ``TreeProblem`` when it could not be copied; then there is no copy.
    public func duplicateCollection() throws(TreeProblem) -> URL {
        let target = copyPlace
        do throws(FileError) {
            try mover.copy(
                FilePlace(path: root.path), to: FilePlace(path: target.path), besides: Self.versionControl)
        } catch {
            throw TreeProblem("\(root.path) could not be copied: \(error)")
        }
        let copy = CollectionEditor(root: target, of: self)
        // One whose file has no name is called as its directory.
        if let name = try? copy.loader.load(.heads).name, name == (try? loader.load(.heads).name) {
            do throws(TreeProblem) {
                _ = try copy.perform(copy.plan(.rename(.root, to: "\(name) copy")))
            } catch {
                throw TreeProblem("\(error)\(takeBack(copy: target))")
            }
        }
        return target
    }

    /// - Returns: The text to add to the message of the failure.
    private func takeBack(copy: URL) -> String {
        do throws(FileError) {
            try mover.remove(FilePlace(path: copy.path))
            return "; the copy was removed"
        } catch {
            return "; the copy stays at \(copy.path), since it could not be removed: \(error)"
        }
    }

    /// Moves it to the trash, with all that is in its directory.
    ///
    /// - Throws: ``TreeProblem`` when it could not be moved.
    public func discardCollection() throws(TreeProblem) -> TrashID {
        do {
            return try trash.put(FilePlace(path: root.path), path: .root, of: root)
        } catch {
            throw TreeProblem("\(root.path) could not be moved to the trash: \(Self.reason(error))")
        }
    }

    /// Puts it back from the trash.
    ///
    /// - Throws: ``TreeProblem`` when something has its place by now, or it is no longer in the trash.
    public func restoreCollection(_ id: TrashID) throws(TreeProblem) {
        do throws(FileError) {
            try trash.restore(id, to: FilePlace(path: root.path))
        } catch {
            let content = trash.content(id).path
            let place =
                FileMover.kind(of: content) == nil ? "; it is no longer in the trash" : "; it stays at \(content)"
            throw TreeProblem("\(root.path) could not be restored: \(error)\(place)")
        }
    }

    /// The deleted items of the collection, the latest first.
    public var trashed: [Trash.Entry] { trash.entries(of: root).filter { $0.path != .root } }

    private static let versionControl: Set = [".git", ".hg", ".svn", ".jj"]

    /// The place of a copy made now: beside the collection, under a name that is free.
    public var copyPlace: URL {
        let suffix = CollectionLocation.isFile(root) ? ".\(root.pathExtension)" : ""
        let name = String(root.lastPathComponent.dropLast(suffix.count))
        let parent = root.deletingLastPathComponent()
        for number in 1... {
            let place = parent.appendingPathComponent("\(name) copy\(number == 1 ? "" : " \(number)")\(suffix)")
            if FileMover.kind(of: place.path) == nil { return place }
        }
        return parent
    }
}
