import BodyStore
import Exchanges
import Foundation
import MicroClient
import TestSupport
import Testing

@testable import CommandLineTool
@testable import OpenCollection

/// The places where the command line prints text from outside. **The table**: whatever prints another has a row here, and a scene below. The table
/// for the screen is in `ExplorerTests/OutsideTextTests`.
///
/// Reports as JSON, and bodies, go to pipes and files as they are; on a terminal `BodyOutput` puts both through ``TerminalText``, as `body`
/// does here.
enum PrintedSource: String, Sendable, CaseIterable {
    case statusLine, body
    case wireURL, wireHeader, wireReason, wireFailure, wireRetry, wireCertificate, wireAuxiliary
    case captureVariable, captureExpression, captureReason, assertion, notEvaluated
    case runFailure, runSkipped, runStatus
    case listURL, listRequest, listEnvironment, listNote, listMethod, listFailure
    case showURL, showHeader, showReason, showResponseHeader, showNote, showOrigin, showFailure, showAuxiliary
    case showCapture, showAssertion, showConsole, showSecret, showWire
    case setName, setNote, historyPlace, filter, severalExchanges
    case checkPath, checkMessage, trustRun, trustPurpose, token, tokenScope
    /// The paths of `import`, `init` and `where`.
    case path
}

@Suite("Text from outside on the command line")
struct OutsideTextTests {
    @Test("is printed, and nothing in it is what a terminal obeys", arguments: PrintedSource.allCases)
    func table(source: PrintedSource) throws {
        let text = HostileText.allCases.map(\.text).joined()
        let printed = try PrintedScenes(text).printed(source, showsNonASCII: true)
        expectClean(printed)
        for kind in HostileText.allCases {
            #expect(printed.contains(kind.after), "\(kind): \(printed)")
        }
        let plain = try PrintedScenes(text).printed(source, showsNonASCII: false)
        #expect(plain.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) || "\n\t".contains(Character($0)) })
    }

    @Test("a program that reads paths gets them as they are")
    func paths() {
        let text = HostileText.allCases.map(\.text).joined()
        #expect(TerminalText.output(text, isTerminal: false, showsNonASCII: false) == text)
    }

    private func expectClean(_ text: String) {
        let found = text.unicodeScalars.filter { HostileText.isForbidden($0) && $0 != "\n" && $0 != "\t" }
        #expect(found.isEmpty, "\(found.map { String($0.value, radix: 16) })")
    }
}

/// The output for each source.
private struct PrintedScenes {
    let text: String
    private static let clock = HistoryClock(now: Records.start) { _ in 0 }

    init(_ text: String) { self.text = text }

    func printed(_ source: PrintedSource, showsNonASCII: Bool) throws -> String {
        switch source {
        case .statusLine: StatusLine.text(of: record(source), showsNonASCII: showsNonASCII) ?? ""
        case .path: TerminalText.output("/\(text)/new.yml", isTerminal: true, showsNonASCII: showsNonASCII)
        case .body: TerminalText.lines("\(text)\n\(text)\t", showsNonASCII: showsNonASCII)
        case .wireURL, .wireHeader, .wireReason, .wireFailure, .wireRetry, .wireCertificate, .wireAuxiliary:
            WireReport.lines(
                of: record(source), mask: .none, masks: false, now: Records.start, showsNonASCII: showsNonASCII
            ).joined(separator: "\n")
        case .captureVariable, .captureExpression, .captureReason, .assertion, .notEvaluated:
            lines(record(source).checkLines(.none), showsNonASCII)
        case .runFailure, .runSkipped, .runStatus: lines(run(source), showsNonASCII)
        case .listURL, .listRequest, .listEnvironment, .listNote, .listMethod, .listFailure:
            HistoryListReport([row(source)], clock: Self.clock).text(columns: nil, showsNonASCII: showsNonASCII)
        case .showURL, .showHeader, .showReason, .showResponseHeader, .showNote, .showOrigin, .showFailure,
            .showAuxiliary, .showCapture, .showAssertion, .showConsole, .showSecret, .showWire:
            try show(source, showsNonASCII)
        case .setName, .setNote, .historyPlace, .filter, .severalExchanges: history(source, showsNonASCII)
        case .checkPath, .checkMessage, .trustRun, .trustPurpose, .token, .tokenScope: report(source, showsNonASCII)
        }
    }

    /// Returns lines as standard error gets them.
    private func lines(_ lines: [String], _ showsNonASCII: Bool) -> String {
        lines.map { TerminalText.line($0, showsNonASCII: showsNonASCII) }.joined(separator: "\n")
    }

    // MARK: A send

    private func record(_ source: PrintedSource) -> RecordedExchange {
        let reason = source == .statusLine || source == .runStatus ? text : "OK"
        let exchange = exchange(source)
        var record = RecordedExchange(
            id: Records.id, exchange: exchange, origin: RecordedExchange.Origin(), sentAt: Records.start,
            head: ResponseHead(status: 200, reason: reason, httpVersion: "1.1"), responseBody: BodyStore([UInt8]()))
        record.captures = captures(source)
        record.assertions = assertions(source)
        if source == .wireAuxiliary {
            record.auxiliaryExchanges = [
                AuxiliaryExchange(.login(path: text), summary: text, isDone: true, exchange: exchange)
            ]
        }
        return record
    }

    private func exchange(_ source: PrintedSource) -> Exchange {
        let url = source == .wireURL || source == .showURL ? "http://h/\(text)" : "http://h/"
        let fields = source == .wireHeader || source == .showHeader ? [HeaderField(text, text)] : []
        let request = Exchange.SentRequest(method: .get, url: url, headers: HeaderFields(fields))
        let reason = source == .wireReason ? text : "OK"
        var hop = Exchange.Hop(
            startedAfter: .zero, request: request,
            response: ResponseHead(status: 200, reason: reason, httpVersion: "1.1", headers: HeaderFields(fields)),
            connection: connection(source))
        if source == .wireFailure || source == .showFailure {
            hop.failure = Exchange.Failure(stage: .connect, code: .couldNotConnect, message: text)
        }
        let retry = Exchange.Attempt.Retry(reason: text, wait: .milliseconds(5), source: .backoff)
        let attempt = Exchange.Attempt(
            number: 1, startedAfter: .zero, request: request, hops: [hop], outcome: .response(status: 200),
            retry: source == .wireRetry ? retry : nil)
        return Exchange(request: request, startedAt: Records.start, attempts: [attempt], duration: .seconds(1))
    }

    private func connection(_ source: PrintedSource) -> ConnectionFacts? {
        guard source == .wireCertificate || source == .showWire else { return nil }
        let certificate = ConnectionFacts.Certificate(
            subject: "CN=\(text)", issuer: "O=\(text)", alternativeNames: ["DNS:\(text)"], notBefore: Records.start,
            notAfter: Records.start + 9e6, serialNumber: text, fingerprint: Data([1]))
        return ConnectionFacts(
            remoteAddress: "127.0.0.1", remotePort: 1, isReused: false, tlsVersion: text, tlsCipher: text,
            certificates: [certificate], proxy: text)
    }

    private func captures(_ source: PrintedSource) -> [RecordedCapture] {
        switch source {
        case .captureVariable: [RecordedCapture(variable: text, expression: "x", outcome: .undefined)]
        case .captureExpression: [RecordedCapture(variable: "v", expression: text, outcome: .undefined)]
        case .captureReason: [RecordedCapture(variable: "v", expression: "x", outcome: .failed(text))]
        case .showCapture: [RecordedCapture(variable: text, expression: text, outcome: .value(json: "1"))]
        default: []
        }
    }

    private func assertions(_ source: PrintedSource) -> [RecordedAssertion] {
        switch source {
        case .assertion, .showAssertion:
            [
                RecordedAssertion(
                    expression: text, operator: "eq", value: text, outcome: .failed(found: text, expected: text))
            ]
        case .notEvaluated:
            [RecordedAssertion(expression: "f()", operator: "gt", value: "1", outcome: .notEvaluated(text))]
        default: []
        }
    }

    private func run(_ source: PrintedSource) -> [String] {
        var report = RunReport()
        return switch source {
        case .runSkipped: report.add(.init("a.yml", .skipped(reason: text)))
        case .runFailure: report.add(.init(ItemPath("\(text).yml"), .sent(record(source), failure: text)))
        default: report.add(.init("a.yml", .sent(record(source), failure: nil)))
        }
    }

    // MARK: The history

    private func row(_ source: PrintedSource) -> HistoryRow {
        func text(_ own: PrintedSource) -> String? { source == own ? self.text : nil }
        let origin = RecordedExchange.Origin(
            collection: "/api", requestPath: "\(text(.listRequest) ?? "get").yml",
            environment: text(.listEnvironment))
        var row = HistoryRow(
            id: Records.id, origin: origin, source: .commandLine, sentAt: Records.start,
            method: text(.listMethod) ?? "GET", url: "http://h/\(text(.listURL) ?? "")", status: 200,
            duration: .milliseconds(84), responseLength: 12_000)
        row.note = text(.listNote) ?? text(.showNote)
        if let message = text(.listFailure) {
            row.status = nil
            row.failure = RecordedFailure(stage: RecordedFailure.Stage(rawValue: message), message: message)
        }
        return row
    }

    private func show(_ source: PrintedSource, _ showsNonASCII: Bool) throws -> String {
        let record = record(source)
        let origin = RecordedExchange.Origin(
            collection: text, requestPath: "\(text).yml", environment: text)
        var kept = StoredExchange(
            id: Records.id, origin: source == .showOrigin ? origin : .init(), source: .screen, sentAt: Records.start,
            exchange: record.exchange)
        let field = HeaderField(text, text)
        kept.head = ResponseHead(
            status: 200, reason: source == .showReason ? text : "OK", httpVersion: "1.1",
            headers: source == .showResponseHeader ? [field] : [])
        (kept.captures, kept.assertions) = (record.captures, record.assertions)
        if source == .showConsole { kept.console = [ConsoleLine(level: "info", text: text)] }
        if source == .showAuxiliary {
            kept.auxiliaryExchanges = [
                AuxiliaryExchange(.token(grant: text), summary: text, isDone: false, exchange: nil)
            ]
        }
        if source == .showSecret {
            kept.markers = [SecretPlaceholder(name: text, place: .header(0), offset: 0, spelling: .plain)]
        }
        let report = HistoryShowReport(
            row(source), kept, requestBody: nil, responseBody: nil, clock: Self.clock)
        var bytes: [UInt8] = []
        try report.write(source == .showWire ? .wire : .all, showsNonASCII: showsNonASCII) { bytes += Array($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func history(_ source: PrintedSource, _ showsNonASCII: Bool) -> String {
        switch source {
        case .setName, .setNote:
            let set = HistorySet(
                name: source == .setName ? text : "s", note: source == .setNote ? text : nil, exchanges: [Records.id])
            return HistorySetsReport([set]).text(showsNonASCII: showsNonASCII)
        case .historyPlace:
            let facts = HistoryAboutReport.Facts(place: text, maximumAge: .seconds(9), maximumBytes: 9)
            return HistoryAboutReport(facts, clock: Self.clock).text(showsNonASCII: showsNonASCII)
        case .filter:
            return usage(filterError(showsNonASCII), showsNonASCII)
        default:
            let error = UsageError.severalExchanges(
                at: text, [row(.listURL)], clock: Self.clock, showsNonASCII: showsNonASCII)
            return usage(error, showsNonASCII)
        }
    }

    private func filterError(_ showsNonASCII: Bool) -> UsageError {
        do {
            _ = try HistoryFilter(parsing: "status:\(text)", clock: Self.clock)
            return UsageError("it was understood", advice: "")
        } catch {
            return UsageError(error, showsNonASCII: showsNonASCII)
        }
    }

    /// Returns an error as it is printed.
    private func usage(_ error: UsageError, _ showsNonASCII: Bool) -> String {
        (["\(error)"].map { TerminalText.line($0, showsNonASCII: showsNonASCII) } + error.list).joined(separator: "\n")
    }

    // MARK: The collection

    private func report(_ source: PrintedSource, _ showsNonASCII: Bool) -> String {
        switch source {
        case .checkPath, .checkMessage:
            let path = ItemPath(source == .checkPath ? "\(text).yml" : "a.yml")
            let problem = CheckProblem(
                .error, .syntax, path: path, message: text, fix: text)
            return CheckReport([problem], prefix: text).text(showsNonASCII: showsNonASCII)
        case .trustRun, .trustPurpose:
            let use = OutsideUse(.run(source == .trustRun ? ["pass", text] : ["pass"]), for: text)
            return TrustReport([ListedUse(use, .asks)]).text(showsNonASCII: showsNonASCII)
        default:
            var settings = OAuth2Settings(AuthDetails(type: "oauth2"))
            settings.accessTokenURL = "http://h/token"
            settings.clientID = source == .token ? text : "me"
            let scope: [(name: String, value: TypedValue)] = [("scope", .string(text)), ("access_token", .string("s"))]
            let token = OAuth2Token(scope, receivedAt: Records.start)
            let entry = TokenReport.Entry(
                TokenKey(settings, collection: nil, environment: nil), source == .tokenScope ? token : nil)
            return TokenReport([entry], now: Records.start, secondsFromGMT: 0).text(showsNonASCII: showsNonASCII)
        }
    }
}
