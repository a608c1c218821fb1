import Foundation

/// Certificates of every kind that is refused, and one that is not, made once for all rows.
public struct WorstCertificates: Sendable {
    public let authority: TestAuthority
    let good: TestCertificate
    let expired: TestCertificate
    let early: TestCertificate
    let otherHost: TestCertificate
    let selfSigned: TestCertificate
    let stranger: TestCertificate

    private static let made = Task {
        // Programs are waited for: not on the threads that all tasks share.
        try await withCheckedThrowingContinuation { task in
            Thread.detachNewThread { task.resume(with: Result { try WorstCertificates() }) }
        }
    }

    static func all() async throws -> WorstCertificates { try await made.value }

    private init() throws {
        let day = 86_400.0
        authority = try TestAuthority()
        good = try authority.issue()
        expired = try authority.issue(
            validFrom: Date(timeIntervalSinceNow: -10 * day), validTo: Date(timeIntervalSinceNow: -day))
        early = try authority.issue(
            validFrom: Date(timeIntervalSinceNow: 10 * day), validTo: Date(timeIntervalSinceNow: 20 * day))
        otherHost = try authority.issue(subject: "/CN=other.invalid", names: ["DNS:other.invalid"])
        selfSigned = try authority.issue(isSelfSigned: true)
        stranger = try TestAuthority(name: "Stranger").issue()
    }
}
