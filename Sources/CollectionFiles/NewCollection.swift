import Files
public import Foundation
import OpenCollection

/// A collection to be begun in a directory: `opencollection.yml` as Bruno begins one, a `.gitignore` that keeps secrets out, an
/// environment, and a first request.
public struct NewCollection: Sendable, Hashable {
    public let directory: URL
    public let name: String

    /// - Parameters:
    ///   - directory: The directory; it need not be there yet.
    ///   - name: The name; nil or only spaces: the directory's name.
    public init(at directory: URL, named name: String? = nil) {
        self.directory = directory.standardizedFileURL
        let given = name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        self.name = given.isEmpty ? self.directory.lastPathComponent : given
    }

    /// The files that were written, and those that were kept.
    public struct Written: Sendable, Hashable {
        /// Files that are there now, below the directory, in the order in which they were written.
        public var files: [String] = []
        /// Files that were there before, and are as they were.
        public var kept: [String] = []
        /// The collection in whose directory the new one lies; nil when it lies in none.
        public var outer: URL?
    }

    /// Writes the files that are not there yet, and never over any. The one that makes it a collection comes last: what was
    /// interrupted can be begun again.
    ///
    /// - Throws: ``LocationError`` when there is a collection already, no directory can be there, or a link has the place of one of the files:
    ///   then nothing was written; ``FileError`` when a file cannot be written.
    public func write() throws -> Written {
        try refuse()
        var written = Written(outer: CollectionLocation.upwards(from: directory)?.root)
        try Self.makeDirectory(directory)
        let opened = try OpenDirectory(directory.path)
        for file in files { try Self.refuseLinks(to: file.path, in: opened) }
        for file in files {
            try opened.makeFolders(for: ItemPath(file.path))
            do throws(FileError) {
                try AtomicFile.create(Data(file.text.utf8), at: opened.place(of: ItemPath(file.path)))
                written.files.append(file.path)
            } catch {
                guard error.code == EEXIST, file.path != CollectionLocation.rootFile else { throw error }
                written.kept.append(file.path)
            }
        }
        return written
    }

    /// Makes the directory, or fills an empty one, with these files and the `.gitignore` that keeps secrets out: all of it, or nothing.
    ///
    /// - Parameter files: `opencollection.yml` among them, by their paths in the directory.
    /// - Throws: The errors of ``requireRoom()``, and ``FileError`` when it cannot be written.
    public func write(_ files: [TreeFile]) throws -> Written {
        try requireRoom()
        var written = Written(outer: CollectionLocation.upwards(from: directory)?.root)
        let all = [TreeFile(".gitignore", text: Self.ignored)] + files
        if let empty = try? OpenDirectory(directory.path) {
            try NewTree(all).write(into: empty, lastName: CollectionLocation.rootFile)
        } else {
            try Self.makeDirectory(directory.deletingLastPathComponent())
            try NewTree(all).write(to: FilePlace(path: directory.path))
        }
        written.files = all.map(\.path.text)
        return written
    }

    /// Writes the files beside those of a collection in Bruno's older format, and never over any: all of them, or none.
    ///
    /// A file that is there with the same content is kept, and so is a `.gitignore`.
    ///
    /// - Throws: ``LocationError`` when there is a collection already, or a file with another content has the place of one of them;
    ///   ``FileError`` when one cannot be written. Nothing new is left then.
    public func writeBeside(_ files: [TreeFile]) throws -> Written {
        guard !CollectionLocation.hasRootFile(directory) else {
            throw LocationError("\(directory.path) is a collection already; open it, or name another directory")
        }
        let opened = try OpenDirectory(directory.path)
        let isRoot = { (file: TreeFile) in file.path.text == CollectionLocation.rootFile }
        var written = Written(outer: CollectionLocation.upwards(from: directory)?.root)
        var new: [TreeFile] = []
        for file in [TreeFile(".gitignore", text: Self.ignored)] + files.filter({ !isRoot($0) }) + files.filter(isRoot)
        {
            try Self.refuseLinks(to: file.path.text, in: opened)
            let place = directory.appendingPathComponent(file.path.text)
            if !FileManager.default.fileExists(atPath: place.path) {
                new.append(file)
            } else if file.path == ".gitignore" || (try? Data(contentsOf: place)) == file.content {
                written.kept.append(file.path.text)
            } else {
                throw LocationError(
                    "\(place.path) already exists with other content; move it away. Nothing was written")
            }
        }
        do {
            for file in new {
                try opened.makeFolders(for: file.path)
                try AtomicFile.create(file.content, at: opened.place(of: file.path))
                written.files.append(file.path.text)
            }
        } catch {
            for path in written.files { _ = try? opened.place(of: ItemPath(path)).remove() }
            throw error
        }
        return written
    }

    /// Refuses a place where ``write(_:)`` would find something.
    ///
    /// - Throws: ``LocationError`` when the directory is there and not empty, or is a link that leads nowhere.
    public func requireRoom() throws(LocationError) {
        try refuse()
        if let opened = try? OpenDirectory(directory.path) {
            guard (try? opened.names()) == [] else {
                throw LocationError("\(directory.path) is not empty; name a directory that is not there yet")
            }
        } else if let target = (try? FilePlace(path: directory.path))?.linkTarget {
            throw LocationError(
                "\(directory.path) is a link to \(target), which is not there; name another directory, or make that one"
            )
        }
    }

    private func refuse() throws(LocationError) {
        var isDirectory: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: directory.path, isDirectory: &isDirectory)
        if isThere, !isDirectory.boolValue {
            throw LocationError("\(directory.path) is a file; name a directory, which need not be there yet")
        }
        if CollectionLocation.hasRootFile(directory) {
            throw LocationError("\(directory.path) is a collection already; open it, or name another directory")
        }
        if CollectionLocation.hasOlderRootFile(directory) {
            throw LocationError(
                "\(directory.path) holds a collection that a new one would hide: "
                    + CollectionLocation.olderFormatAdvice)
        }
    }

    /// Refuses links, which would have files written elsewhere, or lead to a file that is not there.
    private static func refuseLinks(to path: String, in directory: OpenDirectory) throws {
        var path = ItemPath(path)
        while path != .root {
            if let target = (try? directory.place(of: path))?.linkTarget {
                throw LocationError(
                    "\(directory.path)/\(path) is a link to \(target); move it away, since nothing is written through links"
                )
            }
            path = path.parent
        }
    }

    private static func makeDirectory(_ directory: URL) throws(LocationError) {
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        } catch {
            let reason = String(cString: strerror(errno))
            throw LocationError("\(directory.path) could not be made: \(reason); name a place where you may write")
        }
    }

    // MARK: What it begins with

    private var files: [BundledCollection.File] {
        [
            BundledCollection.File(path: ".gitignore", text: Self.ignored),
            BundledCollection.File(
                path: "environments/local.yml", text: EnvironmentFile.newText(for: Self.environment)),
            BundledCollection.File(path: "Get status.yml", text: RequestFile.newText(for: Self.request)),
            BundledCollection.File(
                path: CollectionLocation.rootFile, text: CollectionRootFile.newText(named: name)),
        ]
    }

    static let ignored = """
        # Values of secrets
        .env*
        !.env.example

        # Dependencies
        node_modules

        # What systems leave
        .DS_Store
        Thumbs.db

        """

    /// The environment for an API under development, which usually listens there.
    private static var environment: EnvironmentDefinition {
        EnvironmentDefinition(name: "local", variables: [Variable("baseUrl", "http://localhost:8080")])
    }

    /// The first request to an API: whether it is there.
    private static var request: RequestDefinition {
        var request = RequestDefinition.fresh(named: "Get status", sequence: 1)
        request.url = "{{baseUrl}}/"
        request.headers = [Field("Accept", "application/json")]
        request.docs = "Asks the API for its root. Its address is `baseUrl` in `environments/local.yml`."
        return request
    }
}

extension TreeFile {
    fileprivate var content: Data { bytes.map { Data($0) } ?? Data(text.utf8) }
}
