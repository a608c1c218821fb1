@testable import OpenCollection

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// Edits a definition as forms would, at random.
struct RandomDefinition {
    var numbers: SeededNumbers

    init(seed: Int) { numbers = SeededNumbers(seed: seed) }

    private static let texts = [
        "", " ", "plain", "5", "0x10", "true", "null", "~", "{{name}}", "a: b", "# no comment", "with # hash", "it's",
        "\"q\"",
        "both ' and \"", "two\nlines", "ends\n", "ends twice\n\n", "\nbegins", "  indented\n more", "tab\there",
        "a\r\nb",
        "{\n  \"a\": [1, 2]\n}", "- dash", "?", "&anchor", "*alias", "!tag", "%", "@", "`", "|", ">", "[", "{}",
        "é – 😀",
        "trailing ", "\u{1}", "yes", "2024-01-31", "---", "a, b", "\\n",
    ]

    mutating func text() -> String { numbers.pick(Self.texts) }
    mutating func optionalText() -> String? { numbers.chance(30) ? nil : text() }

    mutating func edit(_ definition: inout RequestDefinition) {
        for _ in 0...numbers.below(4) { editOnce(&definition) }
    }

    private mutating func editOnce(_ definition: inout RequestDefinition) {
        switch numbers.below(16) {
        case 0: definition.name = optionalText()
        case 1: definition.sequence = numbers.pick([nil, 1, 2.5, -3])
        case 2: definition.tags = (0..<numbers.below(4)).map { _ in numbers.pick(definition.tags + [text()]) }
        case 3: definition.method = numbers.pick(["GET", "POST", "true", "{{m}}"])
        case 4: definition.url = text()
        case 5:
            edit(&definition.headers) {
                $0.field()
            } changing: {
                $0.change(&$1)
            }
        case 6:
            edit(&definition.parameters) {
                $0.parameter()
            } changing: {
                $0.change(&$1)
            }
        case 7: editBodies(&definition)
        case 8: definition.auth = auth()
        case 9:
            edit(&definition.variables) {
                $0.variable()
            } changing: {
                $0.change(&$1)
            }
        case 10: editSettings(&definition.settings)
        case 11: definition.description = optionalText()
        case 12: editRuntime(&definition)
        case 13: editExamples(&definition.examples)
        case 14:
            definition.app = numbers.pick([nil, RequestApp(code: text()), RequestApp(code: "x", isEnabled: false)])
        default: definition.docs = optionalText()
        }
    }

    // MARK: - Rows

    mutating func edit<Row>(
        _ rows: inout [Row], adding: (inout Self) -> Row, changing: (inout Self, inout Row) -> Void
    ) {
        guard !rows.isEmpty else { return rows.append(adding(&self)) }
        switch numbers.below(6) {
        case 0: rows.insert(adding(&self), at: numbers.below(rows.count + 1))
        case 1: rows.remove(at: numbers.below(rows.count))
        case 2: rows.insert(rows.remove(at: numbers.below(rows.count)), at: numbers.below(rows.count + 1))
        case 3: rows.shuffle(using: &numbers)
        case 4 where numbers.chance(20): rows = []
        default: changing(&self, &rows[numbers.below(rows.count)])
        }
    }

    mutating func field() -> Field {
        Field(text(), text(), isEnabled: numbers.chance(70), description: numbers.chance(80) ? nil : text())
    }

    private mutating func parameter() -> Parameter { Parameter(numbers.pick([.query, .path]), field()) }

    mutating func variable() -> Variable {
        let isSecret = numbers.chance(10)
        return Variable(
            text(), isSecret ? "" : text(), type: isSecret ? .string : type(), isEnabled: numbers.chance(70),
            isSecret: isSecret)
    }

    private mutating func type() -> Variable.ValueType { numbers.pick([.string, .string, .number, .boolean, .object]) }

    mutating func change(_ field: inout Field) {
        switch numbers.below(4) {
        case 0: field.name = text()
        case 1: field.value = text()
        case 2: field.isEnabled.toggle()
        default: field.description = optionalText()
        }
    }

    private mutating func change(_ parameter: inout Parameter) {
        if numbers.chance(20) { parameter.kind = parameter.kind == .path ? .query : .path }
        change(&parameter.field)
    }

    mutating func change(_ variable: inout Variable) {
        switch numbers.below(5) {
        case 0: variable.name = text()
        case 1: if !variable.isSecret { variable.value = text() }
        case 2: if !variable.isSecret { variable.type = type() }
        case 3: variable.isEnabled.toggle()
        default: variable.description = optionalText()
        }
    }

    // MARK: - The rest

    mutating func editBody(_ body: inout RequestBody) {
        if body.kind == .graphQL {
            body.text = text()
            body.graphQLVariables = optionalText()
            return
        }
        if numbers.chance(40) {
            body = RequestBody()
            body.kind = numbers.pick([.none, .json, .text, .xml, .sparql, .formURLEncoded, .multipart, .file])
        }
        switch body.kind {
        case .json, .text, .xml, .sparql: body.text = text()
        case .formURLEncoded:
            edit(&body.form) {
                $0.field()
            } changing: {
                $0.change(&$1)
            }
        case .multipart: editParts(&body.parts)
        case .file: editFiles(&body.files)
        case .none, .graphQL, .unsupported: break
        }
    }

    mutating func auth() -> Auth {
        switch numbers.below(6) {
        case 0: .none
        case 5:
            .unsupported(
                AuthDetails(
                    type: "oauth2",
                    members: [
                        "flow": "client_credentials", "scope": .string(text()),
                        "tokenConfig": ["id": .string(text())],
                    ]))
        case 1: .inherit
        case 2: .basic(username: text(), password: text())
        case 3: .bearer(token: text())
        default: .apiKey(name: text(), value: text(), placement: numbers.pick([nil, .header, .query]))
        }
    }

    mutating func editSettings(_ settings: inout RequestSettings) {
        if numbers.chance(10) {
            settings = RequestSettings()
            return
        }
        switch numbers.below(6) {
        case 5: settings.inherited = numbers.pick([[], [.timeout], [.maxRedirects, .encodeUrl]])
        case 0: settings.encodesURL = numbers.pick([nil, true, false])
        case 1: settings.timeoutInMilliseconds = numbers.pick([nil, 0, 2500])
        case 2: settings.followsRedirects = numbers.pick([nil, true, false])
        case 3: settings.maximumRedirects = numbers.pick([nil, 0, 9])
        default: settings.forwardsAuthorization = numbers.pick([nil, true, false])
        }
    }
}

extension RequestDefinition {
    /// Returns the definition as it is read from a file: without what a save does not write, and without origins.
    func asSaved(over old: RequestDefinition) -> RequestDefinition {
        var saved = self
        for index in saved.headers.indices { saved.headers[index].origin = nil }
        for index in saved.parameters.indices { saved.parameters[index].field.origin = nil }
        for index in saved.variables.indices {
            saved.variables[index].origin = nil
            let variants = variables[index].isSecret ? [] : variables[index].writtenVariants
            saved.variables[index].variants = variants.map { $0.withoutOrigin }
        }
        if case .unsupported(var details) = auth {
            // New members come after those that are there.
            details.members.entries.sort { $0.key < $1.key }
            saved.auth = .unsupported(details)
        }
        saved.body = body.withoutOrigins
        saved.bodyVariants = writtenVariants
        for index in saved.bodyVariants.indices {
            saved.bodyVariants[index].origin = nil
            saved.bodyVariants[index].body = saved.bodyVariants[index].body.withoutOrigins
        }
        for index in saved.scripts.indices { saved.scripts[index].origin = nil }
        for index in saved.assertions.indices { saved.assertions[index].origin = nil }
        for index in saved.actions.indices { saved.actions[index].origin = nil }
        saved.examples = examples.map(\.withoutOrigins)
        saved.settings = settings.asSaved(over: old.settings)
        for (key, isSaid) in saved.settings.said where isSaid { saved.settings.inherited.remove(key) }
        return saved
    }
}

extension ValueVariant {
    fileprivate var withoutOrigin: ValueVariant {
        ValueVariant(title: title, isSelected: isSelected, value: value, type: type)
    }
}

extension RequestBody {
    fileprivate var withoutOrigins: RequestBody {
        var body = self
        for index in form.indices { body.form[index].origin = nil }
        for index in parts.indices { body.parts[index].origin = nil }
        for index in files.indices { body.files[index].origin = nil }
        return body
    }
}

extension RequestExample {
    fileprivate var withoutOrigins: RequestExample {
        var example = self
        example.origin = nil
        example.request?.headers = (request?.headers ?? []).map {
            Field($0.name, $0.value, isEnabled: $0.isEnabled, description: $0.description)
        }
        for index in request?.parameters.indices ?? 0..<0 { example.request?.parameters[index].field.origin = nil }
        if let body = request?.body.withoutOrigins { example.request?.body = body }
        example.response?.headers = (response?.headers ?? []).map {
            Field($0.name, $0.value, isEnabled: $0.isEnabled, description: $0.description)
        }
        return example
    }
}

extension RequestSettings {
    fileprivate var said: [(Key, Bool)] {
        [
            (.encodeUrl, encodesURL != nil), (.timeout, timeoutInMilliseconds != nil),
            (.followRedirects, followsRedirects != nil), (.maxRedirects, maximumRedirects != nil),
            (.forwardAuthorizationHeader, forwardsAuthorization != nil),
        ]
    }

    fileprivate func asSaved(over old: RequestSettings) -> RequestSettings {
        var empty = self
        empty.isPresent = false
        var saved = self
        saved.isPresent = empty != RequestSettings() || (isPresent && old.isPresent)
        if saved.isPresent, !old.isPresent, encodesURL == nil, !inherited.contains(.encodeUrl) {
            saved.encodesURL = false
        }
        return saved
    }
}
