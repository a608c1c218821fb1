public import BodyStore
import BodyView

/// In what two JSON bodies differ, in the order of the new body; what is gone stands before what followed it.
///
/// Paths are made when somebody asks for a difference: a long list takes some sixty bytes for each.
public struct JSONDifferences: Sendable {
    public let old: BodyStore
    public let new: BodyStore
    /// The rules that ``JSONDifference/ignoredBy`` speaks of.
    let rules: [IgnoreRule]
    var ways = Ways()
    var entries: [Entry] = []
    var noteEntries: [NoteEntry] = []
    /// How many there are, also those that are not listed.
    public internal(set) var total = 0
    /// How many of them a rule ignores.
    public internal(set) var ignoredCount = 0
    /// Whether there are more notes than are listed.
    public internal(set) var notesAreCut = false

    init(old: BodyStore, new: BodyStore, rules: [IgnoreRule]) { (self.old, self.new, self.rules) = (old, new, rules) }

    struct Entry: Sendable {
        var kind: JSONDifference.Kind
        var way: Int
        var oldPlace: Range<Int>
        var newPlace: Range<Int>
        /// Index of a rule, or -1.
        var rule: Int
    }

    struct NoteEntry: Sendable {
        var kind: JSONNote.Kind
        var way: Int
        var oldPlace: Range<Int>
        var newPlace: Range<Int>
    }

    /// Whether there are more differences than are listed.
    public var isCut: Bool { entries.count < total }
    /// How many differences no rule ignores.
    public var countedCount: Int { total - ignoredCount }
}

extension JSONDifferences: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { entries.count }

    public subscript(index: Int) -> JSONDifference {
        let entry = entries[index]
        let (hasOld, hasNew) = (entry.kind != .added, entry.kind != .removed)
        return JSONDifference(
            kind: entry.kind, oldPath: hasOld ? path(of: entry.way, in: .old) : nil,
            newPath: hasNew ? path(of: entry.way, in: .new) : nil, oldPlace: hasOld ? entry.oldPlace : nil,
            newPlace: hasNew ? entry.newPlace : nil, ignoredBy: entry.rule < 0 ? nil : rules[entry.rule])
    }

    /// Whether a rule ignores it, told without making its paths.
    public func isIgnored(_ index: Int) -> Bool { entries[index].rule >= 0 }

    /// What is no difference, and told nevertheless.
    public var notes: [JSONNote] {
        noteEntries.map {
            JSONNote(kind: $0.kind, path: path(of: $0.way, in: .new), oldPlace: $0.oldPlace, newPlace: $0.newPlace)
        }
    }

    /// The value of a difference as it was sent, or its beginning.
    ///
    /// - Parameter limit: in bytes. Default: 4,096.
    public func text(of place: Range<Int>?, in side: DifferenceSide, limit: Int = 4096) -> String? {
        guard let place else { return nil }
        let bytes = (side == .old ? old : new).copy(place.prefix(limit))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Parameter side: whose numbers and names.
    func path(of way: Int, in side: DifferenceSide) -> JSONPath {
        JSONPath(ways.steps(to: way, in: side, (side == .old ? old : new)))
    }
}

extension Range<Int> {
    fileprivate func prefix(_ count: Int) -> Range { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}

/// One of the two that are compared.
public enum DifferenceSide: Sendable, Hashable { case old, new }

/// Paths that share what they have in common: of each step the one before it.
struct Ways: Sendable {
    /// Where a name begins in both bodies, or the number of an element in both; -1 where there is none.
    struct Step: Sendable {
        var parent: Int
        var old: Int
        var new: Int
        /// -1: of an array.
        var occurrence: Int
    }

    private(set) var all: [Step] = []
    /// The whole body.
    static let root = -1

    var count: Int { all.count }

    /// Those from there on, of which nothing was told.
    mutating func removeAll(from count: Int) { all.removeLast(all.count - count) }

    mutating func append(_ step: Step) -> Int {
        all.append(step)
        return all.count - 1
    }

    func steps(to way: Int, in side: DifferenceSide, _ store: BodyStore) -> [JSONPath.Step] {
        var steps: [JSONPath.Step] = []
        var way = way
        while way >= 0 {
            let step = all[way]
            let own = side == .old ? step.old : step.new
            steps.append(
                step.occurrence < 0
                    ? .element(own) : .member(Self.name(at: own, in: store), occurrence: step.occurrence))
            way = step.parent
        }
        return steps.reversed()
    }

    static func name(at place: Int, in store: BodyStore) -> String {
        guard case .string(let name)? = store.scalar(in: place..<store.count) else { return "" }
        return name
    }
}
