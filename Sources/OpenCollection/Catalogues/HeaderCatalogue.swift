/// Headers of requests that most people type, with what they are for, and values that they often have; of those that begin alike the usual
/// one first.
///
/// Source: RFC 9110 (semantics), RFC 9111 (caching), RFC 6265 (cookies), RFC 9530 (digests), the Fetch standard.
package enum HeaderCatalogue {
    package static let names: [Suggestion] = [
        ("Accept", "media types that are wanted"), ("Accept-Charset", "charsets that are wanted"),
        ("Accept-Encoding", "codings of the body that are understood"),
        ("Accept-Language", "languages that are wanted"),
        ("Access-Control-Request-Headers", "asks before a request from another origin"),
        ("Access-Control-Request-Method", "asks before a request from another origin"),
        ("Authorization", "credentials"), ("Cache-Control", "how caches may answer"),
        ("Connection", "what is done with the connection"),
        ("Content-Type", "media type of the body"), ("Content-Digest", "hash of what is sent"),
        ("Content-Disposition", "how the body is to be shown"),
        ("Content-Encoding", "how the body is coded"), ("Content-Language", "language of the body"),
        ("Content-Length", "bytes of the body: added on its own"), ("Content-Location", "where the body is from"),
        ("Content-Range", "which part the body is"),
        ("Cookie", "cookies: added on their own"), ("Date", "when it was made"), ("DNT", "do not track"),
        ("Expect", "100-continue: asks before the body"), ("Forwarded", "what proxies changed"),
        ("From", "who is responsible"), ("Host", "host of the URL: added on its own"),
        ("Idempotency-Key", "makes a repeated POST count once"),
        ("If-Match", "only if the ETag is one of these"),
        ("If-Modified-Since", "only if it changed since then"),
        ("If-None-Match", "only if the ETag is none of these"),
        ("If-Range", "a range only if nothing changed"),
        ("If-Unmodified-Since", "only if it did not change since then"),
        ("Link", "relations to other resources"), ("Max-Forwards", "how many proxies TRACE may pass"),
        ("Origin", "from which origin it comes"), ("Pragma", "no-cache, for caches of HTTP/1.0"),
        ("Prefer", "how it is to be answered"), ("Priority", "how urgent it is"),
        ("Proxy-Authorization", "credentials for a proxy"), ("Range", "bytes=0-99: only a part"),
        ("Referer", "from which page it comes"), ("Repr-Digest", "hash of the whole representation"),
        ("Sec-Fetch-Dest", "what a browser wants it for"), ("Sec-Fetch-Mode", "how a browser asks"),
        ("Sec-Fetch-Site", "from where a browser asks"), ("TE", "transfer codings and trailers"),
        ("traceparent", "the trace that it belongs to"), ("tracestate", "the trace, as vendors say it"),
        ("Trailer", "fields behind the body"), ("Transfer-Encoding", "chunked: how the body is framed"),
        ("Upgrade", "another protocol that is wanted"),
        ("Upgrade-Insecure-Requests", "a page over TLS is wanted"), ("User-Agent", "the program that asks"),
        ("Via", "proxies on the way"), ("Want-Content-Digest", "hashes that are wanted"),
        ("X-API-Key", "a key, in many APIs"), ("X-Correlation-ID", "what it belongs to"),
        ("X-CSRF-Token", "against forged requests"), ("X-Forwarded-For", "the client, as proxies say it"),
        ("X-Forwarded-Host", "the host that was asked, as proxies say it"),
        ("X-Forwarded-Proto", "the scheme that was asked, as proxies say it"),
        ("X-HTTP-Method-Override", "another method than the one sent"), ("X-Request-ID", "what it is known by"),
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
        ("application/graphql-response+json", "answers of GraphQL"),
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
        case "accept": [("*/*", "anything"), ("application/*", "of this kind")] + mediaTypes
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
        codings + [("gzip, deflate, br", "what browsers say"), ("*", "any")]

    private static let usual: [String: [Suggestion]] = [
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
}

/// A text that may be typed, and its purpose.
package typealias Suggestion = (text: String, detail: String)
