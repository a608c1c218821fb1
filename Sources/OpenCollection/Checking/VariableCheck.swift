import Spelling
import YAMLTree

/// Names between braces that no scope defines: every request with each environment, secrets counting as defined.
struct VariableCheck {
    private let outline: CollectionOutline
    /// The names that actions of any request set: they live on in the session.
    private let captured: Set<String>
    private let scripts: [String]
    /// Names that are sent as text, in whatever request.
    private let literals: LiteralNames
    private var missing: [MissingPlace: Missing] = [:]
    /// Functions in templates.
    private var functions: Set<CheckProblem> = []

    private struct MissingPlace: Hashable {
        let path: ItemPath
        let offset: Int
        let name: String
    }

    private struct Missing {
        let file: CheckedFile
        let node: YAMLNode
        /// The indexes of the environments; -1 is the absence of one.
        var environments: Set<Int>
        var known: Set<String>
    }

    init(_ outline: CollectionOutline) {
        self.outline = outline
        let places =
            outline.requests.map { $0.node["runtime"] } + outline.levels.map { $0.node["request"] }
        let actions = places.flatMap { $0?["actions"]?.enabledItems ?? [] }
        let companion = (outline.companion?.root["requests"]?.entries ?? []).flatMap {
            $0.value["captures"]?.enabledItems ?? []
        }
        captured = Set(
            actions.compactMap { $0["variable"]?["name"]?.string } + companion.compactMap { $0["name"]?.string })
        literals = LiteralNames(Self.literals(in: outline.companion?.root))
        scripts = places.flatMap { $0?["scripts"]?.items ?? [] }.compactMap { $0["code"]?.string }
    }

    private static func literals(in root: YAMLNode?) -> [String] {
        let entries = ["requests", "folders"].flatMap { root?[$0]?.entries ?? [] }.map { $0.value as YAMLNode? }
        return ([root, root?["collection"]] + entries).flatMap { $0?["literal"]?.items ?? [] }.compactMap(\.string)
    }

    func problems() -> [CheckProblem] {
        var check = self
        let layers = outline.environments.map { NamedValues(environment: $0, of: outline.environments) }
        for request in outline.requests where outline.seesAll(request) { check.check(request, layers) }
        return check.missing.map { check.problem($0.key.name, $0.value) } + check.functions
    }

    // MARK: - One request

    private mutating func check(_ request: CollectionOutline.Request, _ environments: [NamedValues]) {
        let templates = request.templates.filter { !Placeholder.all(in: $0.node.string ?? "").isEmpty }
        guard !templates.isEmpty else { return }
        for (file, node) in templates { _ = names(in: node, of: file) }
        let inner = NamedValues(request.node["runtime"]?["variables"], request.file)
        let levels = request.levels.map { NamedValues($0.node["request"]?["variables"], $0.file) }
        let below = levels.dropFirst(request.levels.first?.directory == .root ? 1 : 0)
        let scopes = [inner] + below.reversed()
        let outer = Array(levels.prefix(levels.count - below.count))
        if environments.isEmpty { walk(templates, Scopes(scopes + outer), environment: -1) }
        for (index, environment) in environments.enumerated() where !environment.isOpen {
            walk(templates, Scopes(scopes + [environment] + outer), environment: index)
        }
    }

    /// Follows all that the templates lead to; each name once.
    private mutating func walk(
        _ templates: [(file: CheckedFile, node: YAMLNode)], _ scopes: Scopes, environment: Int
    ) {
        var open = templates
        var followed: Set<String> = []
        while let (file, node) = open.popLast() {
            for name in names(in: node, of: file) {
                if let found = scopes.find(name) {
                    guard followed.insert(name).inserted else { continue }
                    open += found.values.map { (found.file, $0) }
                } else if !isDefinedElsewhere(name, hasEnvironment: environment >= 0) {
                    note(name, file, node, scopes, environment)
                }
            }
        }
    }

    /// The variables that a template names, also in functions, which are noted.
    private mutating func names(in node: YAMLNode, of file: CheckedFile) -> [String] {
        Placeholder.all(in: node.string ?? "").flatMap { hole in
            guard let call = TemplateCall.parse(hole.name) else { return [hole.name] }
            let text = "{{\(hole.name)}}"
            let place = file.place(of: text, in: node)
            switch call {
            case .success(let call):
                functions.insert(
                    file.problem(
                        .warning, .templateFunction, at: place, "\(text) is sent as text by Bruno",
                        fix: "where the collection is shared, let a script compute it"))
                return call.names
            case .failure(let fault):
                functions.insert(
                    file.problem(
                        .error, .templateFunction, at: place, "\(text) \(fault.message)", fix: "change the template"))
                return []
            }
        }
    }

    private mutating func note(
        _ name: String, _ file: CheckedFile, _ node: YAMLNode, _ scopes: Scopes, _ environment: Int
    ) {
        let place = MissingPlace(path: file.path, offset: node.range.lowerBound, name: name)
        missing[place, default: Missing(file: file, node: node, environments: [], known: scopes.names)]
            .environments.insert(environment)
    }

    private func isDefinedElsewhere(_ name: String, hasEnvironment: Bool) -> Bool {
        if literals.contains(name) { return true }
        if name.hasPrefix("$") {
            return name.hasPrefix("$oauth2.") || DynamicValues.knownNames.contains(String(name.dropFirst()))
        }
        if name.hasPrefix("?") || name.hasPrefix("process.env.") { return true }
        if name == "__name__", hasEnvironment { return true }
        let head = ValuePath.steps(name)?.first ?? name
        return captured.contains(name) || captured.contains(head) || isNamedInScripts(name)
    }

    /// Scripts set variables by `bru.setVar("name", ...)` and the like.
    private func isNamedInScripts(_ name: String) -> Bool {
        scripts.contains { $0.contains("\"\(name)\"") || $0.contains("'\(name)'") }
    }

    // MARK: - Saying it

    private func problem(_ name: String, _ missing: Missing) -> CheckProblem {
        let hole = "{{\(name)}}"
        // In the argument of a function it has no braces.
        let piece = missing.node.string?.contains(hole) == true ? hole : name
        return missing.file.problem(
            .warning, .undefinedVariable, at: missing.file.place(of: piece, in: missing.node),
            "\(hole) has no value\(place(of: missing))", fix: fix(name, missing),
            edit: meant(name, missing).flatMap { meant in
                missing.file.edit(piece, in: missing.node, writing: piece == hole ? "{{\(meant)}}" : meant)
            })
    }

    private func place(of missing: Missing) -> String {
        let names = missing.environments.sorted().filter { $0 >= 0 }.map { outline.environments[$0].name }
        if names.isEmpty { return "" }
        if names.count == outline.environments.count, names.count > 1 { return " in any environment" }
        return " in environment \(names.joined(separator: ", "))"
    }

    /// The name that was probably meant.
    private func meant(_ name: String, _ missing: Missing) -> String? {
        let trimmed = name.trimmingWhitespace()
        if trimmed != name, missing.known.contains(trimmed) { return trimmed }
        let known = name.hasPrefix("$") ? DynamicValues.knownNames.map { "$" + $0 } : Array(missing.known)
        return NearestWord.find(name, among: known.sorted())
    }

    private func fix(_ name: String, _ missing: Missing) -> String {
        if let meant = meant(name, missing) {
            return meant == name.trimmingWhitespace()
                ? "write {{\(meant)}}: spaces count" : "did you mean {{\(meant)}}?"
        }
        if name.hasPrefix("$") { return "there is no dynamic value of that name" }
        let file = missing.environments.min().flatMap { $0 >= 0 ? outline.environments[$0].file.path : nil }
        return "add a variable \(name) to \(file ?? ItemPath.root.folderFile)"
    }
}

/// The enabled variables of one scope, by name: of equal names the last counts.
struct NamedValues {
    private(set) var values: [String: (file: CheckedFile, nodes: [YAMLNode])] = [:]
    /// Whether it has names that are not known before it is used: those of a `.env` file.
    private(set) var isOpen = false

    init(_ list: YAMLNode?, _ file: CheckedFile) { add(list, file) }

    /// An environment over what it extends.
    init(environment: CollectionOutline.Environment, of all: [CollectionOutline.Environment]) {
        var chain = [environment]
        while let parent = chain.last?.node["extends"]?.string, let next = all.first(where: { $0.name == parent }),
            !chain.contains(where: { $0.name == parent })
        {
            chain.append(next)
        }
        for environment in chain.reversed() { add(environment.node["variables"], environment.file) }
        isOpen = chain.contains { $0.node["dotEnvFilePath"]?.string?.isEmpty == false }
        for environment in chain {
            for row in environment.node["externalSecrets"]?["variables"]?.enabledItems ?? [] {
                row["name"]?.string.map { values[$0] = (environment.file, []) }
            }
        }
    }

    private mutating func add(_ list: YAMLNode?, _ file: CheckedFile) {
        for row in list?.enabledItems ?? [] {
            guard let name = row["name"]?.string else { continue }
            values[name] = (file, row["secret"]?.isTrue == true ? [] : row["value"]?.scalars ?? [])
        }
    }
}

/// The scopes in sight of a request, highest precedence first.
private struct Scopes {
    private let layers: [NamedValues]

    init(_ layers: [NamedValues]) { self.layers = layers }

    /// Returns the values of a name, or of the first step of a path; nil when nothing defines it.
    func find(_ name: String) -> (file: CheckedFile, values: [YAMLNode])? {
        let names = [name] + (ValuePath.steps(name)?.first.map { [$0] } ?? [])
        for name in names {
            if let found = layers.lazy.compactMap({ $0.values[name] }).first { return (found.file, found.nodes) }
        }
        return nil
    }

    var names: Set<String> { Set(layers.flatMap(\.values.keys)) }
}
