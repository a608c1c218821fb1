public import Exchanges
import MicroClient
import Secrets
import TextGrid

/// The one line that says how a send went: "200 OK · 84 ms · 12 KB · 3 attempts".
public enum StatusLine {
    /// - Parameter showsNonASCII: whether the terminal's character set has more than ASCII.
    /// - Returns: The line without a line end; nil if there is no response.
    public static func text(of record: RecordedExchange, showsNonASCII: Bool) -> String? {
        words(of: record).map { TerminalText.line($0, showsNonASCII: showsNonASCII) }
    }

    /// Returns the line, not yet made safe for a terminal.
    static func words(of record: RecordedExchange) -> String? {
        guard let head = record.head else { return nil }
        // A server may give anything back in its reason.
        let status = record.allSecrets.matcher.masked(head.statusText)
        var parts = [status] + [Wording.graphQLErrors(record.graphQLErrorCount)].compactMap { $0 }
        if let duration = record.exchange.duration { parts.append(Wording.duration(duration)) }
        parts.append(Wording.bytes(Int64(record.responseBody?.count ?? 0)))
        let redirects = record.exchange.redirectCount
        if redirects > 0 { parts.append(Wording.count(redirects, "redirect")) }
        if record.exchange.challengeCount > 0 { parts.append("challenge answered") }
        if record.exchange.hasSeveralLocations {
            parts.append("not followed: several Location fields")
        } else if let redirect = record.exchange.unfollowedRedirect {
            let scheme = redirect.foreignScheme.map { "not followed: it goes to \($0):" }
            parts.append(scheme ?? "one more not followed")
        }
        let attempts = record.exchange.attempts.count
        if attempts > 1 { parts.append(Wording.count(attempts, "attempt")) }
        if record.auxiliaryExchanges.contains(where: \.isLogin) { parts.append("logged in") }
        if let assertions = AssertionCount(record.assertions).text { parts.append(assertions) }
        return parts.joined(separator: " · ")
    }
}

extension AuxiliaryExchange {
    fileprivate var isLogin: Bool { if case .login = purpose { isDone } else { false } }
}

/// Text from outside, made safe for a terminal.
public enum TerminalText {
    private static let asciiForms = ASCIIForms(["·": "-"])

    /// Returns one line, in which everything that could steer a terminal is spelled out, line ends too.
    public static func line(_ text: String, showsNonASCII: Bool) -> String {
        let glyphs = text.flatMap(Glyph.glyphs(of:))
        guard !showsNonASCII else { return glyphs.map(\.text).joined() }
        return glyphs.map { asciiForms.form(of: $0.text, columns: $0.columns) }.joined()
    }

    /// Returns one line of standard output, such as a path: for a program as it is, for a terminal as ``line(_:showsNonASCII:)`` has it.
    public static func output(_ text: String, isTerminal: Bool, showsNonASCII: Bool) -> String {
        isTerminal ? line(text, showsNonASCII: showsNonASCII) : text
    }

    /// Returns several lines; line ends and tabs stay.
    public static func lines(_ text: String, showsNonASCII: Bool) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { part in
            part.split(separator: "\t", omittingEmptySubsequences: false)
                .map { line(String($0), showsNonASCII: showsNonASCII) }.joined(separator: "\t")
        }.joined(separator: "\n")
    }
}
