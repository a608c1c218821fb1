import Foundation
import Testing

@testable import ExchangeStore

/// Each test has a directory of its own.
@Suite final class DraftStoreTests {
    private let place = DraftPlace()
    private var path: String { place.path }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("keeps the drafts of each collection, by item")
    func kept() async throws {
        let store = try DraftStore(path: path)
        let own = draft("b.yml", "{\"ü\": 1}", at: 1_700_000_000.123456)
        var fileless = draft("a", "")
        fileless.baseHash = nil
        try await store.save(own)
        try await store.save(fileless)
        try await store.save(draft("b.yml", of: "/other"))
        #expect(try await store.claim("/api").drafts == [fileless, own])
        #expect(try await store.claim("/none").drafts.isEmpty)
    }

    @Test("names the items of a collection that have a draft, in order")
    func items() throws {
        let store = try DraftStore(path: path)
        for item in ["b.yml", "a", "Ü\u{1}"] { try store.saveNow(draft(item)) }
        try store.saveNow(draft("c.yml", of: "/other"))
        #expect(try store.itemsNow(of: "/api") == ["a", "b.yml", "Ü\u{1}"])
        #expect(try store.itemsNow(of: "/none").isEmpty)
    }

    @Test("replaces a draft by what is saved of it last, also after the clock was set back")
    func replaced() async throws {
        let store = try DraftStore(path: path)
        try await store.save(draft("a", "1", at: 10))
        try await store.save(draft("a", "2", at: 20))
        try await store.save(draft("a", "3", at: 15))
        #expect(try await store.claim("/api").drafts == [draft("a", "3", at: 15)])
    }

    @Test("forgets a draft that is removed")
    func removed() async throws {
        let store = try DraftStore(path: path)
        try await store.save(draft("a"))
        try await store.remove(item: "a", of: "/api")
        try await store.remove(item: "a", of: "/api")
        #expect(try await store.claim("/api").drafts.isEmpty)
    }

    @Test("shows values that would be SQL as they are")
    func quoting() async throws {
        let store = try DraftStore(path: path)
        let draft = draft("'); DROP TABLE drafts; --", "\u{0}'\"")
        try await store.save(draft)
        #expect(try await store.claim("/api").drafts == [draft])
    }

    @Test("is there again after the program was killed")
    func killed() async throws {
        let store = try DraftStore(path: path)
        try await store.save(draft("a", "kept"))
        // The files as they are while the database is open are what a killed program leaves.
        let copy = place.directory.appendingPathComponent("copy").path
        try FileManager.default.copyItem(atPath: place.directory.appendingPathComponent("state").path, toPath: copy)
        let survivor = try DraftStore(path: copy + "/drafts.sqlite")
        #expect(try await survivor.claim("/api").drafts == [draft("a", "kept")])
        store.drain()
    }

    @Test("is shared by instances that open and write at the same time")
    func shared() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for instance in 0..<6 {
                group.addTask {
                    let store = try DraftStore(path: path)
                    for number in 0..<20 {
                        try store.saveNow(
                            DraftRecord(
                                collection: "/api", item: "\(instance)-\(number)", payload: Data(), baseHash: nil,
                                updatedAt: Date(timeIntervalSince1970: 0)))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try DraftStore(path: path).claimNow("/api").drafts.count == 120)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.directory.path + "/state")
        #expect(names.filter { $0.contains(".new-") }.isEmpty)
    }

    @Test("lets only the owner read: 0600, the companions and the directory too")
    func modes() async throws {
        try DraftStore(path: path).drain()
        chmod(path, 0o644)
        let store = try DraftStore(path: path)
        try await store.save(draft("a"))
        #expect(try mode(of: path) == 0o600)
        #expect(try mode(of: path + "-wal") == 0o600)
        #expect(try mode(of: path + "-shm") == 0o600)
        #expect(try mode(of: place.directory.appendingPathComponent("state").path) == 0o700)
    }

    @Test("refuses a file that is no database, and leaves it as it is")
    func garbage() throws {
        let file = place.directory.appendingPathComponent("garbage")
        try FileManager.default.createDirectory(at: place.directory, withIntermediateDirectories: true)
        let garbage = Data(String(repeating: "not a database. ", count: 100).utf8)
        try garbage.write(to: file)
        let error = #expect(throws: SQLiteError.self) { try DraftStore(path: file.path) }
        #expect(error?.code == .notADatabase)
        #expect(error?.message == "file is not a database")
        #expect(try Data(contentsOf: file) == garbage)
    }

    @Test("refuses a database of a later version, and leaves it as it is")
    func newer() async throws {
        try await DraftStore(path: path).save(draft("a"))
        try SQLiteConnection(path: path).execute("PRAGMA user_version = 99")
        let error = #expect(throws: SQLiteError.self) { try DraftStore(path: path) }
        #expect(error?.code == .newerSchema)
        #expect(error?.message == "the database was made by a later version (schema 99, this one knows 2)")
        let connection = try SQLiteConnection(path: path)
        let count = try connection.prepare("SELECT count(*) FROM drafts")
        #expect(try count.step() && count.integer(0) == 1)
    }

    @Test("says which file could not be made")
    func unreachable() {
        let error = #expect(throws: SQLiteError.self) { try DraftStore(path: "/dev/null/state/drafts.sqlite") }
        #expect(error?.code == .fileSystem)
        #expect(error?.context == "/dev/null/state")
    }

    @Test("names the SQL of a failure, not the values")
    func failure() async throws {
        let store = try DraftStore(path: path)
        try await store.save(draft("a"))
        try SQLiteConnection(path: path).execute("DROP TABLE drafts")
        let error = await #expect(throws: SQLiteError.self) { try await store.save(draft("a", "secret")) }
        #expect(error?.operation.hasPrefix("sqlite3_") == true)
        #expect(error?.message == "no such table: drafts")
        #expect(error?.description.contains("secret") == false)
    }
}

extension DraftStore {
    /// Creates the store of an instance of its own, which ends with it.
    convenience init(path: String) throws(SQLiteError) {
        let state = URL(fileURLWithPath: path).deletingLastPathComponent()
        try self.init(path: path, instance: RunningInstance(in: state.appendingPathComponent("instances")))
    }
}

@Suite struct SQLiteErrorTests {
    @Test("knows the primary code of an extended one")
    func primary() {
        #expect(SQLiteError.Code(rawValue: 266).primary == .ioError)
        #expect(SQLiteError.Code.newerSchema.primary == .newerSchema)
    }
}
