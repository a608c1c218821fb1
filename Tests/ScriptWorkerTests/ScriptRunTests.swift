import FilterWorker
import Foundation
import ScriptWorker
import TestSupport
import Testing

/// Runs scripts of one file in a worker.
///
/// - Parameter change: Makes the state.
private func run(
    _ codes: String..., limits: ScriptLimits = ScriptLimits(), host: ScriptHost = ScriptHost(),
    _ change: (inout ScriptState) -> Void = { _ in }
) -> ScriptOutcome {
    var state = ScriptState()
    state.name = "Get user"
    state.environment = "dev"
    state.scopes = [
        "environment": ["host": #""https://a.test""#, "count": "3", "nested": #""{{host}}/x""#],
        "collection": ["c": "true"], "runtime": ["token": #""t1""#], "folder": ["f": #""folder""#],
    ]
    (state.request.url, state.request.method) = ("{{host}}/users/:id?page=1", "POST")
    state.request.headers = [["Accept", "text/plain"]]
    (state.request.body, state.request.bodyKind) = (#"{"a": 1}"#, "json")
    var response = ScriptState.Response()
    (response.status, response.statusText, response.time) = (200, "OK", 42)
    response.headers = [["Content-Type", "application/json"], ["Set-Cookie", "a=1"], ["Set-Cookie", "b=2"]]
    (response.size.body, response.size.total) = (20, 90)
    state.response = response
    change(&state)
    let segments = codes.enumerated().map { number, code in
        ScriptSegment(file: "users/\(number).yml", line: 10, indent: 8, code: code)
    }
    return ScriptProcess(probe).run(ScriptStage(segments, state, limits: limits, host: host))
}

private var probe: WorkerProgram { WorkerProgram(path: builtProgram("script-probe"), words: []) }

private var withBody: ScriptHost {
    var host = ScriptHost()
    host.body = { #"{"id": 7, "name": "Ann", "tags": ["a", "b"], "owner": {"id": 9, "left": null}, "price": 1.5}"# }
    return host
}

@Suite("Scripts: what they find")
struct ScriptAPITests {
    init() { signal(SIGPIPE, SIG_IGN) }

    @Test(
        "each row holds",
        arguments: [
            // Bruno
            "res.status === 200 && res.getStatus() === 200 && res.statusText === 'OK' && res.getResponseTime() === 42",
            "res.body.name === 'Ann' && res.getBody().tags.length === 2 && res('owner.id') === 9 && res('..id').length === 2",
            "res('tags[?]', (tag) => tag > 'a')[0] === 'b' && res('tags[?]', (tag) => tag + '!')[1] === 'b!' && res('owner[?].id', {id: 9}) === 9 && res('owner.left') === null && res('none.x') === undefined",
            "res.getHeader('content-type') === 'application/json' && res.headers['set-cookie'].length === 2",
            "res.getSize().total === 90 && res.headerList.has('Content-Type') && res.headerList.count() === 3",
            "bru.getEnvVar('host') === 'https://a.test' && bru.getEnvVar('count') === 3 && bru.getEnvName() === 'dev'",
            "bru.getEnvVar('nested') === 'https://a.test/x' && bru.interpolate('{{host}}/{{f}}/{{none}}') === 'https://a.test/folder/{{none}}'",
            "bru.getVar('token') === 't1' && bru.getVar('host') === undefined && bru.hasVar('token') && !bru.hasVar('x')",
            "bru.getFolderVar('f') === 'folder' && bru.getCollectionVar('c') === true",
            "req.getUrl() === '{{host}}/users/:id?page=1' && req.getHost() === 'a.test' && req.getQueryString() === 'page=1'",
            "req.getMethod() === 'POST' && req.getHeader('accept') === 'text/plain' && req.getBody().a === 1 && req.getName() === 'Get user'",
            "req.getBody({raw: true}) === '{\"a\": 1}' && req.headers.Accept === 'text/plain'",
            // Postman
            "pm.response.code === 200 && pm.response.json().id === 7 && pm.response.text().includes('Ann') && pm.response.responseTime === 42",
            "pm.response.headers.get('Content-Type') === 'application/json' && pm.response.status === 'OK'",
            "pm.environment.get('host') === 'https://a.test' && pm.variables.get('f') === 'folder' && pm.variables.get('token') === 't1'",
            "pm.collectionVariables.get('c') === true && pm.environment.name === 'dev' && pm.info.requestName === 'Get user'",
            "pm.variables.replaceIn('{{host}}') === 'https://a.test' && pm.request.method === 'POST' && pm.request.url.toString().startsWith('{{host}}')",
            "pm.cookies.get('b') === '2' && postman.getResponseCookie('a').value === '1' && responseCookies.length === 2 && pm.test.index() === 1",
            "(pm.request.url.query.add({key: 'q', value: '1'}), pm.request.addQueryParams('z=2'), pm.request.removeQueryParams('page'), req.getUrl() === '{{host}}/users/:id?q=1&z=2')",
            "(pm.request.addHeader('X-A: b:c'), pm.request.headers.get('x-a') === 'b:c')",
            "postman.getEnvironmentVariable('host') === 'https://a.test' && responseCode.code === 200 && JSON.parse(responseBody).id === 7",
            "environment.host === 'https://a.test' && postman.getResponseHeader('content-type') === 'application/json'",
            // Modules and globals
            "btoa('a:b') === 'YTpi' && atob('YTpi') === 'a:b' && Buffer.from('hé').toString('base64') === 'aMOp'",
            "moment.utc('2020-01-31').add(1, 'months').format('YYYY-MM-DD') === '2020-02-29' && moment.utc(0).toISOString() === '1970-01-01T00:00:00.000Z'",
            "moment.utc('2020-03-01').diff('2020-02-28', 'days') === 2 && moment.utc('2021-07-04T15:06:07Z').format('ddd D MMM YYYY, h:mm A') === 'Sun 4 Jul 2021, 3:06 PM'",
            "moment('02/01/2026', 'DD/MM/YYYY').format('MMMM Do, YYYY Q DDDD') === 'January 2nd, 2026 1 002' && moment.utc('2026-01-02 3:04 PM', 'YYYY-MM-DD h:mm A').toISOString() === '2026-01-02T15:04:00.000Z'",
            "moment.utc('12 Feb 2026 10:00 +02:00', 'D MMM YYYY HH:mm Z').toISOString() === '2026-02-12T08:00:00.000Z' && !moment('x', 'YYYY').isValid() && moment.utc('2026-01-31').isBetween('2026-01-30', '2026-02-01')",
            "moment.utc('2026-03-04T05:06:07Z').set('hour', 1).hours() === 1 && moment.utc('2026-01-02').isoWeekday() === 5 && moment.utc('2026-01-02').day(0).format('YYYY-MM-DD') === '2025-12-28'",
            "bru.runner.iterationIndex === 0 && bru.runner.totalIterations === 1 && !bru.runner.iterationData.has('a') && pm.info.iteration === 0",
            "bru.getOauth2CredentialVar('a') === undefined && bru.disableParsingResponseJson() === undefined && req.onFail(() => {}) === undefined",
            "_.orderBy([{a: 1}, {a: 2}], ['a'], ['desc'])[0].a === 2 && _.camelCase('foo bar-baz') === 'fooBarBaz' && _.merge({a: {b: 1}}, {a: {c: 2}}).a.b === 1 && _.uniqBy([{a: 1}, {a: 1}], 'a').length === 1 && _.chunk([1, 2, 3], 2).length === 2",
            "require('uuid')().length === 36 && new (require('url').URL)('http://a/b').pathname === '/b' && require('node:crypto').randomUUID().length === 36 && require('assert') === assert",
            "(require('xml2js').parseString('<a x=\"1\"><n:b>2</n:b></a>', {explicitArray: false, mergeAttrs: true, tagNameProcessors: [require('xml2js').processors.stripPrefix]}, (error, all) => { globalThis.all = all; }), all.a.x === '1' && all.a.b === '2')",
            "require('uuid').v4().length === 36 && require('nanoid').nanoid().length === 21 && require('chai').expect === expect",
            "xml2Json('<a x=\"1\"><b>t</b><b/></a>').a.b.length === 2 && _.get({a: [{b: 1}]}, 'a[0].b') === 1 && _.isEmpty({})",
            "new URL('https://A.test:443/x/y?a=1 2#h').href === 'https://a.test/x/y?a=1%202#h' && new URL('z', 'https://a.test/x/y').pathname === '/x/z' && new URL('https://u:p@a.test:8080').host === 'a.test:8080'",
            "new URLSearchParams({a: '1 2', b: 'é'}).toString() === 'a=1+2&b=%C3%A9' && new URLSearchParams('?a=1&a=2').getAll('a').length === 2",
            "bru.cookies.get('a') === '1' && pm.cookies.has('b') && !pm.cookies.has('c') && require('path').join('a', '../b') === 'b'",
            "moment.duration(90, 'minutes').asHours() === 1.5 && structuredClone({a: [new Date(0)]}).a[0].getTime() === 0 && new TextDecoder().decode(new TextEncoder().encode('hé')) === 'hé'",
            "(expect([1, 2, 3]).to.have.lengthOf.at.least(3), expect(async () => 1).to.be.a('function'), true)",
            "responseBody.has('Ann') && (() => { let keys = ''; _.forEach({a: 1, b: 2}, (value, key) => { keys += key + value; }); return keys; })() === 'a1b2'",
            "(expect([1, 2, 3]).to.include.members([3, 1]), true)",
            "typeof require('path').join === 'function' && require('lodash').find([{a: 1}, {a: 2}], {a: 2}).a === 2",
            "typeof fetch === 'undefined' && typeof process === 'undefined' && typeof WebAssembly === 'undefined' && typeof __host === 'undefined'",
        ])
    func found(expression: String) {
        let outcome = run(
            "test('row', () => { if (!(\(expression))) throw new Error('it is false'); });", host: withBody)
        #expect(outcome.problem == nil, "\(String(describing: outcome.problem))")
        #expect(outcome.tests.map(\.outcome) == [.passed], "\(outcome.tests)")
    }

    @Test(
        "a status that is not 2xx is an error for axios and bru.sendRequest, with the response, and none for pm.sendRequest"
    )
    func statuses() {
        var host = withBody
        host.send = { request in
            var result = ScriptSendResult()
            (result.status, result.statusText) = (Int(request.url.suffix(3)) ?? 200, "")
            return result
        }
        let outcome = run(
            """
            const axios = require('axios');
            const refused = await axios.get('https://a.test/404').catch((error) => error);
            test('axios', () => { expect(refused.response.status).to.equal(404); expect(refused.message).to.equal('Request failed with status code 404'); });
            bru.sendRequest({url: 'https://a.test/500'}, (error, answer) => test('bru', () => { expect(error.response.status).to.equal(500); expect(answer).to.be.null; }));
            const taken = await axios.get('https://a.test/404', {validateStatus: (status) => status < 500});
            test('validateStatus', () => expect(taken.status).to.equal(404));
            pm.sendRequest('https://a.test/404', (error, response) => pm.test('pm', () => { pm.expect(error).to.be.null; pm.expect(response).to.have.status(404); }));
            """, host: host)
        #expect(outcome.problem == nil)
        #expect(
            Set(outcome.tests.map { "\($0.name) \($0.outcome.rawValue)" }) == [
                "axios passed", "bru passed", "validateStatus passed", "pm passed",
            ])
    }

    @Test("variables keep their scope, their type and the order in which they were set; those taken away have no value")
    func variables() {
        let outcome = run(
            """
            bru.setVar('a', {b: [1, null]}); bru.setEnvVar('host', 'x'); pm.collectionVariables.set('n', 1.5); pm.globals.set('g', true);
            bru.deleteVar('token'); postman.setEnvironmentVariable('old', '1'); pm.variables.set('u', undefined);
            """)
        let texts = outcome.variables.map { "\($0.scope) \($0.name) \($0.json ?? "-")" }
        #expect(
            texts == [
                #"runtime a {"b":[1,null]}"#, #"environment host "x""#, "collection n 1.5", "global g true",
                "runtime token -",
                #"environment old "1""#, "runtime u null",
            ])
        #expect(run("bru.setVar('a b', 1)").problem?.text.contains("other characters") == true)
    }

    @Test("changes of the request are told, and what was not changed is not")
    func request() {
        let outcome = run(
            "req.setUrl('https://b.test'); req.setHeader('accept', '*/*'); pm.request.headers.add({key: 'X', value: 1}); req.setBody({b: 2}); req.setTimeout(500);"
        )
        #expect(outcome.request.url == "https://b.test" && outcome.request.method == nil)
        #expect(outcome.request.headers == [["Accept", "*/*"], ["X", "1"]])
        #expect(outcome.request.body == "{\n  \"b\": 2\n}" && outcome.request.timeout == 500)
        #expect(run("req.getUrl()").request == ScriptedRequest())
    }

    @Test("the rows of a form are read, and those of a urlencoded one changed")
    func form() {
        let code = """
            test('read', () => { expect(pm.request.body.mode).to.equal('urlencoded'); expect(pm.request.body.urlencoded.get('user')).to.equal('ann'); expect(req.getBody()).to.eql([{name: 'user', value: 'ann'}]); });
            pm.request.body.urlencoded.add({key: 'sig', value: 'x'});
            """
        let outcome = run(code) { state in
            (state.request.body, state.request.bodyKind) = ("", "form-urlencoded")
            state.request.form = [["user", "ann"]]
        }
        #expect(outcome.tests.map(\.outcome) == [.passed], "\(outcome.tests.map(\.message))")
        #expect(outcome.request.form == [["user", "ann"], ["sig", "x"]])
    }

    @Test(
        "tests that wait, timers, legacy tests and tests within callbacks are all told, in the order in which they were written"
    )
    func tests() throws {
        var host = withBody
        host.send = { request in
            var result = ScriptSendResult()
            (result.status, result.body) = (201, #"{"url": "\#(request.url)"}"#)
            return result
        }
        let outcome = run(
            """
            test('calls back', (done) => { setTimeout(() => done(res.body.id === 7 ? undefined : new Error('no')), 5); });
            test('calls back wrong', (done) => { setTimeout(() => done(new Error('told')), 5); });
            test('waits', async () => { await bru.sleep(5); expect(res.body.id).to.equal(8); });
            tests['old'] = responseCode.code === 200; tests['wrong'] = false;
            setTimeout(() => test('later', () => {}), 10);
            pm.sendRequest({url: '{{host}}/t', method: 'POST', body: {mode: 'raw', raw: 'x'}}, (error, response) => {
              pm.test('sent', () => { pm.expect(response).to.have.status(201); pm.expect(response.json().url).to.equal('https://a.test/t'); });
            });
            const answer = await bru.sendRequest({url: 'https://b.test', data: {a: 1}});
            test('awaited', () => expect(answer.data.url).to.equal('https://b.test'));
            pm.test.skip('not now', () => {}); test('empty');
            """, host: host)
        #expect(outcome.problem == nil, "\(outcome)")
        let texts = outcome.tests.map { "\($0.name) \($0.outcome.rawValue)" }
        #expect(
            Set(texts) == [
                "calls back passed", "calls back wrong failed", "waits failed", "old passed", "wrong failed",
                "later passed", "sent passed", "awaited passed",
                "not now skipped", "empty failed",
            ])
        let waits = try #require(outcome.tests.first { $0.name == "waits" })
        #expect(waits.message == "expected 7 to equal 8" && waits.actual == "7" && waits.expected == "8")
    }

    @Test(
        "an assertion that fails says so in chai's words",
        arguments: [
            ("expect({a: 1}).to.have.property('b')", "expected { a: 1 } to have property 'b'"),
            ("expect([1, 'x']).to.eql([1])", "expected [ 1, 'x' ] to deeply equal [ 1 ]"),
            ("expect('abc').to.include('z')", "expected 'abc' to include 'z'"),
            ("expect(5).to.be.a('string')", "expected 5 to be a string"),
            ("expect({}).to.be.an('array')", "expected {} to be an array"),
            ("expect(5, 'five').to.not.equal(5)", "five: expected 5 to not equal 5"),
            ("expect(1).to.be.above(2)", "expected 1 to be above 2"),
            ("expect([1]).to.have.lengthOf(2)", "expected [ 1 ] to have a length of 2 but got 1"),
            ("expect(undefined).to.exist", "expected undefined to exist"),
            ("expect(4).to.be.oneOf([1, 2])", "expected 4 to be one of [ 1, 2 ]"),
            ("expect(null).to.be.true", "expected null to be true"),
            ("expect({a: 1, b: 2}).to.have.all.keys('a')", "expected { a: 1, b: 2 } to have key 'a'"),
            ("expect(() => {}).to.throw()", "expected [Function] to throw an error"),
            ("expect('x').to.match(/y/)", "expected 'x' to match /y/"),
            ("expect([]).to.not.be.empty", "expected [] not to be empty"),
            ("expect(1).to.be.within(2, 3)", "expected 1 to be within 2..3"),
            ("pm.response.to.have.status(404)", "expected response to have status code 404 but got 200"),
            ("pm.response.to.be.notFound", "expected response to have a status of 404 but got 200"),
            ("pm.response.to.have.header('X-No')", "expected response to have header 'X-No'"),
            ("expect.fail('enough')", "enough"),
        ])
    func words(code: String, words: String) {
        let outcome = run("test('row', () => { \(code); });", host: withBody)
        #expect(outcome.tests.map(\.outcome) == [.failed])
        #expect(outcome.tests.first?.message == words)
        #expect(run("test('row', () => { expect(1).to.equal(1); });").tests.map(\.outcome) == [.passed])
    }

    @Test(
        "an assertion that holds passes",
        arguments: [
            "expect(res.body).to.have.property('id').that.is.a('number')",
            "expect(res.body).to.include.keys('id', 'name')",
            "expect(res.body.tags).to.have.length.above(1)", "expect([{a: 1}]).to.deep.include({a: 1})",
            "expect(res.body).to.have.nested.property('owner.id', 9)", "expect([2, 1]).to.have.members([1, 2])",
            "expect({a: {b: 1}}).to.nested.include({'a.b': 1}); expect([1, 2]).to.contain.oneOf([2, 3]); expect({}).to.be.extensible",
            "expect('x').to.be.a('string').and.not.be.empty", "expect(1.2).to.be.closeTo(1, 0.3)",
            "expect(res.body).to.be.an('object').that.has.property('id', 7)",
            "pm.response.to.be.ok; pm.response.to.be.json; pm.response.to.not.be.error; pm.response.to.have.jsonBody('owner.id', 9)",
            "pm.expect(pm.response.code).to.be.oneOf([200, 201]); pm.response.to.have.status('OK')",
            "expect(res.body.tags).to.include('a').and.to.not.include('z')",
            "expect(new Date(0)).to.be.instanceOf(Date)",
            "assert.equal(1, 1); assert.isArray([]); assert(true)", "expect({a: {b: 1}}).to.deep.equal({a: {b: 1}})",
            "expect(5).to.satisfy((n) => n > 4)",
            "expect(() => { throw new TypeError('no') }).to.throw(TypeError, /no/)",
        ])
    func passes(code: String) {
        let outcome = run("test('row', () => { \(code); });", host: withBody)
        #expect(outcome.tests.map(\.outcome) == [.passed], "\(outcome.tests.map(\.message))")
    }

    @Test("console lines keep their level, and objects are JSON; flow is told")
    func console() {
        let outcome = run("console.log('a', {b: [1]}); console.error(new Error('no')); bru.runner.stopExecution();")
        #expect(outcome.lines.map { "\($0.level) \($0.text)" } == [#"info a {"b":[1]}"#, "error Error: no"])
        #expect(outcome.flow == .stop)
        #expect(run("pm.execution.setNextRequest('Two')").flow == .next("Two"))
        #expect(run("pm.execution.setNextRequest(null)").flow == .stop)
        #expect(run("req.onFail(() => {})").lines.map(\.level) == ["warning"])
    }

    @Test("a file is required once, from where the requiring file lies")
    func modules() {
        var host = ScriptHost()
        host.module = { name, folder in
            switch (name, folder) {
            case ("./lib/a", ""):
                ("lib/a.js", "exports.two = require('./b').one + 1; globalThis.loads = (globalThis.loads ?? 0) + 1;")
            case ("./b", "lib"): ("lib/b.js", "module.exports = { one: 1 };")
            default: throw ScriptProblem("there is no file \(name)")
            }
        }
        let outcome = run(
            "test('two', () => { require('./lib/a'); expect(require('./lib/a').two).to.equal(2); expect(loads).to.equal(1); });",
            "require('./no')", host: host)
        #expect(outcome.tests.map(\.outcome) == [.passed], "\(outcome)")
        #expect(outcome.problem?.message.contains("there is no file ./no") == true)
    }
}

@Suite("Scripts: errors and limits")
struct ScriptLimitTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    @Test("an interval runs again and again until it is cleared")
    func interval() {
        let outcome = run(
            "let n = 0; const id = setInterval(() => { n += 1; if (n === 3) { clearInterval(id); console.log(n); } }, 1);"
        )
        #expect(outcome.lines.map(\.text) == ["3"] && outcome.problem == nil, "\(outcome)")
    }

    @Test("a test that failed names the line and column of the file, and not those of what it called here")
    func placeOfTest() {
        let outcome = run(
            "test('a', () => expect(1).to.equal(2));\ntest('b', () => {\n  expect(1).to.equal(2);\n});", host: withBody)
        #expect(outcome.tests.map { $0.place?.line } == [10, 12], "\(outcome.tests)")
        #expect(outcome.tests.map { $0.place?.file } == ["users/0.yml", "users/0.yml"])
        #expect(outcome.tests[1].place?.column == 8 + 21, "\(outcome.tests)")
    }

    @Test("an error names the line and column of the file; later scripts do not run, and what was said before is kept")
    func place() {
        let outcome = run("const a = 1;\nbru.setVar('x', 1);\n  a.b.c();", "test('never', () => {})")
        #expect(outcome.problem?.place?.file == "users/0.yml" && outcome.problem?.place?.line == 12, "\(outcome)")
        #expect(outcome.problem?.message.hasPrefix("TypeError") == true)
        #expect(outcome.variables.count == 1 && outcome.tests.isEmpty)
        let first = run("nothing.here")
        #expect(first.problem?.place?.line == 10 && (first.problem?.place?.column ?? 0) < 30, "\(first)")
        let syntax = run("let a = 1;\nlet a = 2 +;")
        #expect(
            syntax.problem?.message.hasPrefix("SyntaxError") == true && syntax.problem?.place?.line == 11, "\(syntax)")
    }

    @Test("an early return ends its script only")
    func earlyReturn() {
        let outcome = run("if (true) return;\nbru.setVar('a', 1);", "bru.setVar('b', 1);")
        #expect(outcome.problem == nil && outcome.variables.map(\.name) == ["b"])
    }

    @Test(
        "a script that would go on for ever is ended",
        arguments: [
            ("while (true) {}", "longer than"), ("for (;;) { try { while (true) {} } catch {} }", "longer than"),
            ("await new Promise(() => {})", "nothing will settle"), ("const f = () => f(); f()", "RangeError"),
            ("setTimeout(function again() { setTimeout(again, 1e6) })", "pauses are longer"),
            ("for (;;) console.log('x')", "sent more than"), ("console.log('x'.repeat(40 << 20))", ""),
            ("for (;;) console.log('x'.repeat(1 << 20))", "wrote more than"),
            ("const a = []; for (;;) a.push(new Array(1e6).fill(7))", ""), ("let s = 'x'; for (;;) s += s", "memory"),
            ("process.exit()", "ReferenceError"), ("while (true) await null", "longer than"),
        ])
    func attacks(code: String, words: String) {
        var limits = ScriptLimits()
        (limits.seconds, limits.pauses) = (0.5, 0.1)
        let outcome = run(code, limits: limits)
        #expect(outcome.problem != nil)
        #expect(
            outcome.problem?.message.contains(words) != false || outcome.problem?.message.contains("memory") == true,
            "\(outcome)")
    }

    @Test(
        "tricks with what a script can reach neither stop the worker nor make it say what did not happen",
        arguments: [
            "JSON.stringify = () => 'no'; JSON.parse = () => null; bru.setVar('a', 1)",
            "Promise.prototype.then = function () {}; bru.setVar('a', 1)",
            "Array.prototype.push = () => { throw 1 }; bru.setVar('a', 1)",
            "Object.defineProperty(Object.prototype, 'kind', {value: 'done'}); bru.setVar('a', 1)",
            "globalThis.__worker = null; bru.setVar('a', 1)", "(0, eval)('bru.setVar(\\'a\\', 1)')",
            "bru.setVar('a', 1); })(); throw new Error('out'); (async () => {",
        ])
    func tricks(code: String) {
        var limits = ScriptLimits()
        limits.seconds = 0.5
        let outcome = run(code, limits: limits)
        #expect(outcome.variables.allSatisfy { $0.name == "a" && $0.json == "1" }, "\(outcome)")
        #expect(outcome.tests.isEmpty)
    }

    @Test("what was not agreed to throws where it is called, however it is spelled, and the script may go on")
    func notAgreed() {
        let outcome = run(
            """
            test('sends', async () => { await bru['send' + 'Request']('https://a.test'); });
            test('evaluated', async () => { await eval("bru.sendRe" + "quest('https://a.test')") });
            bru.setVar('after', 1);
            """)
        #expect(outcome.tests.map(\.message) == Array(repeating: "Error: not allowed: sendRequest", count: 2))
        #expect(outcome.variables.map(\.name) == ["after"])
    }

    @Test("a pattern that would need years is given up by the engine, or ended")
    func pattern() {
        let message = run("/(a+)+$/.test('a'.repeat(64) + 'b')").problem?.message
        #expect(message?.contains("longer than") != false, "\(message ?? "")")
    }

    @Test("a worker that does not read is ended, however much there is to be written")
    func deaf() {
        var state = ScriptState()
        state.name = String(repeating: "x", count: 1 << 20)
        var limits = ScriptLimits()
        limits.wallSeconds = 0.2
        let process = ScriptProcess(WorkerProgram(path: "/bin/sleep", words: ["600"]))
        let outcome = process.run(
            ScriptStage([ScriptSegment(file: "a.yml", line: 1, code: "1")], state, limits: limits))
        #expect(
            outcome.problem?.message
                == "the script ran longer than 0.2 s: scripts.timeout in config.yaml allows more")
    }

    @Test(
        "a script that is ended from outside is over at once, in a loop, in a pause, and while it waits for a request",
        arguments: ["while (true) {}", "await bru.sleep(200_000);", "await bru.sendRequest('https://a.test');"])
    func cancelled(code: String) async throws {
        let handle = WorkerHandle()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        var host = ScriptHost()
        host.random = { _ in
            begin.yield()
            return []
        }
        host.send = { _ in
            let isCancelled = DispatchSemaphore(value: 0)
            let end = { _ = isCancelled.signal() }
            return try handle.cancelling(with: end) {
                isCancelled.wait()
                throw CancellationError()
            }
        }
        let script = ScriptSegment(file: "a.yml", line: 1, code: "crypto.randomBytes(1); \(code)")
        var limits = ScriptLimits()
        // However busy the machine is, it is this that ends it.
        (limits.seconds, limits.wallSeconds) = (600, 600)
        let stage = ScriptStage([script], ScriptState(), limits: limits, host: host)
        // The threads of tasks are few, and a script takes one for itself.
        async let outcome = withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: ScriptProcess(probe).run(stage, handle)) }.start()
        }
        for await _ in begun { break }
        handle.cancel()
        #expect(await outcome.problem?.message == "the script was cancelled")
    }

    @Test("a script is read without being run: the first place where it is no JavaScript is named")
    func read() throws {
        func fault(_ code: String) -> ScriptProblem? { ScriptProcess.fault(in: code, program: probe) }
        #expect(fault("") == nil && fault("await x.y?.z; while (true) {}") == nil)
        #expect(fault("null.x; bru.setVar('a', require('./gone'))") == nil, "it would throw")
        let problem = try #require(fault("let a = 1;\nlet b = ;\n"))
        #expect(problem.place?.line == 2 && problem.message.contains("SyntaxError"), "\(problem)")
        #expect(fault("if (x) {")?.message.contains("SyntaxError") == true)
        let gone = WorkerProgram(path: "/no/such/program", words: [])
        #expect(ScriptProcess.fault(in: "let b = ;", program: gone) == nil, "nobody read it")
    }

    #if os(Linux)
        @Test(
            "the kernel refuses a worker sockets, files to write, programs and processes, and lets it read and have threads"
        )
        func confined() throws {
            let result = try ChildProgram.run([builtProgram("script-probe"), "confined"])
            #expect(
                result.outputText == """
                    socket refused
                    write refused
                    append refused
                    read allowed
                    remove refused
                    fork refused
                    exec refused
                    kill refused
                    thread allowed

                    """)
            #expect(run("1").isConfined == true)
        }
    #endif
}
