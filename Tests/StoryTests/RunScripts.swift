import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: the scripts of a collection run, bounded and agreed to", .serialized)
struct RunScripts {
    private func place(_ files: [String: String]) throws -> StoryPlace { try .ofScripts(files) }

    @Test(
        "scripts change the request, keep values, and test; a failure names its line, and the exit status is 1")
    func sent() throws {
        let place = try place([
            "lib/sign.js": "module.exports = (text) => `signed ${text}`;\n",
            "get.yml": Fixture.scripted(
                "Get", "/echo?trace={{trace}}",
                (
                    "before-request",
                    "const sign = require('./lib/sign.js');\nbru.setVar('trace', 't1');\nreq.setHeader('X-Sign', sign('a'));\nconsole.log('before');"
                ),
                (
                    "tests",
                    "test('status', () => expect(res.status).to.equal(200));\ntest('lost', () => {\n  expect(res.body.lost).to.equal(1);\n});\ntest('asked', () => expect(res.body.headers['X-Sign'] ?? res.body.headers['x-sign']).to.exist);"
                )
            ),
        ])
        let refused = try ProgramRun(["send", "get"], at: place)
        #expect(refused.status == 4 && refused.errors.contains("run scripts that only compute (scripts of get.yml)"))
        let sent = try ProgramRun(["send", "get", "--trust"], at: place)
        #expect(sent.status == 1)
        #expect(sent.output.contains("trace=t1") && sent.output.contains("signed a"))
        #expect(sent.errors.contains("console: before"))
        let lines = try place.text(of: "get.yml").split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("expect(res.body.lost)") }) + 1
        let failure = "test failed: lost: expected undefined to equal 1 (get.yml:\(line):41)"
        #expect(sent.errors.contains(failure), "\(sent.errors)")
        let code = "expect(res.body.lost).to.equal(1);"
        let caret = String(repeating: " ", count: "expect(res.body.lost).to.equal".count) + "^"
        #expect(sent.errors.contains("    \(code)\n") && sent.errors.contains("    \(caret)\n"), "\(sent.errors)")
        #expect(sent.errors.contains("2 of 3 assertions passed"))
        let json = try ProgramRun(["send", "get", "--trust", "--json"], at: place).output
        for part in [
            #""kind": "test""#, #""place": "get.yml:\#(line):41""#, #""expression": "bru.setVar""#,
            #""scriptsNotRun": 0"#,
        ] {
            #expect(json.contains(part), "\(part)")
        }
    }

    @Test("agreed to once, scripts that only compute run from then on; what reads a secret is asked about by its text")
    func consent() throws {
        let place = try place([
            "a.yml": Fixture.scripted("A", "/echo", ("tests", "test('a', () => {});")),
            "b.yml": Fixture.scripted("B", "/echo", ("before-request", "req.setHeader('X', bru.getEnvVar('TOKEN'));")),
        ])
        #expect(
            try ProgramRun(["trust"], at: place).output.contains(
                "asks: run scripts that read the secret TOKEN (scripts of b.yml)"))
        #expect(try ProgramRun(["trust", "--agree"], at: place).status == 0)
        #expect(try ProgramRun(["send", "a"], at: place).status == 0)
        try place.write(Fixture.scripted("A", "/echo", ("tests", "test('another', () => {});")), to: "a.yml")
        #expect(try ProgramRun(["send", "a"], at: place).status == 0, "it still only computes")
        try place.write(
            Fixture.scripted("B", "/echo", ("before-request", "req.setHeader('Y', bru.getEnvVar('TOKEN'));")),
            to: "b.yml")
        #expect(
            try ProgramRun(["send", "b"], at: place).errors.contains("read the secret TOKEN"), "its text has changed")
    }

    @Test("a script gets no secret that it does not name, and sends nowhere that its text does not say")
    func attacks() throws {
        let place = try place([
            "a.yml": Fixture.scripted(
                "A", "/echo",
                (
                    "tests",
                    "const name = ['TOK', 'EN'].join('');\ntest('no secret', () => expect(bru.getEnvVar(name)).to.equal(undefined));\ntest('no sending', async () => { let error; try { await bru['send' + 'Request']({url: 'http:' + '//127.0.0.1:9'}); } catch (e) { error = e.message; } expect(error).to.equal('not allowed: send' + 'Request'); });"
                )),
            "b.yml": Fixture.scripted(
                "B", "/echo",
                (
                    "tests",
                    "const host = '127.0.0' + '.2';\ntest('elsewhere', async () => { let error; try { await bru.sendRequest({url: 'http:' + '//' + host + ':9/'}); } catch (e) { error = e.message; } expect(error).to.equal('not allowed: sending to http:' + '//127.0.0.2:9'); });\ntest('here', async () => { const answer = await bru.sendRequest({url: '{{baseUrl}}/echo'}); expect(answer.status).to.equal(200); });\ntest('no value of the process', async () => { const answer = await bru.sendRequest({url: '{{baseUrl}}/echo', headers: {'X-S': '{' + '{process.env.TOK' + 'EN}}'}}); expect(JSON.stringify(answer.data)).to.contain('process.env').and.not.contain('s3cret'); });"
                )),
        ])
        for request in ["a", "b"] {
            let run = try ProgramRun(["send", request, "--trust"], at: place, environment: ["TOKEN": "s3cret-value"])
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test("values go from request to request; scripts skip, choose the next request and end the run")
    func run() throws {
        let place = try place([
            "1.yml": Fixture.scripted(
                "One", "/echo",
                ("after-response", "pm.environment.set('id', 7);\npm.execution.setNextRequest('Three');")),
            "2.yml": Fixture.scripted("Two", "/echo", ("tests", "test('never', () => { throw new Error('ran'); });")),
            "3.yml": Fixture.scripted(
                "Three", "/echo?id={{id}}",
                (
                    "tests",
                    "test('id', () => { expect(pm.environment.get('id')).to.equal(7); expect(res.url).to.contain('id=7'); });"
                )),
            "4.yml": Fixture.scripted("Four", "/echo", ("before-request", "bru.runner.skipRequest();")),
            "5.yml": Fixture.scripted("Five", "/echo", ("tests", "bru.runner.stopExecution();")),
            "6.yml": Fixture.scripted("Six", "/echo"),
        ])
        let run = try ProgramRun(["run", "--trust"], at: place)
        let lines = run.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(lines == ["ok    1", "ok    3", "skip  4", "ok    5"], "\(run.output)\(run.errors)")
        #expect(run.status == 0)
        let without = try ProgramRun(["run", "--no-scripts", "--trust"], at: place)
        #expect(without.errors.contains("5 scripts not run"), "\(without.errors)")
    }

    @Test("an error of a script before a request fails that request, and the run goes on with what the script had set")
    func failedBefore() throws {
        let place = try place([
            "1.yml": Fixture.scripted(
                "One", "/echo", ("before-request", "test('early', () => {});\nbru.setVar('kept', 7);\nnothing.here;")),
            "2.yml": Fixture.scripted(
                "Two", "/echo", ("tests", "test('kept', () => expect(bru.getVar('kept')).to.equal(7));")),
        ])
        let run = try ProgramRun(["run", "--trust"], at: place)
        let failure = "ReferenceError: Can't find variable: nothing (1.yml:"
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.output.contains("FAIL  1: not sent: a script before the request failed\n"), "\(run.output)")
        #expect(run.output.contains("test failed: the script runs to its end: \(failure)"), "\(run.output)")
        #expect(run.output.contains("          nothing.here;\n") && run.output.contains("ok    2:"), "\(run.output)")
        #expect(run.errors.contains("2 requests: 1 ok, 1 failed; 2 of 3 assertions passed"), "\(run.errors)")
        let json = try ProgramRun(["run", "--trust", "--json"], at: place).output
        #expect(json.contains(#""place": "1.yml:"#) && json.contains(#""code": "nothing.here;\n"#), "\(json)")
        let first = try ProgramRun(["run", "--trust", "--bail"], at: place)
        #expect(first.status == 1 && !first.output.contains("  2:"), "\(first.output)")
        let example = "\nexamples: [{name: ok, response: {status: 200}}]\n"
        for name in ["1.yml", "2.yml"] { try place.write(try place.text(of: name) + example, to: name) }
        let verify = try ProgramRun(["verify", "--trust"], at: place)
        #expect(
            verify.status == 1 && verify.output.contains("1: not sent: a script failed: 1.yml:"), "\(verify.output)")
        #expect(verify.output.contains("2: same (ok)"), "\(verify.output)")
        let sent = try ProgramRun(["send", "1", "--trust"], at: place)
        #expect(sent.status == 4 && sent.errors.contains("not sent; a script failed: 1.yml:"), "\(sent.errors)")
    }

    @Test("a test that the script skips fails nothing, and is shown as skipped everywhere")
    func skipped() throws {
        let place = try place([
            "get.yml": Fixture.scripted(
                "Get", "/echo",
                ("tests", "test('runs', () => {});\npm.test.skip('later', () => { throw new Error('ran'); });"))
        ])
        let run = try ProgramRun(["run", "--trust"], at: place)
        #expect(run.status == 0 && run.output.contains("test skipped: later"), "\(run.output)\(run.errors)")
        #expect(run.errors.contains("1 request: 1 ok; 1 of 1 assertion passed, 1 skipped"), "\(run.errors)")
        let json = try ProgramRun(["run", "--trust", "--json"], at: place).output
        #expect(json.contains(#""outcome": "skipped""#), "\(json)")
        let session = try place.start(size: .below)
        try session.showRequest("get", named: "Get")
        try session.sendAgreeing()
        try session.waitForResponse("1 of 1 assertion passed, 1 skipped")
        #expect(try session.quit() == 0)
        #expect(try ProgramRun(["history", "show", "get@"], at: place).output.contains("test skipped: later"))
    }

    @Test("scripts after the response see the request as it was sent, but for secrets that they were not agreed to get")
    func sentRequest() throws {
        let script = """
            test('URL', () => { expect(req.getUrl()).to.equal(res.body.origin + '/echo'); expect(pm.request.url.getPath()).to.equal('/echo'); });
            test('headers', () => { expect(req.getHeader('X-Id')).to.have.lengthOf(36); expect(JSON.stringify(res.body.headers)).to.include(req.getHeader('X-Id')); });
            test('body', () => { expect(req.getBody().n).to.equal(7); expect(pm.request.body.raw).to.equal(res.body.body); });
            test('secret', () => expect(req.getHeader('X-Secret')).to.equal('{{TOK' + 'EN}}'));
            test('credentials', () => expect(JSON.stringify(req.getHeaders())).to.not.include('Bearer'));
            """
        func request(_ headers: String) -> String {
            let text = Fixture.scripted("Get", "/echo", method: "POST", ("tests", script))
            let parts = "  headers: [\(headers)]\n  auth: {type: bearer, token: '{{TOKEN}}'}\n"
            return text.replacingOccurrences(
                of: "\n\nruntime", with: "\n\(parts)  body: {type: json, data: '{\"n\": {{n}}}'}\n\nruntime")
        }
        let secret = "{name: X-Secret, value: '{{TOKEN}}'}"
        let place = try place(["get.yml": request("{name: X-Id, value: '{{$guid}}'}, \(secret)")])
        let run = try ProgramRun(
            ["send", "get", "--trust", "--var", "n=7"], at: place, environment: ["TOKEN": "s3cret-value"])
        #expect(run.status == 0, "\(run.errors)\(run.output)")
    }

    @Test(
        "a script changes nothing in a protected environment without --yes, and what it sends keeps out of a history that is off"
    )
    func protectedEnvironment() throws {
        let place = try place([
            "microscope.yaml": "version: 1\nenvironments:\n  local:\n    protected: true\n    history: false\n",
            "method.yml": Fixture.scripted("Method", "/echo", ("before-request", "req.setMethod('DELETE');")),
            "send.yml": Fixture.scripted(
                "Send", "/echo",
                (
                    "tests",
                    "test('post', async () => { const answer = await bru.sendRequest({url: '{{baseUrl}}/echo', method: 'POST'}); expect(answer.status).to.equal(200); });"
                )),
        ])
        let method = try ProgramRun(["send", "method", "--trust"], at: place)
        #expect(method.status == 4 && method.errors.contains("local is protected"), "\(method.errors)")
        let send = try ProgramRun(["send", "send", "--trust"], at: place)
        #expect(send.status == 1 && send.errors.contains("not allowed: POST in local, which is protected"))
        #expect(try ProgramRun(["send", "send", "--trust", "--yes"], at: place).status == 0)
        #expect(try ProgramRun(["history", "list"], at: place).output.isEmpty)
        let session = try place.start(size: .below)
        try session.showRequest("method", named: "Method")
        try session.sendAgreeing()
        try session.waitFor("a script makes this a DELETE")
        #expect(try session.quit() == 0)
    }

    @Test(
        "values that scripts set on screen have their scope in the next request, and are gone once they are taken away")
    func values() throws {
        let place = try place([
            "keep.yml": Fixture.scripted("Keep", "/echo", ("tests", "bru.setEnvVar('id', 7);")),
            "show.yml": Fixture.scripted(
                "Show", "/echo", ("tests", "test('it is ' + bru.getEnvVar('id'), () => {}); bru.deleteEnvVar('id');")),
        ])
        let session = try place.start(size: .below)
        try session.showRequest("keep", named: "Keep")
        try session.sendAgreeing()
        try session.waitForResponse("200 OK")
        for value in ["it is 7", "it is undefined"] {
            try session.send("show", named: "Show", until: "1 of 1 assertion passed")
            try session.type("3")
            try session.showResponseTab("Checks")
            try session.waitFor(value)
        }
        #expect(try session.quit() == 0)
    }

    @Test("an error of a script before the request sends nothing; one after the response is a test that failed")
    func errors() throws {
        let place = try place([
            "before.yml": Fixture.scripted("Before", "/echo", ("before-request", "const a = 1;\na.b.c();")),
            "after.yml": Fixture.scripted("After", "/echo", ("after-response", "while (true) {}")),
        ])
        let before = try ProgramRun(["send", "before", "--trust"], at: place)
        #expect(before.status == 4 && before.output.isEmpty)
        #expect(before.errors.contains("a script failed: before.yml:14:"), "\(before.errors)")
        #expect(before.errors.contains("\n  a.b.c();\n  ") && before.errors.contains("^\n"), "\(before.errors)")
        let after = try ProgramRun(["send", "after", "--trust"], at: place)
        #expect(after.status == 1 && after.errors.contains("the script ran longer than"), "\(after.errors)")
        #expect(after.output.contains("echo"), "the response is there")
    }

    @Test(
        "on screen a send asks for the scripts once, the tests are rows of Checks, and the log has the console lines")
    func screen() throws {
        let place = try place([
            "get.yml": Fixture.scripted(
                "Get", "/echo",
                (
                    "tests",
                    "console.log('hello log');\ntest('status is 200', () => expect(res.status).to.equal(200));\ntest('name', () => expect(res.body.none).to.equal('x'));"
                ))
        ])
        let session = try place.start(size: .below)
        try session.showRequest("get", named: "Get")
        try session.sendAgreeing()
        try session.waitForResponse("1 assertion failed")
        try session.type("3")
        try session.showResponseTab("Checks")
        try session.waitFor("the tests") {
            $0.contains("✓ status is 200") && $0.contains("expected undefined to equal 'x'") && $0.contains("get.yml:1")
                && $0.contains("    test('name', () => expect(res.body.none).to.equal('x'));")
        }
        try session.type("4z")
        try session.waitFor("console: hello log")
        #expect(try session.quit() == 0)
        let again = try place.start(size: .small)
        try again.send("get", named: "Get", until: "1 assertion failed")
        #expect(try again.quit() == 0)
    }

    @Test("a script is written on screen: a fault is marked while one types, and what is right runs")
    func written() throws {
        let place = try place(["get.yml": Fixture.scripted("Get", "/echo")])
        let session = try place.start(size: .below)
        try session.showRequest("get", named: "Get")
        try session.type("2]]]]]]]")
        try session.waitFor("No scripts. a adds one")
        try session.type("a")
        try session.waitFor("after-response")
        try session.press(.enter)
        try session.waitFor("empty: Enter types the script")
        try session.type("j")
        try session.press(.enter)
        try session.type("test('typed', () => {")
        try session.waitFor("SyntaxError")
        try session.type("});")
        try session.waitFor("no fault") { !$0.contains("SyntaxError") }
        try session.press(.escape)
        try session.waitFor("Enter edit")
        try session.sendAgreeing()
        try session.waitForResponse("1 of 1 assertion passed")
        try session.type("w")
        try session.waitFor("Saved get.yml")
        #expect(try session.quit() == 0)
        #expect(try place.text(of: "get.yml").contains("code: test('typed', () => {});"))
    }

    @Test("--write-variables writes what scripts set into the files, secrets into the private store, and no template")
    func writtenVariables() throws {
        let place = try place([
            "set.yml": Fixture.scripted(
                "Set", "/echo",
                (
                    "tests",
                    """
                    bru.setEnvVar('count', 3);
                    bru.setEnvVar('TOKEN', 'tok-1234567890');
                    bru.setEnvVar('evil', '{{TOKEN}}');
                    bru.setCollectionVar('page', 'two');
                    bru.setVar('only', 'here');
                    """
                ))
        ])
        let before = try place.text(of: "environments/local.yml")
        #expect(try ProgramRun(["run", "--trust"], at: place).status == 0)
        #expect(try place.text(of: "environments/local.yml") == before, "nothing is written without the option")
        let run = try ProgramRun(["run", "--trust", "--write-variables"], at: place)
        #expect(run.status == 0 && run.errors.contains("environments/local.yml has TOKEN, count now"), "\(run.errors)")
        #expect(run.errors.contains("evil is not written: it has placeholders"))
        let after = try place.text(of: "environments/local.yml")
        #expect(
            after.hasPrefix(before) && after.contains("name: count") && !after.contains("tok-1234567890"), "\(after)")
        #expect(!after.contains("evil") && !after.contains("only"))
        let root = try place.text(of: "opencollection.yml")
        #expect(root.contains("page") && root.contains("two") && run.errors.contains("opencollection.yml has page now"))
        try place.write(Fixture.scripted("Show", "/echo?token={{TOKEN}}&count={{count}}"), to: "show.yml")
        let show = try ProgramRun(["send", "show", "--show-secrets", "--yes"], at: place)
        #expect(show.output.contains("token=tok-1234567890&count=3"), "\(show.output) \(show.errors)")
    }

    @Test(
        "scripts read and set the cookies of servers that were agreed to; values are masked, and other servers refused")
    func cookies() throws {
        let place = try place([
            "jar.yml": Fixture.scripted(
                "Jar", "/echo",
                (
                    "before-request",
                    """
                    const jar = bru.cookies.jar();
                    await jar.setCookie('{{baseUrl}}', 'session', 'abc-1234567890');
                    bru.cookies.add({key: 'theme', value: 'dark', path: '/echo'});
                    await jar.setCookie('{{baseUrl}}', {key: 'old', value: '1', expires: new Date(0)});
                    """
                ),
                (
                    "tests",
                    """
                    test('sent', () => expect(res.body.headers.Cookie).to.equal('theme=dark; session=abc-1234567890'));
                    test('list', () => {
                      expect(bru.cookies.get('session')).to.equal('abc-1234567890');
                      expect(bru.cookies.has('old')).to.be.false;
                      expect(bru.cookies.one('theme').path).to.equal('/echo');
                      expect(bru.cookies.toObject()).to.eql({theme: 'dark', session: 'abc-1234567890'});
                    });
                    test('postman', async () => {
                      const jar = pm.cookies.jar();
                      expect(await jar.get('{{baseUrl}}/echo', 'theme')).to.equal('dark');
                      await jar.unset('{{baseUrl}}/echo', 'theme');
                    });
                    pm.cookies.jar().getAll('{{baseUrl}}/echo', (error, all) => test('callback', () => expect(all.map(String)).to.include('session=abc-1234567890')));
                    test('elsewhere', async () => {
                      let message;
                      try { await bru.cookies.jar().getCookies(['http:/', 'other.test'].join('/')); } catch (error) { message = error.message; }
                      expect(message).to.include('not allowed: cookies of');
                    });
                    console.log('cookie ' + bru.cookies.get('session'));
                    """
                ))
        ])
        let refused = try ProgramRun(["send", "jar"], at: place)
        #expect(
            refused.status == 4 && refused.errors.contains("use cookies of \(place.server.baseURL)"),
            "\(refused.errors)")
        let sent = try ProgramRun(["send", "jar", "--trust"], at: place)
        #expect(sent.status == 0 && sent.errors.contains("5 of 5 assertions passed"), "\(sent.errors)")
        #expect(sent.errors.contains("console: cookie ") && !sent.errors.contains("abc-1234567890"), "\(sent.errors)")
        let off = try ProgramRun(["send", "jar", "--trust", "--no-cookies"], at: place)
        #expect(off.status == 4 && off.errors.contains("cookies are disabled"), "\(off.errors)")
        #expect(off.errors.contains("jar.yml:"), "the place of the script")
    }
}
