import BodyStore
public import Exchanges
import Foundation
public import Interchange
import MicroClient

/// The output of `--json` for a send: request, attempts, follow-up requests, response, number of GraphQL errors, captures, assertions and error, in
/// this order; what is unknown is null.
public struct SendReport {
    private let record: RecordedExchange
    private let mask: SecretMask

    /// The environment, which comes first if there are several reports.
    private let environment: String?

    /// - Parameter environment: The name of the environment that it was sent to; nil leaves it out.
    public init(_ record: RecordedExchange, mask: SecretMask, environment: String? = nil) {
        self.record = record
        self.mask = mask
        self.environment = environment
    }

    /// Writes several reports as an array.
    ///
    /// - Throws: The errors of `sink`.
    public static func write(
        _ reports: [SendReport], to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let json = JSONWriter(sink: sink)
        try json.array(reports) { try $0.write(to: json) }
        try json.finish()
    }

    /// Writes the report in pieces; the response's body may be of any size.
    ///
    /// - Throws: The errors of `sink`.
    public func write(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        let json = JSONWriter(sink: sink)
        try write(to: json)
        try json.finish()
    }

    /// Writes the report as a value within another document.
    func write(to json: JSONWriter) throws {
        try json.object {
            if let environment {
                try json.member("environment", environment)
            }
            try writeMembers(to: json)
        }
    }

    /// Writes the members of the report within an object.
    func writeMembers(to json: JSONWriter) throws {
        try json.key("request")
        try write(record.requestOnWire, to: json)
        try json.member("seconds", seconds: record.exchange.duration)
        try json.member("clientSeconds", seconds: record.exchange.clientShare)
        try json.array("attempts", record.exchange.attempts) { try write($0, to: json) }
        try json.array("auxiliaryExchanges", record.auxiliaryExchanges) { try write($0, to: json) }
        try json.key("response")
        try writeResponse(to: json)
        try json.member("graphQLErrors", record.graphQLErrorCount)
        try json.captures(record.captures, mask: mask)
        try json.assertions(record.assertions, mask: mask)
        try json.key("error")
        try writeError(to: json)
        try json.member("scriptsNotRun", record.skippedScripts)
        try json.console(record.console, mask: mask)
    }

    // MARK: - Request

    private func write(_ request: Exchange.SentRequest, to json: JSONWriter) throws {
        try json.object {
            try json.member("method", request.method.rawValue)
            try json.member("url", mask.url(request.url))
            try json.key("headers")
            try write(request.headers, to: json)
            try writeBody(of: request, to: json)
        }
    }

    private func write(_ headers: HeaderFields, to json: JSONWriter) throws {
        try json.array(headers) { try json.pair(mask.text($0.name), mask.value(of: $0)) }
    }

    private func writeBody(of request: Exchange.SentRequest, to json: JSONWriter) throws {
        let body = request.body ?? Data()
        if let text = String(bytes: body, encoding: .utf8) {
            let type = request.headers["Content-Type"] ?? ""
            try json.member("body", body.isEmpty ? nil : mask.body(text, type: type))
        } else {
            try json.key("bodyBase64")
            try json.base64(of: BodyPieces(body))
        }
    }

    // MARK: - Attempts

    private func write(_ attempt: Exchange.Attempt, to json: JSONWriter) throws {
        try json.object {
            try json.member("outcome", attempt.outcome.word)
            try json.member("status", attempt.status)
            try json.member("reason", attempt.reason.map { mask.text($0) })
            try json.member("waitedSeconds", seconds: attempt.retry?.wait)
            try json.key("timings")
            try write(attempt.timings, to: json)
            try json.array("hops", attempt.hops) { try write($0, to: json) }
        }
    }

    /// Writes a follow-up request; its secrets are masked even if those of the request are shown.
    private func write(_ auxiliary: AuxiliaryExchange, to json: JSONWriter) throws {
        try json.object {
            let texts = [
                ("purpose", auxiliary.purpose.word), ("subject", auxiliary.purpose.subject),
                ("summary", auxiliary.summary),
            ]
            for (name, text) in texts {
                try json.member(name, mask.text(text))
            }
            try json.member("done", auxiliary.isDone)
            try json.member("attemptsBefore", auxiliary.attemptsBefore)
            try json.array("attempts", auxiliary.exchange?.attempts ?? []) { try write($0, to: json) }
            try json.captures(auxiliary.captures, mask: mask)
        }
    }

    private func write(_ hop: Exchange.Hop, to json: JSONWriter) throws {
        try json.object {
            try json.member("method", hop.request.method.rawValue)
            try json.member("url", mask.url(hop.request.url))
            try json.member("status", hop.response?.status)
            try json.key("timings")
            try write(hop.timings, to: json)
        }
    }

    private func write(_ timings: Transfer.Timings, to json: JSONWriter) throws {
        try json.object {
            for (name, phase) in Transfer.Timings.phases {
                try json.member(name, seconds: timings[keyPath: phase])
            }
        }
    }

    // MARK: - Response and error

    private func writeResponse(to json: JSONWriter) throws {
        guard let head = record.head else { return try json.null() }
        try json.object {
            try json.member("status", head.status)
            try json.key("headers")
            try write(head.headers, to: json)
            let body = record.responseBody.map(BodyPieces.init)
            guard let body else {
                try json.key("body")
                return try json.null()
            }
            let isUTF8 = body.isUTF8
            try json.key(isUTF8 ? "body" : "bodyBase64")
            try isUTF8 ? json.string(of: body) : json.base64(of: body)
        }
    }

    private func writeError(to json: JSONWriter) throws {
        guard let failure = record.failure else { return try json.null() }
        try json.object {
            try json.member("stage", failure.stage.rawValue)
            try json.member("message", mask.text(failure.message))
        }
    }
}

extension RecordedExchange {
    /// The request that went out first in the last attempt, with the header fields of the connection if they are known.
    fileprivate var requestOnWire: Exchange.SentRequest {
        facts.exchange.attempts.last?.hops.first?.request ?? facts.exchange.request
    }
}

extension Exchange.Attempt {
    /// The status of the last hop that has one.
    fileprivate var status: Int? {
        guard case .response(let status) = outcome else { return nil }
        return status
    }

    /// The reason that another attempt followed, otherwise the reason that this one failed; nil if it did not.
    fileprivate var reason: String? {
        if let retry { return retry.reason }
        guard case .failure(let failure) = outcome else { return nil }
        return failure.message
    }

    /// The phases of all hops together.
    fileprivate var timings: Transfer.Timings {
        var sum = Transfer.Timings()
        for hop in hops {
            for (_, phase) in Transfer.Timings.phases {
                guard let duration = hop.timings[keyPath: phase] else { continue }
                sum[keyPath: phase] = (sum[keyPath: phase] ?? .zero) + duration
            }
        }
        return sum
    }
}

extension Exchange.Attempt.Outcome {
    fileprivate var word: String {
        switch self {
        case .response: "response"
        case .failure, .running: "error"
        case .cancelled: "cancelled"
        }
    }
}

extension Transfer.Timings {
    /// The phases in the order in which they happen, the total last.
    static var phases: [(name: String, path: WritableKeyPath<Transfer.Timings, Duration?>)] {
        [
            ("nameLookup", \.nameLookup), ("connect", \.connect), ("tls", \.tls), ("send", \.send), ("wait", \.wait),
            ("download", \.download), ("total", \.total),
        ]
    }
}
