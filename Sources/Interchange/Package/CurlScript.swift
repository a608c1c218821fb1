import BodyStore
import Exchanges
import Foundation
import MicroClient
import Quoting
import Text

/// Recorded requests as commands of curl, for a POSIX shell: as they were sent, with variables in the place of secrets.
struct CurlScript {
    private let package: SharePackage
    private let secondsFromGMT: Int

    init(_ package: SharePackage, secondsFromGMT: Int) {
        self.package = package
        self.secondsFromGMT = secondsFromGMT
    }

    var text: String {
        let makers = package.exchanges.map { StoredCurl($0) }
        let commands = zip(package.exchanges, makers).enumerated().map { index, pair in
            (makers.count > 1 ? ["\(index + 1). \(title(of: pair.0))"] : [title(of: pair.0)], pair.1)
        }
        return comment(head) + commands.map { comment($0) + $1.command.text }.joined(separator: "\n")
    }

    private var head: [String] {
        let about = [package.name, package.note].compactMap { $0 }.joined(separator: ": ")
        return about.isEmpty ? [] : [about, ""]
    }

    private func title(of exchange: SharedExchange) -> String {
        let outcome = exchange.past.kept.outcomeWords
        let moment = Wording.iso8601(exchange.past.kept.sentAt, secondsFromGMT: secondsFromGMT)
        let verb = exchange.past.kept.failure == nil && exchange.past.kept.head != nil ? "answered" : "sent"
        return "\(exchange.note.map { "\($0): " } ?? "")\(verb) \(moment): \(outcome)"
    }

    /// Returns comments of one line each, without anything that controls a terminal or turns the direction of text.
    private func comment(_ lines: [String]) -> String {
        lines.map { $0.isEmpty ? "\n" : ShellQuoting.comment(ReportText.oneLine($0)) }.joined()
    }
}

/// A recorded request as a command.
private struct StoredCurl {
    private let kept: StoredExchange
    private let body: BodyStore?
    private var variables = ShellVariables()
    private var notes: [String] = []
    private var groups: [[ShellText]] = []

    init(_ exchange: SharedExchange) {
        kept = exchange.past.kept
        body = exchange.past.requestBody
        let sent = kept.exchange.request
        let data = makeData()
        addStart(sent, hasData: data != nil)
        for (index, field) in sent.headers.enumerated() where isSayable(field) && !isMadeByCurl(field, sent) {
            addField(field, index)
        }
        if data != nil, !sent.headers.contains(named: "Content-Type") {
            groups.append([ShellText("-H"), ShellText("Content-Type:")])
        }
        if let data { groups.append(data) }
        if kept.exchange.attempts.contains(where: { $0.hops.count > 1 }) { addRedirects(hasBody: data != nil) }
        if sent.headers.contains(named: "Accept-Encoding") { groups.append([ShellText("--compressed")]) }
    }

    var command: CurlCommand {
        let sayable = groups.map { $0.map { $0.isSayable ? $0 : ShellText("") } }
        return CurlCommand(
            groups: sayable, comments: variables.comments + notes, url: ShellText(kept.exchange.request.url))
    }

    private mutating func addRedirects(hasBody: Bool) {
        if let note = CurlCommand.noteOnRedirects(of: kept.exchange.request.method.rawValue, hasBody: hasBody) {
            notes.append(note)
        } else {
            groups.append([ShellText("-L")])
        }
    }

    private mutating func addStart(_ sent: Exchange.SentRequest, hasData: Bool) {
        let method = sent.method.rawValue
        var start: [ShellText] = []
        switch (method, hasData) {
        case ("GET", false), ("POST", true): break
        case ("HEAD", false): start = [ShellText("--head")]
        default: start = [ShellText("-X"), ShellText(method)]
        }
        let url = text(sent.url, .url)
        // Brackets and braces are patterns to curl unless an option says otherwise.
        if url.hasVariables || sent.url.utf8.contains(where: "[]{}".utf8.contains) {
            start.append(ShellText("--globoff"))
        }
        groups.append(start + [url])
    }

    private mutating func addField(_ field: HeaderField, _ index: Int) {
        guard !field.value.isEmpty else {
            groups.append([ShellText("-H"), ShellText(field.name + ";")])
            return
        }
        groups.append([ShellText("-H"), ShellText(field.name + ": ") + text(field.value, .header(index))])
    }

    /// Whether curl takes it for a field: a name that begins with `@` is a file of fields to it.
    private mutating func isSayable(_ field: HeaderField) -> Bool {
        if CurlQuoting.isToken(field.name.utf8), !field.value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            return true
        }
        notes.append("A header is left out, which cannot be sent: \(field.name)")
        return false
    }

    private func isMadeByCurl(_ field: HeaderField, _ sent: Exchange.SentRequest) -> Bool {
        switch field.name.lowercased() {
        case "content-length", "transfer-encoding", "connection", "accept-encoding", "expect": return true
        case "host":
            return (URLReference(sent.url).authority?.split(at: "@").last).map(field.value.hasSameBytes) ?? false
        case "accept": return field.value == "*/*"
        default: return false
        }
    }

    /// Returns the options for the body; nil without one, and for one that no shell can pass to a program.
    private mutating func makeData() -> [ShellText]? {
        guard let facts = kept.requestBody, facts.length > 0 else { return nil }
        if kept.exchange.request.method.rawValue == "HEAD" {
            notes.append(CurlCommand.noteOnBodyOfHEAD)
            return nil
        }
        let size = Wording.bytes(facts.length)
        guard let body, !facts.isCut else {
            notes.append("The body, \(size), is not kept whole: give it with --data-binary @FILE.")
            return nil
        }
        let bytes = body.copy(0..<body.count)
        guard bytes.count < Self.longestArgument, let text = String(validating: bytes, as: UTF8.self),
            !text.utf8.contains(0)
        else {
            notes.append("The body, \(size), is not written here: give it with --data-binary @FILE.")
            return nil
        }
        return [ShellText("--data-raw"), self.text(text, .body)]
    }

    /// The longest argument, in bytes; Linux takes 128 KiB.
    private static let longestArgument = 100_000

    /// Returns the text with variables in place of markers.
    private mutating func text(_ text: String, _ place: SecretPlaceholder.Place) -> ShellText {
        let bytes = Array(text.utf8)
        var pieces: [ShellText.Piece] = []
        var position = 0
        for marker in kept.markers.filter({ $0.place == place }).sorted(by: { $0.offset < $1.offset }) {
            let range = marker.offset..<(marker.offset + marker.text.utf8.count)
            guard range.lowerBound >= position, range.upperBound <= bytes.count,
                bytes[range].elementsEqual(marker.text.utf8)
            else { continue }
            pieces.append(.text(String(decoding: bytes[position..<range.lowerBound], as: UTF8.self)))
            pieces.append(.variable(variables.name(of: marker)))
            position = range.upperBound
        }
        return ShellText(pieces + [.text(String(decoding: bytes[position...], as: UTF8.self))])
    }
}

/// The variables of the shell that replace markers: one for each secret in each way in which it is written.
private struct ShellVariables {
    private var names: [ExactText: String] = [:]
    private var order: [(name: String, spelling: String?)] = []

    mutating func name(of marker: SecretPlaceholder) -> String {
        let spelling = marker.spelling.words
        let key = ExactText("\(marker.name)\n\(spelling?.suffix ?? "")")
        if let name = names[key] { return name }
        let name = free(ShellPlaceholders.variableName(marker.name + (spelling.map { "_\($0.suffix)" } ?? "")))
        names[key] = name
        order.append((name, spelling?.text))
        return name
    }

    private func free(_ name: String) -> String {
        let taken = Set(names.values)
        return ([name] + (2...taken.count + 2).map { "\(name)_\($0)" }).first { !taken.contains($0) } ?? name
    }

    var comments: [String] {
        guard !order.isEmpty else { return [] }
        let list = order.map { name, spelling in spelling.map { "\(name) - \($0)" } ?? name }
        return ["Secrets to set as variables of the shell first: \(list.joined(separator: ", "))"]
    }
}

extension SecretPlaceholder.Spelling {
    /// The suffix and words for a variable that holds a secret as it was written there; nil for one that holds the secret itself.
    fileprivate var words: (suffix: String, text: String)? {
        switch self {
        case .plain, .wholeField: nil
        case .percentEncoded: ("encoded", "percent-encoded")
        case .json: ("json", "escaped as in JSON")
        case .base64: ("base64", "its part of the base64")
        case .escaped(let rule): (rule, "escaped as in \(rule)")
        case .other: ("written", "as it was sent")
        }
    }
}

extension ShellPlaceholders {
    /// A name for a variable that means nothing to a shell.
    static func variableName(_ name: String) -> String {
        let plain = shellName(name)
        return reserved.contains(plain) ? "SECRET_\(plain)" : plain
    }
}

extension StoredExchange {
    /// "500 Internal Server Error", "connect: refused", "not over".
    var outcomeWords: String {
        if let failure = facts.failure { return "\(failure.stage.words): \(failure.message)" }
        guard let head = facts.head else { return "no response" }
        return head.reason.isEmpty ? "\(head.status)" : "\(head.status) \(head.reason)"
    }
}
