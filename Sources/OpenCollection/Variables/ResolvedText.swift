import Secrets

/// A template after resolution.
public struct ResolvedText: Sendable, Hashable {
    /// The text with every placeholder replaced that has a value.
    public var text: String
    /// The template's own placeholders, in order.
    public var holes: [Hole]
    /// The names without a value, those met inside other values included; each once.
    public var missing: [MissingName]
    /// The names that lead back to themselves, as the way round: ["a", "b", "a"]; of a long way its ends, with "…" between.
    public var cycles: [[String]]
    /// The secrets in the text.
    public var secrets: [NamedSecret]
    /// The ranges of the secrets in it, in order.
    package var secretSpans: [SecretSpan] = []
    /// The sources of the secrets; also those of secrets that are fetched before the text is sent.
    public var sources: [NamedSource] = []
    /// The sources of values from outside the collection's files that are not secrets, unless they are used as such.
    public var plainSources: [NamedSource] = []
    /// Names whose values were generated for this text, `$guid`, those inside other values included; each once.
    public var generated: [String] = []
    /// The faults of functions, a line each: "{{$base64()}} is to be written as {{$base64(text)}}".
    public var faults: [String] = []

    var secretText: SecretText { SecretText(Array(text.utf8), secretSpans) }

    public var isComplete: Bool { missing.isEmpty && cycles.isEmpty && faults.isEmpty }

    /// A name without a value.
    public struct MissingName: Sendable, Hashable {
        public var name: String
        /// The variables that led to it, outermost first; empty if it is in the template itself. Of many only the ends,
        /// with "…" between.
        public var through: [String]
        public var reason: Reason
        /// The file of the variable whose value has it; nil if it is in the template itself.
        public var place: String?
        /// The name without the spaces around it, if that one has a value.
        public var meant: String?

        public enum Reason: Sendable, Hashable {
            case unknown
            /// A secret of the environment that has no value anywhere.
            case secretWithoutValue
            /// A question, `{{?Text}}`, that has no answer yet.
            case prompt
            /// The value would make the text longer than is allowed.
            case tooLong

            /// The text for the user, after the name.
            public var text: String {
                switch self {
                case .unknown: "has no value"
                case .secretWithoutValue: "is a secret without a value"
                case .prompt: "needs a value before sending"
                case .tooLong: "makes the text too long (16 MB of values in one field, 64 MB in a request)"
                }
            }
        }
    }
}

/// A placeholder of a template.
public struct Hole: Sendable, Hashable {
    /// The range in the template, braces included, in UTF-8 bytes.
    public var range: Range<Int>
    /// The range of its value in the resolved text, in UTF-8 bytes.
    public var resolvedRange: Range<Int>
    public var name: String
    public var state: State

    public enum State: Sendable, Hashable {
        case value(VariableValue)
        case missing(ResolvedText.MissingName.Reason)
        /// The way round: ["a", "b", "a"].
        case cycle([String])
        /// A value generated for this resolution; the next one generates another.
        case dynamic(String)
        /// A name that is not a variable: it stays as written, and nothing is missing.
        case literal
        /// A function that gives nothing, and why, to follow its name.
        case fault(String)
    }
}
