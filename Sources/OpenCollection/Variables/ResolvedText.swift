import Secrets

/// A template after resolution.
public struct ResolvedText: Sendable, Hashable {
    /// With every placeholder replaced that has a value.
    public var text: String
    /// The template's own placeholders, in order.
    public var holes: [Hole]
    /// Names without a value, those met inside other values included; each once.
    public var missing: [MissingName]
    /// Names that lead back to themselves, as the way round: ["a", "b", "a"]; of a long way its ends, with "…" between.
    public var cycles: [[String]]
    /// Secrets that landed in the text.
    public var secrets: [NamedSecret]
    /// Their places in it, in order.
    package var secretSpans: [SecretSpan] = []
    /// Their sources; also those of secrets that are fetched before the text is sent.
    public var sources: [NamedSource] = []
    /// Sources of values from outside the collection's files that are no secrets, unless they are used as such.
    public var plainSources: [NamedSource] = []
    /// Names whose values were generated for this text, `$guid`, those inside other values included; each once.
    public var generated: [String] = []
    /// What is wrong with functions, a line each: "{{$base64()}} is to be written as {{$base64(text)}}".
    public var faults: [String] = []

    var secretText: SecretText { SecretText(Array(text.utf8), secretSpans) }

    public var isComplete: Bool { missing.isEmpty && cycles.isEmpty && faults.isEmpty }

    /// A name without a value.
    public struct MissingName: Sendable, Hashable {
        public var name: String
        /// The variables that led to it, outermost first; empty when it stands in the template itself. Of many only the ends,
        /// with "…" between.
        public var through: [String]
        public var reason: Reason
        /// The file of the variable in whose value it stands; nil when it stands in the template itself.
        public var place: String?
        /// The name without the spaces around it, if that one has a value.
        public var meant: String?

        public enum Reason: Sendable, Hashable {
            case unknown
            /// A secret of the environment that has no value anywhere.
            case secretWithoutValue
            /// A question, `{{?Text}}`, that nobody has answered.
            case prompt
            /// It would make the text longer than variables may make one.
            case tooLong

            /// For people, after the name.
            public var text: String {
                switch self {
                case .unknown: "has no value"
                case .secretWithoutValue: "is a secret without a value"
                case .prompt: "is to be answered before sending"
                case .tooLong: "makes the text too long (16 MB of values in one field, 64 MB in a request)"
                }
            }
        }
    }
}

/// One placeholder of a template.
public struct Hole: Sendable, Hashable {
    /// In the template, braces included; in UTF-8 bytes.
    public var range: Range<Int>
    /// Where its value stands in the resolved text; in UTF-8 bytes.
    public var resolvedRange: Range<Int>
    public var name: String
    public var state: State

    public enum State: Sendable, Hashable {
        case value(VariableValue)
        case missing(ResolvedText.MissingName.Reason)
        /// The way round: ["a", "b", "a"].
        case cycle([String])
        /// Made for this resolution; the next one makes another.
        case dynamic(String)
        /// No variable: it stays as it is written, and nothing is missing.
        case literal
        /// A function that gives nothing, and why, to follow its name.
        case fault(String)
    }
}
