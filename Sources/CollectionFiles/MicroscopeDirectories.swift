import Files
import Foundation

/// The directories for everything that does not belong into a collection: the four places of the XDG Base Directory Specification.
public struct MicroscopeDirectories: Sendable, Hashable {
    /// Settings, keys, themes.
    public let config: URL
    /// Scratch and demo collections, secrets, tokens.
    public let data: URL
    /// History, drafts, trash, trust, layouts, recents, log.
    public let state: URL
    /// Indexes: what can be made again.
    public let cache: URL

    /// - Parameter environment: `MICROSCOPE_HOME` puts all four below one directory; else `XDG_CONFIG_HOME` and the like, else their
    ///   defaults below `HOME`. Relative paths do not count, as the specification says.
    public init(environment: [String: String]) {
        if let home = Self.absolute(environment["MICROSCOPE_HOME"]) {
            config = home.appendingPathComponent("config", isDirectory: true)
            data = home.appendingPathComponent("data", isDirectory: true)
            state = home.appendingPathComponent("state", isDirectory: true)
            cache = home.appendingPathComponent("cache", isDirectory: true)
            return
        }
        let home = Self.absolute(environment["HOME"]) ?? FileManager.default.homeDirectoryForCurrentUser
        func place(_ name: String, _ fallback: String) -> URL {
            let base = Self.absolute(environment[name]) ?? home.appendingPathComponent(fallback, isDirectory: true)
            return base.appendingPathComponent("microscope", isDirectory: true)
        }
        config = place("XDG_CONFIG_HOME", ".config")
        data = place("XDG_DATA_HOME", ".local/share")
        state = place("XDG_STATE_HOME", ".local/state")
        cache = place("XDG_CACHE_HOME", ".cache")
    }

    /// The history of sent requests, with its bodies.
    public var history: URL { state.appendingPathComponent("history", isDirectory: true) }

    private static func absolute(_ path: String?) -> URL? {
        path.flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
    }

    /// Makes a directory that only its owner may enter, and those around it that are not there; harmless when it is there.
    public static func makePrivate(_ directory: URL) throws(FileError) {
        if mkdir(directory.path, 0o700) == 0 { return }
        let code = errno
        var status = stat()
        if stat(directory.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        let parent = directory.deletingLastPathComponent()
        guard code == ENOENT, parent.path.utf8.count < directory.path.utf8.count else {
            throw FileError("mkdir", path: directory.path, code: code)
        }
        try makePrivate(parent)
        guard mkdir(directory.path, 0o700) == 0 || errno == EEXIST else { throw FileError("mkdir", directory) }
    }
}
