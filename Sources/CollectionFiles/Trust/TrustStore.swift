import Digests
import Foundation
import OpenCollection

/// The uses that a person has agreed to for collections, in a private file of the state directory, by collection.
///
/// Each use is kept as its SHA-256: if a word of it changes, it is asked about again. Where secrets may go is kept as salted hashes: the file names
/// neither secrets nor servers.
public struct TrustStore: Sendable {
    private let file: PrivateFile<Contents>

    public init(directories: MicroscopeDirectories) {
        file = PrivateFile(url: directories.state.appendingPathComponent("trust.json"), empty: Contents())
    }

    /// The agreements by the collection's path. Files of the first version have origins by credentials as well, which are not read: they are asked
    /// about once more.
    private struct Contents: Codable, Equatable, Sendable {
        var version = 2
        /// Digests of the uses that were agreed to.
        var collections: [String: Set<String>] = [:]
        /// The salt, made with the first destination; nil if there is none yet.
        var salt: String?
        /// Hashes of destinations by the hash of the secret's source.
        var destinations: [String: [String: Set<String>]]?
    }

    /// The agreements for one collection.
    struct Agreed {
        var digests: Set<String> = []
        fileprivate var salt: String?
        fileprivate var destinations: [String: Set<String>] = [:]

        /// Whether a secret may go where it is about to.
        func contains(_ credential: PresentedCredential) throws -> Bool {
            guard let salt else { return false }
            let key = try TrustStore.hash(credential.value.source.words, salt)
            return try destinations[key]?.contains(TrustStore.hash(credential.way, salt)) == true
        }

        /// Whether the source of a secret has been anywhere.
        func knows(_ source: ValueSource) throws -> Bool {
            guard let salt else { return false }
            return try destinations[TrustStore.hash(source.words, salt)] != nil
        }
    }

    /// Returns the agreements for a collection.
    ///
    /// - Parameter collection: The path of the collection's directory, or of the one file that holds it.
    /// - Throws: An error if the file is there but cannot be read.
    func agreed(collection: String) throws -> Agreed {
        let contents = try file.read()
        return Agreed(
            digests: contents.collections[collection] ?? [], salt: contents.salt,
            destinations: contents.destinations?[collection] ?? [:])
    }

    /// Agrees to more.
    ///
    /// - Throws: An error if the file is there but cannot be read, or cannot be written; nothing is agreed to then.
    func add(_ digests: Set<String>, _ credentials: [PresentedCredential] = [], collection: String) throws {
        var failure: (any Error)?
        try file.change { contents in
            contents.version = 2
            if !digests.isEmpty { contents.collections[collection, default: []].formUnion(digests) }
            guard !credentials.isEmpty else { return }
            let salt = contents.salt ?? Self.newSalt()
            do {
                for credential in credentials {
                    let key = try Self.hash(credential.value.source.words, salt)
                    let way = try Self.hash(credential.way, salt)
                    contents.destinations = contents.destinations ?? [:]
                    contents.destinations?[collection, default: [:]][key, default: []].insert(way)
                }
                contents.salt = salt
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Forgets what was agreed to for a collection.
    public func forget(collection: String) throws {
        try file.change { contents in
            contents.collections[collection] = nil
            contents.destinations?[collection] = nil
        }
    }

    private static func newSalt() -> String {
        var system = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(system.next() as UInt64, radix: 16) }.joined(separator: "-")
    }

    /// Returns the keyed hash (HMAC-SHA-256) of words. Lengths keep them apart, whatever is in them.
    fileprivate static func hash(_ words: [String], _ salt: String) throws -> String {
        let code = try RunningAuthenticationCode(key: Array(salt.utf8), .sha256)
        code.update(Array(words.map { "\($0.utf8.count):\($0)" }.joined().utf8))
        return code.finish().hexadecimal
    }
}

extension PresentedCredential {
    /// The origin, and how it is reached.
    fileprivate var way: [String] {
        [origin, verifiesTLS ? "verified" : "unverified"] + [proxy].compactMap(\.self) + route
    }
}
