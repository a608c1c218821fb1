// The same, for callers on a thread of their own that may wait for the disk.

extension DraftStore {
    /// ``save(_:)``, waiting until it is done.
    public func saveNow(_ draft: DraftRecord) throws(SQLiteError) {
        try performNow { (connection) throws(SQLiteError) in try Self.save(draft, in: connection) }
    }

    /// ``drafts(of:)``, waiting for them.
    public func draftsNow(of collection: String) throws(SQLiteError) -> [DraftRecord] {
        try performNow { (connection) throws(SQLiteError) in try Self.drafts(of: collection, in: connection) }
    }

    /// The items of a collection that have a draft, in order; waits for them. The drafts, which may be large, are not read.
    public func itemsNow(of collection: String) throws(SQLiteError) -> [String] {
        try performNow { (connection) throws(SQLiteError) in try Self.items(of: collection, in: connection) }
    }

    /// ``remove(item:of:)``, waiting until it is done.
    public func removeNow(item: String, of collection: String) throws(SQLiteError) {
        try performNow { (connection) throws(SQLiteError) in
            try Self.remove(item: item, of: collection, in: connection)
        }
    }

    private func performNow<Value>(
        _ work: (SQLiteConnection) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        let result: Result<Value, SQLiteError> = queue.sync {
            Result { () throws(SQLiteError) in try work(connection) }
        }
        return try result.get()
    }
}
