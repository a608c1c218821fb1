import BodyStore
import DemoAPI
import Exchanges
import Foundation
import MicroClient
import OpenCollection
import TestSupport
import Testing
import YAMLTree

@testable import CollectionRunner

/// Every kind of credentials, sent over libcurl to an endpoint that verifies them with code of its own.
@Suite("Credentials that are verified") struct SigningTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        var id: String
        var type: String
        var target: String
        var members: YAMLMapping
        /// The key of the secret that is made wrong.
        var secret: String
        var method = "GET"
        var form: [Field] = []
        var json: String?
        /// The part of the request that the endpoint says it saw.
        var seen = "\"user\""
        var testDescription: String { id }

        func demo(wrong: Bool = false) throws -> DemoCollection {
            var demo = try DemoCollection(method, target)
            var members = members
            if wrong { members[secret] = "wrong-secret" }
            demo.definition.auth = .unsupported(AuthDetails(type: type, members: members))
            if !form.isEmpty {
                demo.definition.body.kind = .formURLEncoded
                demo.definition.body.form = form
            }
            if let json {
                demo.definition.body.kind = .json
                demo.definition.body.text = json
            }
            return demo
        }
    }

    private static let user: YAMLMapping = ["username": "demo", "password": "demo"]
    private static let aws: YAMLMapping = [
        "accessKeyId": "demo-aws-access-key-id", "secretAccessKey": "demo-aws-secret-access-key",
        "region": "eu-west-1", "service": "execute-api",
    ]
    private static let oauth: YAMLMapping = [
        "consumerKey": "demo-consumer-key", "consumerSecret": "demo-consumer-secret",
        "accessToken": "demo-access-token", "accessTokenSecret": "demo-access-token-secret",
    ]

    private static func with(_ members: YAMLMapping, _ more: YAMLMapping) -> YAMLMapping {
        more.entries.reduce(into: members) { $0[$1.key] = $1.value }
    }

    private static let digests = ["MD5", "MD5-sess", "SHA-256", "SHA-256-sess"].map {
        Kind(
            id: "digest, \($0)", type: "digest", target: "/auth/digest?algorithm=\($0)&x=a%20b", members: user,
            secret: "password", seen: "\"\($0)\"")
    }

    private static let signed: [Kind] = [
        Kind(
            id: "digest, with a body", type: "digest", target: "/auth/digest", members: user, secret: "password",
            method: "POST", json: "{\"a\": 1}", seen: "\"POST\""),
        Kind(
            id: "ntlm", type: "ntlm", target: "/auth/ntlm", members: with(user, ["domain": "LAND"]), secret: "password",
            seen: "\"domain\":\"LAND\""),
        Kind(
            id: "ntlm, with a body", type: "ntlm", target: "/auth/ntlm", members: user, secret: "password",
            method: "POST", json: "{\"a\": 1}", seen: "\"POST\""),
        Kind(
            id: "wsse", type: "wsse", target: "/auth/wsse", members: user, secret: "password",
            seen: "of hexadecimal text"),
        Kind(
            id: "aws", type: "awsv4", target: "/auth/aws?b=2&a=1&a=%2B+x&c", members: aws, secret: "secretAccessKey",
            seen: "execute-api"),
        Kind(
            id: "aws, path with escapes", type: "awsv4", target: "/auth/aws/a%20b/%C3%A4:x!", members: aws,
            secret: "secretAccessKey"),
        Kind(
            id: "aws, body and token", type: "awsv4", target: "/auth/aws",
            members: with(aws, ["sessionToken": "demo-aws-session-token"]), secret: "sessionToken", method: "POST",
            json: "{\"a\": [1, 2]}", seen: "x-amz-security-token"),
        Kind(
            id: "aws, S3", type: "awsv4", target: "/auth/aws/a%20b/%C3%A4:x!", members: with(aws, ["service": "s3"]),
            secret: "secretAccessKey", method: "PUT", json: "[]", seen: "x-amz-content-sha256"),
    ]

    private static let oauthMethods = [
        "HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT",
    ].map {
        Kind(
            id: "oauth1, \($0)", type: "oauth1", target: "/auth/oauth1?b=2&a=%2B+x",
            members: with(
                oauth,
                [
                    "signatureMethod": .string($0), "realm": "the \"demo\"",
                    "privateKey": [
                        "type": "text", "value": .string(PublishedKey.privatePEM.replacing("\n", with: "\\n")),
                    ],
                ]), secret: $0.hasPrefix("RSA") ? "accessToken" : "consumerSecret", seen: "\"\($0)\"")
    }

    private static let oauthPlaces: [Kind] = [
        Kind(
            id: "oauth1, without token", type: "oauth1", target: "/auth/oauth1",
            members: with(oauth, ["accessToken": "", "accessTokenSecret": "", "callbackUrl": "http://h/back"]),
            secret: "consumerSecret", seen: "\"token\":null"),
        Kind(
            id: "oauth1, query", type: "oauth1", target: "/auth/oauth1?x=1",
            members: with(oauth, ["placement": "query"]),
            secret: "consumerSecret", seen: "\"sentIn\":\"query\""),
        Kind(
            id: "oauth1, form signed in the header", type: "oauth1", target: "/auth/oauth1", members: oauth,
            secret: "accessTokenSecret", method: "POST", form: [Field("a", "1 + 2"), Field("ä", "")],
            seen: "\"sentIn\":\"header\""),
        Kind(
            id: "oauth1, form", type: "oauth1", target: "/auth/oauth1", members: with(oauth, ["placement": "body"]),
            secret: "consumerSecret", method: "POST", form: [Field("a", "1 + 2")], seen: "\"sentIn\":\"body\""),
        Kind(
            id: "oauth1, body replaced", type: "oauth1", target: "/auth/oauth1",
            members: with(oauth, ["placement": "body"]), secret: "consumerSecret", method: "PUT", json: "{}",
            seen: "\"sentIn\":\"body\""),
        Kind(
            id: "oauth1, body hash", type: "oauth1", target: "/auth/oauth1",
            members: with(oauth, ["includeBodyHash": true, "signatureMethod": "HMAC-SHA256"]),
            secret: "consumerSecret", method: "POST", json: "{\"a\": 1}"),
    ]

    private static let kinds = digests + signed + oauthMethods + oauthPlaces

    private func run(_ demo: DemoCollection, _ sources: CredentialSources = CredentialSources()) async
        -> RecordedExchange
    {
        await CollectionRunner.impatient(sources: sources).run(
            demo.rendered(), origin: RecordedExchange.Origin(requestPath: DemoCollection.path.text))
    }

    private func body(_ record: RecordedExchange) -> String {
        String(decoding: record.responseBody?.copy(0..<Int.max) ?? [], as: UTF8.self)
    }

    @Test("right ones are accepted", arguments: kinds)
    func accepted(kind: Kind) async throws {
        let record = await run(try kind.demo())
        #expect(record.failure == nil)
        #expect(record.head?.status == 200, "\(body(record))")
        #expect(body(record).contains(kind.seen), "\(body(record))")
    }

    @Test("wrong ones are refused", arguments: kinds)
    func refused(kind: Kind) async throws {
        let record = await run(try kind.demo(wrong: true))
        #expect(record.failure == nil)
        #expect(record.head?.status == 401, "\(body(record))")
    }

    @Test("what is said of an exchange holds neither secrets nor what was made of them", arguments: kinds)
    func secretsAbsent(kind: Kind) async throws {
        let demo = try kind.demo()
        let record = await run(demo)
        var text = "\(record.exchange) \(record)"
        dump(record.exchange, to: &text)
        for secret in [
            "demo-aws-s", "demo-consumer", "demo-access", "BEGIN PRIVATE KEY", "PasswordDigest", "response=",
        ] {
            #expect(!text.contains(secret), "\(secret) in \(text)")
        }
        let signatures = record.exchange.attempts.flatMap { $0.hops }.compactMap { $0.request.headers["Authorization"] }
        for signature in signatures { #expect(!text.contains(signature)) }
    }

    // MARK: Challenges

    @Test("digest answers the challenge, and is not sent before it")
    func digestHops() async throws {
        let record = await run(try Self.digests[0].demo())
        let hops = try #require(record.exchange.attempts.first?.hops)
        #expect(hops.map { $0.response?.status } == [401, 200])
        #expect(hops.first?.request.headers["Authorization"] == nil)
    }

    @Test("NTLM goes through its three messages on one connection, and the body comes with the last")
    func ntlmHops() async throws {
        let hops = try #require(await run(try Self.signed[2].demo()).exchange.attempts.first?.hops)
        #expect(hops.map { $0.response?.status } == [401, 200])
        #expect(hops.map { $0.connection?.isReused } == [false, true])
        #expect(hops.allSatisfy { $0.request.headers["Authorization"]?.hasPrefix("NTLM ") == true })
    }

    // MARK: Attempts

    @Test("a retry has a nonce of its own", arguments: ["wsse", "oauth1"])
    func freshNonce(type: String) async throws {
        var demo = try DemoCollection("GET", "/flaky?fails=1&retryAfter=none")
        demo.retry = RetrySettings(count: 1)
        demo.definition.auth = .unsupported(AuthDetails(type: type, members: Self.user))
        let attempts = await run(demo).exchange.attempts
        let values = attempts.map { $0.request.headers["X-WSSE"] ?? $0.request.headers["Authorization"] }
        #expect(values.count == 2 && values[0] != nil && values[0] != values[1])
    }

    @Test("chance and time are handed in")
    func reproducible() async throws {
        let transport = FakeTransport(.response(200), .response(200))
        let clock = TestClock()
        var configuration = NetworkClient(transport: transport).configuration
        configuration.clock = clock.clock
        let sources = CredentialSources(randomBytes: { Array(repeating: 7, count: $0) })
        let runner = CollectionRunner(client: NetworkClient(configuration: configuration), credentialSources: sources)
        let demo = try Self.oauthPlaces[0].demo()
        for _ in 1...2 { _ = await runner.run(demo.rendered(), origin: RecordedExchange.Origin()) }
        let values = transport.requests.map { $0.headers["Authorization"] }
        #expect(values.count == 2 && values[0] == values[1])
        #expect(values[0]?.contains("oauth_nonce=\"\(String(repeating: "H", count: 32))\"") == true)
        #expect(values[0]?.contains("oauth_timestamp=\"1700000000\"") == true)
    }

    @Test("a nonce and time of the file are sent as they stand")
    func ownNonce() async throws {
        let transport = FakeTransport(.response(200))
        let runner = CollectionRunner(client: NetworkClient(transport: transport))
        var demo = try DemoCollection("GET", "/x")
        demo.definition.auth = .unsupported(
            AuthDetails(type: "oauth1", members: ["nonce": "mine", "timestamp": "12"]))
        _ = await runner.run(demo.rendered(), origin: RecordedExchange.Origin())
        let value = transport.requests.first?.headers["Authorization"] ?? ""
        #expect(value.contains("oauth_nonce=\"mine\"") && value.contains("oauth_timestamp=\"12\""))
    }

    @Test("the header stands where the preview shows it")
    func place() async throws {
        var demo = try Self.signed[3].demo()
        demo.definition.headers = [Field("X-One", "1"), Field("x-wsse", "written"), Field("X-Two", "2")]
        let rendered = demo.rendered()
        let names = await run(demo).exchange.attempts.first?.request.headers.map(\.name)
        #expect(names == rendered.headers.filter { $0.origin != .connection }.map(\.name))
        #expect(names?.prefix(3) == ["X-One", "X-WSSE", "X-Two"])
    }

    // MARK: Other origins

    @Test(
        "what is signed stays with its origin",
        arguments: [signed[1], signed[3], signed[4], signed[6], oauthMethods[0], digests[0]])
    func otherOrigin(kind: Kind) async throws {
        var demo = try kind.demo()
        demo.definition.url = demo.server.baseURL + "/redirect/other"
        demo.definition.headers = [Field("X-Amz-Meta", "mine")]
        let hops = try #require(await run(demo).exchange.attempts.first?.hops)
        #expect(hops.count == 2)
        let left = hops.last?.request.headers.map { $0.name.lowercased() } ?? []
        #expect(!left.contains("authorization") && !left.contains("x-wsse"))
        #expect(left.contains { $0.hasPrefix("x-amz-") } == (kind.type != "awsv4"))
    }

    @Test("a form with OAuth 1's parameters does not go to another origin, but does within its own")
    func bodyStays() async throws {
        var demo = try Self.oauthPlaces[3].demo()
        let base = demo.server.baseURL
        demo.definition.url = base + "/redirect/other?status=307"
        #expect(await run(demo).head?.status == 307)
        demo.definition.url = base + "/redirect-to?url=/echo&status=307"
        let record = await run(demo)
        #expect(record.head?.status == 200 && body(record).contains("oauth_signature"))
        demo.definition.url = base + "/redirect/other?status=303"
        #expect(await run(demo).head?.status == 200)
    }

    // MARK: Where credentials come from

    @Test("credentials are inherited through folders")
    func inherited() async throws {
        let server = try DemoServer()
        var definition = RequestDefinition()
        definition.url = server.baseURL + "/auth/wsse"
        definition.auth = .inherit
        var outer = FolderDefinition()
        outer.hasFile = true
        outer.auth = .unsupported(AuthDetails(type: "wsse", members: ["username": "demo", "password": "{{pw}}"]))
        outer.variables = [Variable("pw", "demo")]
        var inner = FolderDefinition()
        inner.hasFile = true
        inner.auth = .inherit
        let path: ItemPath = "outer/inner/get.yml"
        let request = CollectionItem(
            path: path, name: "get", kind: .request(RequestFile(text: "", definition: definition)))
        let folder = CollectionItem(path: "outer/inner", name: "inner", kind: .folder(inner, [request]))
        let top = CollectionItem(path: "outer", name: "outer", kind: .folder(outer, [folder]))
        let collection = Collection(name: "c", root: FolderDefinition(), items: [top], companion: CompanionFile())
        let rendered = RequestRenderer.render(
            definition, at: path, in: collection,
            scopes: VariableScopes(collection: collection, itemPath: path, request: definition),
            defaults: ClientDefaults(userAgent: "tests"))
        let record = await CollectionRunner.impatient().run(rendered, origin: RecordedExchange.Origin())
        #expect(record.head?.status == 200)
    }

    @Test(
        "keys of a profile are read from the shared credentials file, come before those of the request, and are secrets of it"
    )
    func profile() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("aws-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("credentials")
        try """
        [work]
        aws_access_key_id=demo-aws-access-key-id
        aws_secret_access_key=demo-aws-secret-access-key
        [empty]

        """.write(to: file, atomically: true, encoding: .utf8)
        var kind = Self.signed[4]
        kind.members = Self.with(kind.members, ["profileName": "work", "secretAccessKey": "wrong"])
        let demo = try kind.demo()
        let files = RequestFiles(root: directory)
        let rendered = try demo.rendered().withAWSProfile(at: file.path, files)
        #expect(rendered.secrets.named.map(\.value).contains("demo-aws-secret-access-key"))
        let record = await CollectionRunner.impatient().run(rendered, origin: RecordedExchange.Origin())
        #expect(record.head?.status == 200)
        let refused = await run(demo)
        #expect(refused.failure?.stage == .build && refused.head == nil)
        #expect(
            refused.failure?.message
                == "The keys of the AWS profile work lie outside the collection, and were not read.")
        kind.members = Self.with(kind.members, ["profileName": "empty"])
        let empty = try kind.demo().rendered()
        #expect(throws: CredentialFailure.self) { try empty.withAWSProfile(at: file.path, files) }
        #expect(throws: RequestFileError.self) { try empty.withAWSProfile(at: file.path + "2", files) }
        #expect(throws: RequestFileError.self) { try empty.withAWSProfile(at: file.path, .none) }
    }

    @Test("an AWS request whose service nobody names is not sent")
    func noService() async throws {
        var kind = Self.signed[4]
        kind.members["service"] = ""
        let record = await run(try kind.demo())
        #expect(record.failure?.stage == .build)
        #expect(
            record.failure?.message.hasPrefix("The AWS credentials name no service, and the host 127.0.0.1:") == true)
    }

    @Test("a key file is one of the request's files: read where those may be read, and bounded")
    func keyFile() async throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        try Data(PublishedKey.privatePEM.utf8).write(to: root.appendingPathComponent("key.pem"))
        try Data(repeating: 65, count: 70_000).write(to: root.appendingPathComponent("long.pem"))
        func message(_ path: String, _ files: RequestFiles) async throws -> String? {
            var kind = Self.oauthMethods[4]
            kind.members["privateKey"] = ["type": "file", "value": .string(path)]
            let demo = try kind.demo()
            defer { demo.server.stop() }
            let record = await CollectionRunner.impatient().run(
                demo.rendered(), origin: RecordedExchange.Origin(), dependencies: SendDependencies(files: files))
            return record.failure?.message ?? record.head.map { "\($0.status)" }
        }
        #expect(try await message("key.pem", RequestFiles(root: root)) == "200")
        #expect(
            try await message("no.pem", RequestFiles(root: root))?.hasPrefix(
                "The file no.pem cannot be read: there is no such file (") == true)
        #expect(
            try await message("long.pem", RequestFiles(root: root))
                == "The file long.pem cannot be read: it has more than 64 KiB.")
        #expect(try await message("key.pem", .none)?.contains("there is no collection") == true)
    }

    @Test("a body that can be read only once is not signed, but for S3")
    func streams() async throws {
        let stream = BodySource.stream(BodySource.Stream(open: { { nil } }))
        await #expect(throws: CredentialFailure.self) { try await stream.digest(.sha256) }
        let large = BodySource.bytes(Data(repeating: 1, count: 100))
        await #expect(throws: CredentialFailure.self) { try await large.bytes(upTo: 99) }
        #expect(try await large.bytes(upTo: 100).count == 100)
    }
}
