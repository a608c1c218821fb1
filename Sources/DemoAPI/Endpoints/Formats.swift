extension Endpoints {
    static let formats: [Route] = [
        Route(
            method: "GET", pattern: "/nested", summary: "JSON with its own key order, duplicate keys, unusual numbers"
        ) {
            _ in .text(SampleTexts.nestedJSON, type: "application/json")
        },
        Route(method: "GET", pattern: "/gzip", summary: "JSON of bytes=2000, always gzip encoded") { try gzip($0) },
        Route(method: "GET", pattern: "/xml", summary: "a small XML document") { _ in
            .text(SampleTexts.xml, type: "application/xml")
        },
        Route(method: "GET", pattern: "/html", summary: "a small HTML page") { _ in
            .text(SampleTexts.html, type: "text/html; charset=utf-8")
        },
        Route(method: "GET", pattern: "/csv", summary: "a table: cells in quotes, one with a line break, a short row") {
            _ in .text(SampleTexts.csv, type: "text/csv; charset=utf-8")
        },
        Route(method: "GET", pattern: "/tsv", summary: "a table separated by tabs, rows=100") { try tsv($0) },
        Route(method: "GET", pattern: "/broken.xml", summary: "XML with an end tag that fits nothing") { _ in
            .text(SampleTexts.brokenXML, type: "application/xml")
        },
        Route(method: "GET", pattern: "/image.png", summary: "a picture of 64 by 64 pixels") { _ in
            Reply(type: "image/png", body: .bytes(try PNGImage.gradient(side: 64)))
        },
        Route(
            method: "GET", pattern: "/text",
            summary:
                "text in charset=utf-8, iso-8859-1, windows-1252, utf-16 or shift_jis; named=no leaves its name out"
        ) { try text($0) },
        Route(method: "GET", pattern: "/headers-many", summary: "count=100 header fields, and some that come twice") {
            try manyHeaders($0)
        },
    ]

    private static func gzip(_ call: Call) throws -> Reply {
        let count = try call.number("bytes", default: 2000, in: JSONRecords.lengths.lowerBound...(16 << 20))
        let records = JSONRecords(length: count)
        var text = [UInt8](repeating: 0, count: count)
        _ = text.withUnsafeMutableBytes { records.fill($0) }
        let fields = [(name: "Content-Encoding", value: "gzip"), (name: "Vary", value: "Accept-Encoding")]
        return Reply(type: "application/json", fields: fields, body: .bytes(try Deflate.gzip(text)))
    }

    private static func text(_ call: Call) throws -> Reply {
        let charset = (call.query("charset") ?? "utf-8").lowercased()
        guard let bytes = SampleTexts.encoded(in: charset) else {
            let known = SampleTexts.charsets.joined(separator: ", ")
            throw Refusal(status: 400, message: "no text in \(charset)", hint: "charset is one of \(known)")
        }
        let isNamed = call.query("named") != "no"
        return Reply(type: isNamed ? "text/plain; charset=\(charset)" : "text/plain", body: .bytes(bytes))
    }

    private static func tsv(_ call: Call) throws -> Reply {
        let count = try call.number("rows", default: 100, in: 0...100_000)
        let rows = (0..<count).map { "\($0 + 1)\tPlanet \($0 + 1)\t\($0 * $0).5\n" }
        return .text("number\tname\tdistance\n" + rows.joined(), type: "text/tab-separated-values")
    }

    private static func manyHeaders(_ call: Call) throws -> Reply {
        let count = try call.number("count", default: 100, in: 0...1000)
        var fields = (0..<count).map { (name: "X-Header-\($0 + 1)", value: "value \($0 + 1)") }
        fields += [
            ("Set-Cookie", "first=1; Path=/"), ("Set-Cookie", "second=2; Path=/"), ("X-Twice", "one"),
            ("x-twice", "two"),
            ("X-Long", String(repeating: "long ", count: 200) + "end"), ("X-UTF8", "Grüße, 世界"),
        ]
        return .json(.object([("fields", .integer(fields.count))]), fields: fields)
    }
}
