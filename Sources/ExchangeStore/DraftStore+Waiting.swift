// The same operations for callers on their own thread that may wait for the disk.

extension DraftStore {
    /// Saves a draft like ``save(_:)``, waiting until it is done.
    public func saveNow(_ draft: DraftRecord) throws(SQLiteError) {
        try performNow { (connection) throws(SQLiteError) in try self.save(draft, in: connection) }
    }

    /// Claims drafts like ``claim(_:)``, waiting for them.
    public func claimNow(_ collection: String) throws(SQLiteError) -> ClaimedDrafts {
        try performNow { (connection) throws(SQLiteError) in try self.claim(collection, in: connection) }
    }

    /// Returns the items of a collection whose drafts ``claimNow(_:)`` would claim, in order; waits for them. Nothing is taken over, and the drafts,
    /// which may be large, are not read.
    public func itemsNow(of collection: String) throws(SQLiteError) -> [String] {
        try performNow { (connection) throws(SQLiteError) in try self.items(of: collection, in: connection) }
    }

    /// Releases drafts like ``release(_:)``, waiting until it is done.
    public func releaseNow(_ collection: String) throws(SQLiteError) {
        try performNow { (connection) throws(SQLiteError) in try self.release(collection, in: connection) }
    }

    /// Removes a draft like ``remove(item:of:)``, waiting until it is done.
    public func removeNow(item: String, of collection: String) throws(SQLiteError) {
        try performNow { (connection) throws(SQLiteError) in
            try self.remove(item: item, of: collection, in: connection)
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
