public import Exchanges
public import Foundation

extension HistoryStore {
    /// Puts exchanges together under a name, in this order. A set that has the name becomes this one; exchanges that are gone are left out.
    public func makeSet(name: String, note: String? = nil, ids: [UUID]) throws(SQLiteError) {
        try write { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) -> Void in
                try Self.make(HistorySet(name: name, note: note, exchanges: ids), in: connection)
            }
        }
    }

    /// Puts exchanges into the set of a name, behind those that it has; without one, it is made. It is somebody's own from now on: what is in it stays.
    ///
    /// - Parameter note: nil: it keeps the one that it has; .some(nil) takes that away.
    /// - Returns: the set as it is now, and how many exchanges were added.
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

    /// Puts exchanges together that nobody asked to keep: by age and size they are forgotten as if they were in no set, and it goes with the last of them. Its name is free: the
    /// one that is given, else that with a number behind it.
    ///
    /// - Parameter isRepeat: whether a repeat sent them, which they keep as a mark, whatever becomes of the set.
    /// - Returns: the name; nil when all of the exchanges are gone, or there are none: then no set is made.
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

    /// This one, or with the first number behind it that makes it free.
    private static func freeName(_ name: String, in connection: SQLiteConnection) throws(SQLiteError) -> String {
        var (free, number) = (name, 1)
        while try connection.integer("SELECT 1 FROM sets WHERE name = ?", [.text(free)]) != nil {
            number += 1
            free = "\(name) \(number)"
        }
        return free
    }

    /// In the place of the one that has its name.
    ///
    /// - Returns: its number.
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

    /// All sets, by name.
    public func sets() throws(SQLiteError) -> [HistorySet] {
        try read { (connection) throws(SQLiteError) in try Self.sets("TRUE", [], in: connection) }
    }

    /// The set of a name; nil when there is none.
    public func set(named name: String) throws(SQLiteError) -> HistorySet? {
        try read { (connection) throws(SQLiteError) in
            try Self.set(named: name, in: connection)
        }
    }

    private static func set(
        named name: String, in connection: SQLiteConnection
    ) throws(SQLiteError) -> HistorySet? { try sets("name = ?", [.text(name)], in: connection).first }

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
