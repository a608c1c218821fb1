/// Actions of the phase `before-request`: variables set before anything is rendered. Not read by Bruno.
///
/// Their expressions see variables only, since there is no response yet.
public struct BeforeRequest: Sendable, Hashable {
    /// The variables that the actions set.
    public private(set) var captured = CapturedValues()
    /// The results in the order of the actions.
    public private(set) var results: [Result] = []

    public struct Result: Sendable, Hashable {
        public var action: Collection.InheritedAction
        public var outcome: Outcome
        public var isSecret: Bool
    }

    public enum Outcome: Sendable, Hashable {
        case value(TypedValue)
        /// The variable stays as it is.
        case undefined
        case failed(String)
        case notEvaluated(String)

        var value: TypedValue? { if case .value(let value) = self { value } else { nil } }
    }

    /// - Parameter scopes: made for the same request; each action sees what those before it set.
    public init(_ definition: RequestDefinition, at path: ItemPath, in collection: Collection, scopes: VariableScopes) {
        for action in collection.actions(of: definition, at: path, phase: .beforeRequest) {
            let name = action.action.variable
            let (outcome, heldSecret, sources) = Self.outcome(of: action.action, scopes.adding(captured))
            let isSecret = heldSecret || scopes.isSecret(captured: name, outcome.value)
            if let value = outcome.value { captured.set(name, value, isSecret: isSecret, sources: sources) }
            results.append(Result(action: action, outcome: outcome, isSecret: isSecret))
        }
    }

    private static func outcome(
        of action: VariableAction, _ scopes: VariableScopes
    ) -> (Outcome, isSecret: Bool, sources: [ValueSource]) {
        guard CapturedValues.isName(action.variable) else {
            return (.failed("a variable's name has letters, digits, _, . and - only"), false, [])
        }
        guard let expression = ServedExpression(action.expression) else {
            return (.notEvaluated(ServedExpression.reason(against: action.expression)), false, [])
        }
        guard case .variable(let name) = expression.root else {
            return (.failed("there is no response before the request"), false, [])
        }
        switch scopes.bareValue(of: name) {
        case .none(let reason): return (.failed("\(name) \(reason)"), false, [])
        case .value(let value, let isSecret, let sources):
            return (outcome(of: value, expression.steps, name), isSecret, sources)
        }
    }

    private static func outcome(of value: TypedValue, _ steps: [ServedExpression.Step], _ name: String) -> Outcome {
        switch value.property(steps[...], of: name) {
        case .value(let value): .value(value)
        case .undefined: .undefined
        case .failed(let reason): .failed(reason)
        case .builtIn(let name): .notEvaluated("\(name) is a function of JavaScript")
        }
    }
}

extension TypedValue {
    /// The end of a walk along steps.
    public enum Walk: Sendable, Hashable {
        case value(TypedValue)
        case undefined
        /// A member was asked of what has none.
        case failed(String)
        /// A function of this name.
        case builtIn(String)
    }

    /// - Parameter place: The name of the value, for messages: "res.body.user".
    public func property(_ steps: ArraySlice<ServedExpression.Step>, of place: String) -> Walk {
        guard let step = steps.first else { return .value(self) }
        switch property(step.name) {
        case .value(let value): return value.property(steps.dropFirst(), of: step.added(to: place))
        case .builtIn: return .builtIn(step.name)
        case .ofNull: return step.isOptional ? .undefined : .failed("\(place) is null: it has no \(step.name)")
        case .undefined: return Self.undefined(steps.dropFirst(), of: step.added(to: place))
        }
    }

    /// Returns the end of a walk that begins at undefined.
    public static func undefined(_ steps: ArraySlice<ServedExpression.Step>, of place: String) -> Walk {
        guard let step = steps.first, !step.isOptional else { return .undefined }
        return .failed("\(place) is undefined: it has no \(step.name)")
    }
}

extension ServedExpression.Step {
    /// "res.body" and "id": "res.body.id".
    public func added(to place: String) -> String {
        if TypedValue.index(name) != nil { return "\(place)[\(name)]" }
        let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        return isName ? "\(place).\(name)" : "\(place)[\"\(name)\"]"
    }
}
