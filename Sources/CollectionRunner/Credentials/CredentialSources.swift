public import Foundation

/// What credentials are made of besides the request's own words: chance, and files.
public struct CredentialSources: Sendable {
    /// So many bytes that nobody can foresee.
    public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// The text of a private key's file. The path begins at the collection's root directory, which is nil outside any collection.
    public var privateKey: @Sendable (_ path: String, _ collection: String?) throws -> String
    /// The text of AWS's shared credentials file.
    public var awsCredentialsFile: @Sendable () throws -> String

    public init(
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = CredentialSources.systemRandomBytes,
        privateKey: @escaping @Sendable (_ path: String, _ collection: String?) throws -> String =
            CredentialSources.keyInsideCollection,
        awsCredentialsFile: @escaping @Sendable () throws -> String = CredentialSources.noFileOutside
    ) {
        self.randomBytes = randomBytes
        self.privateKey = privateKey
        self.awsCredentialsFile = awsCredentialsFile
    }

    @Sendable public static func systemRandomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }

    /// Reads a key that lies in the collection, symbolic links followed; what lies outside is not read unasked.
    @Sendable public static func keyInsideCollection(_ path: String, _ collection: String?) throws -> String {
        guard let collection else {
            throw CredentialFailure("The key file \(path) is looked for in a collection, and this request has none.")
        }
        let root = URL(fileURLWithPath: collection, isDirectory: true).resolvingSymlinksInPath()
        let named = path.hasPrefix("/") ? URL(fileURLWithPath: path) : root.appendingPathComponent(path)
        let file = named.standardizedFileURL.resolvingSymlinksInPath()
        guard file.path.hasPrefix(root.path + "/") else {
            throw CredentialFailure("The key file \(path) lies outside the collection, so it is not read.")
        }
        do {
            return try keyText(of: file, path)
        } catch let error as CredentialFailure {
            throw error
        } catch {
            throw CredentialFailure("The key file \(path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// In bytes; no key is near it, and what is none is not read to its end.
    private static let mostKeyBytes = 1 << 16

    private static func keyText(of file: URL, _ path: String) throws -> String {
        let facts = try FileManager.default.attributesOfItem(atPath: file.path)
        // A pipe or a device would be waited for.
        guard facts[.type] as? FileAttributeType == .typeRegular, let size = facts[.size] as? Int, size <= mostKeyBytes
        else { throw CredentialFailure("The key file \(path) is no file of at most \(mostKeyBytes >> 10) KiB.") }
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    @Sendable public static func noFileOutside() throws -> String {
        throw CredentialFailure("The shared credentials file lies outside the collection, so it is not read.")
    }
}

/// Why credentials could not be made, in words for a person and without secrets.
public struct CredentialFailure: LocalizedError, Sendable, Hashable {
    public let message: String

    public init(_ message: String) { self.message = message }

    public var errorDescription: String? { message }
}
