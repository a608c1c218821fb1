/// A condition on the response.
public struct Assertion: Sendable, Hashable {
    /// An expression beginning with `res`.
    public var expression: String
    /// The word in the file: "eq", "isDefined".
    public var `operator`: String
    /// A template. Nil: the key is absent.
    public var value: String?
    public var isEnabled: Bool
    public var description: String?
    public var origin: Int?

    public init(
        _ expression: String, _ operator: String, _ value: String? = nil, isEnabled: Bool = true,
        description: String? = nil, origin: Int? = nil
    ) {
        self.expression = expression
        self.operator = `operator`
        self.value = value
        self.isEnabled = isEnabled
        self.description = description
        self.origin = origin
    }
}

/// An action that captures a part of the response in a variable: `type: set-variable`, the only one that the format has.
public struct VariableAction: Sendable, Hashable {
    /// "set-variable", or the word of a later version.
    public var type: String
    /// "before-request" or "after-response"; nil: the key is absent.
    public var phase: String?
    public var expression: String
    /// "jsonq".
    public var method: String
    public var variable: String
    /// "runtime", "request", "folder", "collection" or "environment".
    public var scope: String
    public var isEnabled: Bool
    public var description: String?
    public var origin: Int?

    public init(
        _ variable: String, from expression: String, method: String = "jsonq", scope: String = "runtime",
        type: String = "set-variable", phase: String? = "after-response", isEnabled: Bool = true,
        description: String? = nil, origin: Int? = nil
    ) {
        self.variable = variable
        self.expression = expression
        self.method = method
        self.scope = scope
        self.type = type
        self.phase = phase
        self.isEnabled = isEnabled
        self.description = description
        self.origin = origin
    }
}

/// A script in JavaScript.
public struct Script: Sendable, Hashable {
    /// "before-request", "after-response", "tests" or "hooks".
    public var type: String
    public var code: String
    public var origin: Int?
    /// The place of the code in its file. Default: not known.
    public var place = CodePlace()

    public init(_ type: String, _ code: String, origin: Int? = nil) {
        self.type = type
        self.code = code
        self.origin = origin
    }
}

/// The place of a script in its file. All places are equal: a script is the same wherever it is.
public struct CodePlace: Sendable, Hashable {
    /// The line of the file on which the code begins, from 1.
    public var line = 1
    /// The number of spaces before each line of the code in the file.
    public var indent = 0

    public init() {}

    public static func == (_: CodePlace, _: CodePlace) -> Bool { true }
    public func hash(into _: inout Hasher) {}
}

/// A panel of HTML beside a request: kept and shown, not run.
public struct RequestApp: Sendable, Hashable {
    /// Whether the app is enabled; nil if the file does not say.
    public var isEnabled: Bool?
    public var code: String

    public init(code: String, isEnabled: Bool? = nil) {
        self.code = code
        self.isEnabled = isEnabled
    }
}

/// A file that can be the body.
public struct BodyFile: Sendable, Hashable {
    /// The path, absolute or relative to the collection's root.
    public var path: String
    public var contentType: String
    public var isSelected: Bool
    public var description: String?
    public var origin: Int?

    public init(
        _ path: String, contentType: String, isSelected: Bool, description: String? = nil, origin: Int? = nil
    ) {
        self.path = path
        self.contentType = contentType
        self.isSelected = isSelected
        self.description = description
        self.origin = origin
    }
}
