import OpenCollection
import Quoting

extension [ImportedCollection] {
    /// Returns the collections with secret variables in the place of what looks like secrets: their values are in ``ImportedEnvironment/secrets``, and no file
    /// holds them.
    ///
    /// Secrets belong to environments, and the collections of one import share theirs. Secrets from elsewhere become variables of every
    /// environment; without any, of one that is made for it.
    func movingSecrets(to place: ImportedFiles.Place) -> [ImportedCollection] {
        guard !isEmpty else { return self }
        var moving = SecretMoving(self, place)
        moving.moveAll()
        return moving.collections
    }
}

private struct SecretMoving {
    private(set) var collections: [ImportedCollection]
    /// Whether the variables of a collection become those of a folder, which win over an environment's.
    private let makesFolders: Bool
    /// The number of collections, with the one that they are put into, that know a name.
    private let owners: [String: Int]
    /// Names that an environment has a value for.
    private let definedNames: Set<String>
    private var taken: Set<String>
    /// The number with which the next name that begins so is tried.
    private var numbers: [String: Int] = [:]
    /// The name of a variable by the value that it has in every environment.
    private var names: [String: String] = [:]
    /// Variables that every environment gets, in order.
    private var shared: [SharedVariable] = []
    private var sharedIndices: [String: Int] = [:]
    /// The number of values of the collection at hand that were moved.
    private var moved = 0

    private struct SharedVariable {
        var variable: Variable
        /// A name whose value, where an environment has one, is that of the variable.
        var overridingName: String?
    }

    init(_ collections: [ImportedCollection], _ place: ImportedFiles.Place) {
        self.collections = collections
        var known = collections.map(\.knownNames)
        if case .folder(_, let target, _) = place { known.append(target.knownNames) }
        makesFolders = known.count > 1
        owners = known.reduce(into: [:]) { for name in $1 { $0[name, default: 0] += 1 } }
        let variables = collections.flatMap { $0.environments.flatMap(\.definition.variables) }
        definedNames = Set(variables.lazy.filter(\.isEnabled).map(\.name))
        taken = variables.knownNames.union(owners.keys)
    }

    mutating func moveAll() {
        for index in collections.indices {
            moved = 0
            moveSecretsOfEnvironments(in: index)
            renameNeededNames(of: index)
            moveVariables(of: index)
            moveTexts(in: index)
            if moved > 0 { note(index, "values that look like secrets are in secret variables: \(moved)") }
        }
        for index in collections.indices { shareNeededNames(of: index) }
        addShared()
        for index in collections.indices {
            var hiding = SecretHiding(names: names)
            hiding.hideSecrets(in: &collections[index])
        }
    }

    private mutating func note(
        _ index: Int, _ text: String, _ severity: ImportNote.Severity = .note, differences: ImportCounts = [:]
    ) {
        collections[index].notes.append(ImportNote(severity, .whole, text, differences))
    }

    // MARK: - Variables

    private mutating func moveSecretsOfEnvironments(in index: Int) {
        for number in collections[index].environments.indices {
            var environment = collections[index].environments[number]
            for position in environment.definition.variables.indices {
                let variable = environment.definition.variables[position]
                guard variable.mustMove else { continue }
                if !variable.variants.isEmpty { noteVariants(index) }
                environment.definition.variables[position].isSecret = true
                environment.definition.variables[position].value = ""
                environment.definition.variables[position].variants = []
                guard !variable.value.isEmpty else { continue }
                moved += 1
                // The last enabled variable of a name counts.
                if variable.isEnabled || environment.secrets[variable.name] == nil {
                    environment.secrets[variable.name] = variable.value
                } else {
                    noteHidden(index)
                }
            }
            for position in environment.definition.certificates.indices {
                environment.definition.certificates[position].changeTexts(.sent) { moving($0, $1) }
            }
            collections[index].environments[number] = environment
        }
    }

    private mutating func noteHidden(_ index: Int) {
        note(index, "a disabled secret is left out, since another one has its name", .warning)
    }

    private mutating func noteVariants(_ index: Int) {
        note(index, "of several values of a secret variable only the selected one is kept", .error)
    }

    /// Moves what only environments can hold: secrets, and values that an environment overrides.
    private mutating func moveVariables(of index: Int) {
        let variables = collections[index].defaults.variables
        collections[index].defaults.variables = variables.compactMap { variable in
            let isOverridden = makesFolders && definedNames.contains(variable.name)
            guard variable.mustMove || isOverridden else { return variable }
            return sharing(variable, of: index)
        }
        let moved = variables.count - collections[index].defaults.variables.count
        if moved > 0 {
            note(
                index,
                "variables of the collection that are secret, or that an environment overrides, are in its environments",
                differences: [.variables: -moved])
        }
    }

    /// Moves a variable of a collection into the environments.
    ///
    /// - Returns: The rest in the collection: nothing, or where others know the name, too, one with another name as its value.
    private mutating func sharing(_ variable: Variable, of index: Int) -> Variable? {
        var moving = variable
        moving.isSecret = variable.mustMove
        if moving.isSecret, !variable.value.isEmpty { moved += 1 }
        if moving.isSecret, !variable.variants.isEmpty { noteVariants(index) }
        if moving.isSecret { moving.variants = [] }
        let isAlone = owners[variable.name] == 1
        if !isAlone { moving.name = newName(variable.name) }
        if isAlone, sharedIndices[variable.name] != nil { noteHidden(index) }
        share(moving, overridingName: isAlone ? nil : variable.name)
        return isAlone ? nil : variable.referring(to: moving.name)
    }

    /// Gives secret variables of folders and requests a secret of the environments as their value; they keep their names.
    private mutating func moveInnerVariables(_ variables: inout [Variable]) {
        for index in variables.indices where variables[index].isSecret {
            let variable = variables[index]
            variables[index] = variable.referring(to: name(of: variable.value, wanted: variable.name))
        }
    }

    /// Adds a variable to those that every environment gets; the last one of a name counts that is switched on.
    private mutating func share(_ variable: Variable, overridingName: String? = nil) {
        let new = SharedVariable(variable: variable, overridingName: overridingName)
        if let index = sharedIndices[variable.name] {
            guard variable.isEnabled || !shared[index].variable.isEnabled else { return }
            names[shared[index].variable.value] = nil
            shared[index] = new
        } else {
            sharedIndices[variable.name] = shared.count
            shared.append(new)
        }
        let isOverridden = definedNames.contains(overridingName ?? variable.name)
        if variable.isSecret, variable.isEnabled, !variable.value.isEmpty, !isOverridden {
            names[variable.value] = variable.name
        }
    }

    private mutating func shareNeededNames(of index: Int) {
        let defined = Set(collections[index].defaults.variables.map(\.name))
        for name in collections[index].neededSecrets.sorted() where !defined.contains(name) {
            if sharedIndices[name] == nil { share(Variable(name, "", isSecret: true)) }
        }
    }

    /// Renames names that a reader invented if others use them, too: a value entered for one is not meant for the other.
    private mutating func renameNeededNames(of index: Int) {
        for name in collections[index].neededSecrets.sorted() where owners[name, default: 0] > 1 {
            let new = newName(name)
            collections[index].neededSecrets.remove(name)
            collections[index].neededSecrets.insert(new)
            let rename: NamedTextChange = { text, _ in
                text.replacingBytes(of: "{{\(name)}}", with: "{{\(new)}}")
            }
            collections[index].defaults.changeTexts(.sent, rename)
            for number in collections[index].items.indices {
                collections[index].items[number].changeTexts(.sent, rename)
            }
        }
    }

    private mutating func addShared() {
        guard !shared.isEmpty else { return }
        if collections.allSatisfy(\.environments.isEmpty) {
            let definition = EnvironmentDefinition(name: collections[0].name, variables: [])
            collections[0].environments = [ImportedEnvironment(definition, origin: .whole)]
            note(0, "an environment is made for the secrets", differences: [.environments: 1])
        }
        for index in collections.indices {
            var added = 0
            for number in collections[index].environments.indices {
                added += add(shared, to: &collections[index].environments[number])
            }
            if added > 0 { note(index, "variables are added to environments", differences: [.variables: added]) }
        }
    }

    /// - Returns: the number of variables that were added.
    private func add(_ shared: [SharedVariable], to environment: inout ImportedEnvironment) -> Int {
        let count = environment.definition.variables.count
        let known = Dictionary(
            environment.definition.variables.filter(\.isEnabled).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        for shared in shared where known[shared.variable.name] == nil {
            var (variable, value) = (shared.variable, shared.variable.value)
            if let name = shared.overridingName, let own = known[name] {
                value = own.isSecret ? environment.secrets[name] ?? "" : own.value
                (variable.isSecret, variable.type) = (own.isSecret, own.type)
            }
            if variable.isSecret, !value.isEmpty { environment.secrets[variable.name] = value }
            variable.value = variable.isSecret ? "" : value
            environment.definition.variables.append(variable)
        }
        return environment.definition.variables.count - count
    }

    // MARK: - Texts

    private mutating func moveTexts(in index: Int) {
        var (info, defaults, items) = (collections[index].info, collections[index].defaults, collections[index].items)
        // Items that nothing else holds are changed in place, not copied.
        collections[index].items = []
        info.changeTexts(.sent) { moving($0, $1) }
        defaults.changeTexts(.sent) { moving($0, $1) }
        for number in items.indices {
            items[number].changeVariables { moveInnerVariables(&$0) }
            items[number].changeTexts(.sent) { moving($0, $1) }
        }
        (collections[index].info, collections[index].defaults, collections[index].items) = (info, defaults, items)
    }

    private mutating func moving(_ text: String, _ name: String?) -> String {
        text.replacingSecrets(named: name) { secret, value in "{{\(self.name(of: value, wanted: secret.variableName))}}"
        }
    }

    /// Returns the name of the variable that has a value: equal values have one name, and each missing one a name of its own.
    private mutating func name(of value: String, wanted: String) -> String {
        if !value.isEmpty {
            moved += 1
            if let name = names[value] { return name }
        }
        let name = newName(wanted)
        share(Variable(name, value, isSecret: true))
        return name
    }

    private mutating func newName(_ wanted: String) -> String {
        var number = numbers[wanted] ?? 1
        var name: String { number == 1 ? wanted : "\(wanted)\(number)" }
        while !taken.insert(name).inserted { number += 1 }
        numbers[wanted] = number + 1
        return name
    }
}

extension Variable {
    /// Whether its value must not be in a file.
    fileprivate var mustMove: Bool {
        isSecret
            || ([value] + variants.map(\.value)).contains {
                !LiteralSecret.all(in: $0, named: name).isEmpty
            }
    }

    /// Returns the variable with the value of another one.
    fileprivate func referring(to name: String) -> Variable {
        var copy = self
        (copy.value, copy.type, copy.isSecret, copy.variants) = ("{{\(name)}}", .string, false, [])
        return copy
    }
}
