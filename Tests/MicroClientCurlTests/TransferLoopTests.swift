import MicroClient
import TestSupport
import Testing

@testable import MicroClientCurl

/// Orders to the transport's thread, in the orders in which threads that run at once may post them.
@Suite(.timeLimit(.minutes(2)))
struct TransferLoopTests {
    @Test("a transfer that was cancelled before its order to begin arrives is not begun")
    func cancelledBeforeStart() async throws {
        let reports = Reports()
        let server = try RawServer { connection, number in
            guard let line = connection.readLine() else { return }
            reports.add("\(number): \(line)")
            connection.write(ok("x"))
        }
        let transport = CurlTransport()
        let queue = EventQueue(WireRequest(url: server.baseURL + "/cancelled"), bound: 1 << 20)
        #expect(queue.abandon(with: CancellationError()))
        transport.mailbox.post(.cancel(queue))
        transport.mailbox.post(.start(queue, .none))
        _ = try await transport.response(WireRequest(url: server.baseURL + "/next"))
        #expect(await reports.next() == "1: GET /next HTTP/1.1")
    }
}
