public import BodyStore
public import Exchanges
import Foundation
import MicroClient

// An exchange is stored as a row, a record, words and bodies.

extension HistoryStore {
    /// Stores an exchange with its bodies. One that is stored already stays as it is. Waits for the disk.
    ///
    /// - Parameter bodies: Finished bodies; those are used whose hash is that of a body of the exchange. A cut body may be given whole, to be cut.
    ///   Bodies that are stored already are not needed, and not written again. A body that is not available will be missing.
    /// - Throws: ``SQLiteError``; then nothing of it is stored.
    public func keep(_ exchange: StoredExchange, bodies: [BodyStore]) throws(SQLiteError) {
        try keep([(exchange, bodies)])
    }

    /// Stores several exchanges, and waits for the disk once.
    ///
    /// - Parameter exchanges: The exchanges with their bodies, as for a single one.
    /// - Throws: ``SQLiteError``; then possibly none of them is stored.
    public func keep(_ exchanges: [(StoredExchange, bodies: [BodyStore])]) throws(SQLiteError) {
        var entries: [Entry] = []
        for (exchange, bodies) in exchanges { entries.append(try Entry(exchange, bodies)) }
        try write { (connection) throws(SQLiteError) in
            // Another instance that starts just then may remove a file that has no row yet: it is written again.
            for _ in 0..<5 where try keep(entries, in: connection) { return }
            throw SQLiteError(
                code: .busy, operation: "HistoryStore.keep", message: "another instance removes its files",
                context: shelf.directory.path)
        }
    }

    private struct Entry {
        let exchange: StoredExchange
        let record: ExchangeRecord
        var bodies: [(hash: String, bytes: BodyStore)] = []

        init(_ exchange: StoredExchange, _ bodies: [BodyStore]) throws(SQLiteError) {
            self.exchange = exchange
            record = try ExchangeRecord(exchange)
            for kept in exchange.bodies {
                if let body = try HistoryStore.find(kept, among: bodies) { self.bodies.append((kept.hash, body)) }
            }
        }
    }

    /// - Returns: Whether all are stored; else a file that was written has been removed.
    private func keep(_ entries: [Entry], in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        for (hash, bytes) in entries.flatMap(\.bodies) where bytes.count > limits.blobLimit {
            guard try !Self.isKept(hash, in: connection) else { continue }
            try shelf.put(bytes, hash: hash, in: connection)
        }
        return try connection.transaction { () throws(SQLiteError) in
            for entry in entries where try !Self.isKept(entry.exchange.id, in: connection) {
                for (hash, bytes) in entry.bodies where try !insert(bytes, hash: hash, in: connection) { return false }
                try insert(entry.exchange, entry.record, in: connection)
            }
            return true
        }
    }

    private static func isKept(_ hash: String, in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        try connection.integer("SELECT 1 FROM bodies WHERE hash = ?", [.text(hash)]) != nil
    }

    private static func isKept(_ id: UUID, in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        try connection.integer("SELECT 1 FROM exchanges WHERE id = ?", [.text(id.digits)]) != nil
    }

    fileprivate static func find(_ kept: StoredBody, among bodies: [BodyStore]) throws(SQLiteError) -> BodyStore? {
        guard BodyShelf.isHash(kept.hash) else { return nil }
        if let body = bodies.first(where: { $0.sha256?.hexadecimal == kept.hash }) { return body }
        guard let hash = kept.wholeHash, let whole = bodies.first(where: { $0.sha256?.hexadecimal == hash })
        else { return nil }
        do throws(BodyStoreError) {
            let part = try whole.beginning(Int(kept.keptLength))
            return part.sha256?.hexadecimal == kept.hash ? part : nil
        } catch {
            throw SQLiteError(error)
        }
    }
}

// Everything here is called in a transaction.
extension HistoryStore {
    /// - Returns: Whether it is stored now; false if it needs a file and that has been removed.
    private func insert(
        _ body: BodyStore, hash: String, in connection: SQLiteConnection
    ) throws(SQLiteError) -> Bool {
        guard try !Self.isKept(hash, in: connection) else { return true }
        let isSmall = body.count <= limits.blobLimit
        if !isSmall, try !shelf.isPut(hash, in: connection) { return false }
        let isText = SearchedText.isText(body)
        let data = isSmall ? SQLiteStatement.Value.blob(body.data(0..<body.count)) : .null
        let beginning = isText && !isSmall ? body.data(0..<SearchedText.longestBody) : nil
        try connection.run(
            "INSERT INTO bodies (hash, length, is_text, data, beginning) VALUES (?, ?, ?, ?, ?)",
            [.text(hash), .integer(Int64(body.count)), .flag(isText), data, beginning.map { .blob($0) } ?? .null])
        try connection.run(
            """
            INSERT INTO body_words (rowid, body)
            SELECT number, CAST(coalesce(beginning, data) AS TEXT) FROM bodies WHERE number = ? AND is_text
            """, [.integer(connection.lastNumber)])
        try connection.run("DELETE FROM unsettled_files WHERE hash = ?", [.text(hash)])
        return true
    }

    private func insert(
        _ exchange: StoredExchange, _ record: ExchangeRecord, in connection: SQLiteConnection
    ) throws(SQLiteError) {
        let origin = try Self.origin(exchange.origin, in: connection)
        let columns = [("origin", .integer(origin))] + exchange.columns
        let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        try connection.run(
            "INSERT INTO exchanges (\(columns.map(\.name).joined(separator: ", "))) VALUES (\(places))",
            columns.map(\.value))
        let number = connection.lastNumber
        try record.insert(number, in: connection)
        try connection.run(
            "INSERT INTO exchange_words (rowid, url, headers) VALUES (?, ?, ?)",
            [
                .integer(number), .text(SearchedText.urls(of: exchange)), .text(SearchedText.fields(of: exchange)),
            ])
        for (role, body) in [("request", exchange.requestBody), ("response", exchange.responseBody)] {
            guard let body else { continue }
            try connection.run(
                "INSERT INTO exchange_bodies (exchange, role, body) SELECT ?, ?, number FROM bodies WHERE hash = ?",
                [.integer(number), .text(role), .text(body.hash)])
        }
    }

    /// Returns the number of an origin, and inserts it if it has none.
    private static func origin(
        _ origin: RecordedExchange.Origin, in connection: SQLiteConnection
    ) throws(SQLiteError) -> Int64 {
        let place: [SQLiteStatement.Value] = [
            .optional(origin.collection), .optional(origin.requestPath), .optional(origin.environment),
        ]
        let known = try connection.integer(
            "SELECT number FROM origins WHERE collection IS ? AND request IS ? AND environment IS ?", place)
        if let known { return known }
        try connection.run("INSERT INTO origins (collection, request, environment) VALUES (?, ?, ?)", place)
        return connection.lastNumber
    }
}

extension StoredExchange {
    /// The bodies that it has.
    var bodies: [StoredBody] { [requestBody, responseBody].compactMap { $0 } }
}

extension BodyStore {
    fileprivate func data(_ range: Range<Int>) -> Data { withBytes(in: range) { Data($0) } }
}
