import Foundation

/// The error of a file that is not a valid archive, with the place of the fault.
public struct HARError: Error, Sendable, Hashable {
    /// The fault and what was expected; without values of the file, which may be secrets.
    public var message: String
    /// The path in the structure: "log.entries[3].request.url"; empty at the top, or if the file is not JSON.
    public var path: String
    /// The line, 1-based; nil when the archive was not read from text. For a wrong value within an entry, the line where the entry begins.
    public var line: Int?
    /// The column in bytes, 1-based; nil when the archive was not read from text.
    public var column: Int?

    /// Creates an error; a place left out is unknown.
    public init(_ message: String, path: String = "", line: Int? = nil, column: Int? = nil) {
        self.message = message
        self.path = path
        self.line = line
        self.column = column
    }
}

extension HARError: LocalizedError, CustomStringConvertible {
    /// The place and message, such as "12:7: log.entries[3].request: expected an object, found a string".
    public var errorDescription: String? { description }

    public var description: String {
        var parts: [String] = []
        if let line { parts.append(column.map { "\(line):\($0)" } ?? "\(line)") }
        if !path.isEmpty { parts.append(path) }
        return (parts + [message]).joined(separator: ": ")
    }
}

extension HARError {
    /// Returns the error with the name of the enclosing member added to its path.
    func within(_ name: String) -> HARError {
        var error = self
        // "entries[3].request": an index follows its name.
        let mark = error.path.isEmpty || error.path.utf8.first == UInt8(ascii: "[") ? "" : "."
        error.path = name + mark + error.path
        return error
    }
}

/// Runs the body; errors get the name of the member in which they occurred.
func within<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as HARError {
        throw error.within(name)
    }
}
