import Foundation
import MicroClient
import MicroClientCurl

/// All events of a transfer, by kind.
struct ReceivedResponse {
    var connected: [ConnectionFacts] = []
    var uploaded: [Int64] = []
    var informational: [ResponseHead] = []
    var heads: [ResponseHead] = []
    var body = Data()
    var largestChunk = 0
    var summaries: [Transfer.Summary] = []
    /// The ends of hops that were resent, in the order of their first event.
    var resent: [Exchange.Hop.End] = []
    var order: [String] = []

    var head: ResponseHead { heads.first ?? ResponseHead(status: 0) }
    var summary: Transfer.Summary { summaries.first ?? Transfer.Summary() }
    var text: String { String(decoding: body, as: UTF8.self) }

    mutating func add(_ event: Transfer.Event) {
        switch event {
        case .connected(let facts):
            note("connected")
            connected.append(facts)
        case .uploaded(let bytes):
            note("uploaded")
            uploaded.append(bytes)
        case .resending(let end):
            note("resending")
            resent.append(end)
        case .informational(let head):
            note("informational")
            informational.append(head)
        case .head(let head):
            note("head")
            heads.append(head)
        case .body(let chunk):
            note("body")
            body.append(chunk)
            largestChunk = max(largestChunk, chunk.count)
        case .completed(let summary):
            note("completed")
            summaries.append(summary)
        }
    }

    private mutating func note(_ kind: String) { if !order.contains(kind) { order.append(kind) } }
}

extension Transport {
    func response(_ request: WireRequest) async throws -> ReceivedResponse {
        var response = ReceivedResponse()
        for try await event in transfer(request) { response.add(event) }
        return response
    }

    /// The error of a request that fails; nil when it does not, or fails with another kind of error.
    func failure(_ request: WireRequest) async -> TransferError? {
        do {
            _ = try await response(request)
            return nil
        } catch { return error as? TransferError }
    }
}

/// The lines that a server reports to its test, one after the other.
struct Reports: Sendable {
    let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func add(_ line: String) { continuation.yield(line) }
    func finish() { continuation.finish() }
    func next() async -> String? { await stream.first { _ in true } }
}

/// Waits for a condition that nothing reports, such as a thread that closes a connection; the suite's time limit ends it.
func untilTrue(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(5)) }
}

/// Returns a response that keeps the connection.
func ok(_ body: String = "", _ fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
}
