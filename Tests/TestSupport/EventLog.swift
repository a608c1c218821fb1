import Foundation

/// A file with a line for each event of a test with random inputs: it is there even if what is tested takes the test's process with it.
///
/// A test that passes removes it; one that fails names it.
public final class EventLog {
    public let file: URL
    private let handle: FileHandle
    private var lines: [String] = []

    /// - Parameter name: The name of the file in the temporary directory; one of an earlier run is written over.
    public init(named name: String) throws {
        file = FileManager.default.temporaryDirectory.appendingPathComponent("microscope-events-\(name).log")
        try Data().write(to: file)
        handle = try FileHandle(forWritingTo: file)
    }

    deinit { try? handle.close() }

    public func note(_ line: String) {
        lines.append(line)
        try? handle.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Returns the latest lines, for a message.
    public func last(_ count: Int) -> String { lines.suffix(count).joined(separator: "\n") }

    public func remove() { try? FileManager.default.removeItem(at: file) }
}
