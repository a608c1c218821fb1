internal import CCurl
internal import CTLSFacts

extension RunningHop {
    private static let trusting = "add it to the system's certificates if you trust it (update-ca-certificates)."

    /// What a refused certificate means, and what may help; nil where libcurl's words are all that is known.
    func certificateAdvice(for result: CURLcode) -> String? {
        guard result == CURLE_PEER_FAILED_VERIFICATION else { return nil }
        // The names are looked at by libcurl itself.
        if easy.errorMessage.contains("subject name") { return "The certificate is for \(certificateNames)." }
        switch Int32(truncatingIfNeeded: easy.long(CURLINFO_SSL_VERIFYRESULT)) {
        case X509_V_ERR_CERT_HAS_EXPIRED: return "The server must renew it, or this machine's clock is wrong."
        case X509_V_ERR_CERT_NOT_YET_VALID: return "It is valid from a later time, or this machine's clock is wrong."
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
            return "It vouches for itself, and this machine does not trust it: \(Self.trusting)"
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            return "Its authority is not known on this machine: \(Self.trusting)"
        default: return nil
        }
    }

    /// libcurl names what is wrong with a certificate's names only while it is verbose: for a proxy it is not, which would be heard, too.
    func listenToHandshake() {
        if request.isTLS, request.options.verifiesTLS, !mayUseProxy { listenToHead() }
    }

    /// Takes down the names of a certificate that is for others, while the connection is still there.
    ///
    /// - Parameter words: What libcurl says beside the transfer.
    func didHear(_ words: UnsafeRawBufferPointer) {
        guard words.starts(with: "SSL:".utf8), String(decoding: words, as: UTF8.self).contains("subject name") else {
            return
        }
        record.refusedNames = TLSFacts.of(easy)?.certificates.first?.alternativeNames ?? []
    }

    /// "DNS:a.test, DNS:b.test, DNS:c.test and 1 more"
    private var certificateNames: String {
        let names = record.refusedNames
        guard !names.isEmpty else { return "other names" }
        return names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }
}
