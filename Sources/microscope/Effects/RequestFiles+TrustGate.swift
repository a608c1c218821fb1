import CollectionFiles
import CollectionRunner
import Foundation

extension RequestFiles {
    /// Files inside a collection, and those elsewhere that a person has agreed to.
    ///
    /// - Parameter root: the collection's directory, or the one file that holds it.
    init(of root: URL, environment: [String: String]) {
        let gate = TrustGate(root: root, directories: MicroscopeDirectories(environment: environment))
        self.init { path in
            do {
                return try gate.readableFile(path, for: "file of a request")
            } catch is UnagreedError {
                throw RequestFileError(path: path, reason: "it lies outside the collection")
            }
        }
    }
}
