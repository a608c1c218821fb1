import CollectionRunner
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection
import TestSupport
import Testing

@testable import Interchange

@Suite struct CurlTests {
    private static let environment = EnvironmentDefinition(
        name: "tests", variables: CurlSamples.secrets.keys.map { Variable($0, "", isSecret: true) })

    private static func scopes(_ definition: RequestDefinition, isSend: Bool) -> VariableScopes {
        VariableScopes(
            collection: OpenCollection.Collection(name: "T"), environment: environment, itemPath: "it.yml",
            request: definition,
            session: isSend ? ["nobody knows": .string(CurlSamples.literals["nobody_knows"] ?? "")] : [:],
            secrets: { CurlSamples.secrets[$0] },
            processEnvironment: [
                "WHO": "it's me", "WHO_TOKEN": CurlSamples.literals["WHO_TOKEN"] ?? "", "PATH": "/bin",
            ])
    }

    private static func export(_ definition: RequestDefinition) throws -> String {
        try CurlExport(
            definition, at: "it.yml", in: OpenCollection.Collection(name: "T"),
            scopes: scopes(definition, isSend: false)
        ).text()
    }

    @Test(
        "a URL that begins with a variable without a value gets no scheme: the value has it",
        arguments: [
            ("{{nobodyKnows}}/users", "$nobodyKnows/users"), ("host/{{nobodyKnows}}", "http://host/$nobodyKnows"),
        ])
    func scheme(url: String, expected: String) throws {
        var definition = RequestDefinition()
        definition.url = url
        #expect(try Self.export(definition).contains("\"\(expected)\""))
    }

    @Test("a header that an empty row leaves out is left out by curl, too")
    func leftOut() throws {
        var definition = RequestDefinition()
        definition.url = "http://h/"
        definition.headers = [Field("Accept", ""), Field("X-A", "")]
        let text = try Self.export(definition)
        #expect(text.contains("Accept:") && !text.contains("Accept;") && text.contains("X-A;"), "\(text)")
    }

    /// Runs a script with what it is to find in its environment.
    private static func run(_ script: String, _ values: [String: String] = [:]) throws -> ChildProgram.Result {
        var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        environment.merge(CurlSamples.secrets.merging(CurlSamples.literals) { first, _ in first }) { first, _ in first }
        environment.merge(values) { $1 }
        return try ChildProgram.run(["sh", "-c", script], environment: environment)
    }

    @Test("digest and NTLM are curl's own options; what is signed anew each time is left out, and said")
    func challenges() throws {
        var definition = RequestDefinition()
        definition.url = "http://h/"
        definition.auth = .unsupported(.digest(username: "ann", password: "pw"))
        let digest = try Self.export(definition)
        #expect(digest.contains("--digest") && digest.contains("-u ") && !digest.contains("pw"))
        definition.auth = .unsupported(.ntlm(username: "ann", password: "pw", domain: "LAND"))
        let ntlm = try Self.export(definition)
        #expect(ntlm.contains("--ntlm") && ntlm.contains("LAND\\ann"))
        definition.auth = .unsupported(AuthDetails(type: "wsse"))
        let wsse = try Self.export(definition)
        #expect(wsse.contains("Credentials of type wsse are not written here.") && !wsse.contains("X-WSSE"))
    }

    @Test("what sh and curl make of it arrives as what Microscope sends", arguments: CurlSamples.all)
    func wire(sample: CurlSamples.Sample) async throws {
        let server = try KeepingServer()
        var definition = sample.definition
        definition.url = definition.url.replacing("127.0.0.1:1", with: "127.0.0.1:\(server.port)")
        var command = try Self.export(definition)
        command.replace("\(server.port)/", with: "\(server.port)/curl/", maxReplacements: 1)
        let run = try Self.run(command)
        #expect(run.status == 0, "\(command)\(run.errorText)")
        let rendered = RequestRenderer.render(
            definition, at: "it.yml", in: OpenCollection.Collection(name: "T"),
            scopes: Self.scopes(definition, isSend: true), defaults: ClientDefaults(userAgent: "microscope"))
        let runner = CollectionRunner(client: NetworkClient(transport: CurlTransport.shared))
        let record = await runner.run(rendered, origin: RecordedExchange.Origin(requestPath: "it.yml"))
        #expect(record.failure == nil, "\(String(describing: record.failure))")
        let received = server.requests
        #expect(received.count == 2)
        guard received.count == 2 else { return }
        #expect(received[0].method == received[1].method)
        #expect(received[0].target.replacing("/curl/", with: "/") == received[1].target)
        #expect(Self.own(received[0]) == Self.own(received[1]), "\(command)")
        let isForm = definition.body.kind == .formURLEncoded
        #expect(Self.body(received[0], isForm: isForm) == Self.body(received[1], isForm: isForm), "\(command)")
    }

    /// Headers without those that each program says of itself.
    private static func own(_ request: WireArrival) -> [String: String] {
        var headers = request.headers
        if headers["user-agent"]?.hasPrefix("curl/") == true || headers["user-agent"] == "microscope" {
            headers["user-agent"] = nil
        }
        for name in ["accept-encoding", "host", "connection", "content-length"] { headers[name] = nil }
        return headers
    }

    /// curl encodes a few more characters of a form: it is compared as a server reads it.
    private static func body(_ request: WireArrival, isForm: Bool) -> [String] {
        let text = String(decoding: request.body, as: UTF8.self)
        guard isForm else { return [text] }
        return text.split(separator: "&", omittingEmptySubsequences: false).map { CurlSpelling.decoded(String($0)) }
    }

    @Test("no secret stands in the text, and a comment says what to set", arguments: CurlSamples.all)
    func secrets(sample: CurlSamples.Sample) throws {
        let text = try Self.export(sample.definition)
        for secret in CurlSamples.secrets.values where secret.count > 3 { #expect(!text.contains(secret)) }
        for word in ["written-0ut!", "hunter2", "s3cret", "it's a t0ken"] { #expect(!text.contains(word), "\(text)") }
        #expect(
            text.contains("\"$") == false || text.hasPrefix("# Variables to set in the shell first: ")
                || sample.id == "headers", "\(text)")
    }

    @Test("it reads well: one option to a line, quotes only where they are needed")
    func layout() throws {
        var definition = CurlSamples.all[0].definition
        definition.method = "PUT"
        definition.headers = [Field("X-A", "b")]
        definition.auth = .bearer(token: "{{token}}")
        definition.body.kind = .json
        definition.body.text = "{}"
        definition.settings.timeoutInMilliseconds = 1500
        #expect(
            try Self.export(definition) == """
                # Variables to set in the shell first: token - secret
                # Redirects are not followed: with -L, curl would repeat PUT at their target.
                curl -X PUT http://127.0.0.1:1/x \\
                  -H 'X-A: b' \\
                  -H "Authorization: Bearer $token" \\
                  -H 'Content-Type: application/json' \\
                  --data-raw '{}' \\
                  --max-time 1.5 \\
                  --compressed

                """)
    }

    @Test("whatever a text holds, sh hands it on byte for byte")
    func quoting() throws {
        var random = SeededRandom(seed: 20_261_121)
        let alphabet = Array("ab'\"\\$`!#~*?[]{}()<>|&; \t\n\r=%^@-_/.,:☂é0\u{1}\u{1B}\u{7F}")
        for _ in 0..<12 {
            let texts = (0..<60).map { _ in
                String(
                    (0..<Int.random(in: 0...30, using: &random)).map { _ in
                        alphabet.randomElement(using: &random) ?? "a"
                    })
            }
            let words = texts.map {
                ShellText([.text($0), .variable("V"), .text($0)]).quoted + " " + ShellText($0).quoted
            }
            let run = try Self.run("printf '%s\\0' \(words.joined(separator: " "))", ["V": "v'\"$x\\"])
            let expected = texts.flatMap { [$0 + "v'\"$x\\" + $0, $0] }
            let printed = run.outputText.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(
                String.init)
            #expect(run.status == 0 && printed.elementsEqual(expected) { $0.utf8.elementsEqual($1.utf8) })
        }
    }

    @Test("parts of a multipart form arrive with their names, values, types and files")
    func multipart() throws {
        let server = try KeepingServer()
        var definition = CurlSamples.all[0].definition
        definition.method = "POST"
        definition.url = "http://127.0.0.1:\(server.port)/x"
        definition.body.kind = .multipart
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("a;b,\"c\" \(UUID().uuidString).txt")
        try Data("inside".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let values = ["plain", "@no file", "<no file", "a;type=b", "\"q\" \\ '", " blank", "", "two\nlines"]
        definition.body.parts = values.enumerated().flatMap { index, value in
            [
                MultipartPart(name: "p\(index)", isFile: false, values: [value]),
                MultipartPart(name: "t\(index)", isFile: false, values: [value], contentType: "text/x-own"),
            ]
        }
        definition.body.parts.append(
            MultipartPart(name: "f", isFile: true, values: [file.path], contentType: "text/csv"))
        let command = try Self.export(definition)
        let run = try Self.run(command)
        #expect(run.status == 0, "\(command)\(run.errorText)")
        let body = String(decoding: try #require(server.requests.first).body, as: UTF8.self)
        let parts = body.components(separatedBy: "\r\n--").map { $0.components(separatedBy: "\r\n\r\n") }
        for (index, value) in values.enumerated() {
            let plain = try #require(parts.first { $0[0].contains("name=\"p\(index)\"") })
            #expect(plain.dropFirst().joined(separator: "\r\n\r\n") == value && !plain[0].contains("Content-Type"))
            let typed = try #require(parts.first { $0[0].contains("name=\"t\(index)\"") })
            #expect(typed.dropFirst().joined(separator: "\r\n\r\n") == value && typed[0].contains("text/x-own"))
        }
        let upload = try #require(parts.first { $0[0].contains("name=\"f\"") })
        #expect(upload.last == "inside" && upload[0].contains("text/csv"))
        let back = try ReceivedRequest.read(command)
        #expect(back.file.definition.body.parts == definition.body.parts, "\(command)")
    }

    @Test("what no shell can hand on is refused")
    func refused() throws {
        var definition = CurlSamples.all[0].definition
        definition.body.kind = .text
        definition.body.text = "a\0b"
        #expect(throws: SharingRefusal.self) { try Self.export(definition) }
        definition.body.text = String(repeating: "x", count: 200_000)
        #expect(throws: SharingRefusal.self) { try Self.export(definition) }
        definition.body.kind = .none
        definition.url = ""
        #expect(throws: SharingRefusal.self) { try Self.export(definition) }
    }
}

/// Draws the same numbers for the same seed.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Responds to everything with 200 and keeps what came, in order.
final class KeepingServer: Sendable {
    private let server: RawServer
    private let kept: Kept
    var port: Int { server.port }
    var requests: [WireArrival] { kept.all }

    init() throws {
        let kept = Kept()
        self.kept = kept
        server = try RawServer { connection, _ in
            guard let request = WireArrival(connection) else { return }
            kept.add(request)
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
    }

    private final class Kept: @unchecked Sendable {
        // @unchecked: `requests` is touched under the lock only.
        private let lock = NSLock()
        private var requests: [WireArrival] = []
        var all: [WireArrival] { lock.withLock { requests } }
        func add(_ request: WireArrival) { lock.withLock { requests.append(request) } }
    }
}
