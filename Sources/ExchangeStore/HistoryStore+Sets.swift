public import Exchanges
public import Foundation

extension HistoryStore {
    /// Puts exchanges together under a name, in this order. A set that has the name becomes this one; exchanges that are gone are left out.
    public func makeSet(name: String, note: String? = nil, ids: [UUID]) throws(SQLiteError) {
        try write { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try Self.deleteSet(name, in: connection)
                try connection.run("INSERT INTO sets (name, note) VALUES (?, ?)", [.text(name), .optional(note)])
                let number = connection.lastNumber
                for (place, id) in ids.enumerated() {
                    try connection.run(
                        "INSERT INTO set_members (\"set\", place, exchange) SELECT ?, ?, number FROM exchanges WHERE id = ?",
                        [.integer(number), .integer(Int64(place)), .text(id.digits)])
                }
            }
        }
    }

    /// All sets, by name.
    public func sets() throws(SQLiteError) -> [HistorySet] {
        try read { (connection) throws(SQLiteError) in try Self.sets("TRUE", [], in: connection) }
    }

    /// The set of a name; nil when there is none.
    public func set(named name: String) throws(SQLiteError) -> HistorySet? {
        try read { (connection) throws(SQLiteError) in
            try Self.sets("name = ?", [.text(name)], in: connection).first
        }
    }

    /// Forgets a set; its exchanges stay. Harmless when there is none.
    public func deleteSet(named name: String) throws(SQLiteError) {
        try write { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in try Self.deleteSet(name, in: connection) }
        }
    }

    private static func deleteSet(_ name: String, in connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run(
            "DELETE FROM set_members WHERE \"set\" = (SELECT number FROM sets WHERE name = ?)", [.text(name)])
        try connection.run("DELETE FROM sets WHERE name = ?", [.text(name)])
    }

    private static func sets(
        _ condition: String, _ values: [SQLiteStatement.Value], in connection: SQLiteConnection
    ) throws(SQLiteError) -> [HistorySet] {
        let found = try connection.rows(
            "SELECT number, name, note FROM sets WHERE \(condition) ORDER BY name", values
        ) { (row) throws(SQLiteError) in (row.integer(0), row.text(1) ?? "", row.text(2)) }
        var sets: [HistorySet] = []
        for (number, name, note) in found {
            let members = try connection.rows(
                """
                SELECT id FROM set_members JOIN exchanges ON exchanges.number = exchange
                WHERE "set" = ? ORDER BY place
                """, [.integer(number)]
            ) { (row) throws(SQLiteError) in try UUID(row, 0) }
            sets.append(HistorySet(name: name, note: note, exchanges: members))
        }
        return sets
    }
}
