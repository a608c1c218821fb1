internal import CCurl

/// The features of the libcurl that this process runs with.
enum LibcurlFeatures {
    private static let version: UInt32 = curl_version_info(CURLVERSION_FIRST).map { $0.pointee.version_num } ?? 0

    /// Whether an easy handle may carry a second transfer: before 8.1.0, a response whose first field begins with a space makes it use
    /// memory that was freed after the first (https://github.com/curl/curl/pull/11103).
    static let keepsHandlesSafely = version >= 0x080100

    private static let bits: Int = curl_version_info(CURLVERSION_FIRST).map { Int($0.pointee.features) } ?? 0

    private static func has(_ feature: Int32) -> Bool { bits & Int(feature) != 0 }

    static var hasHTTP2: Bool { has(CURL_VERSION_HTTP2) }
    static var hasHTTP3: Bool { has(CURL_VERSION_HTTP3) }
    static var hasUnixSockets: Bool { has(CURL_VERSION_UNIX_SOCKETS) }
    static var hasHTTPSProxy: Bool { has(CURL_VERSION_HTTPS_PROXY) }

    /// Whether a connection that began with HTTP/2 by prior knowledge can be reused by a second request.
    ///
    /// - Source: curl issue 10634, fixed in 8.0.0.
    static let keepsPriorKnowledge = version >= 0x080000

    /// The pseudo-fields of a request in the order in which they are sent.
    ///
    /// - Source: libcurl, lib/h2h3.c before 8.0, later lib/http.c (`Curl_http_req_to_h2`).
    static let pseudoFields =
        version >= 0x080000
        ? [":method", ":scheme", ":authority", ":path"] : [":method", ":path", ":scheme", ":authority"]

    /// The content codings that are decoded, in lower case.
    static let codings: Set<String> = {
        var codings: Set = ["identity", "none"]
        if has(CURL_VERSION_LIBZ) { codings.formUnion(["gzip", "x-gzip", "deflate"]) }
        if has(CURL_VERSION_BROTLI) { codings.insert("br") }
        if has(CURL_VERSION_ZSTD) { codings.insert("zstd") }
        return codings
    }()
}
