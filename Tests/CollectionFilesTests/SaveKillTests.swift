import Files
import Foundation
import OpenCollection
import TestSupport
import Testing

@testable import CollectionFiles

/// A process that does nothing but save is killed at random moments. `MICROSCOPE_KILL_ROUNDS` says how often,
/// `MICROSCOPE_FUZZ_SEED` after what.
@Suite("A save that is killed", .timeLimit(.minutes(60)))
struct SaveKillTests {
    private static func text(_ name: String, lines: Int) -> String {
        "info:\n  name: \(name)\n  type: http\nhttp:\n  method: GET\n  url: /\ndocs: |\n"
            + (0..<lines).map { "  \(name) \($0)\n" }.joined()
    }

    @Test(
        "leaves the old file or the new one, whole and with its mode; what it left beside is no part of the collection, and goes"
    )
    func kill() throws {
        let (directory, texts) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (old, new) = (Self.text("Old", lines: 200), Self.text("New", lines: 1_500))
        try directory.write(["opencollection.yml": "info:\n  name: M\n", "a/x.yml": old])
        try texts.write(["old": old, "new": new])
        let file = directory.url.appendingPathComponent("a/x.yml").path
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        var random = SeededGenerator(seed: LongRun.seed)
        var (strippedCredentials, found) = (0, Set<String>())
        for round in 0..<LongRun.rounds(orJust: 25) {
            let status = try kill(directory, texts, afterSaves: Int.random(in: 1...6, using: &random), &random)
            try #require(status == nil, "it ended on its own")
            let text = try directory.text("a/x.yml")
            try #require(text == old || text == new, "round \(round): \(text.utf8.count) bytes, seed \(LongRun.seed)")
            #expect(try directory.mode("a/x.yml") == 0o640)
            found.insert(text == old ? "old" : "new")
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path + "/a")
            strippedCredentials += names.count - 1
            // The one before it was removed by the saves of this process.
            #expect(names.count <= 2, "\(names)")
            let collection = try CollectionLoader(root: directory.url).load()
            #expect(collection.allItems.map(\.path) == ["a", "a/x.yml"])
        }
        #expect(found == ["old", "new"])
        #expect(strippedCredentials > 0, "no kill came in the middle of a save")
        let text = try directory.text("a/x.yml")
        try CollectionWriter(root: directory.url).replace("a/x.yml", with: "info:\n  type: http\n", expecting: text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path + "/a") == ["x.yml"])
    }

    /// Kills it some time after that many saves: a spin of random length, since a save takes some hundred microseconds.
    private func kill(
        _ directory: TemporaryDirectory, _ texts: TemporaryDirectory, afterSaves count: Int,
        _ random: inout SeededGenerator
    ) throws -> Int32? {
        let command = [
            builtProgram("save-probe"), directory.url.path, "a/x.yml", texts.url.path + "/old",
            texts.url.path + "/new",
        ]
        let turns = UInt64.random(in: 0...400_000, using: &random)
        return try ChildProgram.killed(command) { output in
            var saves = 0
            var byte: UInt8 = 0
            while saves < count {
                var source = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
                guard poll(&source, 1, 60_000) == 1 else { return }
                let got = read(output, &byte, 1)
                // Its end: the program has ended.
                if got == 0, source.revents & Int16(POLLHUP) != 0 { return }
                if got == 1 { saves += 1 }
            }
            var spin = SeededGenerator(seed: turns)
            for _ in 0..<turns where spin.next() == 0 { break }
        }
    }

    @Test("of saves by several processes at once none is lost: each finds what the other wrote")
    func several() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(["opencollection.yml": "info:\n  name: M\n", "n": ""])
        let root = directory.url.path
        let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<4 {
                group.addTask { try ChildProgram.run([builtProgram("save-probe"), root, "n", "60"]).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [0, 0, 0, 0])
        #expect(Set(try directory.text("n").split(separator: "\n")).count == 240)
    }

    @Test("a file that is being written is not swept by another save; one whose writer is gone is")
    func removeLeftovers() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["a.yml": "old", ".microscope-Ab3xYz": "left by a kill", ".microscope-notes": "a person's"])
        let unfinished = try NewFile(for: FilePlace(path: directory.url.appendingPathComponent("b.yml").path))
        try CollectionWriter(root: directory.url).replace("a.yml", with: "new", expecting: "old")
        let name = unfinished.place.name
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
        #expect(Set(names) == ["a.yml", name, ".microscope-notes"])
    }
}
