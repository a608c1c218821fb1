import Files
import Foundation
import OpenCollection

/// Writes a collection's files: only over what was read, whole or not at all.
public struct CollectionWriter: Sendable {
    public let root: URL
    private var loader: CollectionLoader { CollectionLoader(root: root) }

    private let place: String?

    public init(root: URL) {
        self.root = root
        place = CollectionLock.realPath(of: root)
    }

    /// The reason why nothing was written.
    public enum SaveError: Error, Sendable, CustomStringConvertible {
        /// The file holds something else than when it was read.
        case changedMeanwhile(onDisk: String)
        /// The file is no longer there.
        case gone
        /// A file that was to be new is there already.
        case exists
        case file(FileError)
        case problem(FileProblem)

        public var description: String {
            switch self {
            case .changedMeanwhile: "it was changed on disk"
            case .gone: "it was deleted on disk"
            case .exists: "it already exists"
            case .file(let error): error.description
            case .problem(let problem): problem.line
            }
        }
    }

    /// The result of a write.
    public struct Written: Sendable, Hashable {
        /// The text that the file holds now; for a part of a collection in one file, the text that its own file would hold.
        public var text: String
        /// Parts of a collection in one file that have another path now, since that follows from their names.
        public var changes: [PathChange] = []
    }

    /// Puts a new text in the place of the one that was read.
    ///
    /// - Parameter expected: The text that the file must still hold.
    @discardableResult
    public func replace(
        _ path: ItemPath, with text: String, expecting expected: String
    ) throws(SaveError) -> Written {
        let lock = try lock()
        defer { lock.release() }
        if path != ItemPath.root.folderFile, let bundle = try bundle() {
            return try replace(path, with: text, expecting: expected, in: bundle, lock.directory)
        }
        let file = try file(at: path, in: lock.directory)
        let onDisk = try current(file, path)
        guard !onDisk.utf8.elementsEqual(text.utf8) else { return Written(text: text) }
        guard onDisk.utf8.elementsEqual(expected.utf8) else { throw .changedMeanwhile(onDisk: onDisk) }
        try write(text, to: file)
        return Written(text: text)
    }

    /// Writes a file that is not there yet; in a collection in one file, a part after the others of its folder. A file with the same text is
    /// accepted, since an earlier save may have stopped after writing it.
    @discardableResult
    public func create(_ path: ItemPath, with text: String) throws(SaveError) -> Written {
        try? FileManager.default.createDirectory(at: loader.directory, withIntermediateDirectories: true)
        let lock = try lock()
        defer { lock.release() }
        if let bundle = try bundle() { return try create(path, with: text, in: bundle, lock.directory) }
        do throws(FileError) {
            // A folder may have gone from the disk while something in it was edited.
            try lock.directory.makeFolders(for: path)
            try create(text, at: try lock.directory.place(of: path))
        } catch {
            throw error.code == EEXIST ? .exists : .file(error)
        }
        return Written(text: text)
    }

    private func create(_ text: String, at place: FilePlace) throws(FileError) {
        do throws(FileError) {
            try AtomicFile.create(Data(text.utf8), at: place)
        } catch {
            var reader = FileReader()
            guard error.code == EEXIST, let onDisk = try? reader.read(place), onDisk.elementsEqual(text.utf8) else {
                throw error
            }
        }
    }

    private func lock() throws(SaveError) -> CollectionLock {
        do throws(FileError) {
            return try CollectionLock(root, openedAt: place)
        } catch {
            throw error.code == ENOENT ? .gone : .file(error)
        }
    }

    private func file(at path: ItemPath, in directory: OpenDirectory) throws(SaveError) -> FilePlace {
        do throws(FileError) {
            return try loader.file(at: path, in: directory)
        } catch {
            throw error.code == ENOENT ? .gone : .file(error)
        }
    }

    // MARK: - Collections in one file

    /// Returns the bundle; a directory whose own file cannot be read still has its other files.
    private func bundle() throws(SaveError) -> CollectionBundle? {
        do throws(FileProblem) {
            return try loader.bundle()
        } catch {
            guard CollectionLocation.isFile(root) else { return nil }
            throw .problem(error)
        }
    }

    /// Replaces a part of a collection in one file: the part must not have changed, the rest of the file may.
    private func replace(
        _ path: ItemPath, with text: String, expecting expected: String, in bundle: CollectionBundle,
        _ directory: OpenDirectory
    ) throws(SaveError) -> Written {
        switch try problem({ () throws(FileProblem) in try bundle.replacing(path, with: text, expecting: expected) }) {
        case .bundle(let edited): return try write(edited, over: bundle, at: path, in: directory)
        case .changed(let onDisk): throw .changedMeanwhile(onDisk: onDisk)
        case .gone: throw .gone
        }
    }

    private func create(
        _ path: ItemPath, with text: String, in bundle: CollectionBundle, _ directory: OpenDirectory
    ) throws(SaveError) -> Written {
        guard !bundle.holds(path) else { throw .exists }
        let edited = try problem { () throws(FileProblem) in try bundle.inserting(path, text: text) }
        return try write(edited, over: bundle, at: path, in: directory)
    }

    /// Moves the part's settings in `microscope.yaml` first: if they cannot be written, all stays as it was.
    private func write(
        _ edited: CollectionBundle.Edited, over bundle: CollectionBundle, at path: ItemPath, in directory: OpenDirectory
    ) throws(SaveError) -> Written {
        guard edited.text != bundle.text else { return Written(text: edited.partText, changes: edited.changes) }
        let moved = edited.changes.filter { bundle.holds($0.from) }
        if !moved.isEmpty, loader.hasCompanion {
            try problem { () throws(FileProblem) in
                let companion = try CompanionFile.read(text: loader.fileText(of: CompanionFile.path))
                let followed = try companion.following(moved)
                if followed.text != companion.text { try writeCompanion(followed, in: directory) }
            }
        }
        try write(edited.text, to: file(at: ItemPath.root.folderFile, in: directory))
        return Written(text: edited.partText, changes: edited.changes)
    }

    private func problem<Result>(_ body: () throws(FileProblem) -> Result) throws(SaveError) -> Result {
        do throws(FileProblem) {
            return try body()
        } catch {
            throw .problem(error)
        }
    }

    // MARK: - Policies

    /// Changes the policies of a request, a folder or the collection in `microscope.yaml`, read again so that nothing of it is lost; creates the file
    /// if needed.
    ///
    /// - Parameter former: The policies when they were read: only what differs from them is changed, and what others wrote meanwhile stays; nil
    ///   sets all policies.
    /// - Returns: The file as it now is.
    public func setPolicies(
        _ policies: RequestPolicies, over former: RequestPolicies? = nil, for holder: PolicyHolder
    ) throws(SaveError) -> CompanionFile {
        try changeCompanion { companion throws(FileProblem) in
            let base = former ?? companion[holder]
            var merge = ThreeWayMerge(base: base, mine: policies, theirs: companion[holder], areOriginsShared: false)
            for conflict in merge.conflicts { merge.resolve(conflict.id, as: .mine) }
            return try companion.saving(merge.value, for: holder)
        }
    }

    /// Protects an environment, or does so no longer, in `microscope.yaml`, read again so that nothing of it is lost; creates the file if needed.
    ///
    /// - Returns: The file as it now is.
    public func setProtected(_ isProtected: Bool, environment name: String) throws(SaveError) -> CompanionFile {
        try changeCompanion { companion throws(FileProblem) in
            try companion.saving(isProtected: isProtected, ofEnvironment: name)
        }
    }

    /// Lists a name in `microscope.yaml` as one that is sent as text; makes the file if need be.
    ///
    /// - Returns: the file as it now is.
    public func addLiteral(_ name: String) throws(SaveError) -> CompanionFile {
        try changeCompanion { companion throws(FileProblem) in try companion.saving(literal: name) }
    }

    /// Says in `microscope.yaml` whether what is sent to an environment is kept in the history; makes the file if need be.
    ///
    /// - Returns: the file as it now is.
    public func setKeepsHistory(_ isKept: Bool, environment name: String) throws(SaveError) -> CompanionFile {
        try changeCompanion { companion throws(FileProblem) in
            try companion.saving(keepsHistory: isKept, ofEnvironment: name)
        }
    }

    /// Sets the filter of a request's responses in `microscope.yaml`, or removes it; creates the file if needed.
    ///
    /// - Returns: The file as it now is.
    public func setFilter(_ filter: String?, of path: ItemPath) throws(SaveError) -> CompanionFile {
        try changeCompanion { companion throws(FileProblem) in try companion.saving(filter: filter, of: path) }
    }

    /// Adds something to `microscope.yaml` that counts as no difference between responses of a request, or of the whole collection; creates the file
    /// if needed.
    ///
    /// - Parameters:
    ///   - isHeader: Whether the text is a header's name.
    ///   - path: The request; nil for the whole collection.
    /// - Returns: The file as it now is.
    public func addIgnored(_ text: String, isHeader: Bool, of path: ItemPath?) throws(SaveError) -> CompanionFile {
        try changeCompanion { companion throws(FileProblem) in
            try companion.adding(ignored: text, isHeader: isHeader, of: path)
        }
    }

    private func changeCompanion(
        _ change: (CompanionFile) throws(FileProblem) -> CompanionFile
    ) throws(SaveError) -> CompanionFile {
        let lock = try lock()
        defer { lock.release() }
        return try problem { () throws(FileProblem) in
            let companion =
                loader.hasCompanion
                ? try CompanionFile.read(text: loader.text(of: CompanionFile.path)) : CompanionFile()
            let edited = try change(companion)
            if edited.text != companion.text { try writeCompanion(edited, in: lock.directory) }
            return edited
        }
    }

    private func writeCompanion(_ companion: CompanionFile, in directory: OpenDirectory) throws(FileProblem) {
        do throws(SaveError) {
            try write(companion.text, to: file(at: CompanionFile.path, in: directory))
        } catch {
            throw FileProblem(path: CompanionFile.path, message: "it could not be written: \(error)")
        }
    }

    private func write(_ text: String, to file: FilePlace) throws(SaveError) {
        do throws(FileError) {
            try AtomicFile.write(Data(text.utf8), to: file)
        } catch {
            throw .file(error)
        }
    }

    private func current(_ file: FilePlace, _ path: ItemPath) throws(SaveError) -> String {
        guard file.kind != nil else { throw .gone }
        do throws(FileProblem) {
            return try loader.text(of: path, at: file)
        } catch {
            throw .problem(error)
        }
    }
}
