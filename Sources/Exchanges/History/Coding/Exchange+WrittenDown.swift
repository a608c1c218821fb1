import Foundation
import MicroClient

// How the parts of an exchange are written down.

extension Exchange: WrittenDown {
    package static var blank: Exchange { Exchange(request: .blank, startedAt: .distantPast) }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("request", &request)
        try fields.moment("startedAt", &startedAt)
        try fields.duration("duration", &duration)
        var written = attempts.map { Written($0.without(request)) }
        try fields.field("attempts", &written)
        attempts = written.map { $0.value.with(request) }
    }
}

extension Exchange.SentRequest: WrittenDown {
    /// The value that also means "the same request as before".
    package static var blank: Exchange.SentRequest {
        Exchange.SentRequest(method: HTTPMethod(rawValue: ""), url: "", headers: [])
    }

    package mutating func code(_ fields: FieldCoder) throws {
        var word = method.rawValue
        try fields.field("method", &word)
        method = HTTPMethod(rawValue: word)
        try fields.field("url", &url)
        try fields.fields("headers", &headers)
        try fields.field("bodyLength", &bodyLength)
        try fields.field("body", &body)
    }

    fileprivate mutating func codeUnlessRepeated(_ fields: FieldCoder) throws {
        var written = self == .blank ? nil : self
        try fields.field("request", &written)
        self = written ?? .blank
    }
}

extension Exchange.Attempt: WrittenDown {
    package static var blank: Exchange.Attempt { Exchange.Attempt(number: 0, startedAfter: .zero, request: .blank) }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("number", &number)
        try fields.duration("startedAfter", &startedAfter)
        try request.codeUnlessRepeated(fields)
        try fields.list("hops", &hops)
        // At most one of these three is written; without any, it is running.
        var status: Int? = if case .response(let status) = outcome { status } else { nil }
        var failure: Exchange.Failure? = if case .failure(let failure) = outcome { failure } else { nil }
        var isCancelled = outcome == .cancelled
        try fields.field("status", &status)
        try fields.field("failure", &failure)
        try fields.field("isCancelled", &isCancelled, unless: false)
        outcome = status.map { .response(status: $0) } ?? .running
        if isCancelled { outcome = .cancelled }
        if let failure { outcome = .failure(failure) }
        try fields.field("retry", &retry)
    }

    /// Returns the attempt without its request if that is the exchange's, and without those of hops that are the attempt's.
    fileprivate func without(_ request: Exchange.SentRequest) -> Exchange.Attempt {
        var attempt = self
        for index in hops.indices where hops[index].request == self.request { attempt.hops[index].request = .blank }
        if self.request == request { attempt.request = .blank }
        return attempt
    }

    fileprivate func with(_ request: Exchange.SentRequest) -> Exchange.Attempt {
        var attempt = self
        if attempt.request == .blank { attempt.request = request }
        for index in hops.indices where hops[index].request == .blank { attempt.hops[index].request = attempt.request }
        return attempt
    }
}

extension Exchange.Attempt.Retry: WrittenDown {
    package static var blank: Exchange.Attempt.Retry { .init(reason: "", wait: .zero, source: .backoff) }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("reason", &reason)
        try fields.duration("wait", &wait)
        var isByServer = source == .retryAfter
        try fields.field("isByServer", &isByServer, unless: false)
        source = isByServer ? .retryAfter : .backoff
    }
}

extension Exchange.Failure: WrittenDown {
    package static var blank: Exchange.Failure { .init(stage: .prepare, code: .init(rawValue: ""), message: "") }

    package mutating func code(_ fields: FieldCoder) throws {
        var words = (stage: stage.rawValue, code: code.rawValue)
        try fields.field("stage", &words.stage)
        try fields.field("code", &words.code)
        try fields.field("message", &message)
        // A stage that only a later version knows counts as the first one.
        (stage, code) = (TransferError.Stage(rawValue: words.stage) ?? .prepare, .init(rawValue: words.code))
    }
}

extension Exchange.Hop: WrittenDown {
    package static var blank: Exchange.Hop { Exchange.Hop(startedAfter: .zero, request: .blank) }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.duration("startedAfter", &startedAfter)
        try request.codeUnlessRepeated(fields)
        try fields.field("response", &response)
        try fields.field("connection", &connection)
        try fields.field("failure", &failure)
        try fields.field("timings", &timings)
        try fields.field("bodyBytesOnWire", &bodyBytesOnWire)
        try fields.field("bodyBytes", &bodyBytes)
        var trailing = trailers.isEmpty ? nil : FieldsForm(trailers)
        try fields.field("trailers", &trailing)
        trailers = trailing?.value ?? []
        var parts = wire?.parts.map(WirePartForm.init)
        try fields.field("wire", &parts)
        wire = parts.map { Exchange.WireLog($0.compactMap(\.value)) }
    }
}

extension ResponseHead: WrittenDown {
    package static var blank: ResponseHead { ResponseHead(status: 0, reason: "", httpVersion: nil, headers: []) }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("status", &status)
        try fields.field("reason", &reason, unless: "")
        try fields.field("httpVersion", &httpVersion)
        try fields.fields("headers", &headers)
    }
}
