import Secrets
import Text

/// Values that actions set: session values that are taken as they are.
///
/// The text of a response is its server's: were the placeholders in it replaced, a server could ask for any secret by its name.
public struct CapturedValues: Sendable, Hashable {
    /// The values of the session itself. Those that scripts set for an environment, the collection or all collections are in their scopes.
    public private(set) var values: [String: TypedValue] = [:]
    /// The names of secret values.
    public private(set) var secretNames: Set<String> = []
    /// Names whose values scripts took away: those of values that these are added to go, too.
    private var takenAway: Set<String> = []
    /// The sources of values, by name.
    private var sources: [String: [ValueSource]] = [:]
    /// The names that scripts set.
    private var scripted: Set<String> = []
    /// The names of values that were bytes of a header field and not UTF-8: they have a character of Latin-1 for each, and are sent so.
    public private(set) var latin1Names: Set<String> = []
    /// The values of the other scopes, which have no scopes themselves.
    private var scopes: [ScriptScope: CapturedValues] = [:]

    public init() {}

    public var isEmpty: Bool { values.isEmpty && scopes.values.allSatisfy(\.isEmpty) }

    /// Names in all scopes, sorted.
    public var names: [String] { Set(ScriptScope.allCases.flatMap { self[$0].values.keys }).sorted() }

    /// The value of the nearest scope that has one.
    public subscript(name: String) -> TypedValue? {
        ScriptScope.allCases.lazy.compactMap { self[$0].values[name] }.first
    }

    /// The values of one scope; those of the session itself are those of the scope `runtime`.
    public subscript(scope: ScriptScope) -> CapturedValues {
        scope == .runtime ? self : scopes[scope] ?? CapturedValues()
    }

    private mutating func change(_ scope: ScriptScope, _ body: (inout CapturedValues) -> Void) {
        if scope == .runtime { body(&self) } else { body(&scopes[scope, default: CapturedValues()]) }
    }

    /// The scope for which a script set the value of a name; nil for values of actions, and without a value.
    public func scope(of name: String) -> ScriptScope? {
        ScriptScope.allCases.first { self[$0].values[name] != nil }.flatMap {
            self[$0].scripted.contains(name) ? $0 : nil
        }
    }

    /// The same for a value as JSON; nil, or a text that is not JSON, sets nothing.
    public mutating func set(
        _ name: String, json: String?, isSecret: Bool, sources: [ValueSource] = [], isLatin1: Bool = false,
        of scope: ScriptScope? = nil
    ) {
        guard let value = json.flatMap({ TypedValue(json: $0) }) else { return }
        change(scope ?? .runtime) {
            $0.set(name, value, isSecret: isSecret, sources: sources, isLatin1: isLatin1)
            if scope != nil { $0.scripted.insert(name) }
        }
    }

    /// Takes over a value that an action or a script of a request set; one that is not JSON changes nothing.
    ///
    /// - Parameters:
    ///   - expression: The expression of the action, or the function of the script.
    ///   - isOfResponse: Whether it was taken from the response, so that the server knows it.
    ///   - request: The path of the request; nil if not known.
    ///   - url: The URL of the response.
    public mutating func take(
        _ name: String, json: String?, from expression: String, isOfResponse: Bool, isSecret: Bool, isLatin1: Bool,
        by request: String?, at url: String?
    ) {
        let source = ValueSource.kept(name, from: expression, isOfResponse: isOfResponse, by: request, at: url)
        set(
            name, json: json, isSecret: isSecret, sources: [source], isLatin1: isLatin1,
            of: ScriptScope(setter: expression))
    }

    /// Sets a value; the later one wins.
    ///
    /// - Parameter sources: The sources of the value. Default: none are known, so that the user is asked wherever a secret goes.
    public mutating func set(
        _ name: String, _ value: TypedValue, isSecret: Bool, sources: [ValueSource] = [], isLatin1: Bool = false
    ) {
        values[name] = value
        takenAway.remove(name)
        scripted.remove(name)
        self.sources[name] = sources.isEmpty ? nil : sources
        if isSecret { secretNames.insert(name) } else { secretNames.remove(name) }
        if isLatin1 { latin1Names.insert(name) } else { latin1Names.remove(name) }
    }

    func sources(of name: String) -> [ValueSource] {
        sources[name] ?? [.captured(name, by: "a request", from: nil)]
    }

    /// Removes a value that a script took away, also from those that these are added to.
    ///
    /// - Parameter expression: The function of the script that set values of this scope.
    public mutating func takeAway(_ name: String, from expression: String) {
        change(ScriptScope(setter: expression) ?? .runtime) { $0.takeAway(name) }
    }

    private mutating func takeAway(_ name: String) {
        removeOwn(name)
        takenAway.insert(name)
    }

    /// Removes the values of a name in all scopes.
    public mutating func remove(_ name: String) {
        for scope in ScriptScope.allCases where self[scope].values[name] != nil {
            change(scope) { $0.removeOwn(name) }
        }
    }

    private mutating func removeOwn(_ name: String) {
        secretNames.remove(name)
        latin1Names.remove(name)
        scripted.remove(name)
        sources[name] = nil
        values[name] = nil
    }

    public mutating func add(_ others: CapturedValues) {
        for name in others.takenAway { takeAway(name) }
        for name in others.values.keys { copy(name, from: others) }
        for (scope, values) in others.scopes { change(scope) { $0.add(values) } }
    }

    /// The values of one name; empty if there are none.
    public func only(_ name: String) -> CapturedValues {
        var one = CapturedValues()
        for scope in ScriptScope.allCases where self[scope].values[name] != nil {
            one.change(scope) { $0.copy(name, from: self[scope]) }
        }
        return one
    }

    private mutating func copy(_ name: String, from others: CapturedValues) {
        guard let value = others.values[name] else { return }
        set(
            name, value, isSecret: others.secretNames.contains(name), sources: others.sources[name] ?? [],
            isLatin1: others.latin1Names.contains(name))
        if others.scripted.contains(name) { scripted.insert(name) }
    }

    /// Names that variables set by actions may have.
    ///
    /// - Source: Bruno: letters, digits, `_`, `.` and `-`.
    public static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { PercentCoding.isAlphanumeric($0) || "_.-".utf8.contains($0) }
    }
}

extension VariableScopes {
    /// The same scopes with captured values: those of the session over all others, those that scripts set for another scope over what the files
    /// say in it, in the place of what was typed before.
    public func adding(_ captured: CapturedValues) -> VariableScopes {
        ScriptScope.allCases.reduce(self) { scopes, scope in
            let values = captured[scope]
            return values.values.isEmpty ? scopes : scopes.placing(VariableLayer(captured: values, of: scope))
        }
    }

    /// Whether a captured value is secret: its name says so, or that of a secret in sight.
    ///
    /// - Parameter value: The value; nil if there is none yet.
    public func isSecret(captured name: String, _ value: TypedValue?) -> Bool {
        secretNames.contains(name) || SecretVocabulary.isSecret(value?.text, under: name)
    }

    /// The value that an expression sees under a bare name, with its placeholders replaced.
    ///
    /// Texts only have placeholders; in a captured value, and in objects and lists, `{{` is text.
    public enum BareValue: Sendable, Hashable {
        case value(TypedValue, isSecret: Bool, sources: [ValueSource])
        /// Why there is none: "has no value", "is a secret without a value", "leads back to itself".
        case none(reason: String)
    }

    /// - Parameter environmentAndSessionOnly: leaves out the values of collection, folders and request, as Bruno's actions do.
    public func bareValue(of name: String, environmentAndSessionOnly: Bool = false) -> BareValue {
        if environmentAndSessionOnly { return bareValue(visibleToActions.find(name)) }
        if let process = processVariable(name) {
            let isSecret = isSecret(captured: name, .string(process.value)) || process.isSecret
            return .value(.string(process.value), isSecret: isSecret, sources: [.process(name)])
        }
        return bareValue(find(name))
    }

    private func bareValue(_ found: Found?) -> BareValue {
        guard let found, found.scope != .dynamic else { return .none(reason: "has no value") }
        guard let value = found.value else { return .none(reason: "is a secret without a value") }
        guard case .string(let template) = value, !found.isLiteral else {
            return .value(value, isSecret: found.isSecret, sources: found.sources)
        }
        let resolved = resolve(template)
        if let missing = resolved.missing.first {
            return .none(reason: "needs \(missing.name), which \(missing.reason.text)")
        }
        guard resolved.isComplete else { return .none(reason: "refers to itself") }
        let sources = found.sources + (resolved.sources + resolved.plainSources).map(\.source)
        let isSecret = found.isSecret || !resolved.secrets.isEmpty || !resolved.sources.isEmpty
        return .value(.string(resolved.text), isSecret: isSecret, sources: sources)
    }
}
