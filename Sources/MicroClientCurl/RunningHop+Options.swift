internal import CCurl
import Foundation
import MicroClient

extension RunningHop {
    /// Gives the request to libcurl. False: it cannot be sent, and ``ownError`` says why.
    func prepare() -> Bool {
        easy.reset()
        connectCallbacks()
        // Without it libcurl sets signal handlers, which belong to the program.
        easy.set(CURLOPT_NOSIGNAL, to: true)
        // Without it, cancelling waits for a name lookup to come back, and all transfers with it.
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

    /// What libcurl reads at once, in bytes. When the reader lags, the rest of it is decoded into libcurl's own memory, which is
    /// limited to 64 MiB: gzip makes at most 1,032 bytes of one, so this much fits. Larger ones were not faster.
    private static let socketBuffer = 48 << 10

    /// No list of protocols: the request was checked to be http or https, and nothing is followed to another URL.
    private func setURL() {
        easy.set(CURLOPT_PATH_AS_IS, to: true)
        let url = request.url.prefix { $0 != "#" }
        easy.set(CURLOPT_URL, to: String(url))
        if !url.utf8.allSatisfy({ $0 < 0x80 }), !mayGoThroughProxy { easy.set(CURLOPT_REQUEST_TARGET, to: url.target) }
    }

    /// libcurl percent-encodes what is not ASCII in the path, but not in the query. Naming the target prevents that, and
    /// would also replace the absolute URL that a proxy needs.
    private var mayGoThroughProxy: Bool {
        !request.isTLS && ["http_proxy", "all_proxy", "ALL_PROXY"].contains { (name: String) in getenv(name) != nil }
    }

    private func setOptions(_ options: TransferOptions) {
        // libcurl takes 0 for its own default of 300 seconds.
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, to: options.connectTimeout?.curlMilliseconds ?? Int(Int32.max))
        if let limit = options.totalTimeout { easy.set(CURLOPT_TIMEOUT_MS, to: limit.curlMilliseconds) }
        if !options.verifiesTLS {
            easy.set(CURLOPT_SSL_VERIFYPEER, to: 0)
            easy.set(CURLOPT_SSL_VERIFYHOST, to: 0)
        }
        // Where the request names encodings, its own field is what is sent; this makes libcurl decode them.
        if options.decodesContent { easy.set(CURLOPT_ACCEPT_ENCODING, to: request.headers["Accept-Encoding"] ?? "") }
        easy.set(CURLOPT_HTTP_VERSION, to: options.httpVersion.curlVersion)
    }

    // MARK: Header fields

    private func setHeaders() {
        for field in request.headers where !isReplacedByCredentials(field) {
            easy.appendHeader(
                field.value.allSatisfy(\.isWhitespace) ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        for name in ["Accept", "Content-Type", "Expect"] where !request.headers.contains(named: name) {
            easy.appendHeader("\(name):")
        }
        easy.sendHeaders()
    }

    // MARK: Method and body

    private func setBody() -> Bool {
        switch upload {
        case .none:
            setNoBody()
        case .bytes(let data) where data.count <= Self.largestCopiedBody || request.isSignedWithBody:
            setCopiedBody(data)
        case .bytes(let data):
            setReader(BytesReader(data))
        case .file(let url):
            do { setReader(try FileReader(url)) } catch {
                ownError = error
                ownError?.url = request.urlWithoutUser
                return false
            }
        case .stream(let pump):
            setReader(pump)
        }
        return true
    }

    /// A POST, PUT or PATCH without content says so: RFC 9110, section 8.6.
    private func setNoBody() {
        switch request.method {
        case .get: break
        case .head: easy.set(CURLOPT_NOBODY, to: true)
        case .post, .put, .patch: setCopiedBody(Data())
        default: setMethod()
        }
    }

    private func setMethod() { easy.set(CURLOPT_CUSTOMREQUEST, to: request.method.rawValue) }

    /// libcurl sends a body that it holds itself together with the head, as one packet.
    private func setCopiedBody(_ data: Data) {
        easy.set(CURLOPT_POST, to: true)
        easy.set(CURLOPT_POSTFIELDSIZE_LARGE, toOffset: Int64(data.count))
        // A pointer to nothing would make libcurl call for the body instead.
        if data.isEmpty { easy.set(CURLOPT_COPYPOSTFIELDS, to: "") }
        data.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress, !bytes.isEmpty { easy.set(CURLOPT_COPYPOSTFIELDS, to: start) }
        }
        setMethod()
    }

    private static let largestCopiedBody = 32 << 10

    private func setReader(_ reader: any BodyReader) {
        bodyReader = reader
        connectBodyReader()
        easy.set(CURLOPT_UPLOAD, to: true)
        easy.set(CURLOPT_UPLOAD_BUFFERSIZE, to: BufferPool.size)
        easy.set(CURLOPT_INFILESIZE_LARGE, toOffset: reader.length ?? -1)
        setMethod()
        // The answer to HEAD has no body, whatever its Content-Length says.
        if request.method == .head { easy.set(CURLOPT_NOBODY, to: true) }
    }
}

extension HTTPVersionPreference {
    fileprivate var curlVersion: Int {
        switch self {
        case .automatic: Int(CURL_HTTP_VERSION_2TLS)
        case .http1: Int(CURL_HTTP_VERSION_1_1)
        case .http2: Int(CURL_HTTP_VERSION_2_0)
        case .http2PriorKnowledge: Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
        case .http3: Int(CURL_HTTP_VERSION_3)
        }
    }
}

extension Duration {
    /// At least 1 and at most what libcurl takes; 0 would mean no limit to it.
    fileprivate var curlMilliseconds: Int { Int(min(max(millisecondsRoundedUp, 1), Int64(Int32.max))) }

    var millisecondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? .max : whole + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}

extension Substring {
    /// Path and query of a URL.
    fileprivate var target: String {
        guard let authority = range(of: "://")?.upperBound else { return "/" }
        guard let start = self[authority...].firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return self[start] == "?" ? "/" + self[start...] : String(self[start...])
    }
}
