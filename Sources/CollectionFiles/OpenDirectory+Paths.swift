import Files
import Foundation
import OpenCollection

// Files and folders below a directory, by the paths of a collection.

extension OpenDirectory {
    /// Returns the place of a path below it, of which each folder is opened without following links.
    ///
    /// - Throws: ``FileError`` when one of the folders is not there or is a link, or the path leads out.
    func place(of path: ItemPath) throws(FileError) -> FilePlace { try place(of: Self.names(in: path.text)) }

    /// Returns the place of the file that a path leads to: a link to a file is followed as long as it stays below this directory.
    ///
    /// - Throws: The errors of ``place(of:)-(ItemPath)``, and ``FileError`` for a link that leads out.
    func file(at path: ItemPath) throws(FileError) -> FilePlace {
        var names = Self.names(in: path.text)
        for _ in 0..<Self.maximumLinks {
            let place = try place(of: names)
            guard let target = place.linkTarget else { return place }
            guard let next = Self.names(in: target, from: names.dropLast()) else {
                throw FileError(fileLink: place, to: target)
            }
            names = next
        }
        throw FileError("open", path: "\(self.path)/\(path.text)", code: ELOOP)
    }

    /// Makes the folders on the way to a path that are not there.
    func makeFolders(for path: ItemPath) throws(FileError) {
        var place: FilePlace?
        for name in Self.names(in: path.text).dropLast() {
            let folder = FilePlace(in: try place.map(OpenDirectory.init) ?? self, name)
            if folder.kind == nil { try folder.makeDirectory() }
            place = folder
        }
    }

    private static let maximumLinks = 40

    private func place(of names: [String]) throws(FileError) -> FilePlace {
        guard let last = names.last, !names.contains(".."), !names.contains(".") else {
            throw FileError("open", path: "\(path)/\(names.joined(separator: "/"))", code: EINVAL)
        }
        var directory = self
        for name in names.dropLast() { directory = try OpenDirectory(FilePlace(in: directory, name)) }
        return FilePlace(in: directory, last)
    }

    /// Returns the names in a path; splits bytes, since a combining mark after a slash makes another Character of it.
    private static func names(in path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    /// - Returns: The names; nil for a link that leads out.
    private static func names(in link: String, from folder: ArraySlice<String>) -> [String]? {
        guard link.utf8.first != UInt8(ascii: "/") else { return nil }
        var names = Array(folder)
        for name in Self.names(in: link) where name != "." {
            if name != ".." { names.append(name) } else if names.popLast() == nil { return nil }
        }
        return names.isEmpty ? nil : names
    }
}
