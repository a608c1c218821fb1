import OpenCollection

/// What an expression came to, as JavaScript sees it.
enum FoundValue: Sendable, Hashable {
    case undefined
    case value(TypedValue)
    /// More than is kept in memory: only its kind is known, and of a list how many elements it has.
    case large(Large)

    struct Large: Sendable, Hashable {
        var kind: Kind
        /// Nil where nobody counted.
        var count: Int?

        enum Kind: Sendable, Hashable { case object, list, text }
    }

    /// Lists within lists that are followed at most.
    static let deepest = 500

    init(_ walk: TypedValue.Walk) throws(NoValue) {
        switch walk {
        case .value(let value): self = .value(value)
        case .undefined: self = .undefined
        case .failed(let reason): throw .failed(reason)
        case .builtIn(let name): throw .builtIn(name)
        }
    }
}

/// Why an expression has no value.
enum NoValue: Error, Hashable {
    /// JavaScript would stop with an error too.
    case failed(String)
    /// Nobody can tell here.
    case notEvaluated(String)

    static func builtIn(_ name: String) -> NoValue { .notEvaluated("\(name) is a function of JavaScript") }
    static let tooLarge = NoValue.notEvaluated("it is too large; name a part of it")
    static let boundless = NoValue.notEvaluated("numbers beyond 1.8e308 are not told apart")
    static let tooDeep = NoValue.notEvaluated("it is nested deeper than \(FoundValue.deepest) levels")
}
