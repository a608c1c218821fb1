extension Schema {
    /// The journal of drafts.
    static let drafts = Schema(migrations: [
        """
        CREATE TABLE drafts (
            collection TEXT NOT NULL,
            item TEXT NOT NULL,
            payload BLOB NOT NULL,
            base_hash TEXT,
            updated_at INTEGER NOT NULL, -- microseconds since 1970, UTC
            PRIMARY KEY (collection, item)
        ) STRICT, WITHOUT ROWID;
        """
    ])
}
