import Exchanges
import FilterWorker
import Foundation
import Lifting
import MicroClient
import OpenCollection
import ScriptWorker
import TestSupport
import Testing

@testable import CollectionRunner

/// A script as the engine runs it, and as lifting has it, on the same response.
private struct Verdicts {
    let response: ResponseSample

    /// Returns which tests of a script pass, by name, and the variables that it sets.
    func ofEngine(_ code: String) -> (tests: [String: Bool], variables: [String: String], isWhole: Bool) {
        var state = ScriptState()
        var values = ScriptState.Response()
        (values.status, values.statusText, values.time) = (response.status, response.reason, 84)
        values.headers = response.headers.map { [$0.name, $0.value] }
        (values.url, state.response) = (response.url, values)
        var host = ScriptHost()
        host.body = { response.body }
        var limits = ScriptLimits()
        limits.messages = 100_000
        let program = WorkerProgram(path: builtProgram("script-probe"), words: [])
        let stage = ScriptStage([ScriptSegment(file: "a.yml", line: 1, code: code)], state, limits: limits, host: host)
        let outcome = ScriptProcess(program).run(stage)
        let variables = Dictionary(outcome.variables.map { ($0.name, $0.json ?? "removed") }) { $1 }
        let tests = Dictionary(outcome.tests.map { ($0.name, $0.outcome == .passed) }) { $0 && $1 }
        return (tests, variables, outcome.problem == nil)
    }

    /// Returns which scripts pass as assertions, in their order, and the captures.
    func ofAssertions(_ lifts: [ScriptLift]) -> (holds: [Bool], captures: [String: String]) {
        var definition = RequestDefinition()
        definition.assertions = lifts.flatMap(\.assertions)
        definition.actions = lifts.flatMap(\.captures).map { VariableAction($0.variable, from: $0.expression) }
        let results = response.results(definition)
        var rest = results.assertions[...]
        let holds = lifts.map { lift in
            defer { rest = rest.dropFirst(lift.assertions.count) }
            return rest.prefix(lift.assertions.count).allSatisfy { $0.outcome == .passed }
        }
        return (holds, Dictionary(results.captures.map { ($0.variable, $0.words) }) { $1 })
    }
}

private let responses: [ResponseSample] = {
    let bodies = [
        #"{"a": 1, "s": "abc", "list": [1, "x", null], "o": {"b": "B", "n": null, "d": {"e": 2.5}}, "t": true, "f": false, "n": null}"#,
        #"{"a": "1", "s": "", "list": [], "o": {}, "t": 1, "f": 0, "n": 0}"#,
        #"{"list": {"0": "z"}, "o": [], "s": 7, "a": null, "t": "true", "f": "false", "n": {}}"#,
        #"[{"a": 1}, 2, "abc"]"#, #""abc""#, "12", "null", "plain abc text", "",
    ]
    return bodies.enumerated().map { number, body in
        var sample = ResponseSample(body)
        sample.status = [200, 201, 404, 302, 500][number % 5]
        sample.reason = ["OK", "Created", "Not Found", "Found", "Internal Server Error"][number % 5]
        if number % 3 != 2 { sample.headers = HeaderFields([HeaderField("X-A", "abc")]) }
        return sample
    }
}()

@Suite("Lifting: the verdict stays")
struct SameVerdictTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private static let subjects = [
        "res.status", "res.statusText", "res.body", "res.getBody().a", "res.body.s", "res.body.list",
        "res.body.list[0]",
        "res.body.list.length", "res.body.o", "res.body.o.b", "res.body.o.d.e", "res.body.o?.d?.e", "res.body['t']",
        "res.body.f", "res.body.n", "res.body[0].a", "res.getHeader('X-A')", "res.headers['x-a']", "res('o.d.e')",
    ]
    private static let words = [
        "be.true", "be.false", "be.null", "be.undefined", "exist", "be.empty", "be.a('string')", "be.an('array')",
        "be.a('number')", "be.a('boolean')", "be.an('object')", "be.a('null')", "be.an('undefined')", "equal(1)",
        "equal('1')", "equal('abc')", "eql(true)", "eql('true')", "eql('')", "eql(null)", "eql(undefined)", "eq(200)",
        "include('a')", "include(1)", "contain('x')", "match(/a.c/)", "match(/^\\\\d+$/)", "be.oneOf([1, 200, 'abc'])",
        "be.oneOf(['1', 'null'])", "be.above(1)", "be.at.least(1)", "be.below(300)", "be.at.most(0)",
        "be.within(1, 404)",
        "have.lengthOf(3)", "have.lengthOf(0)", "have.property('b')", "have.property('b', 'B')",
        "have.property('a', 1)",
        "have.nested.property('d.e')", "have.property('d').that.is.an('object')", "include.keys('b', 'n')",
        "have.property('length')", "have.property('n', null)", "be.a('string').and.include('b')", "have.string('b')",
        "be.an('array').that.is.not.empty",
    ]

    @Test(
        "each chain of expect passes as an assertion where it passes in the engine, and nowhere else",
        arguments: responses.indices)
    func chains(_ index: Int) throws {
        let verdicts = Verdicts(response: responses[index])
        let codes = Self.subjects.flatMap { subject in
            Self.words.flatMap { ["expect(\(subject)).to.\($0)", "expect(\(subject)).to.not.\($0)"] }
        }
        let lifts = codes.map { try? ScriptLift("test('t', () => \($0))") }
        #expect(lifts.count { $0 != nil } > codes.count / 2)
        let script = codes.enumerated().map { "test('\($0)', () => \($1))" }.joined(separator: "\n")
        let engine = verdicts.ofEngine(script)
        #expect(engine.isWhole && engine.tests.count == codes.count)
        let lifted = verdicts.ofAssertions(lifts.compactMap(\.self)).holds
        var differences: [String] = []
        for ((number, code), holds) in zip(zip(codes.indices, codes).filter { lifts[$0.0] != nil }, lifted)
        where engine.tests["\(number)"] != holds {
            differences.append("\(code) on \(responses[index].body.prefix(30)): \(holds) as an assertion")
        }
        #expect(differences == [])
    }

    @Test(
        "whole scripts give the same verdict, and the same values if they hold",
        arguments: [
            "pm.test('a', function () { pm.response.to.have.status(200); });\nvar jsonData = pm.response.json();\npm.environment.set('id', jsonData.a);",
            "const body = res.getBody();\ntest('a', () => { expect(body).to.have.property('s'); });\nbru.setVar('s', body.s);",
            "tests['Status code is 200'] = responseCode.code === 200;\ntests['fast'] = responseTime < 500;",
            "var data = JSON.parse(responseBody);\ntests['a'] = data.a === 1 && data.s !== undefined;\npostman.setEnvironmentVariable('x', data.o.b);",
            "pm.test('ok', () => pm.response.to.be.ok);\npm.test('json', () => { pm.response.to.be.json; pm.response.to.have.jsonBody('o.b'); });",
            "const { a, o: { d } } = res.body;\nexpect(d.e).to.equal(2.5);\nbru.setVar('e', d.e);",
            "pm.test('h', () => { pm.response.to.have.header('x-a'); pm.expect(pm.response.headers.get('X-A')).to.eql('abc'); });",
            "expect(Array.isArray(res.body.list)).to.be.true;\nexpect(res.body.list.length > 0).to.equal(true);\nbru.setEnvVar('first', res.body.list[0]);",
            "let list;\ntest('a', () => { list = res.body.list; expect(list).to.be.an('array'); });\ntest('b', () => { expect(list).to.have.lengthOf(3) });",
            "pm.test('e', () => { pm.response.to.not.be.error; pm.expect(pm.response.code).to.be.oneOf([200, 201]); });\nconst j = pm.response.json()",
        ])
    func scripts(_ code: String) throws {
        let lift = try ScriptLift(code)
        // No assertion distinguishes JSON that is a single value from text.
        for response in responses where ![4, 5, 6].contains(responses.firstIndex { $0.body == response.body }) {
            let verdicts = Verdicts(response: response)
            let engine = verdicts.ofEngine(code)
            let lifted = verdicts.ofAssertions([lift])
            let holds = engine.isWhole && engine.tests.values.allSatisfy(\.self)
            #expect(lifted.holds == [holds], "\(response.status) \(response.body)")
            guard holds else { continue }
            for (name, json) in engine.variables where json != "null" {
                #expect(lifted.captures[name] == json, "\(response.body)")
            }
        }
    }
}
