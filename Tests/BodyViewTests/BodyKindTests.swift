import Testing

@testable import BodyView

@Suite struct BodyKindTests {
    static let heads: [(id: String, contentType: String?, head: String, kind: BodyKind)] = [
        ("nothing", "application/json", "", .empty),
        ("json", "application/json", "{\"a\": 1}", .json),
        ("json with charset", "Application/JSON; charset=utf-8", "[]", .json),
        ("json suffix", "application/problem+json", "{}", .json),
        ("broken json stays json", "application/json", "{a}", .json),
        ("json type, html error page", "application/json", "<!DOCTYPE html><html>", .html),
        ("json lines", "application/x-ndjson", "{}\n{}", .jsonLines),
        ("json without a type", nil, "  {\"a\": [1, 2", .json),
        ("json lines without a type", nil, "{\"a\": 1}\n{\"a\": 2}\n", .jsonLines),
        ("json as plain text", "text/plain", "[1, 2]", .json),
        ("json as html", "text/html", "{\"error\": \"no\"}", .json),
        ("log that begins like json", "text/plain", "[2024-01-01] started", .text),
        ("text that begins like json", "text/plain", "{not json}", .text),
        ("template", nil, "{{name}}", .text),
        ("xml", "text/xml", "<a/>", .xml),
        ("xml suffix", "image/svg+xml", "<svg/>", .xml),
        ("xml by content", nil, "<?xml version=\"1.0\"?><a/>", .xml),
        ("html", "text/html; charset=utf-8", "<p>", .html),
        ("xhtml", "application/xhtml+xml", "<html/>", .html),
        ("html by content", nil, "\n<!doctype HTML>", .html),
        ("text", "text/csv", "a,b", .table),
        ("octets that are text", "application/octet-stream", "hello", .text),
        ("a broken field", "nonsense", "hello", .text),
    ]

    @Test("chooses by field and content", arguments: heads)
    func detected(id: String, contentType: String?, head: String, kind: BodyKind) {
        #expect(BodyKind.detect(contentType: contentType, head: Array(head.utf8)) == kind)
    }

    static let bytes: [(id: String, contentType: String?, head: [UInt8], kind: BodyKind)] = [
        ("png", "image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D], .picture),
        ("gzip sent as json", "application/json", [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0], .hex),
        ("octets that are no text", "application/octet-stream", [0xFF, 0xD8, 0xFE, 0xE0], .hex),
        ("latin1 as text", "text/plain", [0x47, 0x72, 0xFC, 0xDF, 0x65], .text),
        ("named charset", "application/foo; charset=latin1", [0x47, 0x72, 0xFC], .text),
        ("a scalar cut at the end", nil, [0x61, 0x62, 0x63, 0xE2, 0x82], .text),
        ("utf-16 by its mark", "text/plain", [0xFF, 0xFE, 0x61, 0], .text),
        ("utf-16 by its field", "application/json; charset=utf-16le", [0x7B, 0, 0x7D, 0], .json),
        ("json after a mark", nil, [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], .json),
    ]

    @Test("tells text from other bytes", arguments: bytes)
    func binary(id: String, contentType: String?, head: [UInt8], kind: BodyKind) {
        #expect(BodyKind.detect(contentType: contentType, head: head) == kind)
    }
}

@Suite struct BodyCharsetTests {
    @Test(
        "names the charset to convert from",
        arguments: [
            ("text/plain; charset=ISO-8859-1", [0x61], "ISO-8859-1"),
            ("text/plain; charset=\"Shift_JIS\"", [0x61], "Shift_JIS"),
            ("text/plain; charset=UTF-8", [0x61], nil),
            ("text/plain; charset=us-ascii", [0x61], nil),
            ("text/plain", [0x61], nil),
            ("text/plain; charset=latin1", [0xFF, 0xFE, 0x61, 0], "UTF-16"),
            ("text/plain; charset=latin1", [0xEF, 0xBB, 0xBF], nil),
            (nil, [0xFF, 0xFE, 0, 0], "UTF-32"),
        ] as [(String?, [UInt8], String?)])
    func detected(contentType: String?, head: [UInt8], charset: String?) {
        #expect(BodyCharset.detect(contentType: contentType, head: head) == charset)
    }
}

@Suite struct ContentTypeTests {
    @Test(
        "reads types and parameters",
        arguments: [
            ("text/html", "text/html", []),
            (" Application/Problem+JSON ;Charset = UTF-8 ", "application/problem+json", [.init("charset", "UTF-8")]),
            ("a/b;x=\"1;2\\\"3\";y=z", "a/b", [.init("x", "1;2\"3"), .init("y", "z")]),
            ("a/b; ;broken; =1;c=", "a/b", [.init("c", "")]),
        ] as [(String, String, [ContentType.Parameter])])
    func read(value: String, essence: String, parameters: [ContentType.Parameter]) throws {
        let type = try #require(ContentType(value))
        #expect(type.essence == essence)
        #expect(type.parameters == parameters)
    }

    @Test(
        "refuses what has no type and subtype",
        arguments: ["", "text", "text/", "/html", "a/b/c", "te xt/html", ";a=b"])
    func refused(value: String) {
        #expect(ContentType(value) == nil)
    }

    @Test("writes itself as a field's value")
    func written() {
        #expect(ContentType("A/B; c=d; e=\"f g\"")?.description == "a/b; c=d; e=\"f g\"")
    }
}
