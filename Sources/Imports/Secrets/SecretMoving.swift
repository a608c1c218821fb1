import OpenCollection

extension ImportedCollection {
    /// The same with secret variables in the place of what looks like secrets: their values are in ``ImportedEnvironment/secrets``, and no file
    /// holds them.
    ///
    /// Secrets belong to environments. What stands elsewhere becomes a variable of every environment; without any, of one that is made for it.
    public func movingSecrets() -> ImportedCollection {
        var moving = SecretMoving(self)
        moving.moveAll()
        return moving.collection
    }
}

private struct SecretMoving {
    var collection: ImportedCollection
    /// Names that stand for something already.
    private var taken: Set<String>
    /// By value.
    private var names: [String: String] = [:]
    /// What every environment gets, in order.
    private var shared: [(name: String, value: String?, isEnabled: Bool)] = []
    private var moved = 0
    private var masked = 0

    init(_ collection: ImportedCollection) {
        self.collection = collection
        taken = collection.usedNames.union(collection.variableNames)
    }

    mutating func moveAll() {
        for index in collection.environments.indices { moveSecrets(ofEnvironment: index) }
        moveCollectionVariables()
        var defaults = collection.defaults
        defaults.changeTexts { moving($0, $1) }
        collection.defaults = defaults
        collection.items = collection.items.map { moving($0) }
        for name in collection.neededSecrets.sorted() where !isDefined(name) { shared.append((name, nil, true)) }
        addShared()
        collection.defaults.docs = collection.defaults.docs.map { masking($0, nil) }
        collection.items = collection.items.map { maskingExamples($0) }
        report()
    }

    // MARK: - Variables

    private mutating func moveSecrets(ofEnvironment index: Int) {
        for position in collection.environments[index].definition.variables.indices {
            let variable = collection.environments[index].definition.variables[position]
            guard variable.isSecret || Self.isSecret(variable) else { continue }
            collection.environments[index].definition.variables[position].isSecret = true
            collection.environments[index].definition.variables[position].value = ""
            guard !variable.value.isEmpty else { continue }
            moved += 1
            collection.environments[index].secrets[variable.name] = variable.value
        }
    }

    private static func isSecret(_ variable: Variable) -> Bool {
        !LiteralSecret.all(in: variable.value, named: variable.name).isEmpty
    }

    /// In a collection nothing is secret but in its environments.
    private mutating func moveCollectionVariables() {
        for variable in collection.defaults.variables where variable.isSecret || Self.isSecret(variable) {
            shared.removeAll { $0.name == variable.name }
            shared.append((variable.name, variable.value.isEmpty ? nil : variable.value, variable.isEnabled))
            if !variable.value.isEmpty {
                names[variable.value] = variable.name
                moved += 1
            }
        }
        let count = collection.defaults.variables.count
        collection.defaults.variables.removeAll { $0.isSecret || Self.isSecret($0) }
        let lost = count - collection.defaults.variables.count
        if lost > 0 {
            note(.note, "variables of the collection that are secret are in its environments", [.variables: -lost])
        }
    }

    private func isDefined(_ name: String) -> Bool {
        collection.defaults.variables.contains { $0.name == name } || shared.contains { $0.name == name }
    }

    private mutating func addShared() {
        guard !shared.isEmpty else { return }
        if collection.environments.isEmpty {
            let definition = EnvironmentDefinition(name: collection.name, variables: [])
            collection.environments = [ImportedEnvironment(definition, origin: .whole)]
            note(.note, "an environment is made for the secrets", [.environments: 1])
        }
        var added = 0
        for index in collection.environments.indices {
            let known = Set(collection.environments[index].definition.variables.filter(\.isEnabled).map(\.name))
            for secret in shared where !known.contains(secret.name) {
                collection.environments[index].definition.variables.append(
                    Variable(secret.name, "", isEnabled: secret.isEnabled, isSecret: true))
                collection.environments[index].secrets[secret.name] = secret.value
                added += 1
            }
        }
        if added > 0 { note(.note, "secret variables are added to environments", [.variables: added]) }
    }

    // MARK: - Texts

    private mutating func moving(_ item: ImportedItem) -> ImportedItem {
        var item = item
        switch item.content {
        case .folder(var folder, let children):
            folder.changeTexts { moving($0, $1) }
            item.content = .folder(folder, children.map { moving($0) })
        case .request(var request):
            request.changeTexts { moving($0, $1) }
            item.content = .request(request)
        }
        return item
    }

    private mutating func moving(_ text: String, _ name: String?) -> String {
        let found = Self.secrets(in: text, named: name)
        guard !found.isEmpty else { return text }
        return text.replacing(found) { secret, value in "{{\(variable(for: value, secret))}}" }
    }

    /// Most texts are short, and without a name a short one holds none.
    private static func secrets(in text: String, named name: String?) -> [LiteralSecret] {
        text.isEmpty || name == nil && text.utf8.count < 8 ? [] : LiteralSecret.all(in: text, named: name)
    }

    /// The same value has the same name everywhere.
    private mutating func variable(for value: String, _ secret: LiteralSecret) -> String {
        moved += 1
        if let name = names[value] { return name }
        let wanted = secret.variableName
        let name =
            ([wanted] + (2...).lazy.prefix(100_000).map { "\(wanted)\($0)" }).first { !taken.contains($0) } ?? wanted
        taken.insert(name)
        names[value] = name
        shared.append((name, value, true))
        return name
    }

    // MARK: - Examples and docs

    private mutating func maskingExamples(_ item: ImportedItem) -> ImportedItem {
        var item = item
        switch item.content {
        case .folder(var folder, let children):
            folder.docs = folder.docs.map { masking($0, nil) }
            noteSecrets(in: folder.scripts, item.origin)
            item.content = .folder(folder, children.map { maskingExamples($0) })
        case .request(var request):
            request.docs = request.docs.map { masking($0, nil) }
            for index in request.examples.indices { request.examples[index].changeTexts { masking($0, $1) } }
            noteSecrets(in: request.scripts, item.origin)
            item.content = .request(request)
        }
        return item
    }

    /// What is never sent shows no secret; one that has a name shows that.
    private mutating func masking(_ text: String, _ name: String?) -> String {
        let found = Self.secrets(in: text, named: name)
        guard !found.isEmpty else { return text }
        masked += found.count
        return text.replacing(found) { _, value in names[value].map { "{{\($0)}}" } ?? "***" }
    }

    private mutating func noteSecrets(in scripts: [Script], _ origin: ImportOrigin) {
        guard scripts.contains(where: { !LiteralSecret.shapes(in: Array($0.code.utf8)).isEmpty }) else { return }
        collection.notes.append(
            ImportNote(
                .warning, origin, "a script holds what looks like a secret: take it out before you share the file"))
    }

    // MARK: - Words

    private mutating func report() {
        if moved > 0 { note(.note, "\(moved) values that look like secrets are secret variables") }
        if masked > 0 { note(.note, "\(masked) values in examples and docs that look like secrets are hidden") }
    }

    private mutating func note(_ severity: ImportNote.Severity, _ text: String, _ differences: ImportCounts = [:]) {
        collection.notes.append(ImportNote(severity, .whole, text, differences))
    }
}

extension String {
    /// - Parameter secrets: in their order.
    fileprivate func replacing(_ secrets: [LiteralSecret], with text: (LiteralSecret, String) -> String) -> String {
        let bytes = Array(utf8)
        var result: [UInt8] = []
        var position = 0
        for secret in secrets {
            result += bytes[position..<secret.range.lowerBound]
            result += text(secret, String(decoding: bytes[secret.range], as: UTF8.self)).utf8
            position = secret.range.upperBound
        }
        return String(decoding: result + bytes[position...], as: UTF8.self)
    }
}

extension LiteralSecret {
    /// A name for a variable that holds it: "Authorization", "gitHubToken".
    fileprivate var variableName: String {
        switch reason {
        case .userInformation: return "password"
        case .name(let name), .shape(let name):
            let words = name.unicodeScalars.split {
                !$0.isASCII || !($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
            }
            .map { String(String.UnicodeScalarView($0)) }
            guard let first = words.first else { return "secret" }
            guard words.count > 1 else { return first }
            let head =
                first.allSatisfy(\.isUppercase) ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
            return head + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        }
    }
}
