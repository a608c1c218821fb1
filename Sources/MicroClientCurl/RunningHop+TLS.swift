internal import CCurl
import MicroClient

// The TLS options. A kept connection is reused only by requests with the same options: libcurl compares them.

extension RunningHop {
    func setTLS(_ options: TransferOptions) {
        guard request.isTLS else { return }
        if !options.verifiesTLS {
            easy.set(CURLOPT_SSL_VERIFYPEER, to: 0)
            easy.set(CURLOPT_SSL_VERIFYHOST, to: 0)
        }
        if options.tls.namesAuthorities {
            // Both have a default with the system's authorities.
            easy.set(CURLOPT_CAINFO, to: options.tls.authorityFile)
            easy.set(CURLOPT_CAPATH, to: options.tls.authorityDirectory)
        }
        if let version = options.tls.minimumVersion { easy.set(CURLOPT_SSLVERSION, to: version.curlVersion) }
        if let certificate = options.tls.clientCertificate { set(certificate) }
    }

    private func set(_ certificate: TransferOptions.ClientCertificate) {
        switch certificate {
        case .pem(let certificate, let key, let password):
            easy.set(CURLOPT_SSLCERTTYPE, to: "PEM")
            easy.set(CURLOPT_SSLCERT, to: certificate)
            easy.set(CURLOPT_SSLKEY, to: key)
            setKeyPassword(password)
        case .pkcs12(let file, let password):
            easy.set(CURLOPT_SSLCERTTYPE, to: "P12")
            easy.set(CURLOPT_SSLCERT, to: file)
            setKeyPassword(password)
        }
    }

    /// Sets the key's password. Without one OpenSSL would prompt at the terminal.
    private func setKeyPassword(_ password: String?) { easy.set(CURLOPT_KEYPASSWD, to: password ?? "") }
}

extension TransferOptions.TLS {
    /// Whether other certificate authorities than the system's are trusted.
    var namesAuthorities: Bool { authorityFile != nil || authorityDirectory != nil }
}

extension TransferOptions.TLS.Version {
    var curlVersion: Int {
        switch self {
        case .tls10: CURL_SSLVERSION_TLSv1_0
        case .tls11: CURL_SSLVERSION_TLSv1_1
        case .tls12: CURL_SSLVERSION_TLSv1_2
        case .tls13: CURL_SSLVERSION_TLSv1_3
        }
    }
}
