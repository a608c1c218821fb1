import OpenCollection

/// The value of an expression, as JavaScript sees it.
enum FoundValue: Sendable, Hashable {
    case undefined
    case value(TypedValue)
    /// A value larger than is kept in memory: only its kind is known, and of a list the number of its elements.
    case large(Large)

    struct Large: Sendable, Hashable {
        var kind: Kind
        /// Number of elements of a list; nil if they were not counted.
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

/// The reason why an expression has no value.
enum NoValue: Error, Hashable {
    /// JavaScript would stop with an error too.
    case failed(String)
    /// The value cannot be determined here.
    case notEvaluated(String)

    static func builtIn(_ name: String) -> NoValue { .notEvaluated("\(name) is a function of JavaScript") }
    static let tooLarge = NoValue.notEvaluated("it is too large; name a part of it")
    static let boundless = NoValue.notEvaluated("numbers beyond 1.8e308 cannot be compared")
    static let tooDeep = NoValue.notEvaluated("it is nested deeper than \(FoundValue.deepest) levels")
}
