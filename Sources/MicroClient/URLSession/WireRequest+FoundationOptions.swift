extension WireRequest {
    /// Rejects options that Foundation does not support: silently ignoring one could send the request unencrypted, or elsewhere.
    ///
    /// - Throws: ``TransferError`` with code ``TransferError/Code/invalidRequest`` that names the option.
    func checkFoundationOptions() throws {
        guard let option = options.unknownToFoundation else { return }
        throw TransferError.invalid("URLSession cannot \(option). A transport over libcurl can.")
    }
}

extension TransferOptions {
    /// The first option that a `URLSession` does not support, as a verb phrase for the error.
    fileprivate var unknownToFoundation: String? {
        if !verifiesTLS { return "skip the check of certificates" }
        if tls != TransferOptions.TLS() {
            return "set authorities, client certificates or TLS versions for one request"
        }
        if proxy != .environment { return "choose a proxy for one request" }
        if unixSocketPath != nil { return "connect to a Unix socket" }
        if !addressOverrides.isEmpty { return "override addresses" }
        if connectTarget != nil { return "connect to another host" }
        if authentication != nil { return "authenticate with given credentials" }
        if httpVersion != .automatic { return "choose an HTTP version" }
        if expectContinueTimeout != nil { return "wait for 100 Continue" }
        if !decodesContent { return "leave content encoded" }
        if limits.bodyBytesOnWire != nil { return "count the bytes on the wire" }
        return nil
    }
}
