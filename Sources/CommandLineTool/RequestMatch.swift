public import OpenCollection
import Quoting
import Spelling

/// The saved request that was meant by what was typed.
public enum RequestMatch: Sendable, Hashable {
    case one(ItemPath)
    /// The file is there, but cannot be sent: the reason.
    case unsendable(ItemPath, reason: String)
    /// Several have the name.
    case several([ItemPath])
    /// None has the name; the nearest ones are listed, at most a handful.
    case none(near: [ItemPath])

    /// - Parameter text: The request's path below the collection without `.yml`, which is tried first, or its name.
    public static func find(_ text: String, in collection: Collection) -> RequestMatch {
        let items = collection.allItems.filter(\.isFile)
        let path = text.droppingBytes(before: "./")
        if let item = items.first(where: { $0.path == ItemPath(path + ".yml") || $0.path == ItemPath(path) }) {
            return match(item)
        }
        let named = items.filter { $0.name == text }
        switch named.count {
        case 0: return .none(near: near(text, among: items))
        case 1: return match(named[0])
        default: return .several(named.map(\.path))
        }
    }

    private static func match(_ item: CollectionItem) -> RequestMatch {
        switch item.kind {
        case .request, .unopened: .one(item.path)
        case .broken(let problem): .unsendable(item.path, reason: problem.line)
        case .unsupported(let content): .unsendable(item.path, reason: content.reason)
        case .folder: .none(near: [])
        }
    }

    /// Returns the items in whose path or name the text occurs, whatever its case; otherwise those with the nearest spelling; otherwise all.
    private static func near(_ text: String, among items: [CollectionItem]) -> [ItemPath] {
        let wanted = text.lowercased()
        let holding = items.filter {
            $0.path.text.lowercased().contains(wanted) || $0.name.lowercased().contains(wanted)
        }
        if !holding.isEmpty { return holding.map(\.path) }
        let nearest = items.map { ($0.path, distance: $0.distance(to: wanted)) }
        let least = nearest.map(\.distance).min() ?? .max
        return least > max(1, wanted.count / 3)
            ? items.map(\.path) : nearest.filter { $0.distance == least }.map { $0.0 }
    }
}

extension RequestMatch {
    /// The number of candidates that are named in one line.
    static let mostCandidates = 8

    /// Returns the path to send.
    /// ¶ - Throws: ``UsageError`` with the reason that there is none.
    public func path(for text: String) throws(UsageError) -> ItemPath {
        switch self {
        case .one(let path): return path
        case .unsendable(let path, let reason):
            throw UsageError("\(path) cannot be sent", advice: reason, status: .notBuilt)
        case .several(let paths):
            throw UsageError(
                "\(paths.count) requests are named \"\(text)\"", advice: "name one by its path: \(Self.list(paths))")
        case .none(let near) where near.isEmpty:
            throw UsageError("there is no request \"\(text)\"", advice: "the collection has no requests")
        case .none(let near):
            throw UsageError("there is no request \"\(text)\"", advice: "candidates: \(Self.list(near))")
        }
    }

    private static func list(_ paths: [ItemPath]) -> String {
        let shown = paths.prefix(mostCandidates).map(\.withoutSuffix).joined(separator: ", ")
        return paths.count > mostCandidates ? "\(shown) and \(paths.count - mostCandidates) more" : shown
    }
}

extension CollectionItem {
    fileprivate var isFile: Bool {
        if case .folder = kind { false } else { true }
    }

    /// Returns the distance from what was typed, in letters.
    fileprivate func distance(to wanted: String) -> Int {
        [path.withoutSuffix, path.baseName, name].map { NearestWord.distance(wanted, $0.lowercased()) }.min() ?? .max
    }
}

extension Collection {
    /// - Throws: ``UsageError`` that lists the existing names.
    public func requireEnvironment(named name: String) throws(UsageError) -> EnvironmentDefinition {
        if let environment = environment(named: name) { return environment }
        let names = environments.map(\.name)
        let advice = names.isEmpty ? "the collection has none" : "there are: \(names.joined(separator: ", "))"
        throw UsageError("there is no environment \"\(name)\"", advice: advice)
    }
}

extension [EnvironmentDefinition] {
    /// Makes sure that a workspace has the environment that was named.
    ///
    /// - Throws: ``UsageError`` that lists the existing names.
    public func requireGlobal(named name: String) throws(UsageError) {
        if contains(where: { $0.name == name }) { return }
        let names = map(\.name).joined(separator: ", ")
        let advice = isEmpty ? "no workspace.yml with environments is above the collection" : "there are: \(names)"
        throw UsageError("there is no global environment \"\(name)\"", advice: advice)
    }
}
