import Exchanges
import Foundation

// Ownership of drafts: instances that work on one collection keep separate drafts, and the next instance takes over those of an ended one.

extension DraftStore {
    /// Takes over the drafts of instances that ended, in one transaction: if two instances open the collection at the same time, only one gets them.
    func claim(_ collection: String, in connection: SQLiteConnection) throws(SQLiteError) -> ClaimedDrafts {
        do throws(SQLiteError) {
            return try connection.transaction { () throws(SQLiteError) in
                let listing = try listing(of: collection, in: connection)
                let claimed = try read(listing, of: collection, in: connection)
                for row in listing.claimed where row.owner != instance.id {
                    try own(row, of: collection, in: connection)
                }
                return claimed
            }
        } catch {
            // Drafts are returned even if the disk is full; once they are saved, they belong to this instance.
            return try read(listing(of: collection, in: connection), of: collection, in: connection)
        }
    }

    func items(of collection: String, in connection: SQLiteConnection) throws(SQLiteError) -> [String] {
        try listing(of: collection, in: connection).claimed.map(\.item)
    }

    /// Assigns the drafts to an id that no running instance has, so that any instance can claim them.
    func release(_ collection: String, in connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run(
            "UPDATE drafts SET owner = ? WHERE collection = ? AND owner = ?",
            [.text(UUID().uuidString), .text(collection), .text(instance.id)])
    }

    private func listing(
        of collection: String, in connection: SQLiteConnection
    ) throws(SQLiteError) -> DraftListing {
        let rows = try connection.rows(
            "SELECT item, owner FROM drafts WHERE collection = ? ORDER BY item, owner = ? DESC, updated_at DESC, owner",
            [.text(collection), .text(instance.id)]
        ) { (row) throws(SQLiteError) in
            DraftListing.Row(item: row.text(0) ?? "", owner: row.text(1) ?? "")
        }
        let others = Set(rows.map(\.owner)).subtracting([instance.id]).filter(instance.isRunning)
        return DraftListing(rows, others: others)
    }

    private func read(
        _ listing: DraftListing, of collection: String, in connection: SQLiteConnection
    ) throws(SQLiteError) -> ClaimedDrafts {
        var claimed = ClaimedDrafts(waiting: listing.waiting, elsewhere: listing.elsewhere)
        for row in listing.claimed { claimed.drafts += try draft(row, of: collection, in: connection) }
        return claimed
    }

    private func draft(
        _ row: DraftListing.Row, of collection: String, in connection: SQLiteConnection
    ) throws(SQLiteError) -> [DraftRecord] {
        try connection.rows(
            "SELECT payload, base_hash, updated_at FROM drafts WHERE collection = ? AND item = ? AND owner = ?",
            [.text(collection), .text(row.item), .text(row.owner)]
        ) { (found) throws(SQLiteError) in
            DraftRecord(
                collection: collection, item: row.item, payload: found.blob(0), baseHash: found.text(1),
                updatedAt: Date(microsecondsSince1970: found.integer(2)))
        }
    }

    private func own(
        _ row: DraftListing.Row, of collection: String, in connection: SQLiteConnection
    ) throws(SQLiteError) {
        try connection.run(
            "UPDATE drafts SET owner = ? WHERE collection = ? AND item = ? AND owner = ?",
            [.text(instance.id), .text(collection), .text(row.item), .text(row.owner)])
    }
}
