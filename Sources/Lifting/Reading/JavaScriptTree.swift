/// An expression of JavaScript, as far as lifting needs it.
indirect enum JavaScriptExpression: Hashable {
    /// A variable, or one of the words `true`, `false`, `null`, `undefined` and `this`.
    case name(String)
    case text(String)
    case number(Double)
    /// A regular expression without its slashes.
    case pattern(String, flags: String)
    /// A template literal with expressions in it, whatever they are.
    case template
    case list([JavaScriptExpression])
    /// The members of an object in their order; those that are computed or spread have no name.
    case object([Member])
    case member(JavaScriptExpression, String, isOptional: Bool)
    case element(JavaScriptExpression, JavaScriptExpression)
    case call(JavaScriptExpression, [JavaScriptExpression])
    case function(parameters: Int, body: [JavaScriptStatement])
    /// An operator or a word like `new` and `await`, with what it is applied to.
    case operation(String, [JavaScriptExpression])

    struct Member: Hashable {
        var name: String?
        var value: JavaScriptExpression
    }
}

/// A statement of JavaScript, with the line on which it begins.
struct JavaScriptStatement: Hashable {
    indirect enum Kind: Hashable {
        case expression(JavaScriptExpression)
        /// A name or a pattern of names, with its value; nil if it has none yet.
        case declaration([Declarator])
        case condition(JavaScriptExpression, then: [JavaScriptStatement], otherwise: [JavaScriptStatement])
        case block([JavaScriptStatement])
    }

    struct Declarator: Hashable {
        var target: JavaScriptExpression
        var value: JavaScriptExpression?
    }

    var kind: Kind
    /// The line on which it begins, from 1.
    var line: Int
}

/// The reason why a script is not lifted.
public struct LiftProblem: Error, Sendable, Hashable {
    /// The part that has no assertion and no capture: "a loop".
    public var reason: String
    /// The line of the script, from 1.
    public var line: Int
}
