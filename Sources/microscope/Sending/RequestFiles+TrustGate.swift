import CollectionFiles
import CollectionRunner
import Foundation

extension RequestFiles {
    /// Creates the files inside a collection, and those elsewhere that the user has agreed to.
    init(_ gate: TrustGate) {
        self.init { path in
            try Self.saying(path) { try gate.readableFile(path, for: "file of a request") }
        }
    }

    /// Returns the files of keys that the user has agreed to.
    static func ofKeys(_ gate: TrustGate) -> RequestFiles {
        RequestFiles { path in try saying(path) { try gate.fileOfKeys(path) } }
    }

    private static func saying(_ path: String, _ find: () throws -> URL) throws -> URL {
        do {
            return try find()
        } catch is UnagreedError {
            throw RequestFileError(path: path, reason: "it lies outside the collection")
        }
    }
}
