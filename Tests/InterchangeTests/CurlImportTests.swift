import CollectionRunner
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection
import TestSupport
import Testing

@testable import Interchange

/// Commands run by the real curl, and imported, saved, read, rendered and sent: what arrives is the same.
@Suite struct CurlImportTests {
    private static let server = try? KeepingServer()

    /// A directory with the files that the commands name.
    private final class Place {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("curl-import-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            for (name, text) in CurlCommands.files { try Data(text.utf8).write(to: url.appendingPathComponent(name)) }
        }

        /// Reads them as the program does.
        var files: CurlFiles {
            CurlFiles { [url] path in
                (try? Data(contentsOf: url.appendingPathComponent(path))).flatMap {
                    String(validating: $0, as: UTF8.self)
                }
            }
        }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    @Test("what an imported command sends is what curl sends", arguments: CurlCommands.all)
    func wire(command: CurlCommands.Command) async throws {
        let place = try Place()
        let expected = try Self.run(command.text, command, "curl", in: place)
        try #require(!expected.isEmpty)
        let requests = try ReceivedRequest.all(
            in: try Self.placed(command.text, command, "mine"), files: place.files)
        #expect(requests.flatMap(\.losses).isEmpty)
        for request in requests { await Self.send(request.file.text, in: place) }
        try Self.compare(try Self.arrivals(command, "mine"), expected, command)
    }

    @Test("what is exported again sends what curl sent first", arguments: CurlCommands.all)
    func wayBack(command: CurlCommands.Command) throws {
        let place = try Place()
        let expected = try Self.run(command.text, command, "first", in: place)
        let requests = try ReceivedRequest.all(
            in: try Self.placed(command.text, command, "again"), files: place.files)
        for request in requests {
            let definition = request.file.definition
            let script = try CurlExport(definition, at: "it.yml", in: Self.collection, scopes: Self.scopes(definition))
                .text()
            let run = try ChildProgram.run(
                ["bash", "-c", "cd \"$0\" && eval \"$1\"", place.url.path, script],
                environment: Self.environment(Self.literals(of: command)))
            #expect(run.status == 0, "\(script)\(run.errorText)")
        }
        try Self.compare(try Self.arrivals(command, "again"), expected, command)
    }

    // MARK: Running

    private static let collection = OpenCollection.Collection(name: "T")

    private static func scopes(_ definition: RequestDefinition) -> VariableScopes {
        VariableScopes(
            collection: collection, environment: nil, itemPath: "it.yml", request: definition,
            processEnvironment: CurlCommands.environment)
    }

    private static func environment(_ more: [String: String] = [:]) -> [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return CurlCommands.environment.merging(["PATH": path, "LC_ALL": "C.UTF-8", "HOME": "/"]) { $1 }.merging(more) {
            $1
        }
    }

    /// Returns a command with the server's address in it; each side has its own paths.
    private static func placed(_ text: String, _ command: CurlCommands.Command, _ side: String) throws -> String {
        let host = "127.0.0.1:\(try #require(server).port)"
        return text.replacing("BASE/", with: "http://\(host)/\(command.id)/\(side)/").replacing(
            "HOST/", with: "\(host)/\(command.id)/\(side)/")
    }

    private static func run(
        _ text: String, _ command: CurlCommands.Command, _ side: String, in place: Place
    ) throws -> [WireArrival] {
        let script = "cd \"$0\" && eval \"$1\""
        let run = try ChildProgram.run(
            ["bash", "-c", script, place.url.path, try placed(text, command, side)], environment: environment())
        #expect(run.errorText.contains("curl: (") == false, "\(run.errorText)")
        return try arrivals(command, side)
    }

    private static func arrivals(_ command: CurlCommands.Command, _ side: String) throws -> [WireArrival] {
        let start = "/\(command.id)/\(side)"
        return try #require(server).requests.filter { $0.target.hasPrefix(start) }.map { arrival in
            var arrival = arrival
            arrival.target.removeFirst(start.count)
            return arrival
        }
    }

    private static func send(_ text: String, in place: Place) async {
        guard let file = try? RequestFile.read(text: text, path: "it.yml") else {
            Issue.record("\(text)")
            return
        }
        let rendered = RequestRenderer.render(
            file.definition, at: "it.yml", in: collection, scopes: scopes(file.definition),
            defaults: ClientDefaults(userAgent: "microscope"))
        let runner = CollectionRunner(client: NetworkClient(transport: CurlTransport.shared))
        let record = await runner.run(
            rendered, origin: RecordedExchange.Origin(requestPath: "it.yml"),
            dependencies: SendDependencies(files: RequestFiles(root: place.url)))
        #expect(record.failure == nil, "\(String(describing: record.failure)) \(text)")
    }

    /// Literals that look like secrets are variables of an exported command, which say nothing of their values.
    private static func literals(of command: CurlCommands.Command) -> [String: String] {
        let known: [String: [String: String]] = [
            "s3-put": ["AWS_SECRET_ACCESS_KEY": "SECRETKEY/a+b", "AWS_SESSION_TOKEN": "tok/en=="],
            "sts-post": ["AWS_SECRET_ACCESS_KEY": "SECRETKEY"],
            "webdav-mkcol": ["PASSWORD": "pass"], "webdav-move": ["PASSWORD": "pass"],
            "webdav-put": ["PASSWORD": "pass"],
            "webdav-propfind": ["PASSWORD": "pass"], "couch-put": ["PASSWORD": "password"],
            "sentry": ["AUTHORIZATION": "TOKEN1"], "mailgun": ["PASSWORD": "key-1"],
            "jenkins-build": ["PASSWORD": "token"],
            "browser-copy": ["COOKIE": "1", "COOKIE_2": "dark"],
            "cookies": ["COOKIE": "1", "COOKIE_2": "2", "COOKIE_3": "3"],
            "cookie-header": ["COOKIE": "4"], "basic": ["PASSWORD": "p:w\"é"], "oauth": ["AUTHORIZATION": "abc"],
        ]
        return known[command.id] ?? [:]
    }

    // MARK: Comparing

    private static func compare(_ mine: [WireArrival], _ curls: [WireArrival], _ command: CurlCommands.Command) throws {
        try #require(mine.count == curls.count, "\(mine.map(\.target)) \(curls.map(\.target))")
        for (mine, curls) in zip(mine, curls) {
            #expect(mine.method == curls.method)
            #expect(spelled(mine.target) == spelled(curls.target))
            let isChunked = [mine, curls].contains { $0.headers["transfer-encoding"] != nil }
            var (fields, expected) = (fields(of: mine, isChunked), fields(of: curls, isChunked))
            // There is no body without a type here; curl has one with -T.
            if expected["content-type"] == nil { fields["content-type"] = nil }
            if fields["content-length"] == "0" { fields["content-length"] = nil }
            if expected["content-length"] == "0" { expected["content-length"] = nil }
            #expect(fields == expected)
            if let parts = curls.parts {
                #expect(mine.parts?.map(\.head) == parts.map(\.head))
                #expect(mine.parts?.map(\.content) == parts.map(\.content))
            } else {
                #expect(String(decoding: mine.body, as: UTF8.self) == String(decoding: curls.body, as: UTF8.self))
                #expect(mine.body == curls.body)
            }
        }
    }

    /// Returns a target as curl spells it: with some escapes in lower case, and with braces, which no URL holds.
    private static func spelled(_ target: String) -> String {
        let target = target.replacing("{{", with: "%7B%7B").replacing("}}", with: "%7D%7D")
        let parts = target.split(separator: "%", omittingEmptySubsequences: false)
        return parts[0] + parts.dropFirst().map { "%" + $0.prefix(2).uppercased() + $0.dropFirst(2) }.joined()
    }

    /// Returns the fields without those that each program adds on its own, or makes for each attempt.
    private static func fields(of arrival: WireArrival, _ isChunked: Bool) -> [String: String] {
        var fields = arrival.headers
        if fields["user-agent"]?.hasPrefix("curl/") == true || fields["user-agent"] == "microscope" {
            fields["user-agent"] = nil
        }
        for name in [
            "accept-encoding", "connection", "expect", "transfer-encoding", "x-amz-date", "x-amz-content-sha256",
        ] {
            fields[name] = nil
        }
        if arrival.parts != nil || isChunked { fields["content-length"] = nil }
        if let type = fields["content-type"], let end = type.range(of: "; boundary=") {
            fields["content-type"] = String(type[..<end.lowerBound])
        }
        if let signature = fields["authorization"], signature.hasPrefix("AWS4") {
            // Key, region and service; day and signature differ from second to second.
            fields["authorization"] = signature.split(separator: ",")[0].split(separator: "/").enumerated()
                .filter { $0.offset != 1 }.map { String($0.element) }.joined(separator: "/")
        }
        return fields
    }
}
