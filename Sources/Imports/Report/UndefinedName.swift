import OpenCollection
import Quoting

/// A name that requests use and nothing in the source defines.
public struct UndefinedName: Sendable, Hashable {
    public var name: String
    /// The number of requests that use it, themselves or through what they inherit.
    public var requests: Int
    /// The environments in which it has no value; empty when the source has no environment, or none defines it.
    public var environments: [String]
    /// Whether a script names it: it may have a value once that has run.
    public var isNamedInScript: Bool
}

extension [ImportedCollection] {
    /// Names without a definition in collections that share their environments, each with how often it is used; sorted by name.
    public var undefinedNames: [UndefinedName] {
        let search = UndefinedSearch(self)
        let count = flatMap(\.environments).count
        return search.found.map { name, places in
            UndefinedName(
                name: name, requests: places.requests,
                environments: places.environments.count >= count ? [] : places.environments.sorted(),
                isNamedInScript: search.quotedWords.contains(name))
        }.sorted { $0.name < $1.name }
    }
}

/// Follows the names of each request through the scopes that it sees, with each environment.
private struct UndefinedSearch {
    private(set) var found: [String: (requests: Int, environments: Set<String>)] = [:]
    /// The texts between quotation marks in scripts.
    let quotedWords: Set<String>
    private let environments: [(name: String, values: Values)]

    private typealias Values = [String: [String]]

    init(_ collections: [ImportedCollection]) {
        let scripts = collections.flatMap {
            $0.defaults.scripts + $0.folders.flatMap(\.scripts) + $0.requests.flatMap(\.scripts)
        }
        let marks: [Unicode.Scalar] = ["\"", "'"]
        quotedWords = Set(
            scripts.flatMap { script in marks.flatMap { script.code.split(at: $0).dropFirst().dropLast() } })
        environments = collections.flatMap(\.environments).map {
            ($0.definition.name, Self.values($0.definition.variables))
        }
        for collection in collections {
            let defaults = collection.defaults
            let level = Level(
                values: [Self.values(defaults.variables)], names: defaults.headers.usedNames, auth: defaults.auth)
            visit(collection.items, level)
        }
    }

    /// Returns the names that the value of each variable uses, by its name.
    private static func values(_ variables: [Variable]) -> Values {
        Dictionary(variables.filter(\.isEnabled).map { ($0.name, $0.isSecret ? [] : $0.value.placeholderNames) }) { $1 }
    }

    /// Values, names and credentials that a folder hands down.
    private struct Level {
        /// The variables of each folder, inner before outer.
        var values: [Values]
        var names: Set<String>
        var auth: Auth
    }

    private mutating func visit(_ items: [ImportedItem], _ level: Level) {
        for item in items {
            switch item.content {
            case .folder(let folder, let children):
                let inner = Level(
                    values: [Self.values(folder.variables)] + level.values,
                    names: level.names.union(folder.headers.usedNames),
                    auth: folder.auth == .inherit ? level.auth : folder.auth)
                visit(children, inner)
            case .request(let request): visit(request, level)
            case .other: break
            }
        }
    }

    private mutating func visit(_ request: RequestDefinition, _ level: Level) {
        var names = request.usedNames.union(level.names)
        if request.auth == .inherit { names.formUnion(level.auth.usedNames) }
        guard !names.isEmpty else { return }
        let inner = [Self.values(request.variables)] + level.values
        var missing: [String: Set<String>] = [:]
        for (environment, values) in environments.isEmpty ? [("", [:])] : environments {
            for name in Self.missing(names, in: inner + [values]) {
                missing[name, default: []].insert(environment)
            }
        }
        for (name, environments) in missing {
            found[name, default: (0, [])].requests += 1
            found[name]?.environments.formUnion(environments)
        }
    }

    private static func missing(_ names: Set<String>, in scopes: [Values]) -> Set<String> {
        var open = Array(names)
        var seen = names
        var missing: Set<String> = []
        while let name = open.popLast() {
            guard let values = scopes.lazy.compactMap({ $0[name] ?? $0[name.head] }).first else {
                if !isKnown(name) { missing.insert(name) }
                continue
            }
            for next in values where seen.insert(next).inserted { open.append(next) }
        }
        return missing
    }

    private static func isKnown(_ name: String) -> Bool {
        if name.utf8.first == UInt8(ascii: "$") { return DynamicValues.knownNames.contains(String(name.dropFirst())) }
        return name.beginsWithBytes(of: "process.env.") || name.utf8.first == UInt8(ascii: "?")
    }
}

extension String {
    /// The part before the first step of a path.
    fileprivate var head: String { String(prefix { $0 != "." && $0 != "[" }) }
}
