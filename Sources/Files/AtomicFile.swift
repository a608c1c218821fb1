import Foundation

/// Writing a file so that a crash at any moment leaves the old content or the new, never a mixture.
package enum AtomicFile {
    /// Writes to a new file beside the old one, waits for the disk, and puts it in the old one's place.
    ///
    /// The old file's mode is kept; a new one gets `mode`, less what the process's mask forbids.
    /// - Throws: ``FileError``, also when something else than a file has the name.
    package static func write(_ bytes: Data, to place: FilePlace, mode: mode_t = 0o666) throws(FileError) {
        let new = try NewFile(for: place, mode: mode)
        try new.write(bytes)
        try new.put()
    }

    /// Writes one of the program's own files, or one that this person named. A symbolic link to a file stays one: what it points to is replaced.
    ///
    /// - Throws: ``FileError``, also when it is a device or another thing that is no file, or a link to one.
    package static func write(_ bytes: Data, toOwn url: URL, mode: mode_t = 0o600) throws(FileError) {
        try write(bytes, to: FilePlace(ofOwnFile: url), mode: mode)
    }

    /// Writes a file that is not there yet: whole, or not at all.
    ///
    /// - Throws: ``FileError``, with the code `EEXIST` when somebody has the name already.
    package static func create(_ bytes: Data, at place: FilePlace) throws(FileError) {
        let new = try NewFile(for: place, mode: 0o666, replaces: false)
        try new.write(bytes)
        try new.put()
    }
}
