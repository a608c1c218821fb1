import ExplorerKit

/// Headers of requests that most people type, with what they are for, and values that they often have; of those that begin alike the usual
/// one first.
///
/// Source: RFC 9110 (semantics), RFC 9111 (caching), RFC 6265 (cookies), RFC 9530 (digests), the Fetch standard.
enum HeaderCatalogue {
    static let names: [Completion.Row] = [
        row("Accept", "media types that are wanted"), row("Accept-Charset", "charsets that are wanted"),
        row("Accept-Encoding", "codings of the body that are understood"),
        row("Accept-Language", "languages that are wanted"),
        row("Access-Control-Request-Headers", "asks before a request from another origin"),
        row("Access-Control-Request-Method", "asks before a request from another origin"),
        row("Authorization", "credentials"), row("Cache-Control", "how caches may answer"),
        row("Connection", "what is done with the connection"),
        row("Content-Type", "media type of the body"), row("Content-Digest", "hash of what is sent"),
        row("Content-Disposition", "how the body is to be shown"),
        row("Content-Encoding", "how the body is coded"), row("Content-Language", "language of the body"),
        row("Content-Length", "bytes of the body: added on its own"), row("Content-Location", "where the body is from"),
        row("Content-Range", "which part the body is"),
        row("Cookie", "cookies: added on their own"), row("Date", "when it was made"), row("DNT", "do not track"),
        row("Expect", "100-continue: asks before the body"), row("Forwarded", "what proxies changed"),
        row("From", "who is responsible"), row("Host", "host of the URL: added on its own"),
        row("Idempotency-Key", "makes a repeated POST count once"),
        row("If-Match", "only if the ETag is one of these"),
        row("If-Modified-Since", "only if it changed since then"),
        row("If-None-Match", "only if the ETag is none of these"),
        row("If-Range", "a range only if nothing changed"),
        row("If-Unmodified-Since", "only if it did not change since then"),
        row("Link", "relations to other resources"), row("Max-Forwards", "how many proxies TRACE may pass"),
        row("Origin", "from which origin it comes"), row("Pragma", "no-cache, for caches of HTTP/1.0"),
        row("Prefer", "how it is to be answered"), row("Priority", "how urgent it is"),
        row("Proxy-Authorization", "credentials for a proxy"), row("Range", "bytes=0-99: only a part"),
        row("Referer", "from which page it comes"), row("Repr-Digest", "hash of the whole representation"),
        row("Sec-Fetch-Dest", "what a browser wants it for"), row("Sec-Fetch-Mode", "how a browser asks"),
        row("Sec-Fetch-Site", "from where a browser asks"), row("TE", "transfer codings and trailers"),
        row("traceparent", "the trace that it belongs to"), row("tracestate", "the trace, as vendors say it"),
        row("Trailer", "fields behind the body"), row("Transfer-Encoding", "chunked: how the body is framed"),
        row("Upgrade", "another protocol that is wanted"),
        row("Upgrade-Insecure-Requests", "a page over TLS is wanted"), row("User-Agent", "the program that asks"),
        row("Via", "proxies on the way"), row("Want-Content-Digest", "hashes that are wanted"),
        row("X-API-Key", "a key, in many APIs"), row("X-Correlation-ID", "what it belongs to"),
        row("X-CSRF-Token", "against forged requests"), row("X-Forwarded-For", "the client, as proxies say it"),
        row("X-Forwarded-Host", "the host that was asked, as proxies say it"),
        row("X-Forwarded-Proto", "the scheme that was asked, as proxies say it"),
        row("X-HTTP-Method-Override", "another method than the one sent"), row("X-Request-ID", "what it is known by"),
        row("X-Requested-With", "XMLHttpRequest, in many APIs"),
    ]

    static let mediaTypes: [Completion.Row] = [
        row("application/json", "JSON"), row("application/x-www-form-urlencoded", "a form"),
        row("multipart/form-data", "a form with files"), row("text/plain", "text"),
        row("text/plain; charset=utf-8", "text"),
        row("text/html", "HTML"), row("text/csv", "a table"), row("text/css", "CSS"), row("text/xml", "XML"),
        row("text/event-stream", "events"), row("text/markdown", "Markdown"),
        row("application/xml", "XML"), row("application/octet-stream", "bytes"), row("application/pdf", "PDF"),
        row("application/zip", "ZIP"), row("application/gzip", "gzip"), row("application/graphql", "a query"),
        row("application/graphql-response+json", "answers of GraphQL"),
        row("application/hal+json", "HAL"), row("application/vnd.api+json", "JSON:API"),
        row("application/ld+json", "JSON-LD"), row("application/problem+json", "errors, RFC 9457"),
        row("application/json-patch+json", "changes, RFC 6902"),
        row("application/merge-patch+json", "changes, RFC 7396"),
        row("application/x-ndjson", "JSON Lines"), row("application/yaml", "YAML"), row("application/soap+xml", "SOAP"),
        row("application/protobuf", "Protocol Buffers"), row("application/cbor", "CBOR"),
        row("application/sparql-query", "SPARQL"), row("application/javascript", "JavaScript"),
        row("image/png", "a picture"), row("image/jpeg", "a picture"), row("image/gif", "a picture"),
        row("image/webp", "a picture"), row("image/svg+xml", "a drawing"), row("audio/mpeg", "sound"),
        row("video/mp4", "a film"), row("font/woff2", "a font"),
    ]

    /// Values of a header, by its name in lower case; none for one that has no usual ones.
    static func values(of name: String) -> [Completion.Row] {
        switch name {
        case "content-type", "accept-patch", "accept-post": mediaTypes
        case "accept": [row("*/*", "anything"), row("application/*", "of this kind")] + mediaTypes
        default: (usual[name] ?? []).map { row($0.0, $0.1) }
        }
    }

    /// Whether a header's value is a list, of which the last item is typed.
    static func isList(_ name: String) -> Bool { lists.contains(name) }

    private static let lists: Set = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "prefer", "te",
        "content-encoding", "transfer-encoding", "access-control-request-headers",
    ]

    private static let codings: [(String, String)] = [
        ("gzip", "of zlib"), ("br", "Brotli"), ("zstd", "Zstandard"), ("deflate", "of zlib"), ("identity", "as it is"),
    ]

    private static let wantedCodings: [(String, String)] =
        codings + [("gzip, deflate, br", "what browsers say"), ("*", "any")]

    private static let usual: [String: [(String, String)]] = [
        "accept-charset": [("utf-8", ""), ("iso-8859-1", "")],
        "accept-encoding": wantedCodings,
        "accept-language": [
            ("en", ""), ("en-US", ""), ("en;q=0.8", "less wanted"), ("de", ""), ("fr", ""), ("*", "any"),
        ],
        "authorization": [
            ("Bearer ", "a token"), ("Basic ", "user name and password in base64"), ("Digest ", "a proof"),
            ("DPoP ", "a bound token"), ("AWS4-HMAC-SHA256 ", "a signature"), ("Token ", "in some APIs"),
            ("ApiKey ", "in some APIs"),
        ],
        "proxy-authorization": [("Basic ", "user name and password in base64"), ("Bearer ", "a token")],
        "cache-control": [
            ("no-cache", "ask the server first"), ("no-store", "keep nothing"), ("max-age=0", "nothing kept before"),
            ("max-age=3600", "not older"), ("max-stale", "old ones, too"), ("min-fresh=60", "fresh that long"),
            ("no-transform", "as the server said it"), ("only-if-cached", "ask no server"),
        ],
        "connection": [
            ("keep-alive", "for more requests"), ("close", "after this one"), ("Upgrade", "another protocol"),
        ],
        "content-disposition": [("form-data; name=\"\"", "a part of a form"), ("attachment; filename=\"\"", "a file")],
        "content-encoding": codings, "expect": [("100-continue", "asks before the body")],
        "content-language": [("en", ""), ("de", ""), ("fr", "")],
        "dnt": [("1", "do not"), ("0", "may")], "if-match": [("*", "if there is one")],
        "if-none-match": [("*", "if there is none")], "pragma": [("no-cache", "ask the server first")],
        "prefer": [
            ("return=minimal", "no body"), ("return=representation", "the whole"), ("respond-async", "later"),
            ("wait=10", "seconds at most"),
        ],
        "priority": [("u=0", "most urgent"), ("u=3", "usual"), ("u=7", "least urgent"), ("u=3, i", "bit by bit")],
        "range": [("bytes=0-99", "the first 100"), ("bytes=-100", "the last 100"), ("bytes=100-", "from there on")],
        "sec-fetch-dest": [("empty", ""), ("document", ""), ("image", ""), ("script", ""), ("style", "")],
        "sec-fetch-mode": [("cors", ""), ("navigate", ""), ("no-cors", ""), ("same-origin", ""), ("websocket", "")],
        "sec-fetch-site": [("same-origin", ""), ("same-site", ""), ("cross-site", ""), ("none", "")],
        "te": [("trailers", "fields behind the body")], "transfer-encoding": [("chunked", ""), ("gzip, chunked", "")],
        "upgrade": [("websocket", ""), ("h2c", "HTTP/2 without TLS")], "upgrade-insecure-requests": [("1", "")],
        "x-http-method-override": [("PUT", ""), ("PATCH", ""), ("DELETE", "")],
        "x-forwarded-proto": [("https", ""), ("http", "")], "x-requested-with": [("XMLHttpRequest", "")],
    ]

    private static func row(_ text: String, _ detail: String) -> Completion.Row {
        Completion.Row(text: text, detail: detail)
    }
}
