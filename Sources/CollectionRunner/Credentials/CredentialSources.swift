public import Foundation

/// The randomness that credentials need besides the request's own text and files.
public struct CredentialSources: Sendable {
    /// Returns unpredictable bytes.
    public var randomBytes: @Sendable (_ count: Int) -> [UInt8]

    public init(randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = CredentialSources.systemRandomBytes) {
        self.randomBytes = randomBytes
    }

    @Sendable public static func systemRandomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }
}

/// The reason why credentials could not be made, in words for a person and without secrets.
public struct CredentialFailure: LocalizedError, Sendable, Hashable {
    public let message: String

    public init(_ message: String) { self.message = message }

    public var errorDescription: String? { message }
}
