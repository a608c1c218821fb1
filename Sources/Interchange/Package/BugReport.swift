import BodyStore
import Exchanges
import Foundation
import MicroClient
import Quoting
import Text

/// Exchanges as Markdown for a bug report.
struct BugReport {
    private let package: SharePackage
    private let secondsFromGMT: Int

    init(_ package: SharePackage, secondsFromGMT: Int) {
        self.package = package
        self.secondsFromGMT = secondsFromGMT
    }

    var text: String {
        var parts: [String] = []
        let isSet = package.name != nil || package.exchanges.count != 1
        if isSet {
            parts.append("# \(ReportText.inline(package.name ?? Wording.count(package.exchanges.count, "exchange")))")
            if let note = package.note { parts.append(ReportText.lines(note)) }
        }
        for (index, exchange) in package.exchanges.enumerated() {
            let level = isSet ? "## \(index + 1). " : "# "
            parts += ExchangeSection(exchange, secondsFromGMT: secondsFromGMT).paragraphs(title: level)
        }
        if let masks { parts.append(masks) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var masks: String? {
        let names = Set(package.masked.map(\.name)).sorted()
        guard !names.isEmpty else { return nil }
        let list = names.map { ReportText.code("{{\($0)}}") }.joined(separator: ", ")
        return "Secrets are masked: they are replaced by \(list)."
    }
}

/// The section of a report about one exchange.
private struct ExchangeSection {
    private let exchange: SharedExchange
    private let kept: StoredExchange
    private let secondsFromGMT: Int

    init(_ exchange: SharedExchange, secondsFromGMT: Int) {
        self.exchange = exchange
        kept = exchange.past.kept
        self.secondsFromGMT = secondsFromGMT
    }

    func paragraphs(title: String) -> [String] {
        let request = kept.exchange.request
        let subject = "\(request.method.rawValue) \(request.url.pathOfURL)"
        var parts = ["\(title)\(ReportText.inline("\(subject): \(kept.outcomeWords)"))"]
        if let note = exchange.note { parts.append(ReportText.lines(note)) }
        parts.append(facts.map { "- \($0)" }.joined(separator: "\n"))
        if let verdict = exchange.verdict {
            parts.append("Compared with what was sent before: \(ReportText.inline(verdict))")
        }
        let level = title.hasPrefix("## ") ? "###" : "##"
        parts += ["\(level) Request", ReportText.fence(requestHead, language: "http")]
        parts += body(exchange.past.requestBody, kept.requestBody, request.headers)
        parts += ["\(level) Response"] + response
        if let attempts { parts += ["\(level) Attempts", attempts] }
        if let checks { parts += ["\(level) Captured and asserted", checks] }
        return parts
    }

    // MARK: Facts

    private var facts: [String] {
        let moment = Wording.iso8601(kept.sentAt, secondsFromGMT: secondsFromGMT)
        let count = kept.exchange.attempts.count
        let took = kept.exchange.duration.map { ", took \(Wording.duration($0))" } ?? ""
        var facts = ["Sent \(moment)\(took)\(count > 1 ? " in \(Wording.count(count, "attempt"))" : "")"]
        if let environment = kept.origin.environment { facts.append("Environment: \(ReportText.inline(environment))") }
        if let path = kept.origin.requestPath {
            facts.append(
                "Request file: \(ReportText.code(path))\(kept.origin.wasDraft ? ", changed before it was sent" : "")")
        }
        if let failure = kept.failure {
            facts.append("Failed at \(failure.stage.words): \(ReportText.inline(failure.message))")
        }
        if let connection = kept.exchange.attempts.last?.hops.last?.connection {
            facts.append("Connection: \(ReportText.inline(Self.words(connection, kept.head)))")
        }
        return facts
    }

    private static func words(_ facts: ConnectionFacts, _ head: ResponseHead?) -> String {
        let port = facts.remotePort.map { " port \($0)" } ?? ""
        return [
            facts.remoteAddress.map { "\($0)\(port)" }, head?.httpVersion.map { "HTTP/\($0)" }, facts.tlsVersion,
            facts.tlsCipher, facts.proxy.map { "by \($0)" }, facts.isReused == true ? "reused connection" : nil,
        ].compactMap { $0 }.joined(separator: ", ")
    }

    // MARK: Heads and bodies

    private var requestHead: String {
        let request = kept.exchange.request
        return "\(request.method.rawValue) \(request.url)\n" + Self.lines(request.headers)
    }

    private static func lines(_ fields: HeaderFields) -> String {
        fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    private var response: [String] {
        guard let head = kept.head else { return ["None: \(ReportText.inline(kept.outcomeWords))"] }
        let version = head.httpVersion.map { "HTTP/\($0) " } ?? ""
        let line = "\(version)\(head.status) \(head.reason)"
        var parts = [ReportText.fence("\(line)\n" + Self.lines(head.headers), language: "http")]
        parts += body(exchange.past.responseBody, kept.responseBody, head.headers)
        return parts
    }

    /// The beginning of a text, and how much there is.
    private func body(_ store: BodyStore?, _ facts: StoredBody?, _ fields: HeaderFields) -> [String] {
        guard let facts, facts.length > 0 else { return [] }
        let size = Wording.bytes(facts.length)
        guard let store else { return ["Body: \(size), no longer kept."] }
        let bytes = store.copy(0..<min(store.count, Self.longestBody))
        let isWhole = bytes.count == store.count && !facts.isCut
        guard let text = ReportText.text(bytes, isWhole: bytes.count == store.count) else {
            return ["Body: \(size), not text."]
        }
        let lines = text.split(at: "\n")
        let shown = lines.prefix(Self.mostLines).joined(separator: "\n")
        let isShort = isWhole && lines.count <= Self.mostLines
        let heading = isShort ? "Body, \(size):" : "Body, \(size), of which this is the beginning:"
        let isJSON = fields["Content-Type"]?.lowercased().contains("json") ?? false
        return [heading, ReportText.fence(shown, language: isJSON ? "json" : "")]
    }

    private static let longestBody = 4_000
    private static let mostLines = 80

    // MARK: Attempts and checks

    /// The list of attempts; nil for a single one without redirects.
    private var attempts: String? {
        let attempts = kept.exchange.attempts
        guard attempts.count > 1 || attempts.contains(where: { $0.hops.count > 1 }) else { return nil }
        let rows = attempts.flatMap { attempt in
            attempt.hops.isEmpty
                ? [row(attempt, attempt.request, Self.words(attempt.outcome), attempt.startedAfter, nil)]
                : attempt.hops.map { hop in
                    row(attempt, hop.request, Self.words(hop), hop.startedAfter, hop.timings.total)
                }
        }
        let waits = attempts.compactMap { attempt in
            attempt.retry.map { retry in
                let reason = ReportText.inline(retry.reason)
                return "- after attempt \(attempt.number): \(reason), waited \(Wording.duration(retry.wait))"
                    + (retry.source == .retryAfter ? " as the server asked" : "")
            }
        }
        let head = "| Attempt | Began after | Took | Request | Outcome |\n|---|---|---|---|---|"
        let table = ([head] + rows).joined(separator: "\n")
        return ([table] + (waits.isEmpty ? [] : [waits.joined(separator: "\n")])).joined(separator: "\n\n")
    }

    private func row(
        _ attempt: Exchange.Attempt, _ request: Exchange.SentRequest, _ outcome: String, _ start: Duration,
        _ time: Duration?
    ) -> String {
        let subject = ReportText.cell("\(request.method.rawValue) \(request.url)")
        let cells = [
            "\(attempt.number)", Wording.duration(start), time.map(Wording.duration) ?? "", subject,
            ReportText.cell(outcome),
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    private static func words(_ hop: Exchange.Hop) -> String {
        if let failure = hop.failure { return "\(RecordedFailure.Stage(failure.stage).words): \(failure.message)" }
        return hop.response.map { "\($0.status) \($0.reason)" } ?? "no response"
    }

    private static func words(_ outcome: Exchange.Attempt.Outcome) -> String {
        switch outcome {
        case .running: "running"
        case .response(let status): "\(status)"
        case .failure(let failure): "\(RecordedFailure.Stage(failure.stage).words): \(failure.message)"
        case .cancelled: "cancelled"
        }
    }

    private var checks: String? {
        let captures = kept.captures.map { capture in
            "- \(ReportText.code(capture.variable)) \(Self.words(capture.outcome))"
        }
        let assertions = kept.assertions.map { assertion in
            if assertion.graphQL != nil, let problem = assertion.problem { return "- \(ReportText.inline(problem))" }
            return "- \(ReportText.code(assertion.text)): \(Self.words(assertion.outcome))"
        }
        let lines = captures + assertions
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private static func words(_ outcome: RecordedCapture.Outcome) -> String {
        switch outcome {
        case .value(let json): "= \(ReportText.code(String(json.prefix(200))))"
        case .undefined: "was not found"
        case .removed: "was removed by a script"
        case .failed(let reason): "failed: \(ReportText.inline(reason))"
        case .notEvaluated(let reason): "was not evaluated: \(ReportText.inline(reason))"
        }
    }

    private static func words(_ outcome: RecordedAssertion.Outcome) -> String {
        switch outcome {
        case .passed: "passed"
        case .failed(let found, ""): "failed: \(ReportText.inline(found))"
        case .failed(let found, let expected):
            "failed: found \(ReportText.code(found)), expected \(ReportText.code(expected))"
        case .notEvaluated(let reason): "not evaluated: \(ReportText.inline(reason))"
        case .skipped: "skipped by the script"
        }
    }
}

extension String {
    /// "/users" of a URL; the whole text if it is not a URL.
    fileprivate var pathOfURL: String {
        let parts = URLReference(self)
        guard parts.authority != nil else { return self }
        return parts.path.isEmpty ? "/" : parts.path
    }
}

/// Text from outside within Markdown: it stays text.
enum ReportText {
    /// Returns the text for a line of prose.
    static func inline(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in oneLine(text).unicodeScalars {
            if "\\`*_[]<>#|~&!".unicodeScalars.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    /// Returns paragraphs that a user wrote, each line escaped.
    static func lines(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { paragraph(String($0)) }.joined(separator: "\n\n")
    }

    /// Returns a line with a backslash before a sign that would make it a list or the like.
    private static func paragraph(_ line: String) -> String {
        let line = inline(line)
        return line.utf8.first.map("-+=".utf8.contains) == true ? "\\" + line : line
    }

    /// Returns the text for a cell of a table.
    static func cell(_ text: String) -> String {
        String(decoding: code(text).utf8.flatMap { $0 == UInt8(ascii: "|") ? Array("\\|".utf8) : [$0] }, as: UTF8.self)
    }

    /// Returns the text as code within a line.
    ///
    /// - Source: CommonMark 0.31, section 6.1: the ticks around are longer than those within.
    static func code(_ text: String) -> String {
        let line = oneLine(text)
        let ticks = String(repeating: "`", count: longestRunOfTicks(in: line) + 1)
        let tick = UInt8(ascii: "`")
        let space = line.utf8.first == tick || line.utf8.last == tick || line.isEmpty ? " " : ""
        return "\(ticks)\(space)\(line)\(space)\(ticks)"
    }

    /// A block of code.
    ///
    /// - Source: CommonMark 0.31, section 4.5.
    static func fence(_ text: String, language: String) -> String {
        let ticks = String(repeating: "`", count: max(3, longestRunOfTicks(in: text) + 1))
        let text = safe(text)
        return "\(ticks)\(language)\n\(text)\(text.utf8.last == 0x0A ? "" : "\n")\(ticks)"
    }

    private static func longestRunOfTicks(in text: String) -> Int {
        var (longest, run) = (0, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// Returns the safe text with spaces in place of line ends.
    static func oneLine(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return String(String.UnicodeScalarView(safe(lines).unicodeScalars.map { $0 == "\n" ? " " : $0 }))
    }

    /// Returns the text with pictures or code points in place of what controls a terminal or turns the direction of text.
    static func safe(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.replacing("\r\n", with: "\n").unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
                    switch scalar.properties.generalCategory {
                    case .control where scalar != "\n" && scalar != "\t":
                        if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) { return [picture] }
                        return Array("<U+\(String(scalar.value, radix: 16, uppercase: true))>".unicodeScalars)
                    case .format, .lineSeparator, .paragraphSeparator:
                        return Array("<U+\(String(scalar.value, radix: 16, uppercase: true))>".unicodeScalars)
                    default: return [scalar]
                    }
                }))
    }

    /// Returns the bytes as text; nil if they are not text.
    static func text(_ bytes: [UInt8], isWhole: Bool) -> String? {
        // A character may be cut through.
        for dropped in 0...(isWhole ? 0 : min(3, bytes.count)) {
            if let text = String(validating: bytes.dropLast(dropped), as: UTF8.self) {
                return text.utf8.contains(0) ? nil : text
            }
        }
        return nil
    }
}
