import DemoAPI
import Foundation
import Testing

@Suite struct FormatEndpointTests {
    private let server: DemoServer
    private let client: RawClient

    init() throws {
        server = try DemoServer()
        client = try RawClient(port: server.port)
    }

    @Test("JSON of any size is exact and valid", arguments: Array(2...10) + [333, 334, 335, 336, 337, 5000, 1_000_003])
    func json(size: Int) throws {
        let response = try client.get("/json?bytes=\(size)")
        #expect(response.body.count == size && response["Content-Length"] == "\(size)")
        #expect(try response.json() is [Any])
    }

    @Test("big JSON keeps unusual spellings and is the same every time")
    func jsonContent() throws {
        let first = try client.get("/json?bytes=5000")
        for spelling in ["1.50", "1E-7", "-0", "12345678901234567890121", #"\u00e9"#, "日本語"] {
            #expect(first.text.contains(spelling))
        }
        #expect(try client.get("/json?bytes=5000").body == first.body)
    }

    @Test("bytes follow the pattern across its seams")
    func bytes() throws {
        let response = try client.get("/bytes?count=200001")
        #expect(response.body.count == 200_001)
        #expect(response.body.enumerated().allSatisfy { $1 == UInt8(truncatingIfNeeded: $0 + $0 / 256) })
        #expect(try client.get("/bytes?count=0").body.isEmpty)
    }

    @Test("a streamed body goes on for as long as one likes")
    func endless() throws {
        try client.write("GET", "/json?bytes=1000000000000")
        #expect(try client.readHead()["Content-Length"] == "1000000000000")
    }

    @Test("gzip holds the same JSON, without a time in it")
    func gzip() throws {
        let response = try client.get("/gzip?bytes=3000")
        #expect(response["Content-Encoding"] == "gzip" && response.body.count < 1000)
        #expect(Array(response.body.prefix(8)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
        // RFC 1952: the last four bytes are the length before compression.
        let length = response.body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(length == 3000)
    }

    @Test(
        "text comes in the charset that it names",
        arguments: zip(
            ["iso-8859-1", "windows-1252", "utf-16", "shift_jis", "utf-8"],
            [
                "Grüße aus Köln, déjà vu, ¿qué?\n", "“Grüße” – 5 €\n", "Grüße, 世界, 😀\n", "こんにちは、世界\n",
                "Grüße, 世界, мир, مرحبا, 😀\n",
            ]))
    func charsets(name: String, expected: String) throws {
        let response = try client.get("/text?charset=\(name)")
        #expect(response["Content-Type"] == "text/plain; charset=\(name)")
        let encodings: [String: String.Encoding] = [
            "iso-8859-1": .isoLatin1, "windows-1252": .windowsCP1252, "utf-16": .utf16, "shift_jis": .shiftJIS,
            "utf-8": .utf8,
        ]
        let encoding = try #require(encodings[name])
        #expect(String(bytes: response.body, encoding: encoding) == expected)
    }

    @Test("an unknown charset is refused with the known ones")
    func unknownCharset() throws {
        let response = try client.get("/text?charset=klingon")
        #expect(response.status == 400 && response.text.contains("shift_jis"))
    }

    @Test(
        "XML, HTML and PNG say their type",
        arguments: zip(
            ["/xml", "/html", "/image.png", "/nested"],
            ["application/xml", "text/html; charset=utf-8", "image/png", "application/json"]))
    func types(path: String, type: String) throws {
        #expect(try client.get(path)["Content-Type"] == type)
    }

    @Test("the picture is a PNG of 64 by 64")
    func picture() throws {
        let body = try client.get("/image.png").body
        #expect(Array(body.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(Array(body[16..<24]) == [0, 0, 0, 64, 0, 0, 0, 64])
        // The end chunk's checksum is known from the specification.
        #expect(Array(body.suffix(8)) == Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82])
    }

    @Test("nested JSON keeps duplicate keys and number spellings")
    func nested() throws {
        let text = try client.get("/nested").text
        for piece in [#""name": "first", "name": "second""#, "1.50", "1E-7", "6.02e+23", #"\ud83d\ude00"#] {
            #expect(text.contains(piece))
        }
    }

    @Test("many headers arrive, those that come twice too")
    func manyHeaders() throws {
        let response = try client.get("/headers-many?count=300")
        #expect(response["X-Header-300"] == "value 300")
        #expect(response.all("Set-Cookie").count == 2)
        #expect(response.fields.filter { $0.name == "X-Twice" || $0.name == "x-twice" }.map(\.value) == ["one", "two"])
        #expect(response["X-UTF8"] == "Grüße, 世界")
    }

    @Test("an upload reports its parts: empty ones, repeated names, files")
    func upload() throws {
        let head = #"Content-Disposition: form-data; name="#
        let parts = [
            head + "\"a\"\r\n\r\none", head + "\"a\"\r\n\r\n", head + "\"a\"\r\n\r\n",
            head + "\"f\"; filename=\"ü.txt\"\r\nContent-Type: text/plain\r\n\r\n123456789",
        ]
        let body = parts.map { "--XX\r\n\($0)\r\n" }.joined() + "--XX--\r\n"
        let response = try client.send(
            "POST", "/upload", ["Content-Type: multipart/form-data; boundary=XX"], body: Array(body.utf8))
        let reported = try response.object()["parts"] as? [[String: Any]] ?? []
        #expect(reported.map { $0["size"] as? Int } == [3, 0, 0, 9])
        let file = try #require(reported.last)
        #expect(file["filename"] as? String == "ü.txt" && file["type"] as? String == "text/plain")
        #expect(file["sha256"] as? String == "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225")
        // Of no bytes at all.
        #expect((reported[1]["sha256"] as? String)?.hasPrefix("e3b0c44298fc1c14") == true)
    }

    @Test(
        "an upload that is no form is refused",
        arguments: ["multipart/form-data", "text/plain", "multipart/form-data; boundary=XX"])
    func badUpload(type: String) throws {
        #expect(try client.send("POST", "/upload", ["Content-Type: \(type)"], body: Array("abc".utf8)).status == 400)
    }
}
