import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the page "Handling errors", word for word.

func load(_ id: Int, with client: NetworkClient) async throws -> Report? {
    do {
        return try await client.run(NetworkRequest<VoidRequest, Report>(path: "/reports/\(id)", method: .get)).value
    } catch NetworkClientError.unacceptableStatusCode(404, _, _) {
        return nil
    }
}

func story(of error: any Error) -> [String] {
    (error.exchange?.attempts ?? []).map { attempt in
        switch attempt.outcome {
        case .response(let status): "\(attempt.number): \(status)"
        case .failure(let failure): "\(attempt.number): \(failure.message) (\(failure.stage))"
        case .cancelled: "\(attempt.number): cancelled"
        case .running: "\(attempt.number): not finished"
        }
    }
}

func advice(for error: any Error) -> String? {
    guard let error = error.transferError else { return nil }
    return switch error.code {
    case .couldNotResolveHost: "Is the name of the host spelled right?"
    case .couldNotConnect: "Is the server running, and is this its port?"
    case .certificateNotTrusted: "The certificate is not one that this system trusts."
    case .timedOut where error.stage == .wait: "The request was sent, and the server did not begin to answer."
    default: nil
    }
}

func missingKey(in error: any Error) -> String? {
    guard case .keyNotFound(let key, _)? = error.innermost(as: DecodingError.self) else { return nil }
    return key.stringValue
}

@Suite("The samples of the page on handling errors")
struct HandlingErrorsSamplesTests {
    private func failure(_ script: HopScript..., retries: Int = 0) async throws -> any Error {
        let client = NetworkClient.over(FakeTransport(script), retries: retries)
        return try #require(await #expect(throws: NetworkClientError.self) { _ = try await load(1, with: client) })
    }

    @Test("a 404 is no report, another status is thrown")
    func status() async throws {
        let missing = NetworkClient.over(FakeTransport(.response(404)))
        #expect(try await load(1, with: missing) == nil)
        #expect(try await story(of: failure(.response(403))) == ["1: 403"])
    }

    @Test("the attempts until the failure are told")
    func attempts() async throws {
        let error = try await failure(.response(503), .failing(TransferError.refused), retries: 1)
        #expect(story(of: error).first == "1: 503")
        #expect(story(of: error).last?.hasPrefix("2: ") == true)
        #expect(advice(for: error) == "Is the server running, and is this its port?")
    }

    @Test("the key that is missing is found inside")
    func decoding() async throws {
        #expect(try await missingKey(in: failure(.response(200, body: ["{}"]))) == "title")
    }
}
