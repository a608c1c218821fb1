import Foundation
import TestSupport
import Testing

@testable import MicroClient

private struct Pet: Codable, Hashable, Sendable, Mockable {
    var name: String
    static let mock = Pet(name: "Mock")
}

@Suite("Mocks of the builder")
struct BuilderMockTests {
    private let wire = HopScript.response(200, body: [#"{"id":1,"name":"Wire"}"#])

    @Test("C31: a caller that answers with data, where one waits and where one does not")
    func callerC31() async throws {
        let data = Data(#"{"id":3,"name":"Ann"}"#.utf8)
        let client = try builder()
        let waited: Account = try await client.call(.mock(data), as: .decodable)
        func now() throws -> Account { try client.call(.mock(data), as: .decodable) }
        #expect(waited == Account(id: 3))
        #expect(try now() == waited)
    }

    @Test("C45: a mocked value is given, and nothing is sent")
    func valueC45() async throws {
        let (client, transport) = try builder()
        let mocked = client.mock(Account(id: 9)).usingMocks(policy: .ifSpecified)
        let account: Account = try await mocked.get()
        #expect(account.id == 9)
        #expect(try await mocked.call(.httpResponse, as: .decodable(Account.self)).value.id == 9)
        var published: [Int] = []
        for try await account in try mocked.call(.httpPublisher, as: .decodable(Account.self)).values {
            published.append(account.id)
        }
        #expect(published == [9])
        #expect(transport.requests.isEmpty)
    }

    @Test("C45: mocked data stands for the body of any answer")
    func dataC45() async throws {
        let mocked = try builder().mock(Data(#"{"id":4,"name":"Ann"}"#.utf8))
        let account: Account = try await mocked.get()
        #expect(account.id == 4)
    }

    @Test("C46: a type with a mock of its own needs no other, and another one wins")
    func mockableC46() async throws {
        let client = try builder().usingMocks(policy: .ifSpecified)
        let own: Pet = try await client.get()
        let other: Pet = try await client.mock(Pet(name: "Other")).get()
        #expect([own.name, other.name] == ["Mock", "Other"])
    }

    @Test("C47: mocks ignored, used where they are specified, or required")
    func policiesC47() async throws {
        let (client, transport) = try builder(wire, wire)
        let ignoring: Account = try await client.mock(Account(id: 9)).usingMocks(policy: .ignore).get()
        let unspecified: Account = try await client.usingMocks(policy: .ifSpecified).get()
        #expect([ignoring.name, unspecified.name] == ["Wire", "Wire"])
        let error = await #expect(throws: NetworkClientError.self) {
            let _: Account = try await client.usingMocks(policy: .require).get()
        }
        #expect(error?.innermost(as: NetworkClient.MissingMock.self)?.type == "Account")
        #expect(error?.localizedDescription.contains(".mock(value)") == true)
        let required: Account = try await client.mock(Account(id: 9)).usingMocks(policy: .require).get()
        #expect(required.id == 9)
        #expect(transport.requests.count == 2)
    }

    @Test("C48 C57: under swift test, mocks are used where they are specified, and the test's values count")
    func environmentC48C57() throws {
        #expect(RuntimeEnvironment.current == .test)
        #expect(try builder().withConfigs(\.usingMocksPolicy) == .ifSpecified)
        #expect(valueFor(live: 1, test: 2, preview: 3) == 2)
        #expect(valueFor(live: 1) == 1)
    }

    @Test(
        "C48 C57: an executable is live, a bundle of tests is a test, and a preview says so",
        arguments: [
            (1, "/usr/bin/tool", [:]), (2, "/build/AllTests.xctest", [:]),
            (2, "/usr/libexec/swiftpm-testing-helper", [:]),
            (2, "/Apps/App", ["XCTestConfigurationFilePath": "/x"]),
            (3, "/Apps/App", ["XCODE_RUNNING_FOR_PREVIEWS": "1"]),
            (1, "/Apps/App", ["XCODE_RUNNING_FOR_PREVIEWS": "0"]),
        ] as [(Int, String, [String: String])])
    func environmentsC48C57(expected: Int, program: String, variables: [String: String]) {
        let environment = RuntimeEnvironment(variables: variables, program: program)
        #expect(environment.value(live: 1, test: 2, preview: 3) == expected)
    }

    @Test("C57: a preview takes the test's value when it has none of its own, then the live one")
    func fallbackC57() {
        let preview = RuntimeEnvironment.preview
        #expect(preview.value(live: 1, test: 2, preview: nil) == 2)
        #expect(preview.value(live: 1, test: nil, preview: nil) == 1)
    }
}

/// The body of a server's error.
private struct ServerComplaint: Error, Decodable, Hashable {
    var complaint: String
}

@Suite("Mocks of errors")
struct BuilderMockErrorTests {
    private let body = Data(#"{"complaint":"no such pet"}"#.utf8)

    @Test("mocked bodies go through validators and the error decoder, as responses do")
    func errors() async throws {
        let client = try builder().errorDecoder(.decodable(ServerComplaint.self))
        let complaint = ServerComplaint(complaint: "no such pet")
        await #expect(throws: complaint) { let _: Account = try await client.call(.mock(body), as: .decodable) }
        #expect(throws: complaint) { let _: Account = try client.call(.mock(body), as: .decodable) }
        await #expect(throws: complaint) { let _: Account = try await client.mock(body).get() }
        let strict = client.httpResponseValidator(
            HTTPResponseValidator { response, data, _ in
                if response.statusCode == 200, data.count > 10 { throw NetworkClientError.malformedURL }
            })
        await #expect(throws: complaint) { let _: Data = try await strict.mock(body).get() }
    }

    @Test("mocked values go through validators too, as responses 200 without bytes")
    func values() async throws {
        let seen = Locked<[Int]>([])
        let client = try builder().usingMocks(policy: .ifSpecified).httpResponseValidator(
            HTTPResponseValidator { response, data, _ in seen.withLock { $0 += [response.statusCode, data.count] } })
        let account: Account = try await client.mock(Account(id: 9)).get()
        let pet: Pet = try await client.get()
        func given(by client: NetworkClient) throws -> Account { try client.call(.mock(Account(id: 8)), as: .identity) }
        #expect(account.id == 9)
        #expect(try given(by: client).id == 8)
        #expect(pet.name == "Mock")
        #expect(seen.withLock { $0 } == [200, 0, 200, 0, 200, 0])
        let strict = client.httpResponseValidator(.statusCode(201...201))
        for refused in [strict, strict.mock(Account(id: 9))] {
            await #expect(throws: NetworkClientError.self) { let _: Pet = try await refused.get() }
        }
        #expect(throws: NetworkClientError.self) { try given(by: strict) }
    }

    @Test("a mocked body that cannot be decoded is an error of the client")
    func undecodable() async throws {
        let client = try builder()
        let error = await #expect(throws: NetworkClientError.self) {
            let _: Account = try await client.call(.mock(Data("no".utf8)), as: .decodable)
        }
        guard case .decodingError? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(throws: NetworkClientError.self) {
            let _: Account = try client.call(.mock(Data("no".utf8)), as: .decodable)
        }
    }
}
