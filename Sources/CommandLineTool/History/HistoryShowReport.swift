public import BodyStore
public import Exchanges
import Foundation
import MicroClient

/// The output of `history show` for one exchange.
///
/// Secrets are markers in it already, so that nothing is masked again: `{{token}}` says more than dots.
public struct HistoryShowReport {
    private let row: HistoryRow
    private let kept: StoredExchange
    private let requestBody: BodyStore?
    private let responseBody: BodyStore?
    private let clock: HistoryClock

    /// - Parameters:
    ///   - requestBody: The request's body; nil if there is none, or if it is gone.
    ///   - clock: The clock in whose zone times are shown.
    public init(
        _ row: HistoryRow, _ kept: StoredExchange, requestBody: BodyStore?, responseBody: BodyStore?,
        clock: HistoryClock
    ) {
        self.row = row
        self.kept = kept
        self.requestBody = requestBody
        self.responseBody = responseBody
        self.clock = clock
    }

    public typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    /// Writes a part of the exchange, with the bytes of bodies as they are.
    ///
    /// - Throws: The errors of `sink`.
    public func write(
        _ part: HistoryShowArguments.Part, showsNonASCII: Bool, to sink: @escaping Sink
    ) throws {
        switch part {
        case .all: try writeAll(showsNonASCII: showsNonASCII, to: sink)
        case .body: try responseBody.map { try BodyPieces($0).lend(sink) }
        case .request:
            try lines(requestHead, showsNonASCII, to: sink)
            try requestBody.map { try BodyPieces($0).lend(sink) }
        case .wire:
            let lines = WireReport.lines(
                of: record, mask: .none, masks: false, now: clock.now, showsNonASCII: showsNonASCII)
            try self.lines(lines, showsNonASCII, to: sink)
        case .json: try writeJSON(to: sink)
        }
    }

    // MARK: - For a person

    private func writeAll(showsNonASCII: Bool, to sink: @escaping Sink) throws {
        try lines(facts.map { "* \($0)" } + requestHead.map { $0.isEmpty ? ">" : "> \($0)" }, showsNonASCII, to: sink)
        try writeBody(requestBody, kept.requestBody, "of the request", showsNonASCII, to: sink)
        try lines(responseHead.map { $0.isEmpty ? "<" : "< \($0)" }, showsNonASCII, to: sink)
        if kept.lacksBody { try lines(["* no body was recorded"], showsNonASCII, to: sink) }
        try writeBody(responseBody, kept.responseBody, "of the response", showsNonASCII, to: sink)
    }

    private func writeBody(
        _ body: BodyStore?, _ kept: StoredBody?, _ whose: String, _ showsNonASCII: Bool, to sink: @escaping Sink
    ) throws {
        guard let kept, kept.length > 0 else { return }
        guard let body else { return try lines(["* the body \(whose) is missing"], showsNonASCII, to: sink) }
        if body.looksBinary {
            try lines(["* the body \(whose) is not text: \(Wording.bytes(kept.length))"], showsNonASCII, to: sink)
        } else {
            try BodyPieces(body).lend(sink)
            if !body.endsLine { try lines([""], showsNonASCII, to: sink) }
        }
        let rest =
            "* the body \(whose) is longer: \(Wording.bytes(kept.length)), of which \(Wording.bytes(kept.keptLength)) are stored"
        if kept.isCut { try lines([rest], showsNonASCII, to: sink) }
    }

    private func lines(_ lines: [String], _ showsNonASCII: Bool, to sink: Sink) throws {
        let text = lines.map { TerminalText.line($0, showsNonASCII: showsNonASCII) + "\n" }.joined()
        try Array(text.utf8).withUnsafeBytes(sink)
    }

    private var request: Exchange.SentRequest {
        kept.exchange.attempts.last?.hops.last?.request ?? kept.exchange.request
    }

    private var requestHead: [String] {
        ["\(request.method.rawValue) \(request.url)"] + request.headers.map { "\($0.name): \($0.value)" } + [""]
    }

    private var responseHead: [String] {
        guard let head = kept.head else { return [] }
        return ["HTTP/\(head.httpVersion ?? "?") \(head.statusText)"] + head.headers.map { "\($0.name): \($0.value)" }
            + [""]
    }

    // MARK: Facts

    private var facts: [String] {
        [title, origin, row.note.map { "note: \($0)" }].compactMap { $0 } + attempts + auxiliaryExchanges + checks
            + secrets
    }

    /// The title: "3f2a9c1, 2026-11-21 17:02:11 +01:00, sent from the screen, pinned".
    private var title: String {
        let time = Wording.moment(kept.sentAt, now: .distantPast, secondsFromGMT: clock.secondsFromGMT(kept.sentAt))
        return [row.shortID, time, kept.source.text, row.isPinned ? "pinned" : nil].compactMap { $0 }.joined(
            separator: ", ")
    }

    private var origin: String? {
        let parts = [
            kept.origin.requestPath.map { "\($0)\(kept.origin.wasDraft ? ", changed since it was saved" : "")" }
                ?? (kept.origin.wasDraft ? "a draft without a file" : nil),
            kept.origin.collection.map { "collection \($0)" }, kept.origin.environment.map { "environment \($0)" },
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var attempts: [String] {
        let lines = kept.exchange.attempts.flatMap { attempt in
            ["attempt \(attempt.number): \(attempt.outcomeText)\(attempt.retryText)"]
                + attempt.hops.map { "  \($0.request.method.rawValue) \($0.request.url): \($0.outcomeText)" }
        }
        return lines + [kept.failure.map { "failed (\($0.stage.words)): \($0.message)" }, summary].compactMap { $0 }
    }

    /// The summary: "✓ 200 OK · 84 ms · 12 KB".
    private var summary: String? {
        let parts = [
            kept.head?.statusText, Wording.graphQLErrors(kept.graphQLErrorCount),
            kept.exchange.duration.map(Wording.duration),
            kept.responseBody.map { Wording.bytes($0.length) },
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private var auxiliaryExchanges: [String] { kept.auxiliaryExchanges.map { "\($0.purpose.text): \($0.summary)" } }

    private var checks: [String] {
        let captures = kept.captures.map { $0.line(.none) ?? "\($0.variable) is set from \($0.expression)" }
        let assertions = kept.assertions.flatMap { $0.lines(.none) ?? ["assertion passed: \($0.text)"] }
        let skipped = Wording.skippedScripts(kept.skippedScripts).map { [$0] } ?? []
        return captures + assertions + skipped + kept.console.map { "console: \($0.text)" }
    }

    /// The lines about the markers in place of secrets, each name once.
    private var secrets: [String] {
        var names: [String] = []
        for marker in kept.markers where !names.contains(marker.text) { names.append(marker.text) }
        let masked = [(kept.requestBody, "sent"), (kept.responseBody, "received")].filter { $0.0?.isMasked == true }
        return
            (names.isEmpty
            ? []
            : [
                "secrets are not stored: \(names.joined(separator: ", ")) \(names.count == 1 ? "replaces" : "replace") them"
            ])
            + masked.map { "in the body that was \($0.1), names replace secrets too" }
    }

    // MARK: - JSON

    private func writeJSON(to sink: @escaping Sink) throws {
        try JSONWriter.object(to: sink) { json in
            try json.object("exchange") { try json.members(of: row) }
            try json.array("variables", kept.variableNames) { try json.string($0) }
            try json.array("secrets", kept.markers) { try json.string($0.name) }
            try json.object("bodies") {
                for (name, body) in [("request", kept.requestBody), ("response", kept.responseBody)] {
                    try json.key(name)
                    try json.facts(of: body)
                }
            }
            try SendReport(record, mask: .none).writeMembers(to: json)
        }
    }

    /// The exchange as `send` has it, with markers instead of secrets.
    private var record: RecordedExchange {
        var exchange = kept.exchange
        if let requestBody { exchange.putBody(Data(requestBody.copy(0..<requestBody.count))) }
        var record = RecordedExchange(
            id: kept.id, exchange: exchange, origin: kept.origin, sentAt: kept.sentAt, head: kept.head,
            responseBody: responseBody, failure: kept.failure)
        record.captures = kept.captures
        record.assertions = kept.assertions
        record.auxiliaryExchanges = kept.auxiliaryExchanges
        (record.console, record.skippedScripts) = (kept.console, kept.skippedScripts)
        return record
    }
}

extension JSONWriter {
    fileprivate func facts(of body: StoredBody?) throws {
        guard let body else { return try null() }
        try object {
            try members([("sha256", body.hash), ("wholeSha256", body.wholeHash)])
            try member("length", Int(body.length))
            try member("keptLength", Int(body.keptLength))
            try member("masked", body.isMasked)
        }
    }
}

extension Exchange {
    /// Puts the body into the request, and into the first hop of each attempt that has none.
    fileprivate mutating func putBody(_ body: Data) {
        request.body = body
        for attempt in attempts.indices where attempts[attempt].hops.first?.request.body == nil {
            guard !attempts[attempt].hops.isEmpty else { continue }
            attempts[attempt].hops[0].request.body = body
        }
    }
}

extension Exchange.Attempt {
    fileprivate var outcomeText: String {
        switch outcome {
        case .running: "not complete"
        case .response(let status): ResponseHead(status: status).statusText
        case .failure(let failure): failure.message
        case .cancelled: "cancelled"
        }
    }

    /// The reason of a retry: "; sent again after 1 s: 503 Service Unavailable"; empty for the last attempt.
    fileprivate var retryText: String {
        guard let retry else { return "" }
        let source = retry.source == .retryAfter ? ", as the server asked" : ""
        return "; sent again after \(Wording.duration(retry.wait))\(source)"
    }
}

extension Exchange.Hop {
    /// The outcome: "200 OK, connect 1 ms, wait 80 ms, all 84 ms".
    fileprivate var outcomeText: String {
        let outcome = failure?.message ?? response?.statusText ?? "no response"
        let phases = Transfer.Timings.words.compactMap { word, phase in
            timings[keyPath: phase].map { "\(word) \(Wording.duration($0))" }
        }
        return ([outcome] + phases).joined(separator: ", ")
    }
}

extension Transfer.Timings {
    fileprivate static var words: [(String, KeyPath<Transfer.Timings, Duration?>)] {
        [
            ("name lookup", \.nameLookup), ("connect", \.connect), ("TLS", \.tls), ("send", \.send), ("wait", \.wait),
            ("download", \.download), ("total", \.total),
        ]
    }
}

extension BodyStore {
    /// Whether its beginning has a zero byte, or is not UTF-8.
    fileprivate var looksBinary: Bool {
        var check = UTF8Check()
        var hasZero = false
        try? BodyPieces(self).lend(upTo: 64 << 10) {
            for byte in $0 where check.isValid {
                check.take(byte)
                hasZero = hasZero || byte == 0
            }
        }
        return hasZero || !check.isValid
    }

    fileprivate var endsLine: Bool { count == 0 || copy((count - 1)..<count).last == 0x0A }
}
