public import Exchanges
import TextGrid

/// The syntax of filters, for help and for the manual: both are generated from the grammar's table.
public enum HistoryFilterHelp {
    /// The rows for help: a term and its meaning.
    static var rows: [(left: String, right: String)] {
        HistoryFilterKey.allCases.flatMap { key in
            key == .property
                ? HistoryFilterProperty.allCases.map { ("is:\($0.rawValue)", $0.summary) }
                : [(key.examples.joined(separator: "  "), key.summary)]
        }
    }

    static let paragraphs = [
        """
        A filter is terms separated by spaces, which all have to match. Words without a key are found in URLs, header fields, bodies \
        and notes. - or ! before a term negates it. Values with spaces are quoted, 'like this' or "like this".
        """,
        """
        Times are today, yesterday, monday, 'this week', 'last week', 17:00 (the last time that it was), 'yesterday 17:00', 2h or '3 days ago', \
        2026-11-21, 2026-11-21T17:00 and, in another zone, 2026-11-21T17:00+01:00 or 2026-11-21T16:00Z. Durations are 150ms, 1.5s, 2m.
        """,
    ]

    /// The manual's page, in Markdown.
    public static var manualPage: String {
        let rows = Self.rows.map { "| \(code($0.left)) | \($0.right) |" }
        return
            (["# Filters of the history", "", "Generated from the table that the parser reads; do not edit.", ""]
            + paragraphs.flatMap { [HelpText.wrap($0, indent: 0), ""] } + [
                "| Term | Matches an exchange when |", "|---|---|",
            ] + rows)
            .joined(separator: "\n") + "\n"
    }

    private static func code(_ examples: String) -> String {
        examples.split(separator: "  ").map { "`\($0)`" }.joined(separator: " ")
    }
}

extension UsageError {
    /// Creates the error for a filter that was not understood: the filter and carets under the place are below the message.
    public init(_ error: HistoryFilterError, showsNonASCII: Bool) {
        self.init(error.message, advice: error.advice)
        let characters = Array(error.text)
        func columns(_ range: Range<Int>) -> Int {
            characters[range.clamped(to: characters.indices)].flatMap(Glyph.glyphs(of:)).map(\.columns).reduce(0, +)
        }
        let spaces = String(repeating: " ", count: columns(0..<error.place.lowerBound))
        let carets = String(repeating: "^", count: max(1, columns(error.place)))
        list = [TerminalText.line(error.text, showsNonASCII: showsNonASCII), spaces + carets]
    }
}
