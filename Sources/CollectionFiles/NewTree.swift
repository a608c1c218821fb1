internal import CFileSystem
import Files
import Foundation
import OpenCollection

/// A directory with all its files, which is there as a whole or not at all.
struct NewTree {
    private let files: [TreeFile]

    /// - Parameter files: The files by their paths in the directory.
    init(_ files: [TreeFile]) { self.files = files }

    /// Writes all files into a directory beside the place, waits once for the disk, and gives that its name.
    ///
    /// - Throws: ``FileError``, with the code `EEXIST` when something other than an empty directory has the name.
    func write(to place: FilePlace) throws(FileError) {
        let draft = try place.makeBeside { mkdirat($0.directory.descriptor, $0.name, 0o777) == 0 ? 0 : errno }
        do throws(FileError) {
            try fill(OpenDirectory(draft))
            let code = draft.rename(to: place)
            guard code == 0 else { throw FileError("renameat", place, code: code == ENOTEMPTY ? EEXIST : code) }
        } catch {
            try? FileMover().remove(draft)
            throw error
        }
        place.directory.synchronize()
    }

    /// Writes all files into a directory that exists, and does not replace it: it may be the working directory of a shell.
    ///
    /// - Parameter lastName: The file that gets its name last, when all the rest is there.
    /// - Throws: ``FileError``, with the code `EEXIST` when something has one of the names; then, too, nothing of it is left.
    func write(into directory: OpenDirectory, lastName: String) throws(FileError) {
        let draft = try FilePlace(in: directory, lastName).makeBeside {
            mkdirat($0.directory.descriptor, $0.name, 0o777) == 0 ? 0 : errno
        }
        defer { try? FileMover().remove(draft) }
        let root = try OpenDirectory(draft)
        try fill(root)
        var moved: [FilePlace] = []
        do throws(FileError) {
            for name in try root.names().filter({ $0 != lastName }) + [lastName] {
                try FileMover().move(FilePlace(in: root, name), to: FilePlace(in: directory, name))
                moved.append(FilePlace(in: directory, name))
            }
        } catch {
            for place in moved { try? FileMover().remove(place) }
            throw error
        }
        directory.synchronize()
    }

    private func fill(_ root: OpenDirectory) throws(FileError) {
        var directories: [ItemPath: OpenDirectory] = [.root: root]
        for file in files {
            let directory = try Self.directory(file.path.parent, &directories)
            try Self.create(file, at: FilePlace(in: directory, file.path.lastName))
        }
        // One wait for thousands of files: each alone would take longer than writing them all.
        let code = synchronize_file_system(root.descriptor) == 0 ? 0 : errno
        guard code == 0 else { throw FileError("syncfs", FilePlace(in: root, "."), code: code) }
    }

    private static func directory(
        _ path: ItemPath, _ directories: inout [ItemPath: OpenDirectory]
    ) throws(FileError) -> OpenDirectory {
        if let known = directories[path] { return known }
        let place = FilePlace(in: try directory(path.parent, &directories), path.lastName)
        try place.makeDirectory()
        let directory = try OpenDirectory(place)
        // Files come in the order of the tree: those that are done are not held open.
        if directories.count > 64 { directories = directories.filter { path.isInside($0.key) } }
        directories[path] = directory
        return directory
    }

    private static func create(_ file: TreeFile, at place: FilePlace) throws(FileError) {
        let descriptor = try place.open(O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
        defer { close(descriptor) }
        func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
            var rest = bytes
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
            return true
        }
        var text = file.text
        let isWritten =
            file.bytes?.withUnsafeBytes(write) ?? text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
        guard isWritten else { throw FileError("write", place) }
    }
}
