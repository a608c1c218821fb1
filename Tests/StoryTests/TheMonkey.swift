import Foundation
import TestSupport
import Testing

/// The program as a whole, typed at without a thought. `MICROSCOPE_FUZZ_TIMES` says how many times more events, `MICROSCOPE_FUZZ_SEED` which;
/// `MICROSCOPE_MONKEY_LOG` names the log of a failure, whose events are done again instead.
@Suite("Story: a monkey at the keyboard", .serialized, .timeLimit(.minutes(60)))
struct TheMonkey {
    private static let recorded = ProcessInfo.processInfo.environment["MICROSCOPE_MONKEY_LOG"]

    private func play(_ manners: Monkey.Manners, named name: String) throws -> MonkeyRun {
        let seed = LongRun.seed
        let run = try MonkeyRun(named: "monkey-\(name)-\(seed)")
        var monkey = Monkey(manners, seed: seed, baseURL: run.place.server.baseURL)
        try perform((0..<LongRun.inputs(orJust: 750)).lazy.map { _ in monkey.next() }, in: run)
        #expect(run.checks > 0, "seed \(seed): the screen was never at rest")
        return run
    }

    private func perform(_ events: some Sequence<MonkeyEvent>, in run: MonkeyRun) throws {
        for (number, event) in events.enumerated() {
            try run.perform(event)
            if number % 50 == 49 { try run.check() }
        }
        try run.check()
        try run.finish()
        try run.expectSurroundingsUntouched()
    }

    @Test("who only looks changes no file; the screen is never torn, and the terminal is given back")
    func looking() throws {
        let run = try play(.looking, named: "looking")
        try run.expectCollectionUntouched()
        run.log.remove()
    }

    @Test("with every key, the collection is still one, and nothing beside it was touched")
    func anything() throws {
        let run = try play(.anything, named: "anything")
        // A collection may have been deleted as a whole: that was asked for.
        if FileManager.default.fileExists(
            atPath: run.place.collection.appendingPathComponent("opencollection.yml").path)
        {
            let check = try ProgramRun(["check", "--json"], at: run.place)
            #expect([0, 1].contains(check.status), "\(check.output)\(check.errors)")
            #expect(!check.output.contains("\"syntax\"") && !check.output.contains("\"unreadable\""), "\(check.output)")
        }
        run.log.remove()
    }

    @Test("what a log says, done again", .enabled(if: TheMonkey.recorded != nil))
    func again() throws {
        let text = try String(contentsOfFile: Self.recorded ?? "", encoding: .utf8)
        let events = text.split(separator: "\n").compactMap { MonkeyEvent(String($0)) }
        try #require(!events.isEmpty)
        try perform(events, in: MonkeyRun(named: "monkey-again"))
    }
}
