public import Exchanges
public import Foundation

extension HistoryStore {
    /// Creates a set of exchanges, in this order. It replaces a set of the same name; exchanges that no longer exist are left out.
    public func makeSet(name: String, note: String? = nil, ids: [UUID]) throws(SQLiteError) {
        try write { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) -> Void in
                try Self.make(HistorySet(name: name, note: note, exchanges: ids), in: connection)
            }
        }
    }

    /// Appends exchanges to the set of a name, and creates it if there is none. It is the user's from now on: its exchanges are not forgotten.
    ///
    /// - Parameter note: The note; nil keeps the existing one; .some(nil) removes it.
    /// - Returns: The set as it is now, and how many exchanges were added.
    public func addToSet(
        named name: String, note: String?? = nil, ids: [UUID]
    ) throws(SQLiteError) -> (set: HistorySet, added: Int) {
        try write { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) -> (set: HistorySet, added: Int) in
                let before = try Self.set(named: name, in: connection)
                let members = before?.exchanges ?? []
                let known = Set(members)
                try connection.run(
                    """
                    INSERT INTO sets (name, note) VALUES (?1, ?2)
                    ON CONFLICT (name) DO UPDATE SET note = excluded.note, is_automatic = 0
                    """, [.text(name), .optional(note ?? before?.note)])
                try Self.add(ids.filter { !known.contains($0) }, toSetNamed: name, in: connection)
                let set = try Self.set(named: name, in: connection) ?? HistorySet(name: name, exchanges: [])
                return (set, set.exchanges.count - members.count)
            }
        }
    }

    /// Creates a set that the user did not ask for: by age and size its exchanges are forgotten as if they were in no set, and it is deleted with
    /// the last of them. Its name is the given one, with a number after it if that is taken.
    ///
    /// - Parameter isRepeat: Whether a repeat sent them; they are marked so, even if the set is deleted.
    /// - Returns: The name; nil if none of the exchanges exists: then no set is made.
    public func makeAutomaticSet(
        name: String, note: String? = nil, isRepeat: Bool = false, ids: [UUID]
    ) throws(SQLiteError) -> String? {
        try write { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) -> String? in
                let free = try Self.freeName(name, in: connection)
                let number = try Self.make(
                    HistorySet(name: free, note: note, exchanges: ids, isAutomatic: true), in: connection)
                let members: [SQLiteStatement.Value] = [.integer(number)]
                guard try connection.integer("SELECT 1 FROM set_members WHERE \"set\" = ?", members) != nil else {
                    try connection.run("DELETE FROM sets WHERE number = ?", members)
                    return nil
                }
                if isRepeat {
                    try connection.run(
                        """
                        UPDATE exchanges SET is_repeat = 1
                        WHERE number IN (SELECT exchange FROM set_members WHERE "set" = ?)
                        """, members)
                }
                return free
            }
        }
    }

    /// Returns the name, or the name with the first number that makes it unique.
    private static func freeName(_ name: String, in connection: SQLiteConnection) throws(SQLiteError) -> String {
        var (free, number) = (name, 1)
        while try connection.integer("SELECT 1 FROM sets WHERE name = ?", [.text(free)]) != nil {
            number += 1
            free = "\(name) \(number)"
        }
        return free
    }

    /// Inserts a set, replacing the one with its name.
    ///
    /// - Returns: The number of its row.
    @discardableResult
    private static func make(_ set: HistorySet, in connection: SQLiteConnection) throws(SQLiteError) -> Int64 {
        try deleteSet(set.name, in: connection)
        try connection.run(
            "INSERT INTO sets (name, note, is_automatic) VALUES (?, ?, ?)",
            [.text(set.name), .optional(set.note), .flag(set.isAutomatic)])
        let number = connection.lastNumber
        try add(set.exchanges, toSetNamed: set.name, in: connection)
        return number
    }

    /// Appends exchanges to a set.
    private static func add(
        _ ids: [UUID], toSetNamed name: String, in connection: SQLiteConnection
    ) throws(SQLiteError) {
        for id in ids {
            try connection.run(
                """
                INSERT INTO set_members ("set", place, exchange)
                SELECT sets.number, coalesce((SELECT max(place) + 1 FROM set_members WHERE "set" = sets.number), 0), exchanges.number
                FROM sets, exchanges WHERE sets.name = ? AND exchanges.id = ?
                """, [.text(name), .text(id.digits)])
        }
    }

    /// Returns all sets, by name.
    public func sets() throws(SQLiteError) -> [HistorySet] {
        try read { (connection) throws(SQLiteError) in try Self.sets("TRUE", [], in: connection) }
    }

    /// Returns the set with a name; nil if there is none.
    public func set(named name: String) throws(SQLiteError) -> HistorySet? {
        try read { (connection) throws(SQLiteError) in
            try Self.set(named: name, in: connection)
        }
    }

    private static func set(
        named name: String, in connection: SQLiteConnection
    ) throws(SQLiteError) -> HistorySet? { try sets("name = ?", [.text(name)], in: connection).first }

    /// Deletes a set; its exchanges stay. Does nothing if there is none.
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
            "SELECT number, name, note, is_automatic FROM sets WHERE \(condition) ORDER BY name", values
        ) { (row) throws(SQLiteError) in
            (
                row.integer(0),
                HistorySet(name: row.text(1) ?? "", note: row.text(2), exchanges: [], isAutomatic: row.integer(3) != 0)
            )
        }
        var sets: [HistorySet] = []
        for (number, var set) in found {
            set.exchanges = try connection.rows(
                """
                SELECT id FROM set_members JOIN exchanges ON exchanges.number = exchange
                WHERE "set" = ? ORDER BY place
                """, [.integer(number)]
            ) { (row) throws(SQLiteError) in try UUID(row, 0) }
            sets.append(set)
        }
        return sets
    }
}
