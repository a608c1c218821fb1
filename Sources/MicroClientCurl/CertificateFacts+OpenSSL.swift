internal import CTLSFacts
import Foundation
import MicroClient

extension ConnectionFacts.Certificate {
    /// - Parameter certificate: The `X509 *`, borrowed.
    init(_ certificate: OpaquePointer) {
        self.init(
            subject: nameText(X509_get_subject_name(certificate)), issuer: nameText(X509_get_issuer_name(certificate)),
            alternativeNames: alternativeNameTexts(certificate), notBefore: date(X509_get0_notBefore(certificate)),
            notAfter: date(X509_get0_notAfter(certificate)), serialNumber: serialText(certificate),
            fingerprint: sha256(certificate))
    }
}

private func nameText(_ name: OpaquePointer?) -> String { printed { tls_print_name($0, name) } }

private func alternativeNameTexts(_ certificate: OpaquePointer) -> [String] {
    guard let names = tls_alternative_names(certificate) else { return [] }
    defer { GENERAL_NAMES_free(names) }
    return (0..<tls_name_count(names)).map { index in
        printed { GENERAL_NAME_print($0, tls_name(names, index)) }
    }
}

/// Returns the date; an invalid one, which no certificate authority signs, becomes `distantPast`.
private func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date {
    var parts = tm()
    guard ASN1_TIME_to_tm(time, &parts) == 1 else { return .distantPast }
    return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
}

private func serialText(_ certificate: OpaquePointer) -> String {
    let number = ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate), nil)
    defer { BN_free(number) }
    guard let number, let digits = BN_bn2hex(number) else { return "" }
    defer { tls_free_text(digits) }
    return String(cString: digits)
}

private func sha256(_ certificate: OpaquePointer) -> Data {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard X509_digest(certificate, EVP_sha256(), &digest, &count) == 1 else { return Data() }
    return Data(digest.prefix(Int(count)))
}

/// Returns the text that OpenSSL writes to a stream.
private func printed(_ write: (OpaquePointer) -> Int32) -> String {
    guard let stream = BIO_new(BIO_s_mem()) else { return "" }
    defer { BIO_free(stream) }
    guard write(stream) >= 0 else { return "" }
    var start: UnsafeMutablePointer<CChar>?
    let count = tls_stream_bytes(stream, &start)
    return String(
        decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : max(count, 0)), as: UTF8.self)
}
