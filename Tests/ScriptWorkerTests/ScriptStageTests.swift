import FilterWorker
import Foundation
import ScriptWorker
import TestSupport
import Testing

@Suite("Scripts: the stages of one send")
struct ScriptStageTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private static func stage(
        _ code: String, limits: ScriptLimits = ScriptLimits(), host: ScriptHost = ScriptHost(),
        response: ScriptState.Response? = nil, scopes: [String: [String: String]] = [:]
    ) -> ScriptStage {
        var state = ScriptState()
        (state.response, state.scopes) = (response, scopes)
        return ScriptStage([ScriptSegment(file: "a.yml", line: 1, code: code)], state, limits: limits, host: host)
    }

    private static var probe: String { builtProgram("script-probe") }

    @Test("one process runs them all; after an error, and only then, there is another")
    func process() throws {
        let starts = FileManager.default.temporaryDirectory.appendingPathComponent("starts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: starts) }
        let program = WorkerProgram(
            path: "/bin/sh", words: ["-c", "echo >> \(starts.path); exec \(Self.probe)"])
        let process = ScriptProcess(program)
        process.start()
        for _ in 0..<3 { #expect(process.run(Self.stage("bru.setVar('a', 1)")).variables.count == 1) }
        #expect(try Data(contentsOf: starts).count == 1)
        #expect(process.run(Self.stage("throw new Error('no')")).problem?.message == "Error: no")
        #expect(process.run(Self.stage("bru.setVar('a', 1)")).problem == nil)
        #expect(try Data(contentsOf: starts).count == 2)
    }

    @Test("nothing of a stage is left in the next: no global name, no changed object of the language")
    func isolation() {
        let process = ScriptProcess(WorkerProgram(path: Self.probe, words: []))
        let first = process.run(
            Self.stage(
                """
                globalThis.left = 1; Array.prototype.left = 1; Object.prototype.left = 1; bru.left = 1; var x = 1;
                JSON.parse = () => 'no'; Array.prototype.map = () => []; setTimeout = undefined;
                """))
        #expect(first.problem == nil, "\(first)")
        let second = process.run(
            Self.stage(
                "test('clean', () => { expect([typeof left, [].left, bru.left, typeof x, JSON.parse('1')]).to.eql(['undefined', undefined, undefined, 'undefined', 1]); }); setTimeout(() => bru.setVar('later', 1), 1);"
            ))
        #expect(second.tests.map(\.outcome) == [.passed] && second.variables.map(\.name) == ["later"], "\(second)")
    }

    @Test("each stage has its own limits: what one used of them is not missing in the next")
    func limits() {
        var limits = ScriptLimits()
        (limits.messages, limits.memory, limits.sends) = (2, 160 << 20, 1)
        var host = ScriptHost()
        host.send = { _ in
            var result = ScriptSendResult()
            result.status = 200
            return result
        }
        let process = ScriptProcess(WorkerProgram(path: Self.probe, words: []))
        for round in 0..<4 {
            let outcome = process.run(
                Self.stage(
                    "for (const n of [1, 2, 3, 4, 5]) bru.setVar('n', n); await bru.sendRequest('x'); globalThis.held = new Array(5e6).fill(7);",
                    limits: limits, host: host))
            #expect(outcome.problem == nil && outcome.variables.count == 5, "\(round): \(outcome)")
        }
        let much = process.run(Self.stage("globalThis.held = new Array(64e6).fill(7);", limits: limits))
        #expect(
            much.problem?.message.hasSuffix("scripts.memory in config.yaml allows more") == true, "\(much)")
    }

    @Test(
        "a body that a script sets is what the next scripts find, whatever its type; what came is there for them, too",
        arguments: [
            ("{b: 2}", #"{"b":2}"#), ("'text'", #""text""#), (#"'{"c":1}'"#, #""{\"c\":1}""#), ("null", "null"),
            ("[1]", "[1]"),
        ])
    func body(value: String, json: String) {
        var host = ScriptHost()
        host.body = { #"{"a": 1}"# }
        let process = ScriptProcess(WorkerProgram(path: Self.probe, words: []))
        var response = ScriptState.Response()
        let same = process.run(Self.stage("bru.setVar('a', res.body)", host: host, response: response))
        #expect(same.request.responseBody == nil && same.variables.map(\.json) == [#"{"a":1}"#])
        let set = process.run(
            Self.stage("res.setBody(\(value)); bru.setVar('a', res.getBody());", host: host, response: response))
        #expect(set.request.responseBody == json && set.variables.map(\.json) == [json], "\(set)")
        response.made = json
        let after = process.run(
            Self.stage("bru.setVar('a', res.body); bru.setVar('b', res('b'));", host: host, response: response))
        #expect(after.variables.first?.json == json && after.request.responseBody == json, "\(after)")
    }

    @Test("a request of the collection is run with what was set so far, and what it sets counts from then on")
    func run() {
        var host = ScriptHost()
        host.run = { path, set in
            var given = ScriptVariable(scope: "environment", name: "token", json: #""\#(path) after \#(set.count)""#)
            given.isOfRun = true
            var taken = ScriptVariable(scope: "runtime", name: "old", json: nil)
            taken.isOfRun = true
            var result = ScriptRunResult([given, taken], [ScriptLine(level: "info", text: "of the run")])
            var response = ScriptSendResult()
            (response.status, response.body, response.headers) = (201, #"{"id": 7}"#, [["X-A", "1"]])
            result.response = response
            return result
        }
        let outcome = ScriptProcess(WorkerProgram(path: Self.probe, words: [])).run(
            Self.stage(
                """
                bru.setVar('first', 1);
                const answer = await bru.runRequest('auth/login');
                test('answer', () => expect([answer.status, answer.data.id, answer.headers['x-a']]).to.eql([201, 7, '1']));
                test('token', () => expect([bru.getEnvVar('token'), bru.hasVar('old')]).to.eql(['auth/login after 1', false]));
                """, host: host, scopes: ["runtime": ["old": "1"]]))
        #expect(outcome.tests.map(\.outcome) == [.passed, .passed], "\(outcome)")
        #expect(
            outcome.variables.map(\.name) == ["first", "token", "old"] && outcome.lines.map(\.text) == ["of the run"])
        #expect(outcome.variables.map(\.isOfRun) == [false, true, true])
    }
}
