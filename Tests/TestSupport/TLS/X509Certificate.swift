internal import CTLSFacts
import Foundation

/// The contents of a certificate that is to be made.
struct CertificateContents {
    /// The subject, such as "/CN=localhost/O=Example".
    var subject: String
    var validFrom = Date(timeIntervalSinceNow: -86_400)
    var validTo = Date(timeIntervalSinceNow: 315_360_000)
    /// The extensions: OpenSSL's number, and the value as a configuration file has it.
    var extensions: [(Int32, String)] = []
}

/// OpenSSL's certificate. Never changed once it is made.
final class X509Certificate: @unchecked Sendable {  // For the reason just given.
    fileprivate let pointer: OpaquePointer

    /// - Parameter issuer: The issuer and its key; nil signs it with its own key.
    init(
        _ contents: CertificateContents, of key: PrivateKey, issuedBy issuer: (X509Certificate, PrivateKey)?
    ) throws {
        guard let pointer = X509_new() else { throw OpenSSLFailure.last("X509_new") }
        self.pointer = pointer
        X509_set_version(pointer, 2)
        try setSerialNumber()
        try setSubject(contents.subject)
        X509_set_issuer_name(pointer, X509_get_subject_name(issuer?.0.pointer ?? pointer))
        ASN1_TIME_set(X509_getm_notBefore(pointer), time_t(contents.validFrom.timeIntervalSince1970))
        ASN1_TIME_set(X509_getm_notAfter(pointer), time_t(contents.validTo.timeIntervalSince1970))
        X509_set_pubkey(pointer, key.pointer)
        for (kind, value) in contents.extensions { try add(kind, value, issuer: issuer?.0.pointer ?? pointer) }
        guard X509_sign(pointer, issuer?.1.pointer ?? key.pointer, EVP_sha256()) > 0 else {
            throw OpenSSLFailure.last("X509_sign")
        }
    }

    deinit { X509_free(pointer) }

    var subjectHash: UInt { X509_NAME_hash_ex(X509_get_subject_name(pointer), nil, nil, nil) }

    private func setSerialNumber() throws {
        let bytes = [0x7F] + (1..<16).map { _ in UInt8.random(in: 0...255) }
        guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else { throw OpenSSLFailure.last("BN_bin2bn") }
        defer { BN_free(number) }
        BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer))
    }

    private func setSubject(_ subject: String) throws {
        let name = X509_get_subject_name(pointer)
        for part in subject.split(separator: "/") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2,
                X509_NAME_add_entry_by_txt(name, pair[0], MBSTRING_UTF8, pair[1], -1, -1, 0) == 1
            else { throw OpenSSLFailure.last("X509_NAME_add_entry_by_txt") }
        }
    }

    private func add(_ kind: Int32, _ value: String, issuer: OpaquePointer) throws {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer, pointer, nil, nil, 0)
        guard let made = X509V3_EXT_nconf_nid(nil, &context, kind, value) else {
            throw OpenSSLFailure.last("X509V3_EXT_nconf_nid")
        }
        defer { X509_EXTENSION_free(made) }
        X509_add_ext(pointer, made, -1)
    }

    func write(to file: String, appending: Bool = false) throws {
        try withFile(file, appending ? "a" : "w") { PEM_write_bio_X509($0, pointer) == 1 }
    }

    func writePKCS12(with key: PrivateKey, to file: String, password: String) throws {
        guard let both = PKCS12_create(password, nil, key.pointer, pointer, nil, 0, 0, 0, 0, 0) else {
            throw OpenSSLFailure.last("PKCS12_create")
        }
        defer { PKCS12_free(both) }
        try withFile(file, "w") { i2d_PKCS12_bio($0, both) == 1 }
    }
}

/// OpenSSL's key. Never changed once it is made.
final class PrivateKey: @unchecked Sendable {  // For the reason just given.
    fileprivate let pointer: OpaquePointer

    init() throws {
        guard let pointer = tls_new_key() else { throw OpenSSLFailure.last("EVP_PKEY_Q_keygen") }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }

    /// Writes PEM; with a password it is encrypted.
    func write(to file: String, password: String?) throws {
        try withFile(file, "w") { stream in
            guard var secret = password.map({ Array($0.utf8) }) else {
                return PEM_write_bio_PrivateKey(stream, pointer, nil, nil, 0, nil, nil) == 1
            }
            let length = Int32(secret.count)
            return PEM_write_bio_PrivateKey(stream, pointer, EVP_aes_256_cbc(), &secret, length, nil, nil) == 1
        }
    }
}

private func withFile(_ file: String, _ mode: String, _ write: (OpaquePointer) -> Bool) throws {
    guard let stream = BIO_new_file(file, mode) else { throw OpenSSLFailure.last("BIO_new_file \(file)") }
    defer { BIO_free(stream) }
    guard write(stream) else { throw OpenSSLFailure.last("writing \(file)") }
}
