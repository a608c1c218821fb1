public import Foundation

/// What credentials are made of besides the request's own words and files: chance.
public struct CredentialSources: Sendable {
    /// So many bytes that nobody can foresee.
    public var randomBytes: @Sendable (_ count: Int) -> [UInt8]

    public init(randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = CredentialSources.systemRandomBytes) {
        self.randomBytes = randomBytes
    }

    @Sendable public static func systemRandomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }
}

/// Why credentials could not be made, in words for a person and without secrets.
public struct CredentialFailure: LocalizedError, Sendable, Hashable {
    public let message: String

    public init(_ message: String) { self.message = message }

    public var errorDescription: String? { message }
}
