internal import CSQLite
import Foundation

/// An open database. Belongs to one thread at a time.
final class SQLiteConnection {
    private let handle: OpaquePointer
    let path: String

    /// Opens an existing database for reading and writing.
    ///
    /// - Source: `sqlite3_open_v2`, `sqlite3_busy_timeout`.
    init(path: String, busyTimeoutInMilliseconds: Int32 = 5000) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw Self.error(code, "sqlite3_open_v2", handle, context: path)
        }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, busyTimeoutInMilliseconds)
        self.handle = handle
        self.path = path
    }

    /// Statements are finalised before, since each keeps its connection alive.
    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that return no rows.
    ///
    /// - Source: `sqlite3_exec`.
    func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, "sqlite3_exec", context: sql) }
    }

    func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(code, "sqlite3_prepare_v2", context: sql) }
        return SQLiteStatement(statement, of: self, sql: sql)
    }

    /// Runs one statement that returns no rows.
    func run(_ sql: String, _ values: [SQLiteStatement.Value] = []) throws(SQLiteError) {
        let statement = try prepare(sql)
        try statement.bind(values)
        try statement.step()
    }

    /// Returns the results of a closure for each row, in order.
    func rows<Row>(
        _ sql: String, _ values: [SQLiteStatement.Value] = [], _ row: (SQLiteStatement) throws(SQLiteError) -> Row
    ) throws(SQLiteError) -> [Row] {
        let statement = try prepare(sql)
        try statement.bind(values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try row(statement)) }
        return rows
    }

    /// Returns the first column of the first row; nil without a row, or for NULL.
    func integer(_ sql: String, _ values: [SQLiteStatement.Value] = []) throws(SQLiteError) -> Int64? {
        let statement = try prepare(sql)
        try statement.bind(values)
        return try statement.step() ? statement.integerIfAny(0) : nil
    }

    /// The number of the row that was inserted last.
    var lastNumber: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs work as a transaction; takes the write lock at once, so that what is read stays valid.
    func transaction<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    func error(_ code: Int32, _ operation: String, context: String) -> SQLiteError {
        Self.error(code, operation, handle, context: context)
    }

    private static func error(
        _ code: Int32, _ operation: String, _ handle: OpaquePointer?, context: String
    ) -> SQLiteError {
        let message = String(cString: handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
        return SQLiteError(code: .init(rawValue: code), operation: operation, message: message, context: context)
    }
}
