internal import CCurl
import Foundation
import MicroClient
import Text

extension RunningHop {
    /// Passes the request to libcurl. Returns false if it cannot be sent; ``ownError`` is set then.
    func prepare() -> Bool {
        easy.reset()
        beginTape()
        connectCallbacks()
        // Without it libcurl sets signal handlers, which belong to the program.
        easy.set(CURLOPT_NOSIGNAL, to: true)
        // Without it, cancelling waits for a name lookup to return, and all transfers with it.
        easy.set(CURLOPT_QUICK_EXIT, to: true)
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, to: true)
        easy.set(CURLOPT_BUFFERSIZE, to: Self.socketBuffer)
        setURL()
        setAuthentication()
        setOptions(request.options)
        guard setBody() else { return false }
        setHeaders()
        return true
    }

    /// The number of bytes that libcurl reads at once. When the reader lags, the rest of it is decoded into libcurl's own memory, which is
    /// limited to 64 MiB: gzip makes at most 1,032 bytes of one, so this much fits. Larger ones were not faster.
    private static let socketBuffer = 48 << 10

    /// Sets the URL, without a list of protocols: the request was checked to be http or https, and redirects are not followed.
    private func setURL() {
        easy.set(CURLOPT_PATH_AS_IS, to: true)
        let url = request.url.withoutFragment
        easy.set(CURLOPT_URL, to: url)
        // libcurl percent-encodes non-ASCII in the path, but not in the query. Setting the target prevents that, but
        // would also replace the absolute URL that an HTTP proxy needs.
        if !url.isASCII, !mayNeedAbsoluteTarget { easy.set(CURLOPT_REQUEST_TARGET, to: URLReference(url).target) }
    }

    private func setOptions(_ options: TransferOptions) {
        // libcurl treats 0 as its own default of 300 seconds.
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, to: options.connectTimeout?.curlMilliseconds ?? Int(Int32.max))
        if let limit = options.totalTimeout { easy.set(CURLOPT_TIMEOUT_MS, to: limit.curlMilliseconds) }
        // If the request names encodings, its own field is sent; this makes libcurl decode them.
        if options.decodesContent { easy.set(CURLOPT_ACCEPT_ENCODING, to: request.headers["Accept-Encoding"] ?? "") }
        setVersion(options.httpVersion)
        setTLS(options)
        setProxy(options)
        setRoute(options)
    }

    private func setVersion(_ version: TransferOptions.HTTPVersion) {
        easy.set(CURLOPT_HTTP_VERSION, to: version.curlVersion)
        // Transfers that start while the first connection is being made wait to learn whether it carries many transfers. Without TLS that
        // is known before.
        if version == .http2PriorKnowledge, !LibcurlFeatures.keepsPriorKnowledge {
            easy.set(CURLOPT_FRESH_CONNECT, to: true)
            easy.set(CURLOPT_FORBID_REUSE, to: true)
        } else if request.isTLS ? version != .http1 : version == .http2PriorKnowledge {
            easy.set(CURLOPT_PIPEWAIT, to: true)
        }
    }
}

extension TransferOptions.HTTPVersion {
    fileprivate var curlVersion: Int {
        switch self {
        // Not `CURL_HTTP_VERSION_2_0`, which without TLS requests an upgrade that HTTP/2 has dropped (RFC 9113, section 3.1).
        case .automatic, .http2: Int(CURL_HTTP_VERSION_2TLS)
        case .http1: Int(CURL_HTTP_VERSION_1_1)
        case .http2PriorKnowledge: Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
        case .http3: Int(CURL_HTTP_VERSION_3)
        }
    }
}

extension Duration {
    /// The duration in milliseconds: at least 1, since 0 would mean no limit, and at most what libcurl accepts.
    var curlMilliseconds: Int { Int(min(max(millisecondsRoundedUp, 1), Int64(Int32.max))) }

    var millisecondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? .max : whole + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}

extension String {
    var withoutFragment: String {
        guard !allBytes({ $0 != UInt8(ascii: "#") }) else { return self }
        return String(Substring(utf8.prefix { $0 != UInt8(ascii: "#") }))
    }

    fileprivate var isASCII: Bool { allBytes { $0 < 0x80 } }
}
