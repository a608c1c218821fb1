public import Exchanges
import ExplorerKit
public import Foundation
public import OpenCollection
import TextGrid

/// The list of what was sent before, as the user looks at it.
public struct HistoryState: Sendable, Hashable {
    /// The request whose exchanges are listed; nil: all there are.
    public var request: ItemPath?
    var list: ListState<HistoryRow.ID>
    /// Whether keys go into the filter.
    public var isTyping = false
    /// Why what is typed is no filter; the list stays as it was.
    public internal(set) var complaint: String?
    /// The newest rows first, as far as they were loaded; nil until they are known.
    public internal(set) var page: HistoryPage?
    /// The number of rows to load.
    var limit = HistoryState.pageLength
    /// The marked rows. They stay marked while the list is narrowed, and until they are gone.
    public internal(set) var marked: [HistoryRow.ID: HistoryRow] = [:]

    /// The exchange with the cursor, on a wide screen.
    var preview: Preview?

    /// The number of rows that are loaded at once.
    static let pageLength = 200

    /// - Parameter filter: The text that narrows the list.
    init(request: ItemPath? = nil, filter: String = "") { (self.request, list) = (request, ListState(filter: filter)) }

    public var rows: [HistoryRow] { page?.rows ?? [] }

    /// Index of the row with the cursor.
    var index: Int { list.index(in: rows.lazy.map(\.id)) }
    var row: HistoryRow? { rows[safe: index] }

    /// Puts the cursor on a row.
    mutating func stand(on index: Int) { list.stand(on: index, of: rows.lazy.map(\.id)) }

    /// Goes to the newest row, since other rows are listed.
    mutating func restart() {
        limit = Self.pageLength
        list.restart()
    }

    /// The marked rows, listed now or not, the newest first.
    var markedRows: [HistoryRow] {
        let places = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
        return marked.values.sorted { one, other in
            guard one.sentAt == other.sentAt else { return one.sentAt > other.sentAt }
            return places[one.id] ?? .max < places[other.id] ?? .max
        }
    }

    /// The marked rows; without marks, the row with the cursor.
    var chosen: [HistoryRow] { marked.isEmpty ? row.map { [$0] } ?? [] : markedRows }
}

/// Some of the exchanges that a filter means.
public struct HistoryPage: Sendable, Hashable {
    /// The newest first.
    public let rows: [HistoryRow]
    /// The number of exchanges in all.
    public var total: Int
    /// Why there are none: the history is off, or cannot be read.
    public var problem: String?
    /// The marked rows that no longer exist.
    public var gone: Set<HistoryRow.ID> = []
    /// The width of the longest name of an environment.
    let environmentColumns: Int

    public init(rows: [HistoryRow], total: Int, problem: String? = nil) {
        (self.rows, self.total, self.problem) = (rows, total, problem)
        environmentColumns = ListDrawing.widest(Set(rows.compactMap(\.origin.environment)))
    }
}

/// A question to the history.
public enum HistoryOrder: Sendable {
    /// Lists as many exchanges as `limit` of those that match a filter, and reports which of the marked ones are gone.
    case list(HistoryFilter, limit: Int, marked: [HistoryRow.ID] = [], Reply<HistoryPage>)
    /// Brings the last exchange of a request of the collection, in one environment, or without one; nil: there is none.
    case recall(ItemPath, environment: String?, Reply<PastExchange?>)
    /// Brings how the last exchange of each request of the collection ended, in one environment, or without one.
    case recallOutcomes(environment: String?, Reply<[ItemPath: SendOutcome]>)
    /// Brings an exchange with its bodies.
    case open(HistoryRow.ID, Reply<Result<PastExchange, StatusMessage>>)
}

/// A change of the history.
public enum HistoryChange: Sendable {
    case pin([HistoryRow.ID], Bool)
    /// Sets the note of an exchange; nil removes it.
    case note(HistoryRow.ID, String?)
    /// Deletes exchanges for good, with their bytes.
    case delete([HistoryRow.ID])
    /// Puts them into the set of this name, which is made if there is none; without a note, a set that has one keeps it.
    case makeSet(String, note: String?, [HistoryRow.ID])
}
