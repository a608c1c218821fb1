import Foundation
import Testing

@testable import ExchangeStore

/// Several instances on one journal. Each test has a directory of its own; an instance ends with its store.
@Suite final class DraftOwnersTests {
    private let place = DraftPlace()
    private var path: String { place.path }

    private func start() throws -> DraftStore { try DraftStore(path: path) }

    /// Leaves drafts of an instance that ends at once.
    private func leave(_ drafts: DraftRecord...) throws {
        let store = try start()
        for draft in drafts { try store.saveNow(draft) }
    }

    @Test("forgets its own draft of an item, never another's")
    func forgetting() throws {
        let (first, second) = (try start(), try start())
        try first.saveNow(draft("a", "first"))
        try second.saveNow(draft("a", "second"))
        try second.removeNow(item: "a", of: "/api")
        #expect(try first.claimNow("/api") == ClaimedDrafts(drafts: [draft("a", "first")]))
        #expect(try second.claimNow("/api") == ClaimedDrafts(elsewhere: ["a"]))
    }

    @Test("writes its own draft of an item, never over another's, whichever is newer")
    func writing() throws {
        let (first, second) = (try start(), try start())
        try first.saveNow(draft("a", "first", at: 20))
        try second.saveNow(draft("a", "second", at: 10))
        #expect(try first.claimNow("/api") == ClaimedDrafts(drafts: [draft("a", "first", at: 20)], elsewhere: ["a"]))
        #expect(try second.claimNow("/api") == ClaimedDrafts(drafts: [draft("a", "second", at: 10)], elsewhere: ["a"]))
    }

    @Test("claims what an instance that ended left, and what is claimed is not claimed again")
    func claiming() throws {
        try leave(draft("b"), draft("a"), draft("a", of: "/other"))
        let (first, second) = (try start(), try start())
        #expect(try first.claimNow("/api") == ClaimedDrafts(drafts: [draft("a"), draft("b")]))
        #expect(try second.claimNow("/api") == ClaimedDrafts(elsewhere: ["a", "b"]))
        #expect(try second.claimNow("/other") == ClaimedDrafts(drafts: [draft("a", of: "/other")]))
        // Once claimed, it is forgotten by who claimed it.
        try second.removeNow(item: "a", of: "/api")
        try first.removeNow(item: "b", of: "/api")
        #expect(try first.claimNow("/api") == ClaimedDrafts(drafts: [draft("a")]))
    }

    @Test("claims the newest draft of an item; the others wait until it is forgotten, and come one by one")
    func several() throws {
        try leave(draft("a", "second", at: 20), draft("b", at: 15))
        try leave(draft("a", "third", at: 30))
        try leave(draft("a", "first", at: 10))
        let store = try start()
        let (third, b) = (draft("a", "third", at: 30), draft("b", at: 15))
        for _ in 0..<2 {
            #expect(try store.claimNow("/api") == ClaimedDrafts(drafts: [third, b], waiting: ["a"]))
        }
        try store.removeNow(item: "a", of: "/api")
        let second = draft("a", "second", at: 20)
        #expect(try store.claimNow("/api") == ClaimedDrafts(drafts: [second, b], waiting: ["a"]))
        try store.removeNow(item: "a", of: "/api")
        #expect(try store.claimNow("/api") == ClaimedDrafts(drafts: [draft("a", "first", at: 10), b]))
    }

    @Test("keeps its own draft of an item where one that ended left a newer one, which waits")
    func ownFirst() throws {
        let store = try start()
        try store.saveNow(draft("a", "own", at: 10))
        try leave(draft("a", "newer", at: 30))
        #expect(try store.claimNow("/api") == ClaimedDrafts(drafts: [draft("a", "own", at: 10)], waiting: ["a"]))
    }

    @Test("of instances that start at the same time, each draft is claimed by one")
    func together() async throws {
        for number in 0..<10 { try leave(draft("\(number)"), draft("x", "\(number)")) }
        let stores = try (0..<6).map { _ in try start() }
        let claims = try await withThrowingTaskGroup(of: ClaimedDrafts.self) { group in
            for store in stores { group.addTask { try store.claimNow("/api") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let claimed = claims.flatMap(\.drafts)
        #expect(Set(claimed).count == claimed.count)
        #expect(Set(claimed.map(\.item)) == Set((0..<10).map(String.init) + ["x"]))
        // Each that comes finds another one of the item that many left.
        #expect(claimed.count { $0.item == "x" } == stores.count)
        withExtendedLifetime(stores) {}
    }

    @Test("gives back what it has of a collection that it closes, and keeps the rest")
    func releasing() throws {
        let (first, second) = (try start(), try start())
        try first.saveNow(draft("a"))
        try first.saveNow(draft("b", of: "/other"))
        try first.releaseNow("/api")
        #expect(try second.claimNow("/api") == ClaimedDrafts(drafts: [draft("a")]))
        #expect(try second.claimNow("/other") == ClaimedDrafts(elsewhere: ["b"]))
        #expect(try first.claimNow("/api") == ClaimedDrafts(elsewhere: ["a"]))
    }

    @Test("has back what it gave back, when it opens the collection again")
    func reopening() throws {
        try leave(draft("a", "older", at: 10))
        let store = try start()
        try store.saveNow(draft("a", "own", at: 20))
        try store.releaseNow("/api")
        #expect(try store.claimNow("/api") == ClaimedDrafts(drafts: [draft("a", "own", at: 20)], waiting: ["a"]))
    }

    @Test("names the items that it would claim, each once, and claims none")
    func items() throws {
        try leave(draft("b", at: 10), draft("c"))
        try leave(draft("b", at: 20))
        let (first, second) = (try start(), try start())
        try first.saveNow(draft("a"))
        try first.saveNow(draft("c"))
        #expect(try second.itemsNow(of: "/api") == ["b", "c"])
        #expect(try first.itemsNow(of: "/api") == ["a", "b", "c"])
        #expect(try second.claimNow("/api").drafts.map(\.item) == ["b", "c"])
        #expect(try first.itemsNow(of: "/api") == ["a", "b", "c"], "the older one of b is left")
    }

    @Test("shows what was left where nothing can be written, and loses none of it")
    func readOnly() throws {
        try leave(draft("a", "left", at: 10))
        let store = try start()
        try store.connection.execute("PRAGMA query_only = ON")
        #expect(try store.claimNow("/api") == ClaimedDrafts(drafts: [draft("a", "left", at: 10)]))
        try store.connection.execute("PRAGMA query_only = OFF")
        try store.saveNow(draft("a", "own", at: 20))
        #expect(try store.claimNow("/api") == ClaimedDrafts(drafts: [draft("a", "own", at: 20)], waiting: ["a"]))
    }

    // MARK: - From the journal of before

    private static let olderInsert =
        "INSERT INTO drafts (collection, item, payload, base_hash, updated_at) VALUES (?, ?, ?, ?, ?)"

    /// A journal as it was when a draft had no owner.
    private func openOlder() throws -> SQLiteConnection {
        try DatabaseSchema(migrations: Array(DatabaseSchema.drafts.migrations.prefix(1))).open(at: path)
    }

    private func saveAsBefore(_ draft: DraftRecord, in connection: SQLiteConnection) throws {
        try connection.run(
            Self.olderInsert,
            [
                .text(draft.collection), .text(draft.item), .blob(draft.payload),
                draft.baseHash.map { .text($0) } ?? .null, .integer(Int64(draft.updatedAt.timeIntervalSince1970 * 1e6)),
            ])
    }

    @Test("claims the drafts of a journal from before drafts had owners")
    func migrated() throws {
        var hashed = draft("a", "before", at: 10)
        hashed.baseHash = "abc"
        do {
            let older = try openOlder()
            for draft in [hashed, draft("b"), draft("c", of: "/other")] { try saveAsBefore(draft, in: older) }
        }
        let (first, second) = (try start(), try start())
        #expect(try first.claimNow("/api") == ClaimedDrafts(drafts: [hashed, draft("b")]))
        #expect(try second.claimNow("/api") == ClaimedDrafts(elsewhere: ["a", "b"]))
        #expect(try second.itemsNow(of: "/other") == ["c"])
    }

    @Test("keeps what an instance from before goes on writing, and claims it")
    func stillOlder() throws {
        let older = try openOlder()
        let store = try start()
        try saveAsBefore(draft("a", "older"), in: older)
        #expect(try store.claimNow("/api") == ClaimedDrafts(drafts: [draft("a", "older")]))
    }
}
