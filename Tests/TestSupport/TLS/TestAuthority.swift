internal import CTLSFacts
import Foundation

/// A certificate authority of one test; its files go with it.
///
/// What it issues: certificates for servers and clients, of any names and dates. Made in this process: starting `openssl` for each
/// takes longer than most tests.
public final class TestAuthority: Sendable {
    private let directory: URL
    private let certificate: X509Certificate
    private let key: PrivateKey

    /// The path of the authority's own certificate, PEM: what a client must trust.
    public var certificateFile: String { path("authority.pem") }

    /// The name of its file in a directory of authorities: the hash of its subject, as `openssl rehash` makes it.
    public var nameInDirectory: String {
        String(format: "%08lx.0", certificate.subjectHash)
    }

    public init(name: String = "Test Authority") throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        key = try PrivateKey()
        var contents = CertificateContents(subject: "/CN=\(name)")
        contents.extensions = [(NID_basic_constraints, "critical,CA:true"), (NID_subject_key_identifier, "hash")]
        certificate = try X509Certificate(contents, of: key, issuedBy: nil)
        try certificate.write(to: path("authority.pem"))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Issues a certificate and its key.
    ///
    /// - Parameters:
    ///   - subject: The subject, such as "/CN=localhost/O=Example".
    ///   - names: The alternative names, "DNS:localhost", "IP:127.0.0.1"; for a client none are needed.
    ///   - validFrom: The beginning of its validity. Default: a day ago.
    ///   - validTo: The end of its validity. Default: a year later.
    ///   - isSelfSigned: Whether it is signed with its own key, without this authority.
    ///   - withAuthority: whether the authority's own certificate is sent after it.
    public func issue(
        subject: String = "/CN=localhost", names: [String] = ["DNS:localhost", "IP:127.0.0.1"],
        validFrom: Date = Date(timeIntervalSinceNow: -86_400), validTo: Date = Date(timeIntervalSinceNow: 31_536_000),
        isSelfSigned: Bool = false, withAuthority: Bool = false
    ) throws -> TestCertificate {
        var contents = CertificateContents(subject: subject, validFrom: validFrom, validTo: validTo)
        contents.extensions = [
            names.isEmpty
                ? (NID_basic_constraints, "CA:false") : (NID_subject_alt_name, names.joined(separator: ","))
        ]
        let ownKey = try PrivateKey()
        let issued = try X509Certificate(contents, of: ownKey, issuedBy: isSelfSigned ? nil : (certificate, key))
        let file = path("\(UUID().uuidString).pem")
        try issued.write(to: file)
        if withAuthority { try certificate.write(to: file, appending: true) }
        try ownKey.write(to: file + ".key", password: nil)
        return TestCertificate(
            certificateFile: file, keyFile: file + ".key", authority: self, certificate: issued, key: ownKey)
    }

    private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }
}

/// A certificate with its key, as PEM files that live as long as this value.
public struct TestCertificate: Sendable {
    public let certificateFile: String
    public let keyFile: String
    private let authority: TestAuthority
    private let certificate: X509Certificate
    private let key: PrivateKey

    fileprivate init(
        certificateFile: String, keyFile: String, authority: TestAuthority, certificate: X509Certificate,
        key: PrivateKey
    ) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.authority = authority
        self.certificate = certificate
        self.key = key
    }

    /// Writes both into one PKCS#12 file and returns its path.
    public func pkcs12(password: String) throws -> String {
        let file = certificateFile + ".p12"
        try certificate.writePKCS12(with: key, to: file, password: password)
        return file
    }

    /// Writes the key once more, with a password, and returns its path.
    public func encryptedKey(password: String) throws -> String {
        let file = keyFile + ".encrypted"
        try key.write(to: file, password: password)
        return file
    }
}

/// An error of OpenSSL, in its words.
public struct OpenSSLFailure: Error, CustomStringConvertible {
    public let words: String
    public var description: String { words }
}
