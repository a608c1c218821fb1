/// One walk through a template and the values it leads to.
struct Expansion {
    let scopes: VariableScopes
    private var missing: [ResolvedText.MissingName] = []
    private var cycles: [[String]] = []
    private var secrets: [SecretValue] = []
    /// One outcome per name: a dynamic name inside a variable is made once per field.
    private var known: [String: Hole.State] = [:]
    /// Bytes that may still be written: values that double themselves must end somewhere.
    private var budgetInBytes = 16 << 20

    init(scopes: VariableScopes) { self.scopes = scopes }

    mutating func resolve(_ template: String) -> ResolvedText {
        var holes: [Hole] = []
        let text = expand(template, stack: []) { holes.append($0) }
        return ResolvedText(
            text: text, holes: holes, missing: missing.unique, cycles: cycles.unique, secrets: secrets.unique)
    }

    mutating func state(of name: String, stack: [String]) -> Hole.State {
        if let start = stack.firstIndex(of: name) { return noteCycle(Array(stack[start...]) + [name]) }
        if let state = known[name] { return state }
        if budgetInBytes < 0 { return noteCycle([name, "…"]) }
        guard let found = scopes.find(name), let value = found.value else { return noteMissing(name, stack) }
        if found.scope == .dynamic { return .dynamic(value.text) }
        return expand(found, value.text, name: name, stack: stack)
    }

    private mutating func expand(
        _ found: VariableScopes.Found, _ template: String, name: String, stack: [String]
    ) -> Hole.State {
        var isSecret = found.isSecret
        var cycle: [String]?
        let text =
            found.isLiteral
            ? template
            : expand(template, stack: stack + [name]) { hole in
                isSecret = isSecret || hole.state.isSecret
                cycle = cycle ?? hole.state.cycle
            }
        if found.isSecret { secrets.append(SecretValue(name: name, value: text)) }
        let value = VariableValue(
            name: name, value: text, template: template, scope: found.scope, place: found.place, isSecret: isSecret,
            shadowed: found.shadowed)
        let state = cycle.map { Hole.State.cycle($0) } ?? .value(value)
        known[name] = state
        return state
    }

    /// The text of `template` with values in place of its placeholders; `report` hears of each of them.
    private mutating func expand(_ template: String, stack: [String], report: (Hole) -> Void) -> String {
        let placeholders = Placeholder.all(in: template)
        if placeholders.isEmpty { return template }
        let bytes = Array(template.utf8)
        var result: [UInt8] = []
        var position = 0
        for placeholder in placeholders {
            result += bytes[position..<placeholder.range.lowerBound]
            position = placeholder.range.upperBound
            let state = affordable(state(of: placeholder.name, stack: stack), placeholder.name)
            let start = result.count
            result += state.text.map { Array($0.utf8) } ?? Array(bytes[placeholder.range])
            report(
                Hole(
                    range: placeholder.range, resolvedRange: start..<result.count, name: placeholder.name, state: state)
            )
        }
        return String(decoding: result + bytes[position...], as: UTF8.self)
    }

    private mutating func affordable(_ state: Hole.State, _ name: String) -> Hole.State {
        budgetInBytes -= state.text?.utf8.count ?? 0
        return budgetInBytes < 0 ? noteCycle([name, "…"]) : state
    }

    private mutating func noteCycle(_ names: [String]) -> Hole.State {
        cycles.append(names)
        return .cycle(names)
    }

    private mutating func noteMissing(_ name: String, _ stack: [String]) -> Hole.State {
        let reason: ResolvedText.MissingName.Reason =
            if DynamicValues.knownNames.contains(String(name.dropFirst())), name.hasPrefix("$") {
                .dynamicNotAvailable
            } else if scopes.find(name) != nil {
                .secretWithoutValue
            } else {
                .unknown
            }
        missing.append(ResolvedText.MissingName(name: name, through: stack, reason: reason))
        return .missing(reason)
    }
}

extension Hole.State {
    /// What stands in the resolved text; nil when the placeholder stays.
    var text: String? {
        switch self {
        case .value(let value): value.value
        case .dynamic(let text): text
        case .missing, .cycle: nil
        }
    }

    var isSecret: Bool {
        guard case .value(let value) = self else { return false }
        return value.isSecret
    }

    var cycle: [String]? {
        guard case .cycle(let names) = self else { return nil }
        return names
    }
}
