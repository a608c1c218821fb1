import Foundation

/// A file that could not be read or written.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The function that failed: "rename".
    public let operation: String
    public let path: String
    /// The `errno`.
    public let code: Int32
    /// The reason and what to do; nil if the system's message for the code is enough.
    private let explanation: String?

    package init(_ operation: String, _ url: URL) { self.init(operation, path: url.path) }

    /// - Parameter code: The `errno`, unless it was saved before.
    package init(_ operation: String, _ place: FilePlace, code: Int32 = errno) {
        self.init(operation, path: place.path, code: code)
    }

    /// - Parameter code: The `errno`, unless it was saved before.
    package init(_ operation: String, path: String, code: Int32 = errno, explanation: String? = nil) {
        self.code = code
        self.operation = operation
        self.path = path
        self.explanation = explanation
    }

    package init(folderLink place: FilePlace, to target: String) {
        self.init(
            "openat", path: place.path, code: ELOOP,
            explanation: "it is a link to \(target), and nothing is written through links to folders; "
                + "replace it with the folder itself")
    }

    package init(fileLink place: FilePlace, to target: String) {
        self.init(
            "openat", path: place.path, code: ELOOP,
            explanation: "it is a link out of the collection, to \(target), which is not written to; "
                + "edit that file itself, or replace the link with a copy of it")
    }

    /// The reason without the advice.
    package var summary: String { String(reason.prefix { $0 != ";" && $0 != "," }) }

    /// The system's message for the code, unless there is a better one.
    public var reason: String {
        if let explanation { return explanation }
        return code == ENODEV ? "it is a pipe or a device, not a file" : String(cString: strerror(code))
    }

    /// The error with its path: "users/get.yml: Permission denied (rename)".
    public var description: String {
        explanation.map { "\(path): \($0)" } ?? "\(path): \(reason) (\(operation))"
    }
}
