import Foundation
import MicroClient
import Text

extension HAR.Entry {
    /// Creates an entry from one hop, with its secrets: see ``HAR/redacted(_:)``.
    ///
    /// - Parameters:
    ///   - hop: The hop. If it has failed, the status is 0 unless a head arrived, and "_error" of the response is the reason.
    ///   - startedAt: The date when the hop began.
    ///   - bodies: The kept bodies; a request body that the hop itself contains is known anyway.
    public init(_ hop: Exchange.Hop, startedAt: Date, bodies: HAR.Bodies = HAR.Bodies()) {
        let timings = HAR.Timings(hop.timings)
        let version = hop.response?.httpVersion.map { "HTTP/" + $0 } ?? ""
        var request = HAR.Request(hop.request, body: bodies.request)
        request.httpVersion = version
        self.init(
            startedDateTime: startedAt, request: request, response: HAR.Response(hop, body: bodies.response),
            timings: timings)
        serverIPAddress = hop.connection?.remoteAddress
        connection = hop.connection?.remotePort.map(String.init)
        other = hop.connection?.members ?? HAR.Members()
    }
}

extension HAR.Request {
    init(_ request: Exchange.SentRequest, body: HAR.Body?) {
        self.init(method: request.method.rawValue, url: request.url.withoutFragment)
        headers = request.headers.map { HAR.Field($0.name, $0.value) }
        cookies = request.headers.values(for: "Cookie").flatMap(HAR.Cookie.sent)
        queryString = URLReference(request.url).query.map(FormItems.items) ?? []
        bodySize = request.bodyLength.map(Int.init) ?? -1
        if let body = body ?? request.body.map({ HAR.Body($0) }), !body.bytes.isEmpty {
            postData = HAR.PostData(body, mimeType: request.headers["Content-Type"] ?? "")
            if let length = body.length { bodySize = Int(length) }
        }
    }
}

extension HAR.Response {
    init(_ hop: Exchange.Hop, body: HAR.Body?) {
        self.init(status: hop.response?.status ?? 0, statusText: hop.response?.reason ?? "")
        if let head = hop.response {
            httpVersion = head.httpVersion.map { "HTTP/" + $0 } ?? ""
            headers = head.headers.map { HAR.Field($0.name, $0.value) }
            cookies = head.headers.values(for: "Set-Cookie").map(HAR.Cookie.init(set:))
            redirectURL = head.headers["Location"] ?? ""
        }
        let size = Int(max(hop.bodyBytes, body?.length ?? 0))
        content = HAR.Content(body, size: size, mimeType: hop.response?.headers["Content-Type"] ?? "")
        bodySize = hop.bodyBytesOnWire.map(Int.init) ?? -1
        if bodySize >= 0, size > bodySize { content.compression = size - bodySize }
        if !hop.trailers.isEmpty {
            other["_trailers"] = .array(hop.trailers.map { HAR.Field($0.name, $0.value).json })
        }
        failure = hop.failure
    }

    /// The reason why there is no response, or only a part of it; nil on success. Written as "_error", the message, and "_failure", code and
    /// stage. Other programs write the message only; the code then is `TransferError.Code.other`.
    public var failure: Exchange.Failure? {
        get {
            guard case .object(let failure)? = other["_failure"] else {
                return other["_error"]?.text.map { Exchange.Failure(stage: .receive, code: .other, message: $0) }
            }
            return Exchange.Failure(
                stage: failure["stage"]?.text.flatMap(TransferError.Stage.init) ?? .receive,
                code: TransferError.Code(rawValue: failure["code"]?.text ?? "other"),
                message: other["_error"]?.text ?? "")
        }
        set {
            other["_error"] = newValue.map { .string($0.message) }
            other["_failure"] = newValue.map {
                ["code": .string($0.code.rawValue), "stage": .string($0.stage.rawValue)]
            }
        }
    }
}

extension ConnectionFacts {
    /// The members for facts that the format does not define.
    fileprivate var members: HAR.Members {
        var members = HAR.Members()
        members.put("_reused", isReused)
        members.put("_tlsVersion", tlsVersion)
        members.put("_tlsCipher", tlsCipher)
        return members
    }
}
