import Foundation
import TestSupport
import Testing

@Suite("Story: parts of XML, of a form and of a text become variables and checks", .serialized)
struct FromMarkupToVariable {
    private static let begun = """
        <?xml version="1.0" encoding="UTF-8"?>
        <InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
          <Bucket>backups</Bucket>
          <UploadId>VXBsb2Fk-1</UploadId>
        </InitiateMultipartUploadResult>
        """
    private static let form =
        "<html><body><form method=post><input type=hidden name=csrf value=\"t0k-3n\"><input name=user></form></body></html>"

    /// Begins an upload, takes parts of it alone, and takes a form with the token of its page alone.
    private static func server() throws -> RawServer {
        try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let length =
                head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
            let body = String(decoding: connection.read(length), as: UTF8.self)
            var (status, type, text) = ("403 Forbidden", "text/plain", "no")
            if head.hasPrefix("POST /upload?uploads") { (status, type, text) = ("200 OK", "application/xml", begun) }
            if head.hasPrefix("PUT /upload?part=1&id=VXBsb2Fk-1 ") {
                (status, text) = ("200 OK", "etag = e1\nsize: 12\n")
            }
            if head.hasPrefix("GET /form") { (status, type, text) = ("200 OK", "text/html", form) }
            if head.hasPrefix("POST /form"), body.contains("csrf=t0k-3n") { (status, text) = ("200 OK", "welcome") }
            connection.write(
                "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
            )
        }
    }

    private static func place(companion: String? = nil) throws -> StoryPlace {
        func request(_ number: Int, _ name: String, _ method: String, _ target: String, _ more: String = "") -> String {
            "info: {name: \(name), type: http, seq: \(number)}\nhttp:\n  method: \(method)\n  url: \"{{baseUrl}}\(target)\"\n"
                + more
        }
        var files = [
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "begin.yml": request(1, "Begin", "POST", "/upload?uploads"),
            "part.yml": request(2, "Part", "PUT", "/upload?part=1&id={{uploadId}}"),
            "page.yml": request(3, "Page", "GET", "/form"),
            "login.yml": request(
                4, "Login", "POST", "/form",
                "  body:\n    type: form-urlencoded\n    data:\n      - {name: csrf, value: \"{{csrf}}\"}\n"),
        ]
        files["microscope.yaml"] = companion
        return try StoryPlace(files)
    }

    private static let companion = """
        version: 1
        requests:
          begin.yml:
            captures: [{name: uploadId, from: xpath, expression: //UploadId}]
            checks: [{from: xpath, expression: count(//Bucket), operator: eq, value: '1'}]
          part.yml:
            checks: [{from: regex, expression: '^size: (\\d+)', operator: gt, value: '10'}]
          page.yml:
            captures: [{name: csrf, from: css, expression: 'input[name=csrf]::attr(value)'}]

        """

    @Test("a run takes the id of an upload out of XML, and the token of a form out of HTML")
    func run() throws {
        let server = try Self.server()
        let place = try Self.place(companion: Self.companion)
        let good = try ProgramRun(["run", "--var", "baseUrl=\(server.baseURL)"], at: place)
        #expect(good.status == 0, "\(good.output)\n\(good.errors)")
        #expect(good.output.components(separatedBy: "1 of 1 assertion passed").count == 3, "\(good.output)")
        #expect(try ProgramRun(["check"], at: place).status == 0)
        try place.write(Self.companion.replacing("gt, value: '10'", with: "gt, value: '20'"), to: "microscope.yaml")
        let bad = try ProgramRun(["run", "--var", "baseUrl=\(server.baseURL)"], at: place)
        #expect(bad.status == 1 && bad.output.contains("regex ^size: (\\d+) gt 20"), "\(bad.output)")
        try place.write(Self.companion.replacing("from: css", with: "from: cssx"), to: "microscope.yaml")
        let checked = try ProgramRun(["check"], at: place).output
        #expect(checked.contains("microscope.yaml:9:"), "\(checked)")
    }

    @Test(
        "Enter on an element offers it; what is chosen is written to microscope.yaml alone", arguments: [false, true])
    func onScreen(isLarge: Bool) throws {
        let server = try Self.server()
        let place = try Self.place()
        let before = try String(contentsOf: place.collection.appendingPathComponent("begin.yml"), encoding: .utf8)
        let session = try place.start(size: isLarge ? .large : .small, variables: ["baseUrl": server.baseURL])
        try session.send("begin", named: "Begin", until: "200 OK")
        try session.waitFor("<UploadId>")
        try session.type("3jjj")
        try session.press(.enter)
        try session.waitFor("Actions for /InitiateMultipartUploadResult/UploadId")
        try session.type("capture")
        try session.press(.enter)
        try session.waitFor("Capture")
        try session.press(.enter)
        try session.waitFor("is captured from each response: xpath /Init")
        try session.type("w")
        try session.waitFor("Saved")
        let file = try String(contentsOf: place.collection.appendingPathComponent("microscope.yaml"), encoding: .utf8)
        #expect(file.contains("name: UploadId") && file.contains("from: xpath"), "\(file)")
        #expect(try String(contentsOf: place.collection.appendingPathComponent("begin.yml"), encoding: .utf8) == before)
        try session.type("2")
        for _ in 0..<5 { try session.type("]") }
        try session.waitFor("the row of the table") { $0.contains("xpath /Init") && $0.contains("Microscope on") }
        #expect(try session.quit() == 0)
    }
}
