import CollectionFiles
import CommandLineTool
import Foundation

/// `microscope where`: which directories are used, and which collection.
struct WhereCommand {
    let environment: [String: String]

    func run() throws -> Int32 {
        let directories = MicroscopeDirectories(environment: environment)
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        let rows = [
            ("config", directories.config.path), ("data", directories.data.path), ("state", directories.state.path),
            ("cache", directories.cache.path),
            ("collection", CollectionLocation.find(from: current)?.root.path ?? "none here"),
        ]
        for (name, path) in rows {
            try StandardStreams.print(name.padding(toLength: 12, withPad: " ", startingAt: 0) + path)
        }
        return ExitStatus.success.rawValue
    }
}
