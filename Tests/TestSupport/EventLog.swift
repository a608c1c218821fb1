import Foundation

/// What a test with random inputs did, one line for each, in a file: it is there even when what is tested takes the test's process with it.
///
/// A test that passes removes it; one that fails names it.
public final class EventLog {
    public let file: URL
    private let handle: FileHandle
    private var lines: [String] = []

    /// - Parameter name: of the file in the temporary directory; one of an earlier run is written over.
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

    /// The latest lines, for a message.
    public func last(_ count: Int) -> String { lines.suffix(count).joined(separator: "\n") }

    public func remove() { try? FileManager.default.removeItem(at: file) }
}
