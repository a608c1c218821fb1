import Quoting
import YAMLTree

/// The scripts around the send of one request, in the order in which Bruno runs them.
public struct ScriptPlan: Sendable, Hashable {
    /// The moment of a send at which scripts run.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        case beforeRequest = "before-request"
        case afterResponse = "after-response"
        case tests
    }

    /// A script of one file.
    public struct Segment: Sendable, Hashable {
        /// The file: of the request, a folder or the collection.
        public var file: ItemPath
        public var script: Script
    }

    /// The scripts of a request, of its folders and of the collection, by stage.
    private let segments: [Stage: [Segment]]
    /// The request, the folders and the collection that have scripts, the inner ones first: "request", "folder users".
    package let places: [String]

    /// Returns nil if there are none. Hooks do not count: no program runs them.
    ///
    /// - Parameter path: The path of the request.
    /// - Source: Bruno: outer before inner; after the response the other way round, unless `scripts.flow` says `sequential`.
    public init?(_ definition: RequestDefinition, at path: ItemPath, of collection: Collection) {
        let folders = collection.folders(above: path)
        let root = (Origin.collection, ItemPath.root.folderFile, collection.root.scripts)
        let inner = folders.map { (Origin.folder($0.path), $0.path.folderFile, $0.definition.scripts) }
        let holders = [root] + inner + [(.request, path, definition.scripts)]
        let isSequential = collection.info.runsScriptsInSequence
        segments = Dictionary(
            uniqueKeysWithValues: Stage.allCases.map { stage in
                let ordered = stage == .beforeRequest || isSequential ? holders : holders.reversed()
                let scripts = ordered.flatMap { _, file, scripts in
                    scripts.filter { $0.type == stage.rawValue && !$0.code.isEmpty }
                        .map { Segment(file: file, script: $0) }
                }
                return (stage, scripts)
            })
        places = holders.reversed().filter { $0.2.contains { Stage(rawValue: $0.type) != nil && !$0.code.isEmpty } }
            .map(\.0.title)
        if count == 0 { return nil }
    }

    public subscript(stage: Stage) -> [Segment] { segments[stage] ?? [] }

    public var count: Int { segments.values.reduce(0) { $0 + $1.count } }

    /// The code of all of them, in the order in which they run.
    public var code: [String] { Stage.allCases.flatMap { self[$0].map(\.script.code) } }

    /// Whether scripts before the request may set a variable: their text has its name, or they require a file or run a request.
    public func maySetBeforeRequest(_ name: String) -> Bool {
        self[.beforeRequest].contains { segment in
            [name, "require", "runRequest"].contains { segment.script.code.containsBytes(of: $0) }
        }
    }

    /// "2 scripts not run (request, collection): what they would set, change or test is missing."
    public var note: String {
        "\(count) script\(count == 1 ? "" : "s") not run (\(places.joined(separator: ", "))): what they would set, change or test is missing."
    }
}

extension CollectionInfo {
    /// Whether scripts run in the same order after the response as before the request.
    fileprivate var runsScriptsInSequence: Bool {
        guard case .mapping(let bruno)? = extensions["bruno"], case .mapping(let scripts)? = bruno["scripts"] else {
            return false
        }
        return scripts["flow"] == .string("sequential")
    }
}
