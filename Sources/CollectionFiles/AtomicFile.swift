import Foundation

/// Writing a file so that a crash at any moment leaves the old content or the new, never a mixture.
enum AtomicFile {
    /// Writes to a new file beside the old one, waits for the disk, and puts it in the old one's place.
    ///
    /// The old file's mode is kept; a new one gets `mode`, less what the process's mask forbids.
    /// - Throws: ``FileError``, also when something else than a file has the name.
    static func write(_ bytes: Data, to place: FilePlace, mode: mode_t = 0o666) throws(FileError) {
        let old = place.status
        if let old { try requireFile(old, place) }
        let new = try UnfinishedFile(beside: place)
        defer { new.close() }
        do throws(FileError) {
            try new.fill(bytes, mode: old.map { $0.st_mode & 0o7777 } ?? mode & ~Self.mask)
            let code = new.place.rename(to: place)
            guard code == 0 else { throw FileError("renameat", place, code: code) }
        } catch {
            _ = new.place.remove()
            throw error
        }
        finish(place)
    }

    /// Writes one of the program's own files, or one that this person named. A symbolic link to a file stays one: what it points to is replaced.
    ///
    /// - Throws: ``FileError``, also when it is a device or another thing that is no file, or a link to one.
    static func write(_ bytes: Data, toOwn url: URL, mode: mode_t = 0o600) throws(FileError) {
        try write(bytes, to: FilePlace(ofOwnFile: url), mode: mode)
    }

    /// Writes a file that is not there yet: whole, or not at all.
    ///
    /// - Throws: ``FileError``, with the code `EEXIST` when somebody has the name already.
    static func create(_ bytes: Data, at place: FilePlace) throws(FileError) {
        let new = try UnfinishedFile(beside: place)
        defer {
            _ = new.place.remove()
            new.close()
        }
        try new.fill(bytes, mode: 0o666 & ~mask)
        // Unlike a rename, a link never takes the place of a file.
        let code = new.place.link(to: place)
        guard code == 0 else { throw FileError("linkat", place, code: code) }
        finish(place)
    }

    private static func requireFile(_ status: stat, _ place: FilePlace) throws(FileError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw FileError("open", place, code: EISDIR)
        case S_IFLNK: throw FileError("open", place, code: ELOOP)
        default: throw FileError("open", place, code: ENODEV)
        }
    }

    private static func finish(_ place: FilePlace) {
        place.directory.synchronize()
        UnfinishedFile.sweep(place.directory)
    }

    /// The process's mask. It can be read only by setting it, for all threads: two that did so at once could leave the wrong one behind, so it
    /// is done once. Nothing in the program changes it.
    private static let mask: mode_t = {
        let mask = umask(0o077)
        umask(mask)
        return mask
    }()
}
