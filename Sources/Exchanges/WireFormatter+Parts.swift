import Foundation
import MicroClient
import Quoting
import Secrets

// The traffic. Known secrets are removed from a whole part before it becomes lines, and lines are cut last.

extension WireFormatter {
    mutating func add(_ part: Exchange.WireLog.Part, of hop: Exchange.Hop) {
        let speaker: WireTranscript.Speaker = part.kind.isOurs ? .client : .server
        if part.kind == .trailers { note("after the body:") }
        switch part.content {
        case .fields(let fields): add(fields, speaker)
        case .bytes(let data) where part.kind == .requestBody: addBody(data, part, hop.request.headers)
        case .bytes(let data): addHead(data, part, speaker)
        }
        if part.isCut, part.kind != .requestBody {
            note("the first \(Wording.bytes(Int64(part.content.length))) of \(Wording.bytes(Int64(part.length)))")
        }
    }

    private mutating func add(_ fields: HeaderFields, _ speaker: WireTranscript.Speaker) {
        for field in fields.prefix(WireTranscript.mostLines) {
            var value = shown(known(field.value, false), of: field.name)
            if masks, field.name == ":path" { value = Redaction.url(value) }
            append(speaker, "\(known(field.name, false)): \(value)")
        }
        addRest(fields.count - WireTranscript.mostLines)
    }

    private func hides(_ value: String, of name: String) -> Bool {
        masks && (secretHeaders.contains(name.lowercased()) || SecretVocabulary.isSecret(value, under: name))
    }

    private func shown(_ value: String, of name: String) -> String {
        if !value.isEmpty, hides(value, of: name) { return Redaction.mask }
        return masks ? Redaction.value(value, of: name) : value
    }

    /// Adds a head line by line, as it was sent.
    private mutating func addHead(_ data: Data, _ part: Exchange.WireLog.Part, _ speaker: WireTranscript.Speaker) {
        let texts = known(data.wireText, part.isCut).linesAsSent
        // There is nothing after the last line end.
        let complete = texts.last?.isEmpty == true ? texts.dropLast() : texts[...]
        let startLine = part.kind == .trailers ? nil : 0
        var hidesFolded = false
        for (index, line) in complete.prefix(WireTranscript.mostLines).enumerated() {
            let isUnusual = index < texts.count - 1 && !line.endsWithReturn
            let text = line.withoutReturn + (isUnusual ? "\n" : "")
            append(speaker, masks ? masked(text, isFirst: index == startLine, &hidesFolded) : text)
        }
        addRest(complete.count - WireTranscript.mostLines)
    }

    private mutating func addRest(_ count: Int) {
        if count > 0 { note("and \(Wording.count(count, "more line"))") }
    }

    private mutating func append(_ speaker: WireTranscript.Speaker, _ text: String) {
        let left = text.utf8.count - WireTranscript.longestLine
        guard left > 0 else { return lines.append(WireTranscript.Line(speaker, text)) }
        let start = String(text.prefix(WireTranscript.longestLine))
        let rest = Wording.bytes(Int64(text.utf8.count - start.utf8.count))
        lines.append(WireTranscript.Line(speaker, "\(start)… \(rest) more"))
    }

    private func masked(_ line: String, isFirst: Bool, _ hidesFolded: inout Bool) -> String {
        if isFirst { return Self.maskedRequestLine(line) }
        // The rest of a folded value.
        let scalars = line.unicodeScalars
        if let first = scalars.first, first == " " || first == "\t" {
            return hidesFolded ? " \(Redaction.mask)" : line
        }
        guard let colon = scalars.firstIndex(of: ":") else { return line }
        let name = line[..<colon].trimmingCharacters(in: .whitespaces)
        let start = scalars[colon...].dropFirst().firstIndex { $0 != " " && $0 != "\t" } ?? line.endIndex
        let value = String(line[start...])
        // The rest of a folded value may be the secret.
        hidesFolded = hides(value, of: name) || SecretVocabulary.isSecret(nil, under: name)
        return line[..<start] + shown(value, of: name)
    }

    /// Masks the URL in "GET /path?token=x HTTP/1.1"; a status line has no URL and stays.
    private static func maskedRequestLine(_ line: String) -> String {
        guard let (method, rest) = line.cut(at: " "), !line.beginsWithBytes(of: "HTTP/"),
            let end = rest.unicodeScalars.lastIndex(of: " ")
        else { return line }
        return "\(method) \(Redaction.url(String(rest[..<end])))\(rest[end...])"
    }

    // MARK: Without a log

    /// Adds the request and the response from their fields if the transport reports no bytes, or not yet.
    mutating func addFields(of hop: Exchange.Hop) {
        let sent = known(hop.request.url, false)
        let url = masks ? Redaction.url(sent) : sent
        append(.client, "\(hop.request.method) \(url)")
        add(hop.request.headers, .client)
        guard let head = hop.response else { return }
        append(.server, "HTTP/\(head.httpVersion ?? "?") \(head.status) \(head.reason)")
        add(head.headers, .server)
        if !hop.trailers.isEmpty { note("after the body:") }
        add(hop.trailers, .server)
    }
}

// MARK: - Bodies

extension WireFormatter {
    private mutating func addBody(_ data: Data, _ part: Exchange.WireLog.Part, _ fields: HeaderFields) {
        if let text = String(bytes: data.wholeScalars, encoding: .utf8), !text.contains("\0") {
            addBody(known(text, part.isCut), type: fields["Content-Type"] ?? "")
        } else {
            let bytes = data.prefix(32).map(Self.hexadecimal).joined(separator: " ")
            append(.client, data.count > 32 ? "\(bytes) …" : bytes)
        }
        let shown = part.isCut ? ", of which the first \(Wording.bytes(Int64(data.count))) are shown" : ""
        note("request body: \(Wording.bytes(Int64(part.length)))\(shown)")
    }

    private mutating func addBody(_ text: String, type: String) {
        let texts = (masks ? Redaction.body(text, type: type) : text).linesAsSent
        for line in texts.prefix(WireTranscript.mostLines) { append(.client, line.withoutReturn) }
        addRest(texts.count - WireTranscript.mostLines)
    }
}

extension String {
    /// The lines, split at each line feed; a return before it stays.
    fileprivate var linesAsSent: [String] {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    fileprivate var endsWithReturn: Bool { unicodeScalars.last == "\r" }

    fileprivate var withoutReturn: String { endsWithReturn ? String(unicodeScalars.dropLast()) : self }
}

extension Exchange.WireLog.Part.Kind {
    var isOurs: Bool {
        switch self {
        case .tunnelRequest, .requestHead, .requestBody: true
        case .tunnelResponse, .informational, .responseHead, .trailers: false
        }
    }
}

extension Data {
    /// The text, each line as UTF-8 if it is valid, else as Latin-1, so that nothing is lost.
    fileprivate var wireText: String {
        split(separator: 0x0A, omittingEmptySubsequences: false).map(\.lineText).joined(separator: "\n")
    }

    private var lineText: String {
        String(bytes: self, encoding: .utf8) ?? String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }

    /// The data without a character that is cut at the end.
    fileprivate var wholeScalars: Data {
        var end = endIndex
        while end > startIndex, endIndex - end < 4 {
            let last = self[index(before: end)]
            if last < 0x80 { return self[..<end] }
            end = index(before: end)
            if last >= 0xC0 { return String(bytes: self, encoding: .utf8) == nil ? self[..<end] : self }
        }
        return self
    }
}
