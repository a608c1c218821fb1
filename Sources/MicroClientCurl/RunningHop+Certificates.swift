internal import CCurl
internal import CTLSFacts

extension RunningHop {
    private static let trusting = "add it to the system's certificates if you trust it (update-ca-certificates)."

    /// Returns the reason why a certificate was refused, and what may help; nil if only libcurl's message is known.
    func certificateAdvice(for result: CURLcode) -> String? {
        guard result == CURLE_PEER_FAILED_VERIFICATION else { return nil }
        // The names are compared by libcurl itself.
        if easy.errorMessage.contains("subject name") { return "The certificate is for \(certificateNames)." }
        switch Int32(truncatingIfNeeded: easy.long(CURLINFO_SSL_VERIFYRESULT)) {
        case X509_V_ERR_CERT_HAS_EXPIRED: return "The server must renew it, or this machine's clock is wrong."
        case X509_V_ERR_CERT_NOT_YET_VALID: return "It is valid from a later time, or this machine's clock is wrong."
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
            return "Self-signed certificate, not trusted on this machine: \(Self.trusting)"
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            return "Unknown certificate authority on this machine: \(Self.trusting)"
        default: return nil
        }
    }

    /// Makes libcurl report what is wrong with a certificate's names, which it does only while verbose; not with a proxy, which would be logged too.
    func listenToHandshake() {
        if request.isTLS, request.options.verifiesTLS, !mayUseProxy { listenToHead() }
    }

    /// Records the names of a certificate for another host, while the connection still exists.
    ///
    /// - Parameter words: The text that libcurl logs.
    func didHear(_ words: UnsafeRawBufferPointer) {
        guard words.starts(with: "SSL:".utf8), String(decoding: words, as: UTF8.self).contains("subject name") else {
            return
        }
        record.refusedNames = TLSFacts.of(easy)?.certificates.first?.alternativeNames ?? []
    }

    /// The first names, such as "DNS:a.test, DNS:b.test, DNS:c.test and 1 more".
    private var certificateNames: String {
        let names = record.refusedNames
        guard !names.isEmpty else { return "other names" }
        return names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }
}
