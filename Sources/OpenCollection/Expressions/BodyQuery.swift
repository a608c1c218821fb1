import Text

/// A part of a response's body in a language that the format cannot hold: `microscope.yaml` has such captures and checks.
///
/// One value is found: the first match of a selector or a regular expression, the first value of a filter.
public struct BodyQuery: Sendable, Hashable {
    public var language: Language
    /// The expression in that language.
    public var text: String

    public enum Language: String, Sendable, Hashable, CaseIterable {
        /// XPath 1.0, in XML and HTML. A name without a prefix means elements of the default namespace, too.
        ///
        /// - Source: W3C, XML Path Language 1.0.
        case xpath
        /// A CSS selector, in HTML and XML; see ``CSSSelector``.
        case css
        /// A regular expression in the words of Perl; the first group counts if it has one. `^` and `$` are the ends of lines.
        case regex
        /// A filter of jq, for JSON.
        case jq

        /// "xpath, css, regex or jq"
        public static let list =
            allCases.dropLast().map(\.rawValue).joined(separator: ", ") + " or \(allCases[allCases.count - 1].rawValue)"
    }

    public init(_ language: Language, _ text: String) {
        self.language = language
        self.text = text
    }

    /// Reads what ``expression`` writes: "xpath //UploadId".
    ///
    /// - Returns: the query, or nil for any other expression.
    public init?(expression: String) {
        let parts = expression.trimmingWhitespace().split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let language = Language(rawValue: String(parts[0])) else { return nil }
        self.init(language, String(parts[1]).trimmingWhitespace())
        if text.isEmpty { return nil }
    }

    /// The language and the text, as tables, reports and results name them: "css meta[name=csrf]::attr(content)".
    public var expression: String { "\(language.rawValue) \(text)" }

    /// The reason why it can find nothing in any body; nil if it may.
    ///
    /// Only selectors are read here: each library judges its own language when a body is there.
    public var problem: String? {
        if text.isWhitespaceOnly { return "the expression is empty" }
        guard language == .css else { return nil }
        do throws(CSSSelector.Problem) {
            _ = try CSSSelector(text)
            return nil
        } catch {
            return error.reason
        }
    }
}
