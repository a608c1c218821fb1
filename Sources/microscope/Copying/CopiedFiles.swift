import CollectionFiles
import Explorer
import Foundation
import Quoting

/// Files for copies that no clipboard takes, readable by their owner only; the oldest ones are removed.
struct CopiedFiles: Sendable {
    let directory: URL
    /// The value of `$HOME`; nil if it is not set.
    private let home: String?
    static let maximumCount = 20

    init(environment: [String: String]) {
        directory = MicroscopeDirectories(environment: environment).state
            .appendingPathComponent("copied", isDirectory: true)
        home = environment["HOME"].flatMap { $0.isEmpty || $0 == "/" ? nil : $0 }
    }

    /// Returns the path with `~`: "~/.local/state/microscope/copied/2026-11-22-143205-the-body.json"
    func shortPath(of file: URL) -> String {
        guard let home, file.path.beginsWithBytes(of: home + "/") else { return file.path }
        return "~" + file.path.dropFirst(home.count)
    }

    /// Writes a new file: "2026-11-22-143205-the-body.json".
    ///
    /// - Throws: An error if the file cannot be written; there is none then.
    func write(_ clip: Clip, at date: Date) throws -> URL {
        try MicroscopeDirectories.makePrivate(directory)
        let file = directory.appendingPathComponent("\(Self.name(of: clip, at: date)).\(clip.fileExtension)")
        let isNew = try WholeFile(file, mode: 0o600).write(replaces: false) { handle in
            try clip.forEachPiece { try handle.write(contentsOf: $0) }
            return true
        }
        guard isNew else { throw CocoaError(.fileWriteFileExists, userInfo: [NSFilePathErrorKey: file.path]) }
        removeOldest()
        return file
    }

    /// Returns a file name that sorts by time, with the name of the clip.
    private static func name(of clip: Clip, at date: Date) -> String {
        let seconds = date.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).dateSeparator(.dash)
                .timeSeparator(.omitted))
        let letters = clip.name.unicodeScalars.prefix(40).map {
            $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) ? String($0) : "-"
        }
        let words = letters.joined().split(separator: "-").joined(separator: "-")
        return "\(seconds.replacing("T", with: "-").replacing(".", with: "-"))-\(words.isEmpty ? "text" : words)"
    }

    private func removeOldest() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names.sorted().dropLast(Self.maximumCount) {
            try? FileManager.default.removeItem(at: directory.appendingPathComponent(name))
        }
    }
}
