import Foundation
import TestSupport
import Testing

@testable import MicroClient

private let token = "s3cret"
private let url = "https://ann:\(token)@h.test/x?access_token=\(token)&page=1"
private let fields: HeaderFields = [
    HeaderField("Authorization", "Bearer \(token)"), HeaderField("Cookie", "sid=\(token)"),
    HeaderField("Set-Cookie", "sid=\(token)"), HeaderField("X-API-Key", token), HeaderField("X-Plain", "shown"),
    HeaderField("Location", url), HeaderField("Referer", url), HeaderField("Proxy-Authorization", "Basic \(token)"),
]

/// A value made with the token in every place that it has.
private struct Holder: Sendable, CustomTestStringConvertible {
    let name: String
    let make: @Sendable () throws -> Any
    var testDescription: String { name }

    init(_ name: String, _ make: @escaping @Sendable () throws -> Any) {
        self.name = name
        self.make = make
    }
}

private var request: WireRequest {
    var request = WireRequest(method: .post, url: url, headers: fields, body: .bytes(Data(token.utf8)))
    request.options = options
    return request
}

private var options: TransferOptions {
    var options = TransferOptions()
    options.authentication = .basic(user: "ann", password: token)
    options.proxy = .proxy(TransferOptions.Proxy("http://ann:\(token)@proxy.test:8080"))
    options.tls.clientCertificate = .pkcs12(file: "/ann.p12", password: token)
    return options
}

private let head = ResponseHead(status: 200, headers: fields)

private var exchange: Exchange {
    let sent = Exchange.SentRequest(request)
    var hop = Exchange.Hop(startedAfter: .zero, request: sent, response: head, trailers: fields)
    hop.failure = Exchange.Failure(transferError)
    let attempt = Exchange.Attempt(
        number: 1, startedAfter: .zero, request: sent, hops: [hop], outcome: .failure(Exchange.Failure(transferError)))
    return Exchange(request: sent, startedAt: Date(timeIntervalSince1970: 0), attempts: [attempt])
}

private var transferError: TransferError {
    var userInfo: [String: Any] = ["NSErrorFailingURLStringKey": url]
    userInfo["NSErrorFailingURLKey"] = URL(string: url)
    var error = TransferError(
        code: .timedOut, stage: .wait, message: "late", url: url, urlError: URLError(.timedOut, userInfo: userInfo))
    error.url = url
    error.requestHeadersSent = fields
    return error
}

private func configuration() throws -> NetworkConfiguration {
    var configuration = NetworkConfiguration(
        session: .transport(FakeTransport()), baseURL: try parsedURL())
    configuration.interceptors = [APIKeyInterceptor(apiKey: token), Own(apiKey: token)]
    configuration.wireInterceptors = [APIKeyInterceptor(apiKey: token), Own(apiKey: token)]
    configuration.options = options
    return configuration
}

/// Somebody's interceptor that knows nothing of masks.
private struct Own: NetworkRequestInterceptor, WireInterceptor {
    let apiKey: String
    func intercept(_ request: URLRequest) -> URLRequest { request }
    func intercept(_ request: WireRequest) -> WireRequest { request }
}

private func statusError() throws -> NetworkClientError {
    .unacceptableStatusCode(statusCode: 404, response: try urlResponse(), data: Data(token.utf8))
}

private func urlResponse() throws -> ExchangeURLResponse {
    let response = ExchangeURLResponse(head, url: try parsedURL(), exchange: exchange)
    return try #require(response)
}

private func parsedURL() throws -> URL {
    let parsed = URL(string: url)
    return try #require(parsed)
}

private let values = [
    Holder("HeaderField") { fields[0] }, Holder("HeaderFields") { fields }, Holder("WireRequest") { request },
    Holder("SentRequest") { Exchange.SentRequest(request) }, Holder("BodySource") { request.body },
    Holder("ResponseHead") { head }, Holder("Exchange") { exchange },
    Holder("Attempt") { exchange.attempts as Any }, Holder("Hop") { exchange.attempts[0].hops[0] },
    Holder("TransferSummary") { Transfer.Summary(trailers: fields, requestHeadersSent: fields) },
    Holder("TransferEvent") { [Transfer.Event.head(head), .body(Data(token.utf8))] },
    Holder("HopEnd") { Exchange.Hop.End(.challenge(head)) },
    Holder("TransferOptions") { options },
    Holder("TransferAuthentication") {
        [
            TransferOptions.Authentication.basic(user: "ann", password: token), .digest(user: "ann", password: token),
            .ntlm(user: "ann", password: token), .awsSignature(accessKey: "AKIA", secretKey: token),
        ]
    },
    Holder("Proxy") { TransferOptions.Proxy("socks5://ann:\(token)@h:1") },
    Holder("ProxyChoice") { TransferOptions.ProxyChoice.proxy(TransferOptions.Proxy("http://ann:\(token)@h:1")) },
    Holder("TLSOptions") { options.tls },
    Holder("ClientCertificate") {
        TransferOptions.ClientCertificate.pem(certificate: "/c", key: "/k", password: token)
    },
    Holder("NetworkRequest") {
        NetworkRequest<String, String>(
            path: "x?token=\(token)", method: .post, queryItems: [URLQueryItem(name: "token", value: token)],
            formItems: [URLFormItem(name: "password", value: token)], baseURL: try parsedURL(),
            body: token, additionalHeaders: ["Authorization": token], interceptors: [Own(apiKey: token)],
            options: options)
    },
    Holder("URLFormItem") { URLFormItem(name: "password", value: token) },
    Holder("NetworkConfiguration") { try configuration() },
    Holder("NetworkClient") { NetworkClient(configuration: try configuration()) },
    Holder("SendOptions") { SendOptions(interceptors: [APIKeyInterceptor(apiKey: token), Own(apiKey: token)]) },
    Holder("InterceptedResponse") {
        InterceptedResponse(request: request, head: head, body: Data(token.utf8), exchange: exchange)
    },
    Holder("NetworkResponse") {
        NetworkResponse(value: 1, response: try urlResponse(), exchange: exchange)
    },
    Holder("the URLResponse of a NetworkResponse") {
        try urlResponse()
    },
    Holder("ExchangeEvent") {
        let hop = exchange.attempts[0].hops[0]
        return [
            Exchange.Event.prepared(Exchange.SentRequest(request)),
            .attemptStarted(number: 1, Exchange.SentRequest(request)),
            .redirected(hop, to: url), .resending(hop), .responseHead(head), .attemptFinished(exchange.attempts[0]),
            .finished(exchange),
        ]
    },
    Holder("MetricsInterceptor.Metrics") {
        MetricsInterceptor.Metrics(InterceptedResponse(request: request, head: head, body: Data(), exchange: exchange))
    },
    Holder("Cookie") { Cookie("sid", token, domain: "h.test", createdAt: Date(timeIntervalSince1970: 0)) },
    Holder("CookieJar") {
        let jar = CookieJar()
        jar.receive(["sid=\(token)"], from: "https://h.test/")
        return [jar, jar.cookies] as [Any]
    },
    Holder("APIKeyInterceptor") { APIKeyInterceptor(apiKey: token) },
    Holder("BearerTokenInterceptor") { BearerTokenInterceptor(token: token) },
    Holder("BasicCredentialsInterceptor") { BasicCredentialsInterceptor(user: "ann", password: token) },
    Holder("BasicCredentialsInterceptor.Credentials") {
        BasicCredentialsInterceptor.Credentials(user: "ann", password: token)
    },
    Holder("TransferError") { transferError },
    Holder("ExchangeFailure") { NetworkClientError.ExchangeFailure(transferError, exchange: exchange) },
    Holder("InterceptorFailure") { NetworkClientError.InterceptorFailure(transferError, interceptor: "Own") },
    Holder("NetworkClientError, transport") {
        NetworkClientError.transportError(NetworkClientError.ExchangeFailure(transferError, exchange: exchange))
    },
    Holder("NetworkClientError, status") { try statusError() },
    Holder("NetworkClientError, interceptor") {
        NetworkClientError.unknown(
            NetworkClientError.ExchangeFailure(
                NetworkClientError.InterceptorFailure(transferError, interceptor: "Own"), exchange: exchange))
    },
    Holder("NetworkClientError, encoding") {
        let context = EncodingError.Context(codingPath: [], debugDescription: "")
        return NetworkClientError.encodingError(EncodingError.invalidValue(token, context))
    },
]

@Suite struct RedactionTableTests {
    @Test("H07: no printed form of a value holds the token that is in it", arguments: values)
    fileprivate func printedH07(holder: Holder) throws {
        let value = try holder.make()
        for (form, text) in printed(value) {
            #expect(!text.contains(token), "\(form): \(text)")
            #expect(!text.isEmpty)
        }
    }

    @Test("H07: an answer that is being read holds nothing either")
    func wireResponseH07() async throws {
        let script = HopScript.response(200, headers: fields, body: [token])
        let response = try await NetworkClient(transport: FakeTransport(script)).send(request)
        for (form, text) in printed(response) { #expect(!text.contains(token), "\(form): \(text)") }
        _ = try await response.collect()
    }

    @Test("H07: the values themselves stay within reach")
    func reachableH07() throws {
        #expect(fields["X-API-Key"] == token)
        #expect(request.url == url)
        #expect(APIKeyInterceptor(apiKey: token).apiKey == token)
        guard case .unacceptableStatusCode(_, let response, let data) = try statusError() else {
            Issue.record("it is another error")
            return
        }
        #expect(response?.url?.absoluteString.contains(token) == true)
        #expect(data == Data(token.utf8))
    }

    @Test("H07: what is no secret is shown")
    func shownH07() throws {
        #expect("\(fields)".contains("X-Plain: shown"))
        #expect("\(try statusError())".contains("page=1"))
        #expect("\(options.proxy)".contains("proxy.test:8080"))
        #expect("\(TransferOptions.Authentication.digest(user: "ann", password: token))" == "digest, user ann")
        #expect(
            "\(NetworkRequest<VoidRequest, Thing>(path: "/x?token=1&a=2", method: .get))"
                == "GET /x?token=\(Redaction.mask)&a=2")
    }

    @Test(
        "H07: no log line of any level holds the token sent, whatever happens",
        arguments: [
            [HopScript.response(200, headers: fields, body: [token])], [.response(404, headers: fields)],
            [.redirect(302, to: url + "&again"), .response(200, headers: fields)],
            [.response(503, headers: fields), .failing(transferError), .response(200)],
            [.failing(transferError), .failing(transferError), .failing(transferError)],
            [.breaking(after: [token]), .response(200)],
        ])
    func logLinesH07(script: [HopScript]) async throws {
        let logger = RecordingLogger()
        var configuration = NetworkConfiguration(
            session: .transport(FakeTransport(script)), baseURL: try parsedURL(),
            retryStrategy: .retry(count: 2), logger: logger, logLevel: .debug)
        configuration.clock = TestClock().clock
        configuration.options = options
        configuration.interceptors = [APIKeyInterceptor(apiKey: token), BearerTokenInterceptor(token: token)]
        configuration.responseInterceptors = [ResponseLoggingInterceptor(logger: logger, logLevel: .debug)]
        let request = NetworkRequest<VoidRequest, VoidResponse>(
            path: "y?key=\(token)", method: .get, additionalHeaders: ["Cookie": token])
        do {
            _ = try await NetworkClient(configuration: configuration).run(request)
        } catch {
            for (form, text) in printed(error) { #expect(!text.contains(token), "\(form): \(text)") }
        }
        let text = logger.lines.map(\.message).joined(separator: "\n")
        #expect(!text.contains(token), "\(text)")
        #expect(text.contains("X-API-Key: \(Redaction.mask)"))
    }
}

/// Returns everything that printing can mean.
private func printed(_ value: Any) -> [(String, String)] {
    var dumped = ""
    dump(value, to: &dumped)
    var printed = ""
    print(value, to: &printed)
    var debugged = ""
    debugPrint(value, to: &debugged)
    var forms = [
        ("dump", dumped), ("print", printed), ("debugPrint", debugged), ("interpolation", "\(value)"),
        ("reflecting", String(reflecting: value)), ("optional", "\(Optional(value) as Any)"),
        ("in an array", "\([value])"),
    ]
    if let error = value as? any Error { forms.append(("localizedDescription", error.localizedDescription)) }
    return forms
}
