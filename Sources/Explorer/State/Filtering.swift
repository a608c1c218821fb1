import BodyStore
import BodyView
import ExplorerKit
import OpenCollection
import TextGrid

/// The filter of a body: its text, and the result.
struct Filtering: Sendable {
    /// The filter used last, as it was typed; empty: none.
    var wanted = ""
    var isRunning = false
    /// Why what is wanted gave nothing to show.
    var problem: String?
    /// The filtered body shown in the body's place: the last that had a result.
    var result: FilteredBody?
    /// The reading positions of bodies that were filtered before: this one, or that of the response before.
    var readings: [String: BodyReading] = [:]
    /// The result of the filter in the response before, to compare with.
    var earlier: (filter: String, document: BodyDocument)?

    /// Starts again, with nothing filtered yet.
    mutating func restart() {
        forgetResult()
        (wanted, isRunning, problem) = ("", false, nil)
    }

    /// Forgets the result that is shown in the place of the whole body.
    mutating func forgetResult() {
        if let result { readings = [result.filter: result.body.reading] }
        result = nil
    }
}

/// Values that a filter found in a body, as a body of their own.
struct FilteredBody: Sendable {
    /// The filter as it was typed.
    var filter: String
    var body: ReadBody
    /// Values in it.
    var count: Int
    /// A note on the results; nil: none.
    var note: String?
}

/// Filters of a collection's requests as they are kept for the next run, and the last ones that were used anywhere.
public struct FilterMemory: Sendable, Hashable {
    /// Empty: the body is shown whole, whatever the collection says.
    public var filters: [ItemPath: String]
    /// The last used first.
    public var recent: [String]
    /// The number of ``recent`` filters that are kept.
    public static let recentLimit = 50

    public init(filters: [ItemPath: String] = [:], recent: [String] = []) {
        self.filters = filters
        self.recent = recent
    }

    mutating func note(_ text: String) {
        if !text.isEmpty { recent.putFirst(text, limit: Self.recentLimit) }
    }
}

/// The line in which a filter is typed.
struct FilterLine: Sendable, Hashable {
    var path: ItemPath
    var editor: TextEditor
    /// The index of the recent filter that is shown; nil: what was typed.
    var recent: Int?
    /// The text typed before a recent one took its place.
    var typed = ""
}

extension ShownResponse {
    /// The shown part of the body: all of it, or what a filter found; nil until its kind is known.
    public var document: BodyDocument? { shownBody.document }

    var shownBody: ReadBody {
        get { filtering.result?.body ?? whole }
        set { if filtering.result == nil { whole = newValue } else { filtering.result?.body = newValue } }
    }

    /// Cursor and folds in what is shown.
    public internal(set) var reading: BodyReading {
        get { shownBody.reading }
        set { shownBody.reading = newValue }
    }

    /// The changes of what is shown of the body since the response before.
    public var changes: BodyChanges? { shownBody.changes.found }

    /// Why the filter that is wanted shows nothing; nil: it does, or is under way, or there is none.
    var reasonNotFiltered: String? { hasBodyToShow && whole.document != nil ? filtering.problem : nil }

    /// Returns the path in the whole body of a place in what is shown; nil: it is not known.
    func pathInWhole(_ path: BodyPath?) -> BodyPath? {
        guard let path, let result = filtering.result else { return path }
        guard result.count == 1, whole.document?.kind == .json, case .path(let filter) = BodyFilter(result.filter),
            let base = filter.bodyPath
        else { return nil }
        return BodyPath(base.steps + path.steps)
    }

    /// Sets up reading as in an earlier response, and the comparison with it; if that never became whole, with the one before it.
    mutating func follow(_ earlier: ShownResponse?) {
        guard let earlier else { return }
        whole.reading = BodyReading(like: earlier.whole.reading)
        filtering.readings = earlier.filtering.readings
        if let result = earlier.filtering.result { filtering.readings = [result.filter: result.body.reading] }
        guard earlier.failure == nil, let document = earlier.whole.document, document.index.isComplete else {
            whole.changes.earlier = earlier.whole.changes.earlier
            filtering.earlier = earlier.filtering.earlier
            whole.changes.isEarlierPast = earlier.whole.changes.isEarlierPast
            return
        }
        whole.changes.isEarlierPast = earlier.past != nil
        whole.changes.earlier = document
        filtering.earlier = earlier.filtering.result.flatMap { result in
            result.body.document.map { (result.filter, $0) }
        }
    }
}

/// The filters of the bodies of a collection's requests.
struct CollectionFilters: Sendable {
    /// The filters by request, as the user has set them.
    var kept = FilterMemory()
    /// Whether what is kept for the next run was ordered.
    var isOrdered = false
    /// The filters that the file holds for this collection; nil: not known yet.
    var written: [ItemPath: String]?
}
