import Foundation
import OpenCollection

/// Writes a collection's files: only over what was read, whole or not at all.
public struct CollectionWriter: Sendable {
    public let root: URL

    public init(root: URL) { self.root = root }

    /// Why nothing was written.
    public enum SaveError: Error, Sendable {
        /// The file holds something else than when it was read.
        case changedMeanwhile(onDisk: String)
        /// It is no longer there.
        case gone
        /// A file that was to be new is there already.
        case exists
        case file(FileError)
        case problem(FileProblem)
    }

    /// Puts a new text in the place of the one that was read.
    ///
    /// - Parameter expected: what the file must still hold.
    public func replace(_ path: ItemPath, with text: String, expecting expected: String) throws(SaveError) {
        let lock = CollectionLock(root)
        defer { lock.release() }
        if let bundle = try? CollectionLoader(root: root).bundle(), path != ItemPath.root.folderFile {
            return try replace(path, with: text, expecting: expected, in: bundle)
        }
        let onDisk = try current(path)
        guard onDisk != text else { return }
        guard onDisk == expected else { throw .changedMeanwhile(onDisk: onDisk) }
        try write(text, to: file(at: path))
    }

    /// A collection in one file is its own root's file.
    private func file(at path: ItemPath) -> URL {
        path == ItemPath.root.folderFile
            ? CollectionLoader(root: root).rootFile : root.appendingPathComponent(path.text)
    }

    /// A part of a collection in one file: what must not have changed is the part, not the file.
    private func replace(
        _ path: ItemPath, with text: String, expecting expected: String, in bundle: CollectionBundle
    ) throws(SaveError) {
        let replacement: CollectionBundle.Replacement
        do throws(FileProblem) {
            replacement = try bundle.replacing(path, with: text, expecting: expected)
        } catch {
            throw .problem(error)
        }
        switch replacement {
        case .bundle(let whole): if whole != bundle.text { try write(whole, to: CollectionLoader(root: root).rootFile) }
        case .changed(let onDisk): throw .changedMeanwhile(onDisk: onDisk)
        case .gone: throw .gone
        }
    }

    /// Writes a file that is not there yet. One that says the same already is as good: the save before may have stopped behind it.
    public func create(_ path: ItemPath, with text: String) throws(SaveError) {
        let file = root.appendingPathComponent(path.text)
        // A folder may have gone from the disk while something in it was edited.
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        do throws(FileError) {
            try AtomicFile.create(Data(text.utf8), at: file)
        } catch {
            guard error.code == EEXIST else { throw .file(error) }
            if (try? Data(contentsOf: file)) != Data(text.utf8) { throw .exists }
        }
    }

    /// Changes the policies of a request, a folder or the collection in `microscope.yaml`, read anew so that nothing of it is lost; makes the file if need be.
    ///
    /// - Returns: the file as it now is.
    public func setPolicies(
        _ policies: RequestPolicies, for holder: PolicyHolder
    ) throws(SaveError) -> CompanionFile {
        let lock = CollectionLock(root)
        defer { lock.release() }
        let loader = CollectionLoader(root: root)
        do throws(FileProblem) {
            let exists = FileManager.default.fileExists(atPath: loader.url(of: CompanionFile.path).path)
            let companion = exists ? try CompanionFile.read(text: loader.text(of: CompanionFile.path)) : CompanionFile()
            let edited = try companion.saving(policies, for: holder)
            if edited.text != companion.text { try writeCompanion(edited) }
            return edited
        } catch {
            throw .problem(error)
        }
    }

    private func writeCompanion(_ companion: CompanionFile) throws(FileProblem) {
        do throws(SaveError) {
            try write(companion.text, to: CollectionLoader(root: root).url(of: CompanionFile.path))
        } catch {
            throw FileProblem(path: CompanionFile.path, message: "it could not be written: \(error)")
        }
    }

    private func write(_ text: String, to file: URL) throws(SaveError) {
        do throws(FileError) {
            try AtomicFile.write(Data(text.utf8), to: file)
        } catch {
            throw .file(error)
        }
    }

    private func current(_ path: ItemPath) throws(SaveError) -> String {
        guard FileManager.default.fileExists(atPath: file(at: path).path) else { throw .gone }
        do throws(FileProblem) {
            return try CollectionLoader(root: root).text(of: path)
        } catch {
            throw .problem(error)
        }
    }
}
