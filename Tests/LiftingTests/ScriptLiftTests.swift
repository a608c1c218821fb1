import Dispatch
import Lifting
import OpenCollection
import Testing

/// The assertions and captures of a script, a line each; the reason why it is kept.
private func lines(_ code: String) -> [String] {
    do {
        let lift = try ScriptLift(code)
        let assertions = lift.assertions.map { each in
            [each.expression, each.operator, each.value].compactMap(\.self).joined(separator: " ")
        }
        return assertions + lift.captures.map { "\($0.variable) = \($0.expression)" } + lift.remarks
    } catch {
        return ["kept, line \(error.line): \(error.reason)"]
    }
}

@Suite("Lifting: scripts")
struct ScriptLiftTests {
    @Test(
        "what a script checks and captures is said without JavaScript",
        arguments: [
            ("pm.test('Status is 200', () => pm.response.to.have.status(200));", ["res.status eq 200"]),
            (
                "pm.test(`s`, function () {\n  pm.response.to.have.status(\"Created\")\n})",
                ["res.statusText eq Created"]
            ),
            ("expect(res.body.id).to.equal('200')", ["res.body.id eq \"200\""]),
            ("expect(res.body['a-b'].c[0]).to.eql(true)", ["res.body[\"a-b\"].c[0] eq true"]),
            ("expect(res.getStatus()).to.be.within(200, 299)", ["res.status between 200, 299"]),
            ("expect(res.body.x).to.be.oneOf(['a', 1])", ["res.body.x in [a, 1]"]),
            ("expect(res.body.x).to.match(/^a\\d$/)", ["res.body.x matches /^a\\d$/"]),
            (
                "expect(res.body).to.have.property('a').that.is.a('string')",
                ["res.body.a isDefined", "res.body.a isString"]
            ),
            ("expect(res.body.o).to.include.all.keys('a', 'b')", ["res.body.o.a isDefined", "res.body.o.b isDefined"]),
            ("pm.response.to.have.header('Content-Type')", ["res.headers['content-type'] isDefined"]),
            (
                "tests['a'] = responseCode.code == 200 && responseTime < 300;",
                ["res.status eq 200", "res.responseTime lt 300"]
            ),
            (
                "var j = JSON.parse(responseBody); pm.globals.set('t', j.token)",
                ["res.body isJson", "t = res.body.token"]
            ),
            (
                "const { token, user: { id } } = res.body\nbru.setVar('t', token)\nbru.setEnvVar('u', id)",
                ["t = res.body.token", "u = res.body.user.id"]
            ),
            (
                "'use strict'; // a comment\nconsole.log(`x ${res.body.a}`, JSON.stringify(res.body)); expect(res.status).to.eq(200)",
                ["res.status eq 200", "What it writes to the console is dropped."]
            ),
            (
                "if (res.status === 200) { bru.setVar('t', res.body.t) }",
                ["t = res.body.t", "t is kept whenever res.body.t is there; the script asked for more."]
            ),
            ("expect(typeof res.body.a === 'string').to.be.true", ["res.body.a isString"]),
            (
                "await test('a', async () => { expect(res.body.items).to.be.an('array').that.is.not.empty })",
                ["res.body.items isArray", "res.body.items isNotEmpty"]
            ),
        ])
    func lifted(_ code: String, _ expected: [String]) { #expect(lines(code) == expected) }

    @Test(
        "what does more is kept, with the line and the reason",
        arguments: [
            ("expect(res.status).to.equal(200)\nfor (const x of res.body) {}", "kept, line 2: a loop"),
            ("const now = Date.now()", "kept, line 1: the function Date.now"),
            ("\nbru.setVar('a', 'fixed')", "kept, line 2: a variable that is not part of the response"),
            ("bru.setVar('t', `Bearer ${res.body.t}`)", "kept, line 1: a computed value"),
            ("if (res.status === 200) expect(res.body.a).to.exist", "kept, line 1: a check under a condition"),
            ("if (x) bru.setVar('t', res.body.t)", "kept, line 1: the value of x"),
            ("expect(res.body).to.eql({a: 1})", "kept, line 1: a computed value"),
            ("expect(res.body.a).to.equal('{{b}}')", "kept, line 1: the check equal with such a value"),
            (
                "pm.sendRequest('http://a.test', () => {})",
                "kept, line 1: something that is neither a check nor a capture"
            ),
            ("bru.setVar('t', res.body.t); bru.setVar('t', res.body.u)", "kept, line 1: a variable that is set twice"),
            ("test('nothing', () => {})", "kept, line 1: a test without checks"),
            ("// only a comment", "kept, line 1: nothing that checks or captures"),
            ("expect(res.body.a).to.match(/a/i)", "kept, line 1: a regular expression with flags"),
            ("expect(res.body.map).to.exist", "kept, line 1: the member map"),
            ("const res = {status: 200}; expect(res.status).to.equal(200)", "kept, line 1: a computed value"),
            ("expect(res.status).to.equal(200", "kept, line 1: something else than )"),
            ("'abc", "kept, line 1: a text without its end"),
        ])
    func kept(_ code: String, _ expected: String) { #expect(lines(code) == [expected]) }
}

@Suite("Lifting: any text")
struct AnyScriptTests {
    private static let pieces = [
        "test('a', () => ", "expect(res.body", ".to.equal(", "function () {", "}", ")", "(", "[", "]", "{", "`a${", "`",
        "'", "\\", "/a/", "/",
        "=", "=>", "if (", "else", "const ", "x", ".x", "?.", "!", "await ", "1", "1e", "...", ",", ";", "\n", "//",
        "/*", "*/", "é", "\u{1F600}",
    ]

    @Test("whatever a script is, it is lifted or kept with a reason", arguments: 0..<40)
    func random(_ seed: UInt64) {
        var state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<200 {
            let code = (0..<next(24)).map { _ in Self.pieces[next(Self.pieces.count)] }.joined()
            #expect(lines(code).allSatisfy { !$0.isEmpty })
        }
    }

    @Test(
        "what is nested deeply ends with a reason, on a thread with a small stack, too",
        arguments: ["!", "(", "[", "{", "a.", "1+", "a[", "`${", "f(", "if (1) ", "() => ", "a ? ", "x = "])
    func deep(_ piece: String) async {
        let code = String(repeating: piece, count: 20_000)
        let found = await withCheckedContinuation { done in
            DispatchQueue.global().async { done.resume(returning: lines(code)) }
        }
        #expect(found.count == 1 && found[0].hasPrefix("kept, line 1: "), "\(found)")
    }
}

@Suite("Lifting: collections")
struct CollectionLiftTests {
    private func request(_ path: ItemPath, _ scripts: String) throws -> CollectionItem {
        let text = """
            info:
              name: \(path.baseName)
              type: http
            http:
              method: GET
              url: http://a.test
            runtime:
              scripts:
            \(scripts)
            """
        return CollectionItem(
            path: path, name: path.baseName, kind: .request(try RequestFile.read(text: text, path: path)))
    }

    private func script(_ type: String, _ code: String) -> String {
        "    - type: \(type)\n      code: |-\n        " + code.split(separator: "\n").joined(separator: "\n        ")
    }

    private func lift(_ items: CollectionItem..., root: String? = nil, in selection: [ItemPath] = []) throws
        -> CollectionLift
    {
        var collection = Collection(name: "c", items: items)
        if root != nil { collection.root.scripts = [Script("tests", "")] }
        return try CollectionLift(collection, in: selection) { _ in root }
    }

    @Test("a lifted script is removed, with its assertions and captures in the same file")
    func file() throws {
        let code = "test('ok', () => expect(res.status).to.equal(200))\nbru.setVar('t', res.body.t)"
        let lift = try lift(request("a.yml", script("tests", code)))
        #expect(lift.kept.isEmpty && lift.files.count == 1)
        let new = try RequestFile.read(text: lift.files[0].new, path: "a.yml").definition
        #expect(new.scripts.isEmpty)
        #expect(new.assertions.map(\.description) == ["ok"] && new.actions.map(\.variable) == ["t"])
        #expect(LineChanges(lift.files[0].old, lift.files[0].new).lines.contains { $0.patchLine.hasPrefix("-") })
    }

    @Test("only what was asked for is lifted, by request or folder")
    func selection() throws {
        let one = try request("a.yml", script("tests", "expect(res.status).to.equal(200)"))
        let two = try request("b.yml", script("tests", "expect(res.status).to.equal(201)"))
        let lift = try lift(one, two, in: ["b.yml"])
        #expect(lift.files.map(\.path) == ["b.yml"] && lift.entries.count == 1)
    }

    @Test("a value for an environment stays in its script while another script needs it")
    func neededElsewhere() throws {
        let login = try request("login.yml", script("after-response", "bru.setEnvVar('token', res.body.token)"))
        let reader = try request("read.yml", script("before-request", "req.setHeader('A', bru.getEnvVar('token'))"))
        let lift = try lift(login, reader)
        #expect(lift.files.isEmpty)
        #expect(
            lift.kept.compactMap(\.keptLine) == [
                "login.yml:11: another script uses token", "read.yml:11: it runs before the request",
            ])
        let other = try request("read.yml", script("before-request", "req.setHeader('A', bru.getEnvVar('tokens'))"))
        #expect(try self.lift(login, other).files.map(\.path) == ["login.yml"])
    }

    @Test("a value for an environment stays in its script where a request without scripts has a variable of that name")
    func nearerVariable() throws {
        let login = try request("login.yml", script("after-response", "bru.setEnvVar('token', res.body.token)"))
        let text =
            "info:\n  name: other\n  type: http\nhttp:\n  method: GET\n  url: http://a.test\nruntime:\n  variables:\n"
        let file = try RequestFile.read(text: text + "    - name: token\n      value: own\n", path: "other.yml")
        let lift = try lift(login, CollectionItem(path: "other.yml", name: "other", kind: .request(file)))
        #expect(lift.kept.compactMap(\.keptLine) == ["login.yml:11: token is a variable of a request or folder"])
        var collection = Collection(
            name: "c", items: [try request("a.yml", script("tests", "bru.setCollectionVar('token', res.body.token)"))])
        collection.environments = [EnvironmentDefinition(name: "dev", variables: [Variable("token", "")])]
        let kept = try CollectionLift(collection) { _ in nil }.kept
        #expect(kept.compactMap(\.keptLine) == ["a.yml:11: token is a variable of an environment"])
    }

    @Test("checks of a folder or of the collection are kept: only requests have assertions")
    func checksOfCollection() throws {
        let root =
            "opencollection: 1.0.0\ninfo:\n  name: c\nrequest:\n  scripts:\n"
            + script("tests", "expect(res.status).to.equal(200)")
        let lift = try lift(root: root)
        #expect(lift.files.isEmpty && lift.kept.count == 1)
        #expect(lift.kept.first?.keptLine?.contains("only requests have assertions") == true)
    }

    @Test("a script that sets the body keeps the checks after it")
    func changedBody() throws {
        let item = try request(
            "a.yml",
            script("after-response", "res.setBody({a: 1})") + "\n" + script("tests", "expect(res.body.a).to.equal(1)"))
        #expect(try lift(item).files.isEmpty)
    }
}
