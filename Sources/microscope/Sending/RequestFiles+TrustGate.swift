import CollectionFiles
import CollectionRunner

extension RequestFiles {
    /// Files inside a collection, and those elsewhere that a person has agreed to.
    init(_ gate: TrustGate) {
        self.init { path in
            do {
                return try gate.readableFile(path, for: "file of a request")
            } catch is UnagreedError {
                throw RequestFileError(path: path, reason: "it lies outside the collection")
            }
        }
    }
}
