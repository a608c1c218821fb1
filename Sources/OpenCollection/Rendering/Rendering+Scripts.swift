/// Scripts that may change what is sent, or test the response: they are kept, and not run.
public struct ScriptsNotRun: Sendable, Hashable {
    public let count: Int
    let places: [String]

    /// Returns nil if there are none. Hooks do not count: no program runs them.
    ///
    /// - Parameter path: of the request; scripts of its folders and of the collection count too.
    public init?(_ definition: RequestDefinition, at path: ItemPath, of collection: Collection) {
        var holders = [(Origin.request, definition.scripts)]
        holders += collection.folders(above: path).reversed().map { (.folder($0.path), $0.definition.scripts) }
        holders.append((.collection, collection.root.scripts))
        let run = holders.map { ($0.0, $0.1.count { $0.type != "hooks" }) }.filter { $0.1 > 0 }
        guard !run.isEmpty else { return nil }
        count = run.reduce(0) { $0 + $1.1 }
        places = run.map(\.0.title)
    }

    /// "2 scripts not run"
    public var words: String { "\(count) script\(count == 1 ? "" : "s") not run" }

    /// "2 scripts not run (request, collection): what they would set, change or test is missing."
    public var note: String {
        "\(words) (\(places.joined(separator: ", "))): what they would set, change or test is missing."
    }
}
