import CollectionFiles
import CommandLineTool
import Foundation

extension CollectionLocation {
    /// Returns the location that the user named, or the collection around the current directory.
    ///
    /// - Throws: ``UsageError`` that says what to type.
    static func meant(by path: String?) throws -> CollectionLocation {
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        if let path {
            try refuseMisspeltCommand(path)
            return try typed(path, from: current)
        }
        guard let found = find(from: current) else {
            if isOlderFormat(current) { throw UsageError("there is no collection here", advice: olderFormatAdvice) }
            throw UsageError(
                "there is no collection here",
                advice: "name one with `microscope PATH`, make one with `microscope init`, or try `microscope demo`")
        }
        return found
    }

    /// Throws for a word that is neither a path nor a command: it was probably meant to be a command.
    static func refuseMisspeltCommand(_ word: String) throws(UsageError) {
        // The file is looked for first: most words are paths, and guessing takes longer.
        guard !FileManager.default.fileExists(atPath: word), let command = Command.nearestCommand(to: word) else {
            return
        }
        guard command != word else {
            throw UsageError("there is no path \"\(word)\"", advice: "the command comes first: microscope \(word)")
        }
        throw UsageError("there is no command and no path \"\(word)\"", advice: "did you mean \(command)?")
    }

    /// Returns the location of a path that was typed.
    static func typed(_ path: String, from current: URL) throws -> CollectionLocation {
        let url = URL(fileURLWithPath: path, relativeTo: current).standardizedFileURL
        if !FileManager.default.fileExists(atPath: url.path), let meant = ExploreTarget.nearestURL(to: path) {
            throw UsageError("there is no path \"\(path)\"", advice: "the URL is written \(meant)")
        }
        return try open(url)
    }
}
