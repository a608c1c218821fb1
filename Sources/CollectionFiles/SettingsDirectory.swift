import Files
public import Foundation

/// The directory of a person's own settings: `config.yaml`, `keys.yaml` and `themes/*.yaml`. What is in them is not read here.
public struct SettingsDirectory: Sendable {
    public let url: URL

    public init(_ directories: MicroscopeDirectories) { url = directories.config }

    /// Returns the text of a file; nil if there is none.
    ///
    /// - Parameter path: The path relative to the directory.
    /// - Throws: ``FileError``, also for what is no UTF-8.
    public func text(of path: String) throws(FileError) -> String? {
        let file = url.appendingPathComponent(path).path
        var reader = FileReader()
        do throws(FileError) {
            guard let text = String(bytes: try reader.read(file, limit: .settings), encoding: .utf8) else {
                throw FileError("read", path: file, code: EILSEQ)
            }
            return text
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw error
        }
    }

    /// Returns names of the files of a directory that end with `.yaml`, without that, in order; none when it is not there.
    public func names(in directory: String) -> [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(directory).path)
        return (files ?? []).filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.map { String($0.dropLast(5)) }
            .sorted()
    }

    /// Puts a file in the place of the old one, whole.
    public func write(_ text: String, to path: String) throws {
        try MicroscopeDirectories.makePrivate(url)
        try AtomicFile.write(Data(text.utf8), toOwn: url.appendingPathComponent(path))
    }
}
