public import Exchanges
public import Foundation

/// The reason why an address leads to no exchange.
public enum HistoryLookupError: Error, Sendable, Hashable {
    /// There is no such exchange.
    case none
    /// There are several exchanges: some of them, the newest first.
    case ambiguous([HistoryRow])
    /// The history could not be read.
    case store(SQLiteError)
}

extension HistoryStore {
    /// The most exchanges that are listed for an ambiguous address.
    public static let mostCandidates = 10

    /// Returns the exchange at an address.
    ///
    /// - Parameter collection: The collection whose exchanges are counted back; nil counts all.
    public func find(_ address: HistoryAddress, collection: String? = nil) throws(HistoryLookupError) -> UUID {
        let found: [HistoryRow]
        do throws(SQLiteError) {
            found = try read { (connection) throws(SQLiteError) in
                switch address {
                case .id(let prefix): try Self.rows(ofID: prefix, in: connection)
                case .back(let count, let request):
                    try Self.row(back: count, request: request, collection: collection, in: connection)
                }
            }
        } catch {
            throw .store(error)
        }
        guard let first = found.first else { throw .none }
        guard found.count == 1 else { throw .ambiguous(found) }
        return first.id
    }

    private static func rows(ofID prefix: String, in connection: SQLiteConnection) throws(SQLiteError) -> [HistoryRow] {
        let digits = prefix.lowercased().filter { $0 != "-" }
        // "g" sorts after every digit.
        return try rows(
            "id >= ? AND id < ?", [.text(digits), .text(digits + "g")], limit: mostCandidates, in: connection)
    }

    private static func row(
        back count: Int, request: String?, collection: String?, in connection: SQLiteConnection
    ) throws(SQLiteError) -> [HistoryRow] {
        var condition = "TRUE"
        var values: [SQLiteStatement.Value] = []
        if let collection {
            condition += " AND collection = ?"
            values.append(.text(collection))
        }
        if let request {
            condition += " AND request IN (?, ?)"
            values += [.text(request), .text(request + ".yml")]
        }
        let origins = "origin IN (SELECT number FROM origins WHERE \(condition))"
        return try rows(
            values.isEmpty ? "TRUE" : origins, values, limit: 1, skipping: count, in: connection)
    }
}
