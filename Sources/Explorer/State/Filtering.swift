import BodyStore
import BodyView
import OpenCollection
import TextGrid

/// How a body is filtered: what was asked for, and what came of it.
struct Filtering: Sendable {
    /// What was asked for last, as it was typed; empty: nothing.
    var wanted = ""
    var isRunning = false
    /// Why what is wanted gave nothing to show.
    var problem: String?
    /// What is shown in the body's place: the last that came to something.
    var result: FilteredBody?
    /// How the body before this one was read, filtered the same way.
    var earlier: (filter: String, reading: BodyReading)?

    /// For the next body of the same request.
    init(like earlier: Filtering? = nil) {
        self.earlier = earlier.flatMap { $0.result.map { ($0.filter, $0.reading) } ?? $0.earlier }
    }
}

/// Values that a filter found in a body, as a body of their own.
struct FilteredBody: Sendable {
    /// As it was typed.
    var filter: String
    var document: BodyDocument
    var reading: BodyReading
    /// Values in it.
    var count: Int
    /// What one should know of them.
    var note: String?
}

/// What shall be filtered.
public struct FilterOrder: Sendable {
    /// The whole body.
    public var document: BodyDocument
    public var filter: BodyFilter
    /// The filter as it was typed.
    public var text: String

    public init(_ document: BodyDocument, _ filter: BodyFilter, text: String) {
        self.document = document
        self.filter = filter
        self.text = text
    }
}

/// What came of filtering a body.
public struct FilterOutcome: Sendable {
    /// The values found, one after the other; nil where there is only a problem.
    public var document: BodyDocument?
    /// Values in it.
    public var count = 0
    /// What one should know of them, a sentence each.
    public var notes: [String] = []
    /// Why there is nothing to show.
    public var problem: String?

    public init(_ document: BodyDocument?, count: Int = 0, notes: [String] = [], problem: String? = nil) {
        self.document = document
        self.count = count
        self.notes = notes
        self.problem = problem
    }
}

/// Filters of a collection's requests as they are kept for the next run, and the last ones that were used anywhere.
public struct FilterMemory: Sendable, Hashable {
    /// Empty: the body is shown whole, whatever the collection says.
    public var filters: [ItemPath: String]
    /// The last used first.
    public var recent: [String]
    /// Of ``recent``.
    public static let recentLimit = 50

    public init(filters: [ItemPath: String] = [:], recent: [String] = []) {
        self.filters = filters
        self.recent = recent
    }

    mutating func note(_ text: String) {
        guard !text.isEmpty else { return }
        recent.removeAll { $0 == text }
        recent.insert(text, at: 0)
        recent.removeLast(max(0, recent.count - Self.recentLimit))
    }
}

/// The line in which a filter is typed.
struct FilterLine: Sendable, Hashable {
    var path: ItemPath
    var editor: TextEditor
    /// Among the recent ones, that which is shown; nil: what was typed.
    var recent: Int?
    /// What was typed before a recent one took its place.
    var typed = ""
}

extension Answer {
    /// What is shown of the body: all of it, or what a filter found; nil until its kind is known.
    public var document: BodyDocument? { filtering.result?.document ?? whole }

    /// Cursor and folds in what is shown.
    public internal(set) var reading: BodyReading {
        get { filtering.result?.reading ?? wholeReading }
        set {
            if filtering.result == nil { wholeReading = newValue } else { filtering.result?.reading = newValue }
        }
    }

    /// Is read as an earlier answer was.
    mutating func read(like earlier: Answer?) {
        wholeReading = BodyReading(like: earlier?.wholeReading)
        filtering = Filtering(like: earlier?.filtering)
    }
}

/// How the bodies of a collection's requests are filtered.
struct CollectionFilters: Sendable {
    /// By request, as a person has said it.
    var kept = FilterMemory()
    /// Whether what is kept for the next run was asked for.
    var isOrdered = false
    /// What the file holds of this collection; nil: not known yet.
    var written: [ItemPath: String]?
}
