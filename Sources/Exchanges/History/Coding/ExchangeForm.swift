import Foundation
import MicroClient

// How the parts of an exchange are written down. Absent is what is nil, empty, or as it mostly is.

struct ExchangeForm: Codable {
    var request: RequestForm
    var startedAt: Int64
    var duration: Int64?
    var attempts: [AttemptForm]

    init(_ exchange: Exchange) {
        request = RequestForm(exchange.request)
        startedAt = exchange.startedAt.microsecondsSince1970
        duration = exchange.duration?.nanoseconds
        attempts = exchange.attempts.map { AttemptForm($0, of: exchange.request) }
    }

    var value: Exchange {
        let sent = request.value
        return Exchange(
            request: sent, startedAt: Date(microsecondsSince1970: startedAt),
            attempts: attempts.map { $0.value(of: sent) }, duration: duration.map(Duration.nanoseconds))
    }
}

struct RequestForm: Codable {
    var method: String
    var url: String
    var headers: FieldsForm
    var bodyLength: Int64?
    var body: Data?

    init(_ request: Exchange.SentRequest) {
        method = request.method.rawValue
        url = request.url
        headers = FieldsForm(request.headers)
        bodyLength = request.bodyLength
        body = request.body
    }

    var value: Exchange.SentRequest {
        Exchange.SentRequest(
            method: HTTPMethod(rawValue: method), url: url, headers: headers.value, bodyLength: bodyLength, body: body)
    }
}

/// Names and values in turn, in one flat list. A last text alone has the indices, parted by commas, of those that were no UTF-8.
struct FieldsForm: Codable {
    var value: HeaderFields

    init(_ fields: HeaderFields) { value = fields }

    init(from decoder: any Decoder) throws {
        let texts = try [String](from: decoder)
        let latin1 = texts.count % 2 == 0 ? [] : texts[texts.count - 1].split(separator: ",").compactMap { Int($0) }
        value = HeaderFields(
            stride(from: 0, to: texts.count - texts.count % 2, by: 2).map { index in
                let (name, text) = (texts[index], texts[index + 1])
                return latin1.contains(index / 2) ? HeaderField(name, bytes: text.latin1Bytes) : HeaderField(name, text)
            })
    }

    func encode(to encoder: any Encoder) throws {
        let latin1 = value.indices.filter { value[$0].bytes != nil }.map { String($0) }
        let texts = value.flatMap { [$0.name, $0.value] }
        try (texts + (latin1.isEmpty ? [] : [latin1.joined(separator: ",")])).encode(to: encoder)
    }
}

struct AttemptForm: Codable {
    var number: Int
    var startedAfter: Int64
    /// Nil when it is that of the exchange.
    var request: RequestForm?
    var hops: [HopForm]?
    /// One of these four, the first when all are absent: it runs.
    var status: Int?
    var failure: AttemptFailureForm?
    var isCancelled: Bool?
    var retry: RetryForm?

    init(_ attempt: Exchange.Attempt, of request: Exchange.SentRequest) {
        number = attempt.number
        startedAfter = attempt.startedAfter.nanoseconds
        self.request = attempt.request == request ? nil : RequestForm(attempt.request)
        hops = attempt.hops.map { HopForm($0, of: attempt.request) }.nilIfEmpty
        switch attempt.outcome {
        case .running: break
        case .response(let status): self.status = status
        case .failure(let failure): self.failure = AttemptFailureForm(failure)
        case .cancelled: isCancelled = true
        }
        retry = attempt.retry.map(RetryForm.init)
    }

    func value(of request: Exchange.SentRequest) -> Exchange.Attempt {
        let sent = self.request?.value ?? request
        return Exchange.Attempt(
            number: number, startedAfter: .nanoseconds(startedAfter), request: sent,
            hops: hops?.map { $0.value(of: sent) } ?? [], outcome: outcome, retry: retry?.value)
    }

    private var outcome: Exchange.Attempt.Outcome {
        if let failure { return .failure(failure.value) }
        if isCancelled == true { return .cancelled }
        return status.map { .response(status: $0) } ?? .running
    }
}

struct RetryForm: Codable {
    var reason: String
    var wait: Int64
    var isByServer: Bool?

    init(_ retry: Exchange.Attempt.Retry) {
        reason = retry.reason
        wait = retry.wait.nanoseconds
        isByServer = retry.source == .retryAfter ? true : nil
    }

    var value: Exchange.Attempt.Retry {
        Exchange.Attempt.Retry(
            reason: reason, wait: .nanoseconds(wait), source: isByServer == true ? .retryAfter : .backoff)
    }
}

struct AttemptFailureForm: Codable {
    var stage: String
    var code: String
    var message: String

    init(_ failure: Exchange.Failure) {
        stage = failure.stage.rawValue
        code = failure.code.rawValue
        message = failure.message
    }

    /// A stage that a later version knows counts as the first.
    var value: Exchange.Failure {
        Exchange.Failure(
            stage: TransferError.Stage(rawValue: stage) ?? .prepare, code: TransferError.Code(rawValue: code),
            message: message)
    }
}

struct HopForm: Codable {
    var startedAfter: Int64
    /// Nil when it is that of the attempt.
    var request: RequestForm?
    var response: HeadForm?
    var connection: ConnectionForm?
    var failure: AttemptFailureForm?
    var timings: TimingsForm
    var bodyBytesOnWire: Int64?
    var bodyBytes: Int64
    var trailers: FieldsForm?
    var wire: [WirePartForm]?

    init(_ hop: Exchange.Hop, of request: Exchange.SentRequest) {
        startedAfter = hop.startedAfter.nanoseconds
        self.request = hop.request == request ? nil : RequestForm(hop.request)
        response = hop.response.map(HeadForm.init)
        connection = hop.connection.map(ConnectionForm.init)
        failure = hop.failure.map(AttemptFailureForm.init)
        timings = TimingsForm(hop.timings)
        bodyBytesOnWire = hop.bodyBytesOnWire
        bodyBytes = hop.bodyBytes
        trailers = hop.trailers.isEmpty ? nil : FieldsForm(hop.trailers)
        wire = hop.wire?.parts.map(WirePartForm.init)
    }

    func value(of request: Exchange.SentRequest) -> Exchange.Hop {
        var hop = Exchange.Hop(
            startedAfter: .nanoseconds(startedAfter), request: self.request?.value ?? request,
            response: response?.value, connection: connection?.value, timings: timings.value,
            bodyBytesOnWire: bodyBytesOnWire, bodyBytes: bodyBytes, trailers: trailers?.value ?? [],
            wire: wire.map { Exchange.WireLog($0.compactMap(\.value)) })
        hop.failure = failure?.value
        return hop
    }
}

struct HeadForm: Codable {
    var status: Int
    var reason: String?
    var httpVersion: String?
    var headers: FieldsForm

    init(_ head: ResponseHead) {
        status = head.status
        reason = head.reason.isEmpty ? nil : head.reason
        httpVersion = head.httpVersion
        headers = FieldsForm(head.headers)
    }

    var value: ResponseHead {
        ResponseHead(status: status, reason: reason ?? "", httpVersion: httpVersion, headers: headers.value)
    }
}
