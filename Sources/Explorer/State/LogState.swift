import Exchanges
import ExplorerKit
import Foundation
import MicroClient
import OpenCollection
import TextGrid

/// The log pane: its lines, newest last, at most ``capacity``, and how the user reads them.
public struct LogState: Sendable {
    public struct Entry: Sendable, Hashable {
        public var at: Date
        public var level: LogLevel
        public var message: String
        /// The request that it is about; nil: none.
        public var place: Place?

        public init(at: Date, level: LogLevel, message: String, place: Place? = nil) {
            self.at = at
            self.level = level
            self.message = message
            self.place = place
        }
    }

    /// The send that a line is about.
    public struct Place: Sendable, Hashable {
        /// ``CollectionState/path``
        public var collection: String
        public var request: ItemPath
        /// The effect that sent it, by its generation; nil: of no particular send.
        public var send: Int?
        /// The 1-based attempt; nil: no particular one.
        public var attempt: Int?

        public init(collection: String, request: ItemPath, send: Int? = nil, attempt: Int? = nil) {
            self.collection = collection
            self.request = request
            self.send = send
            self.attempt = attempt
        }
    }

    public static let capacity = 2_000
    public private(set) var entries: [Entry] = []
    /// The number of entries of each level, which is shown in each frame.
    private var counts: [LogLevel: Int] = [:]
    /// Older ones that are no longer kept.
    private(set) var dropped = 0

    /// Lines below it are left out.
    var level = LogLevel.debug
    /// The text that shown lines contain; empty: all are shown.
    var filter = ""
    /// The text looked for last.
    var searchText = ""
    /// The request whose lines are shown; nil: all.
    var scope: Place?
    /// The line with the cursor, counted from the first that ever was; nil: the newest one, which is followed.
    var cursor: Int?
    /// The first shown row.
    var first = 0
    /// The history's rows for the sends that lines are about, as far as they are over.
    private var records: [Int: HistoryRow.ID] = [:]

    public mutating func append(_ entry: Entry) {
        if entries.count >= Self.capacity {
            for old in entries.prefix(Self.capacity / 10) { counts[old.level, default: 0] -= 1 }
            entries.removeFirst(Self.capacity / 10)
            dropped += Self.capacity / 10
            let sends = Set(entries.compactMap(\.place?.send))
            records = records.filter { sends.contains($0.key) }
        }
        entries.append(entry)
        counts[entry.level, default: 0] += 1
    }

    /// Changes what the entries say.
    mutating func rewriteMessages(_ rewritten: (String) -> String) {
        for index in entries.indices { entries[index].message = rewritten(entries[index].message) }
    }

    /// Notes that a send is over, and its row in the history.
    mutating func note(_ record: HistoryRow.ID, of send: Int) { records[send] = record }

    /// Exchanges of the history whose lines were added when they were opened.
    private var opened: Set<HistoryRow.ID> = []

    /// Whether nothing is here yet of an exchange of the history; from then on it counts as being here.
    mutating func isNew(_ record: HistoryRow.ID) -> Bool {
        !records.values.contains(record) && opened.insert(record).inserted
    }

    func record(of send: Int) -> HistoryRow.ID? { records[send] }

    public func count(of level: LogLevel) -> Int { counts[level, default: 0] }

    // MARK: What is shown

    var isFollowing: Bool { cursor == nil }

    /// Indexes of the entries that are shown.
    var shown: [Int] {
        guard level != .debug || !filter.isEmpty || scope != nil else { return Array(entries.indices) }
        let matcher = TextMatcher(filter)
        return entries.indices.filter { index in
            let entry = entries[index]
            return entry.level.rawValue >= level.rawValue && isInScope(entry) && matcher.isIn(entry.message)
        }
    }

    /// Takes away what narrows the list.
    mutating func showAll() { (level, filter, scope) = (.debug, "", nil) }

    private func isInScope(_ entry: Entry) -> Bool {
        guard let scope else { return true }
        return entry.place?.request == scope.request && entry.place?.collection == scope.collection
    }

    /// Returns the row with the cursor among those that are shown: the line itself, else the next one.
    func cursorRow(in shown: [Int]) -> Int {
        guard let cursor else { return max(0, shown.count - 1) }
        return min(shown.firstIndex { $0 + dropped >= cursor } ?? .max, max(0, shown.count - 1))
    }

    /// Moves the cursor; at the last row it follows.
    mutating func moveCursor(toRow row: Int, of shown: [Int]) {
        let last = shown.count - 1
        cursor = row < last && last >= 0 ? shown[max(0, row)] + dropped : nil
    }
}

extension LogLevel {
    var word: String { description.lowercased() }

    var style: Style {
        switch self {
        case .debug: .dimmed
        case .info: .label
        case .warning: .warning
        case .error: .failure
        }
    }
}
