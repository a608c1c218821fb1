import Quoting
import Secrets

/// Where a value comes from. Later cases win over earlier ones, `dynamic` over all.
public enum VariableScope: Sendable, Hashable {
    /// The environment of a workspace that a person has chosen.
    case global(String)
    case collection
    case environment(String)
    case folder(ItemPath)
    case request
    /// Fields of tokens that were given.
    case tokens
    /// Values that live until quitting: answers, captures, `--var`.
    case session
    case processEnvironment
    case dynamic
    /// A function computes it.
    case function

    /// For people, as in "from environment dev".
    public var title: String {
        switch self {
        case .global(let name): "global environment \(name)"
        case .collection: "collection"
        case .environment(let name): "environment \(name)"
        case .folder(let path): "folder \(path)"
        case .request: "this request"
        case .session: "session"
        case .tokens: "OAuth 2 token"
        case .processEnvironment: "process environment"
        case .dynamic: "generated for each request"
        case .function: "computed"
        }
    }
}

/// What a name stands for at one place of a collection.
public struct VariableValue: Sendable, Hashable {
    public var name: String
    /// What lands in the text, nested placeholders replaced.
    public var value: String
    /// As its scope writes it, before nested placeholders are replaced.
    public var template: String
    public var scope: VariableScope
    /// The file that holds it, or "session", "OAuth 2 tokens", "process environment", "generated for each request".
    public var place: String
    /// Whether it is a secret or holds one: shown masked.
    public var isSecret: Bool
    /// The places of secrets in the value, in order.
    package var secretSpans: [SecretSpan] = []
    /// The same name in scopes that this one hides, nearest first.
    public var shadowed: [Shadowed]

    public struct Shadowed: Sendable, Hashable {
        public var scope: VariableScope
        /// As written; empty for a secret without value.
        public var value: String
        public var isSecret: Bool
    }
}
