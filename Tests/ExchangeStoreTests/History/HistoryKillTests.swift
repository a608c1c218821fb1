import Digests
import Exchanges
import Foundation
import TestSupport
import Testing

@testable import ExchangeStore

/// A process that does nothing but keep exchanges is killed at random moments. `MICROSCOPE_KILL_ROUNDS` says how often,
/// `MICROSCOPE_FUZZ_SEED` after what.
@Suite("A history whose writer is killed", .timeLimit(.minutes(60)))
final class HistoryKillTests {
    private let history = HistoryDirectory()

    @Test(
        "is whole, and has every exchange that was kept before, with its body; what was being written leaves nothing behind"
    )
    func kill() throws {
        var random = SeededGenerator(seed: LongRun.seed)
        var (kept, deleted) = (Set<UUID>(), Set<UUID>())
        for round in 0..<LongRun.rounds(orJust: 8) {
            let lines = try killed(afterLines: Int.random(in: 1...12, using: &random), &random)
            let new = lines.compactMap { UUID(uuidString: $0) }
            // Reported twice: before it was kept, and after it was deleted.
            let over = Dictionary(grouping: lines.filter { $0.hasPrefix("- ") }) { $0 }.filter { $0.value.count == 2 }
            deleted.formUnion(over.keys.compactMap { UUID(uuidString: String($0.dropFirst(2))) })
            let store = try history.open()
            try #require(try integrity(store) == "ok", "round \(round), seed \(LongRun.seed)")
            for id in new + kept.shuffled(using: &random).prefix(10) { try check(id, in: store) }
            kept.formUnion(new)
            for id in deleted { #expect(try store.row(id) == nil) }
            try expectNoLeftovers(store)
        }
        let store = try history.open()
        for id in kept { try check(id, in: store) }
        #expect(!kept.isEmpty)
    }

    private func integrity(_ store: HistoryStore) throws -> String? {
        try store.write { (connection) throws(SQLiteError) in
            for index in ["exchange_words", "body_words"] {
                try connection.execute("INSERT INTO \(index) (\(index)) VALUES ('integrity-check')")
            }
            return try connection.rows("PRAGMA integrity_check") { (row) throws(SQLiteError) in row.text(0) }.first
                ?? nil
        }
    }

    private func check(_ id: UUID, in store: HistoryStore) throws {
        let exchange = try #require(try store.exchange(id), "seed \(LongRun.seed)")
        let facts = try #require(exchange.responseBody)
        let body = try #require(try store.body(facts), "seed \(LongRun.seed)")
        let hash = body.withBytes(in: 0..<body.count) { try? Digest(of: $0, .sha256).hexadecimal }
        #expect(hash == facts.hash)
    }

    /// Every file has its row, and every row that wants a file has one.
    private func expectNoLeftovers(_ store: HistoryStore) throws {
        let hashes = try store.write { (connection) throws(SQLiteError) in
            try connection.rows("SELECT hash FROM bodies WHERE data IS NULL") { (row) throws(SQLiteError) in
                row.text(0) ?? ""
            }
        }
        #expect(history.files().map { String($0.suffix(64)) } == hashes.sorted())
        let names = try FileManager.default.contentsOfDirectory(atPath: history.url.path)
        #expect(Set(names).isSubset(of: ["bodies", "history.sqlite", "history.sqlite-wal", "history.sqlite-shm"]))
    }

    /// - Returns: The lines that it printed: ids, and those that it deletes again after "- ".
    private func killed(afterLines count: Int, _ random: inout SeededGenerator) throws -> [String] {
        var output = Data()
        let turns = UInt64.random(in: 0...2_000_000, using: &random)
        let status = try ChildProgram.killed([builtProgram("history-probe"), history.url.path, "keep"]) { descriptor in
            while output.reduce(0, { $0 + ($1 == 10 ? 1 : 0) }) < count {
                var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&source, 1, 60_000) == 1 else { return }
                var buffer = [UInt8](repeating: 0, count: 4_096)
                let got = read(descriptor, &buffer, buffer.count)
                if got == 0, source.revents & Int16(POLLHUP) != 0 { return }
                if got > 0 { output.append(contentsOf: buffer[..<got]) }
            }
            var spin = SeededGenerator(seed: turns)
            for _ in 0..<turns where spin.next() == 0 { break }
        }
        try #require(status == nil, "it ended on its own")
        let whole = output.prefix((output.lastIndex(of: 10) ?? -1) + 1)
        return String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("has all that several instances kept at once")
    func several() async throws {
        let root = history.url.path
        let results = try await withThrowingTaskGroup(of: ChildProgram.Result.self) { group in
            for _ in 0..<3 {
                group.addTask { try ChildProgram.run([builtProgram("history-probe"), root, "keep", "12"]) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.map(\.status) == [0, 0, 0], "\(results.map(\.errorText))")
        let lines = results.flatMap { $0.outputText.split(separator: "\n").map(String.init) }
        let deleted = Set(lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) })
        let kept = lines.filter { !$0.hasPrefix("- ") && !deleted.contains($0[...]) }.compactMap {
            UUID(uuidString: $0)
        }
        let store = try history.open()
        #expect(Set(try store.rows(limit: 100).map(\.id)) == Set(kept))
        for id in kept { try check(id, in: store) }
        #expect(try integrity(store) == "ok")
        try expectNoLeftovers(store)
    }
}
