import Quoting
import Secrets

/// The source of a value. Later cases win over earlier ones, `dynamic` over all.
public enum VariableScope: Sendable, Hashable {
    /// The environment of a workspace that the user has chosen.
    case global(String)
    case collection
    case environment(String)
    case folder(ItemPath)
    case request
    /// Fields of tokens that servers issued.
    case tokens
    /// Values that live until quitting: answers to prompts, captures, `--var`.
    case session
    case processEnvironment
    case dynamic
    /// A function computes it.
    case function

    /// The name for the user, as in "from environment dev".
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

/// The value of a name at one place of a collection.
public struct VariableValue: Sendable, Hashable {
    public var name: String
    /// The value in a text, with nested placeholders replaced.
    public var value: String
    /// The value as its scope writes it, before nested placeholders are replaced.
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
        /// The value as written; empty for a secret without value.
        public var value: String
        public var isSecret: Bool
    }
}
