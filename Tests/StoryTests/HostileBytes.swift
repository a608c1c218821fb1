import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: hostile bytes", .serialized)
struct HostileBytes {
    /// A text that steers a terminal: a title, a mode, a colour, a question, the clipboard; and what hides or turns text.
    private static let hostile =
        "\u{1B}]2;owned\u{07}\u{1B}[?5h\u{1B}[?1003h\u{1B}[31;41m\u{1B}[c\u{1B}]52;c;b3duZWQ=\u{1B}\\\u{1B}P+q\u{1B}\\"
        + "\u{9B}31m\u{9D}2;owned\u{9C}\u{08}\u{0B}\u{0C}\u{0E}\u{7F}\u{202E}\u{2066}\u{200B}\u{FEFF}\u{2028}\u{E0041}end"

    /// The same for a file's name, without what cannot be in one.
    private static let hostileName = "\u{1B}]2;owned\u{07}\u{1B}[?5h\u{202E}name\u{9B}5m"

    /// The same bytes in YAML, which allows them escaped only.
    private static var escaped: String {
        hostile.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\" && scalar.value != 0x7F
                ? String(scalar)
                : "\\U" + String(repeating: "0", count: 8 - String(scalar.value, radix: 16).count)
                    + String(scalar.value, radix: 16)
        }.joined()
    }

    private func place() throws -> StoryPlace {
        let more = """
              headers:
                - name: X-Hostile
                  value: "\(Self.escaped)"
            docs: "\(Self.escaped)"

            """
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root.edited("Fixture", "\"\(Self.escaped)\""),
            "environments/local.yml": Fixture.environment + "  - name: bad\n    value: \"\(Self.escaped)\"\n",
            "a.yml": Fixture.request("Body", url: "{{baseUrl}}/body"),
            "b.yml": Fixture.request("\"\(Self.escaped)\"", url: "{{baseUrl}}/echo", more: more),
            "c.yml": Fixture.request("Variable", url: "{{baseUrl}}/{{bad}}"),
            "d.yml": Fixture.request("Hidden", url: "{{baseUrl}}/hidden?\(Self.escaped)"),
            "\(Self.hostileName).yml": Fixture.request("File", url: "{{baseUrl}}/file"),
            "broken \(Self.hostileName).yml": "info:\n  name: \"\(Self.escaped)\n",
            "broken2.yml": "\(Self.hostile)\n",
        ])
        return place
    }

    private func server() throws -> RawServer {
        let head = "HTTP/1.1 200 O\(Self.hostile.replacingOccurrences(of: "\u{0B}", with: ""))K\r\n"
        let fields =
            "Content-Type: text/plain; charset=utf-8\r\nX-Hostile: \(Self.hostile)\r\nConnection: close\r\n\r\n"
        return try RawServer(responding: head + fields + Self.hostile + "\n{\"\(Self.hostile)\": 1}\n")
    }

    private func expectClean(_ session: TerminalSession, location: SourceLocation = #_sourceLocation) {
        let found = Sequences.forbidden(in: session.output)
        #expect(found.isEmpty, "\(found)", sourceLocation: location)
        let screen = session.screen
        #expect(screen.title == nil, sourceLocation: location)
        #expect(screen.clipboard == nil, sourceLocation: location)
        #expect(screen.modes.isDisjoint(with: [5, 1000, 1003]), "\(screen.modes)", sourceLocation: location)
    }

    @Test("names, documentation, values and file names are shown as pictures", arguments: [Size.small, .below])
    func collection(size: Size) throws {
        let session = try place().start(size: size)
        try session.waitFor("the tree") { $0.contains("GET  Body") && $0.contains("GET  File") }
        var seen = session.screen.text
        for _ in 0..<8 {
            for key in ["j", "\r", "]", "]", "]", "]", "]", "1"] {
                try session.step(key)
                seen += session.screen.text
            }
        }
        try session.type("?")
        try session.waitFor("(current)")
        seen += session.screen.text
        #expect(seen.contains("␛"), "\(seen)")
        if size == .below { #expect(seen.contains("<U+202E>")) }
        expectClean(session)
        try session.press(.escape)
        try session.waitFor("the help closed") { !$0.contains("(current)") }
        #expect(try session.quit() == 0)
        #expect(try session.modes() == session.modesBefore)
    }

    @Test("reason, header fields and body of an answer are shown as pictures")
    func response() throws {
        let server = try server()
        let session = try place().start(size: .below, variables: ["baseUrl": server.baseURL])
        try session.showRequest("a.yml", named: "Body")
        try session.type("s")
        try session.waitForResponse("200 O")
        try session.waitFor("the body with its controls as pictures") {
            $0.contains("␛]2;owned␇") && $0.contains("<U+202E>")
        }
        try session.type("3")
        try session.showResponseTab("Headers")
        try session.waitFor("the field with its controls as pictures") {
            $0.row(with: "X-Hostile: ").contains("␛]2;owned␇")
        }
        try session.showResponseTab("Attempts")
        try session.showResponseTab("Timing")
        try session.type("4z")
        try session.waitFor("the log") { $0.contains("200 O") && !$0.contains(" 3 Response ") }
        expectClean(session)
        #expect(try session.quit() == 0)
    }

    @Test("so are errors and messages")
    func messages() throws {
        let session = try place().start(size: .below)
        try session.showRequest("c.yml", named: "Variable")
        try session.type("s")
        try session.waitFor("an end of it") {
            !$0.responseTitle.contains("running") && $0.responseTitle.contains("·") || $0.contains("Not sent")
        }
        try session.showRequest("d.yml", named: "Hidden")
        try session.type("s")
        try session.waitFor("an end of it") {
            !$0.responseTitle.contains("running") && $0.responseTitle.contains("·") || $0.contains("Not sent")
        }
        for choice in ["URL", "NetworkRequest"] {
            try session.type("y")
            try session.waitFor("the copy menu") { $0.contains("Swift: builder") }
            try session.type(choice)
            try session.press(.enter)
            try session.waitFor("Copied")
        }
        try session.type("1G")
        try session.waitFor("the last row of the tree") { $0.contains("GET  File") }
        for _ in 0..<4 {
            for key in ["\r", "1", "k"] { try session.step(key) }
        }
        let found = Sequences.forbidden(in: session.output, allowingClipboard: true)
        #expect(found.isEmpty, "\(found)")
        #expect(session.screen.title == nil)
        #expect(try session.quit() == 0)
    }
}

/// The sequences that a program may send to a terminal, and those that must never come from outside.
private enum Sequences {
    /// Everything in a stream of bytes that is neither a visible character nor a sequence that drawing needs.
    static func forbidden(in bytes: [UInt8], allowingClipboard: Bool = false) -> [String] {
        var found: [String] = []
        let text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var index = 0
        while index < text.count {
            let scalar = text[index]
            if scalar == "\u{1B}" {
                let end = endOfSequence(text, index)
                let sequence = String(String.UnicodeScalarView(text[index..<min(end, text.count)]))
                // What was read last may be half a sequence.
                if end <= text.count, !isDrawing(sequence), !(allowingClipboard && sequence.hasPrefix("\u{1B}]52;c;")) {
                    found.append(sequence.debugDescription)
                }
                index = min(end, text.count)
            } else {
                if isForbidden(scalar) { found.append("U+\(String(scalar.value, radix: 16))") }
                index += 1
            }
        }
        return found
    }

    /// Returns the end of a sequence, which is beyond the end of the text if the sequence is not whole.
    private static func endOfSequence(_ text: [Unicode.Scalar], _ start: Int) -> Int {
        guard start + 1 < text.count else { return text.count + 1 }
        switch text[start + 1] {
        case "[":
            let end = text[(start + 2)...].firstIndex { (0x40...0x7E).contains($0.value) }
            return (end ?? text.count) + 1
        case "]", "P", "^", "_", "X":
            let end = text[(start + 2)...].firstIndex { $0 == "\u{07}" || $0 == "\\" }
            return (end ?? text.count) + 1
        case "(", ")": return start + 3
        default: return start + 2
        }
    }

    /// Whether a sequence is for drawing: moving, erasing, looks, scrolling, character sets, keypad; private modes of screen, cursor, keys, paste and
    /// mouse.
    private static func isDrawing(_ sequence: String) -> Bool {
        let body = sequence.dropFirst()
        if ["7", "8", "=", ">", "M", "D", "E"].contains(body) || body.hasPrefix("(") || body.hasPrefix(")") {
            return true
        }
        guard body.hasPrefix("["), let final = body.last else { return false }
        if body.hasPrefix("[?") {
            return "hl".contains(final)
                && body.dropFirst(2).dropLast().split(separator: ";").allSatisfy { modes.contains(String($0)) }
        }
        return "ABCDGHJKLMPSTX@dfhlmrtbZ`".contains(final) && !body.contains("31;41")
    }

    private static let modes: Set<String> = ["1", "7", "12", "25", "1002", "1006", "1049", "2004"]

    /// Whether a scalar is forbidden. Lines are drawn with the first four; SI ends a line-drawing character set.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        ![0x08, 0x09, 0x0A, 0x0D, 0x0F].contains(scalar.value) && HostileText.isForbidden(scalar)
    }
}
