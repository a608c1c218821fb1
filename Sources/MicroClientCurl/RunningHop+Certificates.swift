internal import CCurl
internal import CTLSFacts

extension RunningHop {
    private static let trusting = "add it to the system's certificates if you trust it (update-ca-certificates)."

    /// What a refused certificate means, and what may help; nil where libcurl's words are all that is known.
    func certificateAdvice(for result: CURLcode) -> String? {
        guard result == CURLE_PEER_FAILED_VERIFICATION else { return nil }
        // The names are looked at by libcurl itself.
        if easy.errorMessage.contains("subject name") { return "The certificate is for other names." }
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
}
