import Digests
import Foundation
import OpenCollection

/// What a person has agreed to that collections do outside of themselves: a private file of the state directory, by collection.
///
/// Of what was asked its SHA-256 is kept: another word in it, and it is asked again.
public struct TrustStore: Sendable {
    private let file: PrivateFile<Contents>

    public init(directories: MicroscopeDirectories) {
        file = PrivateFile(url: directories.state.appendingPathComponent("trust.json"), empty: Contents())
    }

    /// By collection: its path, as digests of what was agreed to, and origins by credentials.
    private struct Contents: Codable, Equatable, Sendable {
        var version = 1
        var collections: [String: Set<String>] = [:]
        var origins: [String: [String: [String]]] = [:]
    }

    /// What is known of one collection.
    struct Agreed {
        var digests: Set<String> = []
        /// Where credentials went, by ``PresentedCredential/key``, the first first.
        var origins: [String: [String]] = [:]
    }

    /// What was agreed to for a collection.
    ///
    /// - Parameter collection: path of the collection's directory, or of the one file that holds it.
    /// - Throws: when the file is there but cannot be read.
    func agreed(collection: String) throws -> Agreed {
        let contents = try file.read()
        return Agreed(
            digests: contents.collections[collection] ?? [], origins: contents.origins[collection] ?? [:])
    }

    /// Agrees to more.
    ///
    /// - Throws: when the file is there but cannot be read, or cannot be written; nothing is agreed to then.
    func add(_ digests: Set<String>, origins: [PresentedCredential] = [], collection: String) throws {
        try file.change { contents in
            if !digests.isEmpty { contents.collections[collection, default: []].formUnion(digests) }
            var known = contents.origins[collection] ?? [:]
            for credential in origins where known[credential.key]?.contains(credential.origin) != true {
                known[credential.key, default: []].append(credential.origin)
            }
            if !known.isEmpty { contents.origins[collection] = known }
        }
    }

    /// Forgets what was agreed to for a collection.
    public func forget(collection: String) throws {
        try file.change { contents in
            contents.collections[collection] = nil
            contents.origins[collection] = nil
        }
    }
}

extension PresentedCredential {
    /// Lengths keep its parts apart whatever is in them.
    var key: String { [name, holder, environment ?? ""].map { "\($0.utf8.count):\($0)" }.joined() }
}
