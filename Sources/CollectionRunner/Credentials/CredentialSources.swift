public import Foundation

/// What credentials are made of besides the request's own words and files: chance, and what lies outside the collection.
public struct CredentialSources: Sendable {
    /// So many bytes that nobody can foresee.
    public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// The text of AWS's shared credentials file.
    public var awsCredentialsFile: @Sendable () throws -> String

    public init(
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = CredentialSources.systemRandomBytes,
        awsCredentialsFile: @escaping @Sendable () throws -> String = CredentialSources.noFileOutside
    ) {
        self.randomBytes = randomBytes
        self.awsCredentialsFile = awsCredentialsFile
    }

    @Sendable public static func systemRandomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
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
