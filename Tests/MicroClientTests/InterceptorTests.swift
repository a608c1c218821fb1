import Foundation
import TestSupport
import Testing

@testable import MicroClient

private struct Header: NetworkRequestInterceptor {
    let name: String
    let value: String
    func intercept(_ request: URLRequest) async throws -> URLRequest {
        var request = request
        let earlier = request.value(forHTTPHeaderField: name).map { $0 + " " } ?? ""
        request.setValue(earlier + value, forHTTPHeaderField: name)
        return request
    }
}

private struct Refusal: Error {}

private struct Refusing: NetworkRequestInterceptor {
    func intercept(_ request: URLRequest) async throws -> URLRequest { throw Refusal() }
}

private actor Tokens {
    private var count = 0
    func fresh() -> String {
        count += 1
        return "t\(count)"
    }
}

private struct Token: NetworkRequestInterceptor {
    let tokens = Tokens()
    func intercept(_ request: URLRequest) async throws -> URLRequest {
        var request = request
        request.setValue("Bearer \(await tokens.fresh())", forHTTPHeaderField: "Authorization")
        return request
    }
}

@Suite struct InterceptorTests {
    private func sent(
        _ own: [any NetworkRequestInterceptor]? = nil, _ change: (inout NetworkConfiguration) -> Void
    ) async throws -> HeaderFields {
        var bench = try Bench(.response(204))
        change(&bench.configuration)
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get, interceptors: own))
        return try bench.sent().headers
    }

    @Test("A09 B45: the closure interceptor changes the request, and can be set and taken away")
    func closureA09B45() async throws {
        let interceptor: NetworkRequestsInterceptor = { request in
            var request = request
            request.setValue("1", forHTTPHeaderField: "X-A")
            return request
        }
        #expect(try await sent { $0.interceptor = interceptor }["X-A"] == "1")
        #expect(try await sent { $0.interceptor = nil }["X-A"] == nil)
    }

    @Test("B25 B27: interceptors run in the order of their array")
    func orderB25B27() async throws {
        let headers = try await sent {
            $0.interceptors = [Header(name: "X", value: "a"), Header(name: "X", value: "b")]
        }
        #expect(headers["X"] == "a b")
    }

    @Test("B30: closure first, then the async one, then the array")
    func stagesB30() async throws {
        let headers = try await sent { configuration in
            configuration.interceptors = [Header(name: "X", value: "array")]
            configuration.asyncInterceptor = { try await Header(name: "X", value: "async").intercept($0) }
            configuration.interceptor = { request in
                var request = request
                request.setValue("sync", forHTTPHeaderField: "X")
                return request
            }
        }
        #expect(headers["X"] == "sync async array")
    }

    @Test("B28: a request's interceptors replace the client's; an empty array runs none")
    func replacedB28() async throws {
        let global = Header(name: "X-Global", value: "1")
        let own = try await sent([Header(name: "X-Special-Request", value: "true")]) { $0.interceptors = [global] }
        #expect(own["X-Global"] == nil)
        #expect(own["X-Special-Request"] == "true")
        #expect(try await sent([]) { $0.interceptors = [global] }.withoutDefaults.isEmpty)
        #expect(try await sent { $0.interceptors = [global] }["X-Global"] == "1")
    }

    @Test("B26: an interceptor may wait for an actor, and is asked anew for each attempt")
    func tokenB26() async throws {
        var bench = try Bench(.response(503), .response(204))
        bench.configuration.interceptors = [Token()]
        bench.configuration.retryStrategy = .retry(count: 1)
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        #expect(bench.transport.requests.map { $0.headers["Authorization"] } == ["Bearer t1", "Bearer t2"])
    }

    @Test("B29: an interceptor that throws stops the request; its error is reached, retries do not help")
    func throwingB29() async throws {
        var bench = try Bench()
        bench.configuration.interceptors = [Refusing()]
        bench.configuration.retryStrategy = .retry(count: 3)
        let client = bench.client
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
        guard case .unknown? = error else { return #expect(Bool(false), "another error") }
        #expect(bench.transport.requests.isEmpty)
        #expect(error?.innermost(as: Refusal.self) != nil)
        #expect(error?.innermost(as: NetworkClientError.InterceptorFailure.self)?.interceptor == "Refusing")
        #expect(error?.localizedDescription.contains("the interceptor Refusing refused") == true)
    }

    @Test("CancellationError from an interceptor stays one")
    func cancelling() async throws {
        var bench = try Bench()
        bench.configuration.asyncInterceptor = { _ in throw CancellationError() }
        let client = bench.client
        await #expect(throws: CancellationError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
    }

    @Test("an interceptor may change method, URL and body")
    func everything() async throws {
        var bench = try Bench(.response(204))
        bench.configuration.interceptor = { _ in
            var request = URLRequest(url: URL(fileURLWithPath: "/"))
            if let url = URL(string: "http://two.test/y") { request = URLRequest(url: url) }
            request.httpMethod = "PUT"
            request.httpBody = Data("b".utf8)
            return request
        }
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        let sent = try bench.sent()
        #expect(sent.method == .put)
        #expect(sent.url == "http://two.test/y")
        #expect(try bench.sentBody() == "b")
    }
}
