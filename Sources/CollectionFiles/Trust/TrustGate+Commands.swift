import Foundation
import OpenCollection
import Quoting

// Commands: agreed to with all that they could run of the collection.

extension TrustGate {
    /// Returns what is to be asked about a command; nil when it was agreed to, and none of its files has changed since.
    ///
    /// - Throws: ``FileError`` and ``CommandFilesError`` when its files cannot be read, ``UnreadableFile``.
    func question(aboutCommand words: [String], _ use: OutsideUse) throws -> OutsideUse? {
        let files = try CommandFiles(of: words, in: directory)
        guard let before = try commands.files(of: words, collection: root.path) else { return use }
        let changes = files.changes(since: before)
        guard !changes.isEmpty else { return nil }
        var asked = use
        asked.changedFiles = changes
        return asked
    }

    func agree(toCommandsOf uses: [OutsideUse]) throws {
        let agreed = try uses.compactMap { use -> (words: [String], files: [String: String])? in
            guard case .run(let words) = use.demand else { return nil }
            return (words, try CommandFiles(of: words, in: directory).hashes)
        }
        try commands.add(agreed, collection: root.path)
    }

    /// Remembers what a command that was agreed to has written in the collection: else it would be asked about after each run.
    func noteFilesWritten(by words: [String]) {
        guard !isOpen, let before = try? commands.files(of: words, collection: root.path),
            let now = try? CommandFiles(of: words, in: directory)
        else { return }
        let kept = now.keepingAgreed(before)
        if kept != before { try? commands.add([(words, kept)], collection: root.path) }
    }

    /// Opens the program of a command when it is a file of the collection, so that the program that was checked is the one that runs.
    ///
    /// - Returns: The program; nil for a program of the machine.
    /// - Throws: ``SecretSourceError`` when the file is not the one that was agreed to.
    func programFile(of words: [String]) throws(SecretSourceError) -> ProgramFile? {
        guard let name = words.first, name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        let file = url(of: name)
        guard name.utf8.first != UInt8(ascii: "/") || Self.isBelow(file, directory), let program = ProgramFile(file)
        else { return nil }
        guard !isOpen else { return program }
        let agreed = (try? commands.files(of: words, collection: root.path)) ?? [:]
        guard let hash = program.hash,
            [pathInCollection(file), name].contains(where: { agreed[CommandFiles.key($0)] == hash })
        else {
            throw SecretSourceError("\(name) was changed while it was reviewed: send again to review it")
        }
        return program
    }

    /// Returns the path of a file as ``CommandFiles`` has it: without links when it leads to a place below the directory.
    private func pathInCollection(_ file: URL) -> String {
        let place = Self.resolved(directory)?.path ?? directory.path
        if let real = Self.resolved(file)?.path, real.beginsWithBytes(of: place + "/") {
            return real.droppingBytes(before: place + "/")
        }
        return file.standardized.path.droppingBytes(before: directory.standardized.path + "/")
    }
}
