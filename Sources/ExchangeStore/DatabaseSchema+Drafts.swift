extension DatabaseSchema {
    /// The schema of the journal of drafts.
    static let drafts = DatabaseSchema(migrations: [
        """
        CREATE TABLE drafts (
            collection TEXT NOT NULL,
            item TEXT NOT NULL,
            payload BLOB NOT NULL,
            base_hash TEXT,
            updated_at INTEGER NOT NULL, -- microseconds since 1970, UTC
            PRIMARY KEY (collection, item)
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE owned_drafts (
            collection TEXT NOT NULL,
            item TEXT NOT NULL,
            -- The instance of the program. '' is one that ended: of drafts from before, and of what an instance of before still writes.
            owner TEXT NOT NULL DEFAULT '',
            payload BLOB NOT NULL,
            base_hash TEXT,
            updated_at INTEGER NOT NULL, -- microseconds since 1970, UTC
            PRIMARY KEY (collection, item, owner)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO owned_drafts (collection, item, payload, base_hash, updated_at)
        SELECT collection, item, payload, base_hash, updated_at FROM drafts;
        DROP TABLE drafts;
        ALTER TABLE owned_drafts RENAME TO drafts;
        """,
    ])
}
