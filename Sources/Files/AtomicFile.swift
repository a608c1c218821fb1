import Foundation

/// Writing a file so that a crash at any moment leaves the old content or the new, never a mixture.
package enum AtomicFile {
    /// Writes to a new file beside the old one, waits for the disk, and replaces the old one.
    ///
    /// The old file's mode is kept; a new one gets `mode`, less what the process's umask forbids.
    /// - Throws: ``FileError``, also if the name belongs to something other than a file.
    package static func write(_ bytes: Data, to place: FilePlace, mode: mode_t = 0o666) throws(FileError) {
        let new = try NewFile(for: place, mode: mode)
        try new.write(bytes)
        try new.put()
    }

    /// Writes one of the program's own files, or one that the user named. A symbolic link to a file stays one: its target is replaced.
    ///
    /// - Throws: ``FileError``, also if it is a device or another thing that is not a file, or a link to one.
    package static func write(_ bytes: Data, toOwn url: URL, mode: mode_t = 0o600) throws(FileError) {
        try write(bytes, to: FilePlace(ofOwnFile: url), mode: mode)
    }

    /// Writes a file that does not exist yet: whole, or not at all.
    ///
    /// - Throws: ``FileError``, with the code `EEXIST` if the name is taken.
    package static func create(_ bytes: Data, at place: FilePlace) throws(FileError) {
        let new = try NewFile(for: place, mode: 0o666, replaces: false)
        try new.write(bytes)
        try new.put()
    }
}
