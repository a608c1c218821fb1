import FilterWorker
import Foundation
import ScriptWorker
import TestSupport
import Testing

/// Workers that are killed in the middle of a script; the seed says when. `MICROSCOPE_KILL_ROUNDS=200` kills 200.
@Suite("Random ends of scripts", .timeLimit(.minutes(20)))
struct ScriptKillTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    @Test("a worker that is killed ends its scripts with a reason, and what they did before counts")
    func killed() {
        var random = SeededGenerator(seed: LongRun.seed)
        let program = WorkerProgram(path: builtProgram("script-probe"), words: [])
        let code = "for (let i = 0; i < 200; i++) bru.setVar(`n${i}`, bru.interpolate('{{$guid}}'));"
        let descriptors = openDescriptors() ?? 0
        let rounds = LongRun.rounds(orJust: 10)
        for round in 0..<rounds {
            let (last, calls) = (Int.random(in: 0..<200, using: &random), Counter())
            let handle = WorkerHandle()
            var host = ScriptHost()
            host.dynamicValue = { _ in
                // The system does so when memory is short.
                if calls.next() > last { handle.end() }
                return "value"
            }
            let script = ScriptSegment(file: "a.yml", line: 1, code: code)
            let outcome = ScriptProcess(program).run(ScriptStage([script], ScriptState(), host: host), handle)
            #expect(outcome.problem?.message.contains("died by signal 9") == true, "round \(round): \(outcome)")
            #expect(outcome.variables.map(\.name) == (0..<last).map { "n\($0)" }, "round \(round)")
        }
        if rounds >= 50 { #expect((openDescriptors() ?? 0) - descriptors < 10) }
    }
}
