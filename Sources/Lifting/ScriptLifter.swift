import OpenCollection

/// Reads the statements of a script, and collects its checks and captures.
struct ScriptLifter {
    private var lift = ScriptLift()
    private var checks: [LiftedCheck] = []
    /// The values of the names that were declared, the innermost block last.
    private var scopes: [[String: ScriptValue]] = [[:]]
    private var line = 1
    /// Whether the script fails if the body is not JSON.
    private var needsJSON = false
    /// The name of the test that is read; nil outside, and for one with a computed name.
    private var title: String?
    /// Whether the current statements run under a condition only.
    private var isConditional = false
    private var hasConsole = false

    private func problem(_ reason: String) -> LiftProblem { LiftProblem(reason: reason, line: line) }

    // MARK: - Statements

    mutating func run(_ statements: [JavaScriptStatement]) throws(LiftProblem) {
        for statement in statements {
            line = statement.line
            switch statement.kind {
            case .expression(let expression): try run(expression)
            case .declaration(let declarators):
                for each in declarators {
                    let value: ScriptValue? = if let value = each.value { try self.value(of: value) } else { nil }
                    try declare(each.target, value)
                }
            case .block(let statements): try inBlock { lifter throws(LiftProblem) in try lifter.run(statements) }
            case .condition(let condition, let then, let otherwise): try run(condition, then, otherwise)
            }
        }
    }

    private mutating func inBlock(
        _ body: (inout ScriptLifter) throws(LiftProblem) -> Void
    ) throws(LiftProblem) {
        scopes.append([:])
        try body(&self)
        scopes.removeLast()
    }

    /// - Parameter value: The value; nil if there is none yet.
    private mutating func declare(
        _ target: JavaScriptExpression, _ value: ScriptValue?
    ) throws(LiftProblem) {
        switch (target, value) {
        case (.name(let name), _): scopes[scopes.count - 1][name] = value ?? .literal(.undefined)
        case (.object(let members), let value?):
            for member in members {
                guard let name = member.name else { throw problem("a pattern that is not read here") }
                try declare(member.value, try self.member(name, of: value))
            }
        default: throw problem("a pattern that is not read here")
        }
    }

    private mutating func run(_ expression: JavaScriptExpression) throws(LiftProblem) {
        switch expression {
        case .text: return
        case .operation("=", let parts): return try assign(parts[0], parts[1])
        case .operation("await", let parts): return try run(parts[0])
        case .call(let function, let arguments):
            guard let name = dottedName(of: function) else { break }
            if name.hasPrefix("console.") { return try drop(arguments) }
            if ["test", "pm.test"].contains(name) { return try test(arguments) }
            if let scope = Self.setters[name] { return try set(scope, arguments) }
        default: break
        }
        add(try chain(expression))
    }

    private mutating func add(_ found: [LiftedCheck]) {
        checks += found
        lift.assertions += found.map {
            Assertion($0.path.text, $0.operator.rawValue, $0.value, description: title)
        }
    }

    private mutating func assign(
        _ target: JavaScriptExpression, _ value: JavaScriptExpression
    ) throws(LiftProblem) {
        if case .element(.name("tests"), let name) = target {
            guard case .text(let title) = name else { throw problem("a test with a computed name") }
            self.title = title
            defer { self.title = nil }
            return add(try conditions(of: value))
        }
        guard case .name(let name) = target, let scope = scopes.lastIndex(where: { $0[name] != nil }), !isConditional
        else { throw problem("an assignment") }
        scopes[scope][name] = try self.value(of: value)
    }

    private mutating func test(_ arguments: [JavaScriptExpression]) throws(LiftProblem) {
        guard arguments.count == 2, case .function(0, let body) = arguments[1], title == nil else {
            throw problem("a test that is not written out")
        }
        let before = (lift.assertions.count, lift.captures.count)
        if case .text(let name) = arguments[0] { title = name }
        try inBlock { lifter throws(LiftProblem) in try lifter.run(body) }
        title = nil
        if before == (lift.assertions.count, lift.captures.count) { throw problem("a test without checks") }
    }

    /// Drops a line for the console.
    private mutating func drop(_ arguments: [JavaScriptExpression]) throws(LiftProblem) {
        guard arguments.allSatisfy(\.isHarmless) else { throw problem("a console line that does more") }
        if !hasConsole { lift.remarks.append("What it writes to the console is dropped.") }
        hasConsole = true
    }

    // MARK: - Captures

    private static let setters: [String: ScriptScope] = [
        "bru.setVar": .runtime, "bru.setEnvVar": .environment, "bru.setCollectionVar": .collection,
        "bru.setGlobalEnvVar": .global, "pm.variables.set": .runtime, "pm.environment.set": .environment,
        "pm.collectionVariables.set": .collection, "pm.globals.set": .global,
        "postman.setEnvironmentVariable": .environment, "postman.setGlobalVariable": .global,
    ]

    private mutating func set(_ scope: ScriptScope, _ arguments: [JavaScriptExpression]) throws(LiftProblem) {
        guard arguments.count == 2, case .text(let name) = arguments[0], CapturedValues.isName(name) else {
            throw problem("a variable with a computed name")
        }
        guard case .responsePart(let path) = try value(of: arguments[1]) else {
            throw problem("a variable that is not part of the response")
        }
        guard !lift.captures.contains(where: { $0.variable == name }) else {
            throw problem("a variable that is set twice")
        }
        lift.captures.append(.init(variable: name, expression: path.text, scope: scope))
        if isConditional {
            lift.remarks.append("\(name) is kept whenever \(path.text) is there; the script asked for more.")
        }
    }

    /// Reads a condition. Sets under a condition on the response are captures, which set nothing without a value. Checks are not: they would fail.
    private mutating func run(
        _ condition: JavaScriptExpression, _ then: [JavaScriptStatement], _ otherwise: [JavaScriptStatement]
    ) throws(LiftProblem) {
        _ = try conditions(of: condition, acceptsValue: true)
        let (assertions, captures, wasConditional) = (lift.assertions.count, lift.captures.count, isConditional)
        isConditional = true
        try inBlock { lifter throws(LiftProblem) in try lifter.run(otherwise) }
        guard lift.captures.count == captures else { throw problem("else") }
        try inBlock { lifter throws(LiftProblem) in try lifter.run(then) }
        guard lift.assertions.count == assertions else { throw problem("a check under a condition") }
        isConditional = wasConditional
    }

    /// - Throws: ``LiftProblem`` if there is nothing to lift.
    func result() throws(LiftProblem) -> ScriptLift {
        var lift = lift
        if needsJSON, !checks.contains(where: \.impliesJSON) {
            lift.assertions.append(
                Assertion(ResponsePath.body.text, AssertionOperator.isJson.rawValue, description: "the body is JSON"))
        }
        guard !lift.assertions.isEmpty || !lift.captures.isEmpty else {
            throw LiftProblem(reason: "nothing that checks or captures", line: 1)
        }
        return lift
    }

    // MARK: - Values

    /// Returns the names of "pm.response.code"; nil if it is something else, or a variable of the script.
    private func dottedName(of expression: JavaScriptExpression) -> String? {
        switch expression {
        case .name(let name): scopes.contains { $0[name] != nil } ? nil : name
        case .member(let base, let name, false): dottedName(of: base).map { "\($0).\(name)" }
        default: nil
        }
    }

    private mutating func value(of expression: JavaScriptExpression) throws(LiftProblem) -> ScriptValue {
        if let name = dottedName(of: expression), let value = ScriptValue.named[name] { return value }
        switch expression {
        case .name(let name):
            if let value = scopes.last(where: { $0[name] != nil })?[name] { return value }
            throw problem("the value of \(name)")
        case .text(let text): return .literal(.text(text))
        case .number(let number): return .literal(.number(number))
        case .pattern(let pattern, let flags):
            guard flags.isEmpty, !pattern.contains("{{") else { throw problem("a regular expression with flags") }
            return .pattern("/\(pattern)/")
        case .list(let values): return .list(try literals(values))
        case .member(let base, let name, let isOptional):
            return try member(name, of: try value(of: base), isOptional: isOptional)
        case .element(let base, let name):
            guard case .literal(let literal) = try value(of: name) else { throw problem("a member by a computed name") }
            switch literal {
            case .text(let text): return try member(text, of: try value(of: base))
            case .number(let number) where number >= 0 && number.rounded() == number:
                return try member("\(Int(number))", of: try value(of: base))
            default: throw problem("a member by a computed name")
            }
        case .call(let function, let arguments): return try call(function, arguments)
        case .operation("await", let parts): return try value(of: parts[0])
        case .template, .object, .function: throw problem("a computed value")
        case .operation: return .checks(try conditions(of: expression))
        }
    }

    private mutating func literals(_ values: [JavaScriptExpression]) throws(LiftProblem) -> [LiftedLiteral] {
        var literals: [LiftedLiteral] = []
        for value in values {
            guard case .literal(let literal) = try self.value(of: value) else {
                throw problem("a list of computed values")
            }
            literals.append(literal)
        }
        return literals
    }

    private func member(
        _ name: String, of value: ScriptValue, isOptional: Bool = false
    ) throws(LiftProblem) -> ScriptValue {
        switch value {
        case .responsePart(let path): return try response(path.appending(name, isOptional: isOptional), name)
        case .headers: return try response(ResponsePath.header(name), name)
        case .response, .literal, .list, .pattern, .wholeText, .checks: throw problem("the member \(name)")
        }
    }

    private func response(_ path: ResponsePath?, _ name: String) throws(LiftProblem) -> ScriptValue {
        guard let path else { throw problem("the member \(name)") }
        return .responsePart(path)
    }

    private mutating func call(
        _ function: JavaScriptExpression, _ arguments: [JavaScriptExpression]
    ) throws(LiftProblem) -> ScriptValue {
        let name = dottedName(of: function) ?? ""
        if ScriptValue.parsers.contains(name) { needsJSON = true }
        if arguments.isEmpty, let value = ScriptValue.called[name] { return value }
        guard arguments.count == 1 else { throw problem("the function \(name.isEmpty ? "here" : name)") }
        if name == "JSON.parse" {
            guard case .wholeText = try value(of: arguments[0]) else { throw problem("JSON.parse of something else") }
            return .responsePart(.body)
        }
        if case .text(let text) = arguments[0] {
            if ScriptValue.headerReaders.contains(name) {
                return try response(ResponsePath.header(text.lowercased()), text)
            }
            if name == "res" { return try response(ResponsePath.query(text), text) }
        }
        return .checks(try conditions(of: .call(function, arguments)))
    }

    // MARK: - Conditions

    /// Returns the checks that all have to hold for an expression to be true.
    ///
    /// - Parameter acceptsValue: Whether a value may be tested for existence: then nothing is returned.
    private mutating func conditions(
        of expression: JavaScriptExpression, acceptsValue: Bool = false
    ) throws(LiftProblem) -> [LiftedCheck] {
        switch expression {
        case .operation("&&", let parts):
            return try conditions(of: parts[0], acceptsValue: acceptsValue)
                + conditions(of: parts[1], acceptsValue: acceptsValue)
        case .operation(let sign, let parts) where parts.count == 2: return try comparison(sign, parts[0], parts[1])
        case .call(.member(let base, let word, false), let arguments) where arguments.count == 1:
            return try membership(word, base, arguments[0])
        default: break
        }
        if acceptsValue, case .responsePart = try value(of: expression) { return [] }
        if case .name = expression, case .checks(let checks) = try value(of: expression) { return checks }
        throw problem("a condition that is not read here")
    }

    /// Reads `Array.isArray(x)`, `x.includes("a")`, `x.hasOwnProperty("a")`, `headers.has("a")`.
    private mutating func membership(
        _ word: String, _ base: JavaScriptExpression, _ argument: JavaScriptExpression
    ) throws(LiftProblem) -> [LiftedCheck] {
        if word == "isArray", dottedName(of: base) == "Array" {
            guard case .responsePart(let path) = try value(of: argument) else { throw problem("Array.isArray") }
            return [LiftedCheck(path, .isArray)]
        }
        guard ["includes", "hasOwnProperty", "has", "startsWith", "endsWith"].contains(word),
            case .literal(let literal) = try value(of: argument)
        else { throw problem("the function \(word)") }
        switch (word, try value(of: base), literal) {
        case ("has", .headers, .text(let name)):
            if let path = ResponsePath.header(name.lowercased()) { return [LiftedCheck(path, .isDefined)] }
        case ("hasOwnProperty", .responsePart(let path), .text(let name)):
            if let member = path.appending(name) { return [LiftedCheck(member, .isDefined)] }
        case ("includes", .responsePart(let path), _): return try checks(path, [(.contains, literal)])
        case ("startsWith", .responsePart(let path), .text): return try checks(path, [(.startsWith, literal)])
        case ("endsWith", .responsePart(let path), .text): return try checks(path, [(.endsWith, literal)])
        default: break
        }
        throw problem("the function \(word)")
    }

    private static let mirrored = ["<": ">", ">": "<", "<=": ">=", ">=": "<="]
    private static let limits: [String: AssertionOperator] = ["<": .lt, ">": .gt, "<=": .lte, ">=": .gte]
    private static let kinds: [String: AssertionOperator] = [
        "string": .isString, "number": .isNumber, "boolean": .isBoolean, "undefined": .isUndefined,
    ]

    private mutating func comparison(
        _ sign: String, _ left: JavaScriptExpression, _ right: JavaScriptExpression
    ) throws(LiftProblem) -> [LiftedCheck] {
        if case .operation("typeof", let parts) = left, ["==", "==="].contains(sign), case .text(let word) = right,
            let kind = Self.kinds[word], case .responsePart(let path) = try value(of: parts[0])
        {
            return [LiftedCheck(path, kind)]
        }
        switch (try value(of: left), try value(of: right)) {
        case (.responsePart(let path), .literal(let literal)): return try comparison(sign, path, literal)
        case (.literal(let literal), .responsePart(let path)):
            return try comparison(Self.mirrored[sign] ?? sign, path, literal)
        default: throw problem("a condition that is not read here")
        }
    }

    private func comparison(
        _ sign: String, _ path: ResponsePath, _ literal: LiftedLiteral
    ) throws(LiftProblem) -> [LiftedCheck] {
        switch sign {
        case "===": return try checks(path, LiftedChain.equal(to: literal, isNegated: false))
        case "!==": return try checks(path, LiftedChain.equal(to: literal, isNegated: true))
        case "==" where isCompared(path, literal): return try checks(path, [(.eq, literal)])
        case "!=" where isCompared(path, literal): return try checks(path, [(.neq, literal)])
        case "!=" where literal == .null || literal == .undefined:
            return try checks(path, [(.isDefined, nil), (.neq, .null)])
        default: break
        }
        guard let limit = Self.limits[sign], path.isNumber, case .number = literal else {
            throw problem("a comparison by \(sign)")
        }
        return try checks(path, [(limit, literal)])
    }

    /// Whether JavaScript's loose comparison of them equals a strict one: numbers with numbers.
    private func isCompared(_ path: ResponsePath, _ literal: LiftedLiteral) -> Bool {
        if case .number = literal { path.isNumber } else { false }
    }

    func checks(
        _ path: ResponsePath, _ rows: [(AssertionOperator, LiftedLiteral?)]
    ) throws(LiftProblem) -> [LiftedCheck] {
        var checks: [LiftedCheck] = []
        for (word, literal) in rows {
            guard let literal else {
                checks.append(LiftedCheck(path, word))
                continue
            }
            guard let written = literal.written else { throw problem("a value that no assertion can have") }
            checks.append(LiftedCheck(path, word, written))
        }
        return checks
    }

    // MARK: - Chains of expect

    private mutating func chain(_ expression: JavaScriptExpression) throws(LiftProblem) -> [LiftedCheck] {
        guard let (base, links) = links(of: expression), !links.isEmpty else {
            throw problem("something that is neither a check nor a capture")
        }
        var chain = LiftedChain(subject: try subject(of: base), line: line)
        for (word, arguments) in links {
            guard let arguments else {
                try chain.take(word: word)
                continue
            }
            var values: [ScriptValue] = []
            for argument in arguments { values.append(try value(of: argument)) }
            try chain.take(word, values)
        }
        guard !chain.checks.isEmpty else { throw problem("expect without a check") }
        return chain.checks
    }

    private mutating func subject(of base: JavaScriptExpression) throws(LiftProblem) -> ScriptValue {
        guard case .call(_, let arguments) = base else { return .response }
        guard let first = arguments.first else { throw problem("expect without a value") }
        return try value(of: first)
    }

    /// Returns the words after `expect(...)` or `pm.response`, with their arguments if they are called.
    private func links(
        of expression: JavaScriptExpression
    ) -> (base: JavaScriptExpression, links: [(String, [JavaScriptExpression]?)])? {
        switch expression {
        case .member(let base, let name, false):
            if dottedName(of: expression) == "pm.response" { return (expression, []) }
            return links(of: base).map { ($0.base, $0.links + [(name, nil)]) }
        case .call(.member(let base, let name, false), let arguments) where dottedName(of: base) != "pm":
            return links(of: base).map { ($0.base, $0.links + [(name, arguments)]) }
        case .call(let function, _):
            return ["expect", "pm.expect"].contains(dottedName(of: function)) ? (expression, []) : nil
        default: return nil
        }
    }
}

extension JavaScriptExpression {
    private static let harmlessFunctions: Set = [
        "stringify", "toString", "json", "text", "get", "getBody", "getStatus", "getHeader", "getHeaders", "getVar",
        "getEnvVar", "getResponseTime", "getUrl", "getName", "getMethod", "keys", "toISOString", "join",
        "getStatusText",
    ]

    /// Whether it has no effect, so that it need not be evaluated.
    fileprivate var isHarmless: Bool {
        switch self {
        case .name, .text, .number, .pattern, .template: true
        case .list(let values): values.allSatisfy(\.isHarmless)
        case .object(let members): members.allSatisfy(\.value.isHarmless)
        case .member(let base, _, _): base.isHarmless
        case .element(let base, let name): base.isHarmless && name.isHarmless
        case .call(.member(let base, let name, _), let arguments):
            Self.harmlessFunctions.contains(name) && base.isHarmless && arguments.allSatisfy(\.isHarmless)
        case .call, .function: false
        case .operation(let sign, let parts):
            !sign.hasSuffix("=") && !["++", "--", "new", "await", "delete"].contains(sign)
                && parts.allSatisfy(\.isHarmless)
        }
    }
}
