import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite struct ObservedRunTests {
    private func name(_ event: Exchange.Event) -> String {
        switch event {
        case .prepared: "prepared"
        case .attemptStarted(let number, _): "attempt \(number)"
        case .connected: "connected"
        case .redirected(_, let url): "to \(url)"
        case .resending: "resending"
        case .uploadProgress(let bytes, let total): "sent \(bytes) of \(total ?? -1)"
        case .responseHead(let head): "head \(head.status)"
        case .downloadProgress(let bytes, let total): "received \(bytes) of \(total ?? -1)"
        case .attemptFinished: "attempt finished"
        case .retrying(let retry, let next): "\(next) after \(retry.wait): \(retry.reason)"
        case .finished(let exchange): "finished with \(exchange.attempts.count)"
        }
    }

    @Test("H06: an observer of a typed request sees a flaky endpoint live, with progress")
    func observedH06() async throws {
        let body = #"{"a":1}"#
        let sent = HopScript.Step.event(.uploaded(bytes: 7))
        var script = HopScript.response(200, headers: [HeaderField("Content-Length", "7")], body: [body])
        script.steps.insert(sent, at: 1)
        var bench = try Bench(.response(503), script)
        bench.configuration.retryStrategy = .retry(count: 1)
        let events = Locked<[String]>([])
        let request = NetworkRequest<Thing, Thing>(method: .put, body: Thing(a: 1))
        let response = try await bench.client.run(request) { event in
            let name = name(event)
            events.withLock { $0.append(name) }
        }
        #expect(response.value == Thing(a: 1))
        #expect(
            events.withLock { $0 } == [
                "prepared", "attempt 1", "connected", "head 503", "attempt finished",
                "2 after 0.1 seconds: 503 Service Unavailable", "attempt 2", "connected", "sent 7 of 7", "head 200",
                "received 7 of 7", "attempt finished", "finished with 2",
            ])
    }

    @Test("H06: and of one that is refused by an interceptor, its end")
    func refusedH06() async throws {
        struct Refusal: Error {}
        var bench = try Bench()
        bench.configuration.asyncInterceptor = { _ in throw Refusal() }
        let events = Locked<[String]>([])
        _ = try? await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get)) { event in
            let name = name(event)
            events.withLock { $0.append(name) }
        }
        #expect(events.withLock { $0 } == ["finished with 1"])
    }
}
