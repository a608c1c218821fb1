public import BodyStore
import BodyView

/// The differences of two JSON bodies, in the order of the new body; a removed value is before the one that followed it.
///
/// Paths are computed on request: a long list takes some sixty bytes for each difference.
public struct JSONDifferences: Sendable {
    public let old: BodyStore
    public let new: BodyStore
    /// The rules that ``JSONDifference/ignoredBy`` refers to.
    let rules: [IgnoreRule]
    var paths = PathTree()
    var entries: [Entry] = []
    var noteEntries: [NoteEntry] = []
    /// The number of differences, including those that are not listed.
    public internal(set) var total = 0
    /// The number of differences that a rule ignores.
    public internal(set) var ignoredCount = 0
    /// Whether there are more notes than are listed.
    public internal(set) var notesAreCut = false

    init(old: BodyStore, new: BodyStore, rules: [IgnoreRule]) { (self.old, self.new, self.rules) = (old, new, rules) }

    struct Entry: Sendable {
        var kind: JSONDifference.Kind
        var node: Int
        var oldPlace: Range<Int>
        var newPlace: Range<Int>
        /// The index of a rule, or -1.
        var rule: Int
    }

    struct NoteEntry: Sendable {
        var kind: JSONNote.Kind
        var node: Int
        var oldPlace: Range<Int>
        var newPlace: Range<Int>
    }

    /// Whether there are more differences than are listed.
    public var isCut: Bool { entries.count < total }
    /// The number of differences that no rule ignores.
    public var countedCount: Int { total - ignoredCount }
}

extension JSONDifferences: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { entries.count }

    public subscript(index: Int) -> JSONDifference {
        let entry = entries[index]
        let (hasOld, hasNew) = (entry.kind != .added, entry.kind != .removed)
        return JSONDifference(
            kind: entry.kind, oldPath: hasOld ? path(of: entry.node, in: .old) : nil,
            newPath: hasNew ? path(of: entry.node, in: .new) : nil, oldPlace: hasOld ? entry.oldPlace : nil,
            newPlace: hasNew ? entry.newPlace : nil, ignoredBy: entry.rule < 0 ? nil : rules[entry.rule])
    }

    /// Whether a rule ignores a difference, determined without computing its paths.
    public func isIgnored(_ index: Int) -> Bool { entries[index].rule >= 0 }

    /// The remarks that are not differences.
    public var notes: [JSONNote] {
        noteEntries.map {
            JSONNote(kind: $0.kind, path: path(of: $0.node, in: .new), oldPlace: $0.oldPlace, newPlace: $0.newPlace)
        }
    }

    /// Returns the value of a difference as it was sent, or its beginning.
    ///
    /// - Parameter limit: The limit in bytes. Default: 4,096.
    public func text(of place: Range<Int>?, in side: DifferenceSide, limit: Int = 4096) -> String? {
        guard let place else { return nil }
        let bytes = (side == .old ? old : new).copy(place.prefix(limit))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Parameter side: The body whose numbers and names are used.
    func path(of node: Int, in side: DifferenceSide) -> JSONPath {
        JSONPath(paths.steps(to: node, in: side, (side == .old ? old : new)))
    }
}

extension Range<Int> {
    fileprivate func prefix(_ count: Int) -> Range { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}

/// One of the two bodies that are compared.
public enum DifferenceSide: Sendable, Hashable { case old, new }

/// Paths that share their common parts: each step has the index of the one before it.
struct PathTree: Sendable {
    /// The start of a name in both bodies, or the number of an element in both; -1 if there is none.
    struct Step: Sendable {
        var parent: Int
        var old: Int
        var new: Int
        /// The number among equal names; -1 for an element of an array.
        var occurrence: Int
    }

    private(set) var all: [Step] = []
    /// The root, for the whole body.
    static let root = -1

    var count: Int { all.count }

    /// Removes the steps from an index on, for which nothing was reported.
    mutating func removeAll(from count: Int) { all.removeLast(all.count - count) }

    mutating func append(_ step: Step) -> Int {
        all.append(step)
        return all.count - 1
    }

    func steps(to node: Int, in side: DifferenceSide, _ store: BodyStore) -> [JSONPath.Step] {
        var steps: [JSONPath.Step] = []
        var node = node
        while node >= 0 {
            let step = all[node]
            let own = side == .old ? step.old : step.new
            steps.append(
                step.occurrence < 0
                    ? .element(own) : .member(Self.name(at: own, in: store), occurrence: step.occurrence))
            node = step.parent
        }
        return steps.reversed()
    }

    static func name(at place: Int, in store: BodyStore) -> String {
        guard case .string(let name)? = store.scalar(in: place..<store.count) else { return "" }
        return name
    }
}
