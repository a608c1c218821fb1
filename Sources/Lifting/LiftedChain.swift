import OpenCollection

/// The words after `expect(value)`, and the checks that they make.
///
/// - Source: chai 4, https://www.chaijs.com/api/bdd/, and the assertions on responses of Postman.
struct LiftedChain {
    private var subject: ScriptValue
    private let line: Int
    private(set) var checks: [LiftedCheck] = []
    private var isNegated = false
    private var isNested = false
    /// Whether `include` or `contain` came before, so that other members may be there.
    private var isPartial = false
    /// Whether a negated check was the last: the words after it are about a missing value.
    private var isOver = false

    typealias Row = (AssertionOperator, LiftedLiteral?)

    init(subject: ScriptValue, line: Int) { (self.subject, self.line) = (subject, line) }

    private func problem(_ word: String) -> LiftProblem {
        LiftProblem(reason: isNegated ? "not \(word)" : "the check \(word)", line: line)
    }

    private static let fillers: Set = [
        "to", "be", "been", "is", "that", "which", "and", "has", "have", "with", "at", "of", "same", "but", "does",
        "still", "also", "deep",
    ]

    /// Takes a word that is not called: a filler, a flag, or a check without a value.
    mutating func take(word: String) throws(LiftProblem) {
        if Self.fillers.contains(word) { return }
        switch word {
        case "not":
            if isNegated { throw problem(word) }
            isNegated = true
        case "nested": isNested = true
        case "include", "includes", "contain", "contains": isPartial = true
        case "all" where isPartial: break
        default: try check(word, [])
        }
    }

    /// Takes a word that is called.
    mutating func take(_ word: String, _ values: [ScriptValue]) throws(LiftProblem) {
        guard !values.isEmpty || word == "jsonBody" else { throw problem(word) }
        try check(word, values)
    }

    private mutating func check(_ word: String, _ values: [ScriptValue]) throws(LiftProblem) {
        if isOver { throw problem(word) }
        switch subject {
        case .response: checks += try responseChecks(word, values)
        case .responsePart(let path): checks += try pathChecks(word, values, path)
        case .checks(let conditions):
            let isTrue = values.isEmpty ? ["true", "ok"].contains(word) : Self.equals.contains(word)
            guard isTrue, !isNegated, values.isEmpty || values[0] == .literal(.boolean(true)) else {
                throw problem(word)
            }
            checks += conditions
        case .literal, .list, .pattern, .headers, .wholeText: throw problem(word)
        }
        isOver = isNegated
    }

    private func rows(_ path: ResponsePath, _ rows: [Row]?, _ word: String) throws(LiftProblem) -> [LiftedCheck] {
        guard let rows else { throw problem(word) }
        var checks: [LiftedCheck] = []
        for (name, literal) in rows {
            let value = literal?.written
            if literal != nil, value == nil { throw problem("\(word) with such a value") }
            checks.append(LiftedCheck(path, name, value))
        }
        return checks
    }

    // MARK: - Values

    private static let equals: Set = ["equal", "equals", "eq", "eql", "eqls"]
    private static let limits: [String: (AssertionOperator, AssertionOperator)] = [
        "above": (.gt, .lte), "gt": (.gt, .lte), "greaterThan": (.gt, .lte), "least": (.gte, .lt), "gte": (.gte, .lt),
        "greaterThanOrEqual": (.gte, .lt), "below": (.lt, .gte), "lt": (.lt, .gte), "lessThan": (.lt, .gte),
        "most": (.lte, .gt), "lte": (.lte, .gt), "lessThanOrEqual": (.lte, .gt),
    ]

    /// The checks without a value, and the opposite ones; nil if there are none.
    private static let plain: [String: (holds: [Row], contrary: [Row]?)] = [
        "true": ([(.isTruthy, nil)], [(.neq, .boolean(true))]),
        "false": ([(.isFalsy, nil)], [(.neq, .boolean(false))]),
        "null": ([(.isNull, nil)], [(.neq, .null)]),
        "undefined": ([(.isUndefined, nil)], [(.isDefined, nil)]),
        "exist": ([(.isDefined, nil), (.neq, .null)], nil),
        "exists": ([(.isDefined, nil), (.neq, .null)], nil),
        "empty": ([(.isEmpty, nil)], [(.isNotEmpty, nil)]),
    ]

    private static let kinds: [String: (holds: [Row], contrary: [Row]?)] = [
        "string": ([(.isString, nil)], nil), "number": ([(.isNumber, nil)], nil),
        "boolean": ([(.isBoolean, nil)], nil), "array": ([(.isArray, nil)], nil),
        "null": ([(.isNull, nil)], [(.neq, .null)]), "undefined": ([(.isUndefined, nil)], [(.isDefined, nil)]),
    ]

    /// Returns the checks for equality. Objects and lists equal nothing in assertions, so only single values are compared.
    static func equal(to literal: LiftedLiteral, isNegated: Bool) -> [Row] {
        switch literal {
        case .null: isNegated ? [(.neq, .null)] : [(.isNull, nil)]
        case .undefined: isNegated ? [(.isDefined, nil)] : [(.isUndefined, nil)]
        case .text, .number, .boolean: [(isNegated ? .neq : .eq, literal)]
        }
    }

    private mutating func pathChecks(
        _ word: String, _ values: [ScriptValue], _ path: ResponsePath
    ) throws(LiftProblem) -> [LiftedCheck] {
        guard let first = values.first else {
            let row = Self.plain[word]
            return try rows(path, isNegated ? row?.contrary : row?.holds, word)
        }
        // The argument after the value is the message of a failure.
        switch (word, first) {
        case ("property", _): return try property(values, path)
        case ("a", .literal(.text(let kind))), ("an", .literal(.text(let kind))):
            return try kindChecks(kind.lowercased(), path, word)
        case ("keys", _), ("key", _): return try keys(values, path, word)
        case ("match", .pattern(let pattern)), ("matches", .pattern(let pattern)):
            return [LiftedCheck(path, isNegated ? .notMatches : .matches, pattern)]
        case ("oneOf", .list(let literals)) where !isPartial: return try oneOf(literals, path)
        case (_, .literal(let literal)):
            return try rows(path, comparison(word, literal, values.dropFirst().first), word)
        default: throw problem(word)
        }
    }

    private func comparison(_ word: String, _ literal: LiftedLiteral, _ second: ScriptValue?) -> [Row]? {
        if Self.equals.contains(word) { return Self.equal(to: literal, isNegated: isNegated) }
        switch (word, literal) {
        case ("include", _), ("includes", _), ("contain", _), ("contains", _):
            return [(isNegated ? .notContains : .contains, literal)]
        case ("string", .text) where !isNegated: return [(.isString, nil), (.contains, literal)]
        case ("lengthOf", .number), ("length", .number): return isNegated ? nil : [(.length, literal)]
        case ("within", .number(let low)):
            guard case .literal(.number(let high))? = second, !isNegated else { return nil }
            return Self.between(low, high)
        case (_, .number): return Self.limits[word].map { [(isNegated ? $0.1 : $0.0, literal)] }
        default: return nil
        }
    }

    private func kindChecks(_ kind: String, _ path: ResponsePath, _ word: String) throws(LiftProblem) -> [LiftedCheck] {
        // An operator for objects accepts lists, too, which have a length.
        if kind == "object", !isNegated, let length = path.appending("length") {
            return [LiftedCheck(path, .isJson), LiftedCheck(length, .isUndefined)]
        }
        let row = Self.kinds[kind]
        return try rows(path, isNegated ? row?.contrary : row?.holds, "\(word) \(kind)")
    }

    private func oneOf(_ literals: [LiftedLiteral], _ path: ResponsePath) throws(LiftProblem) -> [LiftedCheck] {
        let written = literals.compactMap(\.writtenInList)
        guard written.count == literals.count, !written.isEmpty else { throw problem("oneOf with such values") }
        return [LiftedCheck(path, isNegated ? .notIn : .in, "[\(written.joined(separator: ", "))]")]
    }

    // MARK: - Members

    /// Takes a check of a property; the words after it are about that.
    private mutating func property(_ values: [ScriptValue], _ path: ResponsePath) throws(LiftProblem) -> [LiftedCheck] {
        guard case .literal(.text(let name))? = values.first,
            let member = isNested ? path.appending(nested: name) : path.appending(name)
        else { throw problem("property") }
        // If the value itself is missing, chai fails.
        if isNegated, path.isOptional { throw problem("property") }
        subject = .responsePart(member)
        isNested = false
        guard values.count > 1 else { return [LiftedCheck(member, isNegated ? .isUndefined : .isDefined)] }
        guard case .literal(let literal) = values[1], literal != .undefined else {
            throw problem("property with such a value")
        }
        return try rows(member, Self.equal(to: literal, isNegated: isNegated), "property")
    }

    /// Returns checks that members exist; assertions cannot say that there are no others.
    private func keys(_ values: [ScriptValue], _ path: ResponsePath, _ word: String) throws(LiftProblem)
        -> [LiftedCheck]
    {
        let literals = if case .list(let list)? = values.first { list } else { values.compactMap(\.literal) }
        guard isPartial, !isNegated, !literals.isEmpty else { throw problem(word) }
        var checks: [LiftedCheck] = []
        for literal in literals {
            guard case .text(let name) = literal, let member = path.appending(name) else { throw problem(word) }
            checks.append(LiftedCheck(member, .isDefined))
        }
        return checks
    }

    // MARK: - Responses

    private static let statuses: [String: (holds: [Row], contrary: [Row]?)] = [
        "ok": (between(200, 299), nil), "success": (between(200, 299), nil),
        "info": ([(.lt, .number(200))], [(.gte, .number(200))]), "redirection": (between(300, 399), nil),
        "clientError": (between(400, 499), nil), "serverError": ([(.gte, .number(500))], [(.lt, .number(500))]),
        "error": ([(.gte, .number(400))], [(.lt, .number(400))]), "accepted": equal(202), "badRequest": equal(400),
        "unauthorized": equal(401), "forbidden": equal(403), "notFound": equal(404), "rateLimited": equal(429),
    ]

    private static func between(_ low: Double, _ high: Double) -> [Row] {
        let ends = [low, high].compactMap { LiftedLiteral.number($0).written }
        return [(.between, .text(ends.joined(separator: ", ")))]
    }

    private static func equal(_ status: Double) -> (holds: [Row], contrary: [Row]?) {
        ([(.eq, .number(status))], [(.neq, .number(status))])
    }

    private func responseChecks(_ word: String, _ values: [ScriptValue]) throws(LiftProblem) -> [LiftedCheck] {
        let literals = values.compactMap(\.literal)
        guard literals.count == values.count else { throw problem(word) }
        switch (word, literals.first) {
        case ("json", nil) where !isNegated: return [LiftedCheck(.body, .isJson)]
        case (_, nil) where word != "jsonBody":
            let row = Self.statuses[word]
            return try rows(.status, isNegated ? row?.contrary : row?.holds, word)
        case ("status", .number(let status)?):
            return try rows(.status, Self.equal(to: .number(status), isNegated: isNegated), word)
        case ("status", .text(let words)?):
            return try rows(.statusText, Self.equal(to: .text(words), isNegated: isNegated), word)
        case ("header", .text(let name)?):
            return try member(ResponsePath.header(name.lowercased()), literals.dropFirst().first?.asText, word)
        case ("jsonBody", nil) where !isNegated: return [LiftedCheck(.body, .isJson)]
        case ("jsonBody", .text(let names)?):
            return try member(
                ResponsePath.body.appending(nested: names, isOptional: true), literals.dropFirst().first, word)
        default: throw problem(word)
        }
    }

    /// - Parameter value: The value; nil if it only has to exist.
    private func member(
        _ path: ResponsePath?, _ value: LiftedLiteral?, _ word: String
    ) throws(LiftProblem) -> [LiftedCheck] {
        guard let path else { throw problem(word) }
        guard let value else { return [LiftedCheck(path, isNegated ? .isUndefined : .isDefined)] }
        return try rows(path, Self.equal(to: value, isNegated: isNegated), word)
    }
}

extension ScriptValue {
    fileprivate var literal: LiftedLiteral? { if case .literal(let literal) = self { literal } else { nil } }
}

extension LiftedLiteral {
    /// The literal as text, since headers are texts, whatever they are compared with.
    fileprivate var asText: LiftedLiteral {
        switch self {
        case .text, .null, .undefined: self
        case .number, .boolean: .text(written ?? "")
        }
    }
}
