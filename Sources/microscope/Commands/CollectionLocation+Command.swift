import CollectionFiles
import CommandLineTool
import Foundation

extension CollectionLocation {
    /// What a person named, or the collection around the current directory.
    ///
    /// - Throws: ``UsageError`` that says what to type.
    static func meant(by path: String?) throws -> CollectionLocation {
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        if let path { return try named(path, from: current) }
        guard let found = find(from: current) else {
            if isOlderFormat(current) { throw UsageError("there is no collection here", advice: olderFormatAdvice) }
            throw UsageError(
                "there is no collection here",
                advice: "name one with `microscope PATH`, make one with `microscope init`, or try `microscope demo`")
        }
        return found
    }

    /// A word that is neither a path nor a command was probably meant to be one of them, or a URL.
    private static func named(_ path: String, from current: URL) throws -> CollectionLocation {
        let url = URL(fileURLWithPath: path, relativeTo: current).standardizedFileURL
        guard !FileManager.default.fileExists(atPath: url.path) else { return try open(url) }
        if let command = Command.nearestCommand(to: path) {
            throw UsageError("there is no command and no path \"\(path)\"", advice: "did you mean \(command)?")
        }
        if let meant = ExploreTarget.nearestURL(to: path) {
            throw UsageError("there is no path \"\(path)\"", advice: "the URL is written \(meant)")
        }
        return try open(url)
    }
}
