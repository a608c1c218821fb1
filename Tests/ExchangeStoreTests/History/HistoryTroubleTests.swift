import BodyStore
import Exchanges
import Foundation
import TestSupport
import Testing

@testable import ExchangeStore

@Suite final class HistoryTroubleTests {
    private let history = HistoryDirectory()

    /// Returns what the probe reports as a user that owns nothing here.
    private func openAsNobody() throws -> String {
        try ChildProgram.run([builtProgram("history-probe"), history.url.path, "open", "65534"]).outputText
    }

    private static let isRoot = getuid() == 0

    @Test(
        "says that it must not be written when its directory is another's", .enabled(if: isRoot, "needs another user"))
    func foreign() throws {
        try FileManager.default.createDirectory(at: history.url, withIntermediateDirectories: true)
        chmod(history.url.path, 0o755)
        let text = try openAsNobody()
        #expect(text.hasPrefix("is read-only: "), "\(text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: history.url.path).isEmpty)
    }

    @Test("says so when the database is another's, and readable", .enabled(if: isRoot, "needs another user"))
    func foreignFile() throws {
        let store = try history.open()
        try store.keep(sample(at: 1), bodies: [])
        for path in ["", "/history.sqlite", "/history.sqlite-wal", "/history.sqlite-shm", "/bodies"] {
            chmod(history.url.path + path, 0o755)
        }
        let text = try openAsNobody()
        #expect(text.hasPrefix("is read-only: ") || text.hasPrefix("cannot be opened: "), "\(text)")
        #expect(try store.count() == 1)
    }

    @Test(
        "says that the disk is full, keeps what it has, and goes on when there is room again",
        .enabled(if: canMount, "needs a file system of its own"))
    func full() throws {
        try FileManager.default.createDirectory(at: history.url, withIntermediateDirectories: true)
        let mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", history.url.path]
        try #require(try ChildProgram.run(mount).status == 0)
        defer { _ = try? ChildProgram.run(["umount", "-l", history.url.path]) }
        let store = try history.open()
        try store.keep(sample(at: 1), bodies: [])
        let failure = try #require(fill(store))
        #expect(failure.code.primary == .full, "\(failure)")
        #expect(failure.trouble == "is on a disk that is full")
        let count = try store.count()
        #expect(count > 1)
        #expect(try store.exchange(try #require(try store.rows(limit: 1).first).id) != nil)
        try #require(try ChildProgram.run(["mount", "-o", "remount,size=16m", history.url.path]).status == 0)
        try store.keep(sample(at: 900), bodies: [])
        #expect(try store.count() == count + 1)
    }

    private static let canMount: Bool = {
        guard getuid() == 0 else { return false }
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("mount-\(UUID().uuidString)").path
        guard mkdir(directory, 0o700) == 0 else { return false }
        defer { rmdir(directory) }
        guard let made = try? ChildProgram.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", directory]) else {
            return false
        }
        guard made.status == 0 else { return false }
        return (try? ChildProgram.run(["umount", directory]))?.status == 0
    }()

    /// Keeps bodies, large and small, until it fails.
    private func fill(_ store: HistoryStore) -> SQLiteError? {
        for number in 0..<500 {
            let body = HistoryDirectory.body(count: number.isMultiple(of: 2) ? 20_000 : 90_000, seed: number)
            var exchange = sample(at: number + 10)
            exchange.responseBody = try? store.limits.kept(body)?.facts
            do throws(SQLiteError) { try store.keep(exchange, bodies: [body]) } catch { return error }
        }
        return nil
    }

    @Test("refuses a history of a later version, and a file that is no database")
    func refused() throws {
        _ = try history.open()
        let path = history.url.appendingPathComponent("history.sqlite").path
        try SQLiteConnection(path: path).execute("PRAGMA user_version = 99")
        #expect(throws: SQLiteError.self) { try self.history.open() }
        let other = HistoryDirectory()
        try FileManager.default.createDirectory(at: other.url, withIntermediateDirectories: true)
        try Data(repeating: 65, count: 4_096).write(to: other.url.appendingPathComponent("history.sqlite"))
        let error = #expect(throws: SQLiteError.self) { try other.open() }
        #expect(error?.trouble == "is not a database")
    }

    @Test("lets only the owner read: the database 0600, bodies 0600, directories 0700")
    func modes() throws {
        let store = try history.open()
        let body = HistoryDirectory.body(count: 100_000)
        var exchange = sample(at: 1)
        exchange.responseBody = try store.limits.kept(body)?.facts
        try store.keep(exchange, bodies: [body])
        let file = try #require(history.files().first)
        for (path, mode) in [("history.sqlite", 0o600), (file, 0o600), ("bodies", 0o700), ("", 0o700)] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: history.url.appendingPathComponent(path).path)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
        }
    }
}
