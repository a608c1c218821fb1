extension DatabaseSchema {
    /// The schema of the history. Moments are microseconds since 1970 (UTC), durations nanoseconds.
    static let history = DatabaseSchema(
        migrations: [
            """
            -- Which request of which collection in which environment: few, and found before the many that point here.
            CREATE TABLE origins (
                number INTEGER PRIMARY KEY,
                collection TEXT,
                request TEXT,
                environment TEXT
            ) STRICT;
            CREATE INDEX origins_by_place ON origins (collection, request, environment);

            -- What lists show and filters ask for.
            CREATE TABLE exchanges (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE, -- 32 digits in lower case
                sent_at INTEGER NOT NULL,
                origin INTEGER NOT NULL REFERENCES origins,
                was_draft INTEGER NOT NULL,
                source TEXT NOT NULL,
                source_id TEXT, -- the exchange that was sent again
                source_file TEXT, -- the file that it was read from
                method TEXT NOT NULL,
                url TEXT NOT NULL,
                host TEXT NOT NULL, -- in lower case
                path TEXT NOT NULL,
                status INTEGER,
                failure_stage TEXT,
                failure_code TEXT,
                failure_message TEXT,
                failure_advice TEXT,
                duration INTEGER,
                name_lookup INTEGER, -- this and the next six: of the last hop
                connect INTEGER,
                tls INTEGER,
                send INTEGER,
                wait INTEGER,
                download INTEGER,
                total INTEGER,
                attempts INTEGER NOT NULL,
                response_length INTEGER,
                assertions_passed INTEGER NOT NULL,
                assertions_failed INTEGER NOT NULL, -- those that could not be evaluated, too
                is_pinned INTEGER NOT NULL DEFAULT 0,
                note TEXT
            ) STRICT;
            CREATE INDEX exchanges_by_time ON exchanges (sent_at);
            CREATE INDEX exchanges_by_origin ON exchanges (origin, sent_at);

            -- The whole of each, apart, so that lists need not read past it.
            CREATE TABLE records (
                exchange INTEGER PRIMARY KEY REFERENCES exchanges,
                json TEXT NOT NULL
            ) STRICT;

            -- Certificate chains, once per content: they are larger than the rest of a record, and the same for every exchange with a server.
            CREATE TABLE chains (
                number INTEGER PRIMARY KEY,
                json TEXT NOT NULL UNIQUE
            ) STRICT;
            CREATE TABLE exchange_chains (
                exchange INTEGER NOT NULL REFERENCES exchanges,
                attempt INTEGER NOT NULL, -- this and the hop: from 0
                hop INTEGER NOT NULL,
                chain INTEGER NOT NULL REFERENCES chains,
                PRIMARY KEY (exchange, attempt, hop)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX exchange_chains_by_chain ON exchange_chains (chain);

            -- Bodies, once per content. Large ones lie in files by their hash.
            CREATE TABLE bodies (
                number INTEGER PRIMARY KEY,
                hash TEXT NOT NULL UNIQUE,
                length INTEGER NOT NULL,
                is_text INTEGER NOT NULL,
                data BLOB, -- the whole of a small one; NULL: there is a file
                beginning BLOB -- of a large one with text: what is searched
            ) STRICT;
            CREATE INDEX bodies_in_files ON bodies (length) WHERE data IS NULL;
            CREATE TABLE exchange_bodies (
                exchange INTEGER NOT NULL REFERENCES exchanges,
                role TEXT NOT NULL, -- "request" or "response"
                body INTEGER NOT NULL REFERENCES bodies,
                PRIMARY KEY (exchange, role)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX exchange_bodies_by_body ON exchange_bodies (body);
            -- Files that may be there without their row: written before it, removed after it.
            CREATE TABLE unsettled_files (
                hash TEXT PRIMARY KEY
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE sets (
                number INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                note TEXT
            ) STRICT;
            CREATE TABLE set_members (
                "set" INTEGER NOT NULL REFERENCES sets,
                place INTEGER NOT NULL,
                exchange INTEGER NOT NULL REFERENCES exchanges,
                PRIMARY KEY ("set", place)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX set_members_by_exchange ON set_members (exchange);

            CREATE VIRTUAL TABLE exchange_words USING fts5 (url, headers, note, columnsize = 0);
            -- Without a content of its own: what is indexed stands in bodies, and is told again to be forgotten.
            CREATE VIRTUAL TABLE body_words USING fts5 (body, content = '', columnsize = 0);
            """,
            """
            -- Made by a series, and nobody has asked for it since: what is in it may be forgotten, and it goes with the last of that.
            ALTER TABLE sets ADD COLUMN is_automatic INTEGER NOT NULL DEFAULT 0;
            -- Those that were made before, and still have the words of a series for a note.
            UPDATE sets SET is_automatic = 1
            WHERE (name LIKE 'replay of %' OR name LIKE 'repeat of %') AND (note LIKE 'as sent, %' OR note LIKE 'again, %');

            -- Deletions for good whose words may still stand in the files.
            CREATE TABLE unfinished_wipes (
                number INTEGER PRIMARY KEY AUTOINCREMENT
            ) STRICT;
            """,
            """
            -- Sent by a repeat, whatever the set is called now.
            ALTER TABLE exchanges ADD COLUMN is_repeat INTEGER NOT NULL DEFAULT 0;
            -- Those of before were known by the name of their set.
            UPDATE exchanges SET is_repeat = 1 WHERE number IN (
                SELECT exchange FROM set_members JOIN sets ON sets.number = "set"
                WHERE is_automatic AND name LIKE 'repeat of %');
            """,
            """
            ALTER TABLE exchanges ADD COLUMN graphql_errors INTEGER NOT NULL DEFAULT 0;
            """,
        ],
        // Deleted rows are overwritten, and their pages can be freed; the latter has to be set before there are any pages.
        settings: "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA secure_delete = ON;")
}
