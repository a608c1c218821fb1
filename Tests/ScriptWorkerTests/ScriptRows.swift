import FilterWorker
import ScriptWorker
import TestSupport

/// Runs rows of JavaScript in one worker, each as a test.
func runRows(_ rows: [String], before code: String = "", body: String = "") -> [ScriptTest] {
    var state = ScriptState()
    state.response = ScriptState.Response()
    var host = ScriptHost()
    host.body = { body }
    let tests = rows.enumerated().map { "test('\($0)', () => {\n\($1)\n});" }
    let segment = ScriptSegment(file: "a.yml", line: 1, code: ([code] + tests).joined(separator: "\n"))
    let program = WorkerProgram(path: builtProgram("script-probe"), words: [])
    return ScriptProcess(program).run(ScriptStage([segment], state, host: host)).tests
}
