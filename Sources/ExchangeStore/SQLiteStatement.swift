internal import CSQLite
import Foundation

/// A compiled statement. As in SQLite, parameters are counted from 1, columns from 0.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection
    private let sql: String

    /// Creates a statement that owns the handle.
    init(_ handle: OpaquePointer, of connection: SQLiteConnection, sql: String) {
        self.handle = handle
        self.connection = connection
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    enum Value {
        case text(String)
        case blob(Data)
        case integer(Int64)
        case null

        /// Returns the value; NULL for nil.
        static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
        static func optional(_ number: Int64?) -> Value { number.map(Value.integer) ?? .null }
        static func flag(_ isTrue: Bool) -> Value { .integer(isTrue ? 1 : 0) }
    }

    /// Binds a value to every parameter, in order. SQLite copies them.
    func bind(_ values: [Value]) throws(SQLiteError) {
        for (place, value) in values.enumerated() {
            let code = bind(value, at: Int32(place + 1))
            guard code == SQLITE_OK else { throw connection.error(code, "sqlite3_bind", context: sql) }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .text(let text): microscope_sqlite3_bind_text(handle, index, text, Int32(clamping: text.utf8.count))
        case .blob(let data): bind(data, at: index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .null: sqlite3_bind_null(handle, index)
        }
    }

    /// Binds data. A nil pointer would mean NULL, so empty data is bound as zero bytes.
    private func bind(_ data: Data, at index: Int32) -> Int32 {
        guard !data.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
        return data.withUnsafeBytes { bytes in
            microscope_sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(clamping: bytes.count))
        }
    }

    /// Moves to the next row, whose columns can then be read.
    ///
    /// - Source: `sqlite3_step`.
    @discardableResult
    func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        guard code == SQLITE_ROW || code == SQLITE_DONE else {
            throw connection.error(code, "sqlite3_step", context: sql)
        }
        return code == SQLITE_ROW
    }

    func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func blob(_ column: Int32) -> Data {
        guard let bytes = sqlite3_column_blob(handle, column) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// Returns the integer of a column; nil for NULL.
    func integerIfAny(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
}
