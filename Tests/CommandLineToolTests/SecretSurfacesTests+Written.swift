import BodyStore
import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Secrets
import Testing

@testable import CommandLineTool
@testable import Interchange

/// Reports, exports and files, each as it is written.
extension SecretSurfacesTests {
    typealias Row = (name: String, value: String)

    static func writtenSurfaces(_ rows: [Row]) throws -> [(String, [Bool])] {
        let form = FormText.text(rows)
        let url = "https://api.example.test/path?" + form
        let record = record(rows, url: url)
        return try reportSurfaces(rows, record) + sharedSurfaces(rows, record) + bodySurfaces(rows)
            + fileSurfaces(rows, form: form) + exportSurfaces(rows)
    }

    private static func json(_ rows: [Row]) -> String {
        "{" + rows.map { "\"\($0.name)\": \"\($0.value)\"" }.joined(separator: ",\n") + ", \"end\": 0}"
    }

    private static func record(_ rows: [Row], url: String) -> RecordedExchange {
        var sent = exchange(rows, url: url, body: json(rows), type: "application/json")
        sent.attempts[0].hops[0].wire = wire(rows, body: json(rows))
        var record = RecordedExchange(id: UUID(), exchange: sent, origin: .init(), sentAt: .distantPast)
        record.head = ResponseHead(status: 200, headers: HeaderFields(rows.map { HeaderField($0.name, $0.value) }))
        return record
    }

    // MARK: - Reports

    private static func reportSurfaces(_ rows: [Row], _ record: RecordedExchange) throws -> [(String, [Bool])] {
        let entry = RunReport.Entry("a.yml", .sent(record, failure: nil), mask: SecretMask())
        var report = RunReport()
        report.add(entry)
        let sendJSON = try written { try SendReport(record, mask: SecretMask()).write(to: $0) }
        let runJSON = try written { try report.writeJSON(to: $0) }
        let html = try written { try report.writeHTML(to: $0) }
        let junit = try written { try report.writeJUnit(to: $0) }
        let lines = wireLines(record)
        return [
            ("headers of send --json, written", hidden(rows, in: sendJSON) { ", \"\($0)\"]" }),
            ("URL of send --json, written", hidden(rows, in: sendJSON) { "=\(FormText.encoded($0))" }),
            ("body of send --json, written", hidden(rows, in: sendJSON) { "\\\"\($0)\\\"" }),
            ("headers of run --report json", hidden(rows, in: runJSON) { ", \"\($0)\"]" }),
            ("URL of run --report json", hidden(rows, in: runJSON) { "=\(FormText.encoded($0))" }),
            ("body of run --report json", hidden(rows, in: runJSON) { "\\\"\($0)\\\"" }),
            (
                "headers of run --report html",
                hidden(rows, in: html) { ": \($0)\n" }.and(hidden(rows, in: html) { ": \($0)<" })
            ),
            ("URL of run --report html", hidden(rows, in: html) { "=\(FormText.encoded($0))" }),
            ("URL of run --report junit", hidden(rows, in: junit) { "=\(FormText.encoded($0))" }),
            ("headers of send -v, written", rows.map { row in !lines.contains { $0.hasSuffix(": \(row.value)") } }),
            ("body of send -v, written", hidden(rows, in: lines.joined(separator: "\n")) { "\"\($0)\"" }),
            (
                "URL of send -v, written",
                rows.map { row in
                    let url = "https://h.test/?\(FormText.text([row]))"
                    let record = RecordedExchange(
                        id: UUID(), exchange: exchange([], url: url, body: "", type: ""), origin: .init(),
                        sentAt: .distantPast)
                    return !wireLines(record).contains { $0.contains("=\(FormText.encoded(row.value))") }
                }
            ),
            (
                "row of run --data",
                try rows.map { row in
                    let rows = try DataRows(Data("[{\"\(row.name)\": \"\(row.value)\"}]".utf8), named: "rows.json")
                    let scopes = VariableScopes(collection: Collection(name: "c"))
                    let title = rows.rows[0].title { scopes.isSecret(captured: $0.name, $0.value) }
                    return !title.contains(row.value.prefix(40))
                }
            ),
        ]
    }

    private static func wire(_ rows: [Row], body: String) -> Exchange.WireLog {
        let head = rows.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        return Exchange.WireLog([
            .init(.requestHead, .bytes(Data("POST / HTTP/1.1\r\n\(head)".utf8))),
            .init(.requestBody, .bytes(Data(body.utf8))),
            .init(.responseHead, .bytes(Data("HTTP/1.1 200 OK\r\n\(head)".utf8))),
        ])
    }

    private static func wireLines(_ record: RecordedExchange) -> [String] {
        WireReport.lines(of: record, mask: SecretMask(), masks: true, now: .distantPast, showsNonASCII: true)
    }

    // MARK: - What is shared

    private static func sharedSurfaces(_ rows: [Row], _ record: RecordedExchange) throws -> [(String, [Bool])] {
        let package = try package(rows, record)
        let (report, command) = (try text(of: package, .markdown), try text(of: package, .curl))
        let archive = try text(of: package, .har)
        return [
            ("share as markdown, headers", hidden(rows, in: report) { ": \($0)\n" }),
            ("share as markdown, URL", hidden(rows, in: report) { "=\(FormText.encoded($0))" }),
            ("share as curl, headers", hidden(rows, in: command) { ": \($0)'" }),
            ("share as curl, URL", hidden(rows, in: command) { "=\(FormText.encoded($0))" }),
            ("share as curl, body", hidden(rows, in: command) { "\"\($0)\"" }),
            ("share as har, headers", hidden(rows, in: archive) { "\"\($0)\"" }),
            ("share as har, body and events", hidden(rows, in: archive) { "\\\"\($0)\\\"" }),
        ]
    }

    private static func text(of package: SharePackage, _ format: ShareFormat) throws -> String {
        try written { try package.write(as: format, creator: ("test", "1"), secondsFromGMT: 0, to: $0) }
    }

    private static func package(_ rows: [Row], _ record: RecordedExchange) throws -> SharePackage {
        let exchange = record.exchange
        var kept = StoredExchange(
            id: UUID(), origin: .init(), source: .screen, sentAt: .distantPast, exchange: exchange)
        kept.head = record.head
        let events = rows.map { "data: {\"\($0.name)\": \"\($0.value)\"}\n\n" }.joined()
        let past = PastExchange(
            kept, requestBody: BodyStore(exchange.request.body ?? Data()), responseBody: BodyStore(Data(events.utf8)))
        return try SharePackage([SharedExchange(past)], spillDirectory: FileManager.default.temporaryDirectory)
    }

    // MARK: - Bodies of other kinds

    private static func bodySurfaces(_ rows: [Row]) throws -> [(String, [Bool])] {
        let xml = "<r>" + rows.map { "<\($0.name)>\($0.value)</\($0.name)>" }.joined() + "</r>"
        let json = json(rows)
        let graphQL = "{\"query\": \"{ a }\", \"variables\": \(json)}"
        let events = rows.map { "event: a\ndata: {\"\($0.name)\": \"\($0.value)\"}\n\n" }.joined()
        var example = ExampleMasking()
        func inElement(_ value: String) -> String { ">\(value)<" }
        func inJSON(_ value: String) -> String { "\"\(value)\"" }
        return [
            ("XML of send --json", hidden(rows, in: SecretMask().body(xml, type: "application/xml"), inElement)),
            ("XML of send -v", hidden(rows, in: Redaction.body(xml, type: ""), inElement)),
            ("check of XML", hidden(rows, in: masking(LiteralSecret.all(in: xml), in: xml), inElement)),
            ("XML of an example", hidden(rows, in: example.body(xml, type: nil, part: .body), inElement)),
            ("variables of GraphQL in send --json", hidden(rows, in: SecretMask().body(graphQL, type: ""), inJSON)),
            ("check of variables of GraphQL", hidden(rows, in: masking(LiteralSecret.all(in: json), in: json), inJSON)),
            ("events in send -v", hidden(rows, in: Redaction.body(events, type: "text/event-stream"), inJSON)),
            ("events of an example", hidden(rows, in: example.body(events, type: nil, part: .body), inJSON)),
        ]
    }

    // MARK: - Files

    private static func fileSurfaces(_ rows: [Row], form: String) throws -> [(String, [Bool])] {
        let text = fileText(rows)
        let bodyText =
            "info: {name: x, type: http}\nhttp:\n  url: https://h.test/\n  body:\n    type: text\n    data: \"\(form)\"\n"
        let file = try RequestFile.read(text: text, path: "a.yml")
        let lines = try draftText(rows.filter { $0.name != "Cookie" })
        let pairs = rows.map { "\($0.name)=\($0.value)" }.joined(separator: "\n")
        let foundLines = Set(FileFacts(text: pairs).secrets.map(\.place.line))
        let found = FileFacts(text: text).secrets.map(\.value)
        let inForm = masking(
            FileFacts(text: bodyText).secrets.filter { !$0.path.components.isEmpty }.map(\.secret), in: form)
        let example = ExampleMasking()
        return [
            ("review of a file", rows.map { found.contains($0.value) }),
            ("review of a form in a file", hidden(rows, in: inForm) { "=\(FormText.encoded($0))" }),
            ("review of .env", rows.indices.map { foundLines.contains($0 + 1) }),
            (
                "a shared request",
                hidden(rows, in: try file.shared(as: file.definition, hiding: []).text) { "\"\($0)\"" }
            ),
            (
                "a draft against its file",
                try rows.map { row in
                    // The value of a cookie without a name may be a sign that occurs everywhere.
                    try !(row.name == "Cookie" ? draftText([row]) : lines).contains("value: \"\(row.value)\"")
                }
            ),
            ("form of an example", hidden(rows, in: Self.form(form, example)) { "=\(FormText.encoded($0))" }),
        ]
    }

    private static func fileText(_ rows: [Row]) -> String {
        let headers = rows.map { "    - name: \"\($0.name)\"\n      value: \"\($0.value)\"\n" }.joined()
        return "info: {name: x, type: http}\nhttp:\n  method: GET\n  url: https://h.test/\n  headers:\n" + headers
    }

    /// Returns the changes that saving a new file would make.
    private static func draftText(_ rows: [Row]) throws -> String {
        let file = try RequestFile.read(text: fileText(rows), path: "a.yml")
        let difference = DraftComparison(
            path: "a.yml", base: .request(file), content: .request(DraftContent(definition: file.definition)),
            diskText: nil, companion: nil, secrets: SecretMask(), mask: "••••"
        ).difference
        return difference.lines.map { line in if case .added(let text) = line { text + "\n" } else { "" } }.joined()
    }

    private static func form(_ text: String, _ example: ExampleMasking) -> String {
        var example = example
        return example.body(text, type: "application/x-www-form-urlencoded", part: .request)
    }

    // MARK: - Exports

    private static func exportSurfaces(_ rows: [Row]) throws -> [(String, [Bool])] {
        var definition = RequestDefinition()
        (definition.name, definition.method, definition.url) = ("it", "POST", "http://127.0.0.1:1/")
        definition.body.kind = .formURLEncoded
        definition.body.form = rows.map { Field($0.name, $0.value) }
        let (collection, scopes) = surroundings(of: definition)
        let curl = try CurlExport(definition, at: "it.yml", in: collection, scopes: scopes).text()
        let swift = SwiftForm.allCases.map {
            SwiftExport(definition, at: "it.yml", in: collection, scopes: scopes).text($0)
        }
        func isHidden(_ row: Row, in text: String) -> Bool {
            ![row.value, FormText.encoded(row.value)].contains {
                text.contains("=\($0)") || text.contains(PythonLiteral.text($0)) || text.contains("\"\($0)\"")
            }
        }
        let locust = locust(rows)
        return [
            ("export --as curl", rows.map { isHidden($0, in: curl) }),
            ("export --as locust", rows.map { isHidden($0, in: locust) }),
        ]
            + zip(SwiftForm.allCases, swift).map { form, text in
                ("export --as \(form)", rows.map { isHidden($0, in: text) })
            }
    }

    /// Returns a load test of a form of several parts: in another one a plus sign for a space looks like a part of a secret.
    private static func locust(_ rows: [Row]) -> String {
        var definition = RequestDefinition()
        (definition.name, definition.method, definition.url) = ("it", "POST", "http://127.0.0.1:1/")
        definition.body.kind = .multipart
        definition.body.parts = rows.map { MultipartPart(name: $0.name, isFile: false, values: [$0.value]) }
        let (collection, scopes) = surroundings(of: definition)
        return LoadTest(
            "c", [LoadTest.Source("it.yml", definition, scopes)], in: collection, environmentName: nil
        ).text(.locust)
    }

    private static func surroundings(of definition: RequestDefinition) -> (OpenCollection.Collection, VariableScopes) {
        let item = CollectionItem(
            path: "it.yml", name: "it", kind: .request(RequestFile(text: "", definition: definition)))
        let collection = OpenCollection.Collection(name: "c", items: [item])
        return (collection, VariableScopes(collection: collection, itemPath: "it.yml", request: definition))
    }

    // MARK: - Texts

    private static func hidden(_ rows: [Row], in text: String, _ written: (String) -> String) -> [Bool] {
        rows.map { !text.contains(written($0.value)) }
    }

    private static func written(
        _ write: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) rethrows -> String {
        var bytes: [UInt8] = []
        try write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [Bool] {
    fileprivate func and(_ others: [Bool]) -> [Bool] { zip(self, others).map { $0 && $1 } }
}
