import Foundation
import MicroClient
import TestSupport
import Testing

@testable import MicroClientCurl

/// Responses changed by chance. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which; a failure names the input.
@Suite("Answers changed by chance", .timeLimit(.minutes(60)))
struct WorstServerFuzzTests {
    /// A million in the long run.
    @Test("the head parser takes any lines, and what the check lets through has names without blanks")
    func headParser() {
        let seed = LongRun.seed
        for number in 0..<LongRun.inputs(orJust: 2000) * 5 {
            var random = SeededGenerator(seed: seed &+ UInt64(number))
            let fault = Self.parse(Mutation.response(using: &random))
            #expect(fault == nil, "seed \(seed), input \(number)")
            if fault != nil { return }
        }
    }

    /// Returns what is wrong with the outcome; nil if nothing is.
    private static func parse(_ bytes: [UInt8]) -> String? {
        var parser = HeadParser()
        var heads: [ResponseHead] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map({ Array($0) + [0x0A] }) {
            let before = parser
            guard line.withUnsafeBytes({ FramingCheck.fault(inLine: $0, expected: before.expected) }) == nil else {
                break
            }
            switch line.withUnsafeBytes({ parser.take($0) }) {
            case .nothing: break
            case .informational(let head), .head(let head): heads.append(head)
            }
        }
        for head in heads { _ = FramingCheck.fault(inFinal: head) }
        return fault(in: heads.flatMap(\.headers) + Array(parser.trailers))
    }

    private static func fault(in fields: [HeaderField]) -> String? {
        for field in fields {
            let name = field.name.unicodeScalars
            if name.contains(where: { $0.value <= 0x20 }) { return "a blank in the name \(field.name)" }
            if field.value.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" }) {
                return "a line end in a value"
            }
        }
        return nil
    }

    @Test("a client gives an answer or an error to any bytes, and stays usable")
    func wholeResponses() async throws {
        let seed = LongRun.seed
        let count = LongRun.inputs(orJust: 400)
        let server = try chanceServer(seed)
        let transport = CurlTransport()
        let client = NetworkClient(transport: transport)
        let next = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    while let number = next.take(upTo: count) { await Self.ask(number, server.baseURL, client, seed) }
                }
            }
        }
        let polite = try RawServer(responding: ok("fine"))
        #expect(try await transport.response(WireRequest(url: polite.baseURL)).text == "fine")
    }

    private static func ask(_ number: Int, _ url: String, _ client: NetworkClient, _ seed: UInt64) async {
        var request = WireRequest(url: "\(url)/\(number)")
        request.options.totalTimeout = .milliseconds(200)
        if number % 4 == 0 { request.options.authentication = .digest(user: "me", password: "secret") }
        do {
            let response = try await client.send(request)
            _ = try await response.collect()
        } catch {
            #expect(error.transferError != nil, "seed \(seed), input \(number): \(error)")
        }
    }

    /// Creates a server that gives every request the response of its number; one in twenty is not followed by a close.
    private func chanceServer(_ seed: UInt64) throws -> RawServer {
        try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let path = head.split(separator: " ").dropFirst().first ?? ""
            var random = SeededGenerator(seed: seed &+ UInt64(path.dropFirst()) &+ 1)
            connection.write(Mutation.response(using: &random))
            switch Int.random(in: 0..<20, using: &random) {
            case 0: connection.waitForClose()
            case 1...4: connection.reset()
            default: break
            }
        }
    }
}

extension UInt64 {
    fileprivate init(_ digits: Substring) { self = UInt64(String(digits)) ?? 0 }
}
