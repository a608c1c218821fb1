import Foundation
import OpenCollection
import TestSupport
import Testing

@testable import Interchange

/// Exported commands of requests that a stranger wrote, run by the real shell and the real curl.
@Suite("A hostile request as a command of curl")
struct HostileCurlTests {
    /// A directory with a file that no request names, and a server that keeps what comes.
    private final class Place {
        let server: KeepingServer
        let directory: URL

        init() throws {
            server = try KeepingServer()
            directory = FileManager.default.temporaryDirectory.appendingPathComponent("curl-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try write("private content", to: HostileWord.privateFile)
        }
        deinit { try? FileManager.default.removeItem(at: directory) }

        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: directory.path + "/" + name))
        }

        var wasBroken: Bool {
            FileManager.default.fileExists(atPath: directory.appendingPathComponent(HostileWord.trace).path)
        }

        /// The request that arrives when the exported command is run here.
        func arrival(_ change: (inout RequestDefinition) -> Void) throws -> WireArrival {
            let before = server.requests.count
            let command = try export(change)
            let run = try ChildProgram.run(["sh", "-c", "cd \"$0\" && eval \"$1\"", directory.path, command])
            let requests = server.requests
            #expect(requests.count == before + 1, "\(run.errorText)\(command.prefix(500))")
            #expect(!requests.contains { String(decoding: $0.body, as: UTF8.self).contains("private content") })
            return try #require(requests.last)
        }

        func export(_ change: (inout RequestDefinition) -> Void) throws -> String {
            var definition = RequestDefinition()
            definition.method = "POST"
            definition.url = "http://127.0.0.1:\(server.port)/x"
            change(&definition)
            let collection = OpenCollection.Collection(name: "T")
            let scopes = VariableScopes(
                collection: collection, environment: nil, itemPath: "it.yml", request: definition)
            return try CurlExport(definition, at: "it.yml", in: collection, scopes: scopes).text()
        }
    }

    @Test("a body arrives as it was meant, whatever it holds")
    func bodies() throws {
        let place = try Place()
        for text in HostileWord.all where !text.isEmpty {
            let arrival = try place.arrival {
                $0.body.kind = .text
                $0.body.text = text
            }
            #expect(arrival.body == Array(text.utf8), "\(text.debugDescription.prefix(80))")
        }
        #expect(!place.wasBroken)
    }

    @Test("headers arrive as they were meant")
    func headers() throws {
        let place = try Place()
        let arrival = try place.arrival {
            $0.headers = HostileWord.names.enumerated().map { Field("X-\($0)", "v\($1)v") }
        }
        for (index, text) in HostileWord.names.enumerated() {
            #expect(
                arrival.headers["x-\(index)"].map { Array($0.utf8) } == Array("v\(text)v".utf8),
                "\(text.debugDescription)")
        }
        #expect(!place.wasBroken)
    }

    @Test("fields of a form arrive as they were meant")
    func form() throws {
        let place = try Place()
        let arrival = try place.arrival {
            $0.body.kind = .formURLEncoded
            $0.body.form = HostileWord.all.map { Field("n\($0)", $0) }
        }
        let pairs = arrival.body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let expected = HostileWord.all.map { Array("n\($0)=\($0)".utf8) }
        #expect(pairs.map { Array(CurlSpelling.decoded(String(decoding: $0, as: UTF8.self)).utf8) } == expected)
        #expect(!place.wasBroken)
    }

    @Test("parts of a form arrive as they were meant, with a type and without", arguments: [nil, "text/x-own"])
    func parts(type: String?) throws {
        let place = try Place()
        let arrival = try place.arrival {
            $0.body.kind = .multipart
            $0.body.parts = HostileWord.all.map {
                MultipartPart(name: "p", isFile: false, values: [$0], contentType: type)
            }
        }
        let parts = try #require(arrival.parts)
        #expect(parts.count == HostileWord.all.count)
        for (part, text) in zip(parts, HostileWord.all) {
            #expect(part.content == Array(text.utf8), "\(text.debugDescription.prefix(80))")
            #expect(part.head.contains("text/x-own") == (type != nil))
        }
        #expect(!place.wasBroken)
    }

    @Test("names of parts are names, or are refused")
    func names() throws {
        let place = try Place()
        let names = HostileWord.names.filter { !$0.utf8.contains(UInt8(ascii: "=")) }
        let arrival = try place.arrival {
            $0.body.kind = .multipart
            $0.body.parts = names.map { MultipartPart(name: $0, isFile: false, values: ["v"]) }
        }
        #expect(arrival.parts?.map(\.content) == names.map { _ in Array("v".utf8) })
        #expect(!place.wasBroken)
        #expect(throws: SharingRefusal.self) {
            try place.export {
                $0.body.kind = .multipart
                $0.body.parts = [MultipartPart(name: "a\u{D4E}=\u{301}@PRIVATE", isFile: false, values: ["v"])]
            }
        }
    }

    private static let fileNames = HostileWord.names.filter { ![".", ".."].contains($0) && !$0.hasEdges }

    @Test("the files that are named are sent as parts, and no others")
    func files() throws {
        let place = try Place()
        for (index, name) in Self.fileNames.enumerated() { try place.write("content \(index)", to: name) }
        let arrival = try place.arrival {
            $0.body.kind = .multipart
            $0.body.parts = [
                MultipartPart(name: "f", isFile: true, values: Self.fileNames, contentType: "text/csv")
            ]
        }
        let expected = Self.fileNames.indices.map { Array("content \($0)".utf8) }
        #expect(arrival.parts?.map(\.content) == expected)
        #expect(!place.wasBroken)
    }

    @Test("the file that is the body is sent, and no other")
    func fileBody() throws {
        let place = try Place()
        for (index, name) in Self.fileNames.enumerated() {
            try place.write("content \(index)", to: name)
            let arrival = try place.arrival {
                $0.body.kind = .file
                $0.body.files = [BodyFile(name, contentType: "text/csv", isSelected: true)]
            }
            #expect(arrival.body == Array("content \(index)".utf8), "\(name.debugDescription)")
        }
        #expect(!place.wasBroken)
    }

    @Test(
        "a type that curl would read more from is refused",
        arguments: [
            "text/plain;headers=@PRIVATE", "text/plain;headers=<PRIVATE", "text/plain ; filename=x",
            "text/plain,PRIVATE",
            "text/plain\r\n;headers=@PRIVATE", "text/plain;\u{301}headers=@PRIVATE",
            "text/plain;charset=x;headers=@PRIVATE",
            "text/plain;charset=\"x;headers=@PRIVATE\"", "text/plain\u{D4E};headers=@PRIVATE", "text", "/",
            "a/b\u{301}",
        ])
    func types(_ type: String) throws {
        let place = try Place()
        for isFile in [false, true] {
            #expect(throws: SharingRefusal.self) {
                try place.export {
                    $0.body.kind = .multipart
                    $0.body.parts = [MultipartPart(name: "p", isFile: isFile, values: ["v"], contentType: type)]
                }
            }
        }
    }

    @Test("a charset may stand in a type", arguments: ["text/plain;charset=utf-8", "text/plain; charset=us-ascii"])
    func charset(_ type: String) throws {
        let arrival = try Place().arrival {
            $0.body.kind = .multipart
            $0.body.parts = [MultipartPart(name: "p", isFile: false, values: ["v"], contentType: type)]
        }
        #expect(arrival.parts?.first?.head.contains("Content-Type: \(type)") == true)
    }

    @Test("where curl would repeat the method at a redirect's target, it is left out, and a comment says so")
    func redirects() throws {
        let place = try Place()
        for method in ["DELETE", "PUT", "PATCH", "PURGE", "OPTIONS"] {
            let command = try place.export { $0.method = method }
            #expect(
                command.contains("-X \(method)") && !command.contains("  -L") && command.hasPrefix("# "), "\(command)")
        }
        for method in ["GET", "HEAD"] { #expect(try place.export { $0.method = method }.contains("-L")) }
        #expect(try !place.export { $0.method = "POST" }.contains("  -L"))
        #expect(
            try place.export {
                $0.body.kind = .text
                $0.body.text = "x"
            }.contains("  -L"))
        let withBody = try place.export {
            $0.method = "GET"
            $0.body.kind = .text
            $0.body.text = "x"
        }
        #expect(withBody.contains("-X GET") && withBody.contains("  -L"))
    }

    @Test("HEAD is sent without its body, which curl would wait for an answer to, and a comment says so")
    func head() throws {
        let place = try Place()
        let command = try place.export {
            $0.method = "HEAD"
            $0.body.kind = .text
            $0.body.text = "x"
        }
        #expect(command.contains("--head") && !command.contains("--data") && command.contains("# The body is left out"))
        let arrival = try place.arrival {
            $0.method = "HEAD"
            $0.body.kind = .text
            $0.body.text = "x"
        }
        #expect(arrival.method == "HEAD")
    }
}

extension String {
    /// Whether spaces are at its ends, which paths lose.
    fileprivate var hasEdges: Bool {
        utf8.elementsEqual(trimmingCharacters(in: .whitespacesAndNewlines).utf8) == false
    }
}

extension WireArrival {
    /// The parts of a multipart form, in bytes.
    var parts: [(head: String, content: [UInt8])]? {
        guard let type = headers["content-type"], let sign = type.range(of: "boundary=") else { return nil }
        let boundary = Data("\r\n--\(type[sign.upperBound...])".utf8)
        let data = Data("\r\n".utf8) + Data(body)
        var pieces: [Data] = []
        var rest = data
        while let found = rest.range(of: boundary) {
            pieces.append(rest[rest.startIndex..<found.lowerBound])
            rest = rest[found.upperBound...]
        }
        return pieces.dropFirst().compactMap { piece in
            piece.range(of: Data("\r\n\r\n".utf8)).map {
                (
                    String(decoding: piece[piece.startIndex..<$0.lowerBound], as: UTF8.self),
                    Array(piece[$0.upperBound...])
                )
            }
        }
    }
}
