/// Headers of requests that most people type, with what they are for, and values that they often have; of those that begin alike the usual
/// one first.
///
/// Source: RFC 9110 (semantics), RFC 9111 (caching), RFC 6265 (cookies), RFC 9530 (digests), the Fetch standard.
package enum HeaderCatalogue {
    package static let names: [Suggestion] = [
        ("Accept", "accepted media types"), ("Accept-Charset", "accepted charsets"),
        ("Accept-Encoding", "accepted content encodings"),
        ("Accept-Language", "accepted languages"),
        ("Access-Control-Request-Headers", "asks before a request from another origin"),
        ("Access-Control-Request-Method", "asks before a request from another origin"),
        ("Authorization", "credentials"), ("Cache-Control", "caching directives"),
        ("Connection", "connection options"),
        ("Content-Type", "media type of the body"), ("Content-Digest", "hash of the content"),
        ("Content-Disposition", "inline, or a file to download"),
        ("Content-Encoding", "encoding of the body"), ("Content-Language", "language of the body"),
        ("Content-Length", "bytes of the body: added automatically"), ("Content-Location", "URL of the body"),
        ("Content-Range", "range of the body"),
        ("Cookie", "cookies: added automatically"), ("Date", "time of the request"), ("DNT", "do not track"),
        ("Expect", "100-continue: asks before the body"), ("Forwarded", "client and host, set by proxies"),
        ("From", "contact email address"), ("Host", "host of the URL: added automatically"),
        ("Idempotency-Key", "a repeated POST counts once"),
        ("If-Match", "only if the ETag is one of these"),
        ("If-Modified-Since", "only if it changed since then"),
        ("If-None-Match", "only if the ETag is none of these"),
        ("If-Range", "a range only if nothing changed"),
        ("If-Unmodified-Since", "only if it did not change since then"),
        ("Link", "relations to other resources"), ("Max-Forwards", "how many proxies TRACE may pass"),
        ("Origin", "origin of the request"), ("Pragma", "no-cache, for caches of HTTP/1.0"),
        ("Prefer", "preferred response"), ("Priority", "priority of the response"),
        ("Proxy-Authorization", "credentials for a proxy"), ("Range", "bytes=0-99: only a part"),
        ("Referer", "page that made the request"), ("Repr-Digest", "hash of the whole representation"),
        ("Sec-Fetch-Dest", "use of the response, set by browsers"), ("Sec-Fetch-Mode", "request mode, set by browsers"),
        ("Sec-Fetch-Site", "relation of the origins, set by browsers"), ("TE", "transfer codings and trailers"),
        ("traceparent", "trace context: trace and parent ids"), ("tracestate", "trace context: vendor data"),
        ("Trailer", "fields after the body"), ("Transfer-Encoding", "chunked: how the body is framed"),
        ("Upgrade", "protocol to switch to"),
        ("Upgrade-Insecure-Requests", "prefer HTTPS"), ("User-Agent", "name and version of the client"),
        ("Via", "proxies on the way"), ("Want-Content-Digest", "preferred hash algorithms"),
        ("X-API-Key", "API key"), ("X-Correlation-ID", "correlation id"),
        ("X-CSRF-Token", "CSRF protection"), ("X-Forwarded-For", "client address, set by proxies"),
        ("X-Forwarded-Host", "original host, set by proxies"),
        ("X-Forwarded-Proto", "original scheme, set by proxies"),
        ("X-HTTP-Method-Override", "overrides the method"), ("X-Request-ID", "request id"),
        ("X-Requested-With", "XMLHttpRequest, in many APIs"),
    ]

    package static let mediaTypes: [Suggestion] = [
        ("application/json", "JSON"), ("application/x-www-form-urlencoded", "a form"),
        ("multipart/form-data", "a form with files"), ("text/plain", "text"),
        ("text/plain; charset=utf-8", "text"),
        ("text/html", "HTML"), ("text/csv", "a table"), ("text/css", "CSS"), ("text/xml", "XML"),
        ("text/event-stream", "events"), ("text/markdown", "Markdown"),
        ("application/xml", "XML"), ("application/octet-stream", "bytes"), ("application/pdf", "PDF"),
        ("application/zip", "ZIP"), ("application/gzip", "gzip"), ("application/graphql", "a query"),
        ("application/graphql-response+json", "GraphQL response"),
        ("application/hal+json", "HAL"), ("application/vnd.api+json", "JSON:API"),
        ("application/ld+json", "JSON-LD"), ("application/problem+json", "errors, RFC 9457"),
        ("application/json-patch+json", "changes, RFC 6902"),
        ("application/merge-patch+json", "changes, RFC 7396"),
        ("application/x-ndjson", "JSON Lines"), ("application/yaml", "YAML"), ("application/soap+xml", "SOAP"),
        ("application/protobuf", "Protocol Buffers"), ("application/cbor", "CBOR"),
        ("application/sparql-query", "SPARQL"), ("application/javascript", "JavaScript"),
        ("image/png", "a picture"), ("image/jpeg", "a picture"), ("image/gif", "a picture"),
        ("image/webp", "a picture"), ("image/svg+xml", "a drawing"), ("audio/mpeg", "sound"),
        ("video/mp4", "a film"), ("font/woff2", "a font"),
    ]

    /// Values of a header, by its name in lower case; none for one that has no usual ones.
    package static func values(of name: String) -> [Suggestion] {
        switch name {
        case "content-type", "accept-patch", "accept-post": mediaTypes
        case "accept": [("*/*", "anything"), ("application/*", "any subtype")] + mediaTypes
        default: usual[name] ?? []
        }
    }

    /// Whether a header's value is a list, of which the last item is typed.
    package static func isList(_ name: String) -> Bool { lists.contains(name) }

    private static let lists: Set = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "prefer", "te",
        "content-encoding", "transfer-encoding", "access-control-request-headers",
    ]

    private static let codings: [Suggestion] = [
        ("gzip", "of zlib"), ("br", "Brotli"), ("zstd", "Zstandard"), ("deflate", "of zlib"), ("identity", "as it is"),
    ]

    private static let wantedCodings: [Suggestion] =
        codings + [("gzip, deflate, br", "as sent by browsers"), ("*", "any")]

    private static let usual: [String: [Suggestion]] = [
        "accept-charset": [("utf-8", ""), ("iso-8859-1", "")],
        "accept-encoding": wantedCodings,
        "accept-language": [
            ("en", ""), ("en-US", ""), ("en;q=0.8", "lower priority"), ("de", ""), ("fr", ""), ("*", "any"),
        ],
        "authorization": [
            ("Bearer ", "a token"), ("Basic ", "user name and password in base64"), ("Digest ", "a proof"),
            ("DPoP ", "a bound token"), ("AWS4-HMAC-SHA256 ", "a signature"), ("Token ", "in some APIs"),
            ("ApiKey ", "in some APIs"),
        ],
        "proxy-authorization": [("Basic ", "user name and password in base64"), ("Bearer ", "a token")],
        "cache-control": [
            ("no-cache", "ask the server first"), ("no-store", "do not store"), ("max-age=0", "nothing kept before"),
            ("max-age=3600", "not older"), ("max-stale", "old ones, too"), ("min-fresh=60", "fresh that long"),
            ("no-transform", "do not transform"), ("only-if-cached", "ask no server"),
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
        "te": [("trailers", "fields after the body")], "transfer-encoding": [("chunked", ""), ("gzip, chunked", "")],
        "upgrade": [("websocket", ""), ("h2c", "HTTP/2 without TLS")], "upgrade-insecure-requests": [("1", "")],
        "x-http-method-override": [("PUT", ""), ("PATCH", ""), ("DELETE", "")],
        "x-forwarded-proto": [("https", ""), ("http", "")], "x-requested-with": [("XMLHttpRequest", "")],
    ]
}

/// A text that may be typed, and its purpose.
package typealias Suggestion = (text: String, detail: String)
