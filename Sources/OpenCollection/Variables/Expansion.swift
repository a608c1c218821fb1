import Secrets
import Text

/// A walk through a template and the values it leads to.
///
/// Names under way are in a list, not on the call stack: how deep variables nest is up to their files.
struct Expansion {
    private let scopes: VariableScopes
    /// Whether values of dynamic names are escaped for the inside of a JSON string.
    private let escapesDynamic: Bool
    /// The number of bytes that may still be written: values that double themselves must end somewhere.
    private(set) var budgetInBytes: Int

    private var missing: [ResolvedText.MissingName] = []
    private var cycles: [[String]] = []
    private var secrets: [NamedSecret] = []
    private var sources: [NamedSource] = []
    private var plainSources: [NamedSource] = []
    private var generated: [String] = []
    private var faults: [String] = []
    private var isOvergrown = false
    /// The outcome of each name: a dynamic name inside a variable is generated once per field.
    private var known: [String: Hole.State] = [:]
    /// The variables under way, outermost first, and the place of each among them.
    private var path: [String] = []
    private var depths: [String: Int] = [:]
    /// Files of the variables under way; a function is where it is written.
    private var places: [String?] = []

    /// The number of bytes of values that one text may hold.
    static let limitInBytes = 16 << 20

    init(scopes: VariableScopes, escapesDynamic: Bool = false, budgetInBytes: Int = limitInBytes) {
        self.scopes = scopes
        self.escapesDynamic = escapesDynamic
        self.budgetInBytes = budgetInBytes
    }

    mutating func resolve(_ template: String) -> ResolvedText {
        let done = walk(from: ExpansionFrame(template))
        return ResolvedText(
            text: done.text, holes: done.holes, missing: missing.unique, cycles: cycles.unique, secrets: secrets.unique,
            secretSpans: done.secretSpans, sources: sources.unique, plainSources: plainSources.unique,
            generated: generated.unique, faults: faults.unique)
    }

    mutating func state(of name: String) -> Hole.State {
        switch step(to: name) {
        case .state(let state): return state
        case .enter(let frame):
            _ = walk(from: frame)
            return known[name] ?? .missing(.unknown)
        }
    }

    // MARK: - Walking

    private enum Step {
        case state(Hole.State)
        /// A variable whose value is still to be made.
        case enter(ExpansionFrame)
    }

    /// Fills a text, and those of all variables that it needs, from the innermost out.
    private mutating func walk(from root: ExpansionFrame) -> ExpansionFrame {
        var outer: [ExpansionFrame] = []
        var current = root
        while true {
            if let placeholder = current.upcoming {
                switch step(to: placeholder.name) {
                case .state(let state): current.fill(placeholder, with: affordable(state, placeholder.name))
                case .enter(let frame):
                    outer.append(current)
                    current = frame
                }
            } else {
                finish(current)
                guard let next = outer.popLast() else { return current }
                current = next
            }
        }
    }

    private mutating func step(to name: String) -> Step {
        if let state = known[name] { return .state(state) }
        if scopes.literals.contains(name) { return .state(.literal) }
        if let start = depths[name] { return .state(noteCycle(Self.ends(of: path[start...]) + [name])) }
        if budgetInBytes < 0 { return .state(noteOvergrown(name)) }
        let found = scopes.find(name)
        note(found, name)
        guard let found, let value = found.value else { return step(toFunction: name) ?? .state(noteMissing(name)) }
        if found.scope == .dynamic {
            generated.append(name)
            // In the argument of a function it is not part of the JSON yet.
            let escapes = escapesDynamic && path.last?.hasPrefix("$") != true
            return .state(.dynamic(escapes ? JSONText.escaped(value.text) : value.text))
        }
        begin(name, at: found.place)
        return .enter(ExpansionFrame(name, found, template: value.text))
    }

    /// Returns the step into a function; nil if the name is none.
    private mutating func step(toFunction name: String) -> Step? {
        switch TemplateCall.parse(name) {
        case .success(let call)?:
            begin(name, at: places.last ?? nil)
            return .enter(ExpansionFrame(name, call))
        case .failure(let fault)?: return .state(noteFault(name, fault))
        case nil: return nil
        }
    }

    private mutating func begin(_ name: String, at place: String?) {
        depths[name] = path.count
        path.append(name)
        places.append(place)
    }

    private mutating func note(_ found: VariableScopes.Found?, _ name: String) {
        let named = found?.sources.map { NamedSource($0.name ?? name, $0) } ?? []
        if found?.isSecretSource == true { sources += named } else { plainSources += named }
    }

    private mutating func finish(_ frame: ExpansionFrame) {
        guard let name = frame.name else { return }
        path.removeLast()
        places.removeLast()
        depths[name] = nil
        guard let found = frame.found else {
            if let call = frame.call { known[name] = frame.failure ?? state(of: call, name, frame) }
            return
        }
        let text = frame.text
        if found.isSecret { secrets.append(NamedSecret(name: name, value: text)) }
        let value = VariableValue(
            name: name, value: text, template: frame.template, scope: found.scope, place: found.place,
            isSecret: frame.isSecret, secretSpans: frame.secretSpans, shadowed: found.shadowed)
        known[name] = frame.failure ?? .value(value)
    }

    private mutating func state(of call: TemplateCall, _ name: String, _ frame: ExpansionFrame) -> Hole.State {
        let values = frame.arguments.compactMapValues(\.text)
        // What it lacks is noted by its own name.
        if let lacking = call.names.first(where: { values[$0] == nil }) {
            return .fault("needs \(lacking), which has no value")
        }
        guard let dynamic = scopes.dynamic else { return noteMissing(name) }
        let text: String
        do { text = try call.text(dynamic, values) } catch {
            return noteFault(name, error as? TemplateCall.Fault ?? TemplateCall.Fault(message: "fails: \(error)"))
        }
        let isGenerated = call.usesClock || generated.contains { name in values.values.contains { $0.contains(name) } }
        if isGenerated { generated.append(name) }
        if isGenerated, dynamic.isPreview { return .dynamic(name) }
        var value = VariableValue(
            name: name, value: text, template: name, scope: .function, place: VariableScope.function.title,
            isSecret: frame.isSecret || !frame.filledSecrets.isEmpty, shadowed: [])
        if value.isSecret {
            value.secretSpans = SecretText(text, secret: name).spans
            secrets.append(NamedSecret(name: name, value: text))
        }
        return .value(value)
    }

    // MARK: - What goes wrong

    private mutating func noteFault(_ name: String, _ fault: TemplateCall.Fault) -> Hole.State {
        let place = path.last { !$0.hasPrefix("$") }.map { " in variable \($0.shownInLine())" } ?? ""
        faults.append("{{\(name.shownInLine(limit: 120))}}\(place) \(fault.message)")
        return .fault(fault.message)
    }

    private mutating func affordable(_ state: Hole.State, _ name: String) -> Hole.State {
        budgetInBytes -= (state.text?.utf8.count ?? 0) + state.secretSpans.count * MemoryLayout<SecretSpan>.size
        return budgetInBytes < 0 ? noteOvergrown(name) : state
    }

    /// Notes a text that grew too long, once: after the first, nothing more is written.
    private mutating func noteOvergrown(_ name: String) -> Hole.State {
        if !isOvergrown { note(name, .tooLong) }
        isOvergrown = true
        return .missing(.tooLong)
    }

    private mutating func noteCycle(_ names: [String]) -> Hole.State {
        cycles.append(names)
        return .cycle(names)
    }

    private mutating func noteMissing(_ name: String) -> Hole.State {
        let reason: ResolvedText.MissingName.Reason =
            if PromptName.label(of: name) != nil {
                .prompt
            } else if scopes.find(name) != nil {
                .secretWithoutValue
            } else {
                .unknown
            }
        note(name, reason)
        return .missing(reason)
    }

    private mutating func note(_ name: String, _ reason: ResolvedText.MissingName.Reason) {
        missing.append(
            ResolvedText.MissingName(
                name: name, through: Self.ends(of: path[...]), reason: reason, place: places.last ?? nil,
                meant: reason == .unknown ? scopes.nameMeant(by: name) : nil))
    }

    /// Returns the names, of a long way only its ends.
    private static func ends(of names: ArraySlice<String>) -> [String] {
        names.count <= 8 ? Array(names) : names.prefix(4) + ["…"] + names.suffix(3)
    }
}

/// A text of a walk: the template that was asked for, or the value of a variable.
struct ExpansionFrame {
    let template: String
    /// The name of the variable or function; nil for the template that was asked for.
    let name: String?
    /// The variable; nil if it is none.
    var found: VariableScopes.Found?
    /// The call of a function; nil if it is none.
    var call: TemplateCall?
    /// The values of the variables in a function.
    private(set) var arguments: [String: Hole.State] = [:]
    /// The placeholders of the template that was asked for; empty for all others.
    private(set) var holes: [Hole] = []
    private(set) var isSecret = false
    private(set) var filledSecrets: [SecretSpan] = []
    /// The first of what leaves a variable without a value of its own: a circle, or a text that grew too long.
    private(set) var failure: Hole.State?

    private let placeholders: [Placeholder]
    private let bytes: [UInt8]
    private var next = 0
    private var result: [UInt8] = []
    private var position = 0

    init(_ template: String) { self.init(template, name: nil, Placeholder.all(in: template)) }

    init(_ name: String, _ found: VariableScopes.Found, template: String) {
        self.init(template, name: name, found.isLiteral ? [] : Placeholder.all(in: template))
        self.found = found
        isSecret = found.isSecret
    }

    init(_ name: String, _ call: TemplateCall) {
        let template = call.names.map { "{{\($0)}}" }.joined()
        self.init(template, name: name, Placeholder.all(in: template))
        self.call = call
    }

    private init(_ template: String, name: String?, _ placeholders: [Placeholder]) {
        self.template = template
        self.name = name
        self.placeholders = placeholders
        bytes = placeholders.isEmpty ? [] : Array(template.utf8)
    }

    /// The first placeholder that is not filled yet.
    var upcoming: Placeholder? { next < placeholders.count ? placeholders[next] : nil }

    mutating func fill(_ placeholder: Placeholder, with state: Hole.State) {
        result += bytes[position..<placeholder.range.lowerBound]
        position = placeholder.range.upperBound
        next += 1
        let start = result.count
        if let text = state.text { result += text.utf8 } else { result += bytes[placeholder.range] }
        isSecret = isSecret || state.isSecret
        filledSecrets += state.secretSpans.map { $0.shifted(by: start) }
        failure = failure ?? state.failure
        if call != nil { arguments[placeholder.name] = state }
        guard name == nil else { return }
        holes.append(
            Hole(
                range: placeholder.range, resolvedRange: start..<result.count, name: placeholder.name, state: state))
    }

    /// The ranges of secrets in ``text``: all of it if the variable is one.
    var secretSpans: [SecretSpan] {
        guard let name, found?.isSecret == true else { return filledSecrets }
        return SecretText(text, secret: name).spans
    }

    /// The text that is filled so far, and the rest as written.
    var text: String {
        placeholders.isEmpty ? template : String(decoding: result + bytes[position...], as: UTF8.self)
    }
}

extension Hole.State {
    /// The text in the resolved template; nil if the placeholder stays.
    var text: String? {
        switch self {
        case .value(let value): value.value
        case .dynamic(let text): text
        case .missing, .cycle, .fault, .literal: nil
        }
    }

    var isSecret: Bool {
        guard case .value(let value) = self else { return false }
        return value.isSecret
    }

    fileprivate var secretSpans: [SecretSpan] { if case .value(let value) = self { value.secretSpans } else { [] } }

    /// The state itself, if those that use it fail with it.
    fileprivate var failure: Hole.State? {
        switch self {
        case .cycle, .missing(.tooLong): self
        case .value, .dynamic, .missing, .fault, .literal: nil
        }
    }
}
