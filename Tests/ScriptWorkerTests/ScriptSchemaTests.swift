import FilterWorker
import Foundation
import ScriptWorker
import TestSupport
import Testing

/// Runs a script of one file in a worker, with a response.
private func run(_ code: String, body: String = "{}") -> ScriptOutcome {
    var state = ScriptState()
    state.scopes = ["environment": ["host": #""a.test""#], "global": ["g": "1"]]
    var response = ScriptState.Response()
    (response.status, response.headers) = (200, [["Set-Cookie", "id=7; Path=/"]])
    state.response = response
    var host = ScriptHost()
    host.body = { body }
    let program = WorkerProgram(path: builtProgram("script-probe"), words: [])
    return ScriptProcess(program).run(
        ScriptStage([ScriptSegment(file: "a.yml", line: 1, code: code)], state, host: host))
}

/// A keyword of JSON Schema, with values that hold and values that do not, as JavaScript.
struct SchemaCase: Sendable, CustomTestStringConvertible {
    let schema: String
    let valid: [String]
    let invalid: [String]

    init(_ schema: String, _ valid: [String], not invalid: [String]) {
        (self.schema, self.valid, self.invalid) = (schema, valid, invalid)
    }

    var testDescription: String { schema }
}

@Suite("Scripts: JSON Schema")
struct ScriptSchemaTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    @Test(
        "each keyword holds for what it says, and for nothing else",
        arguments: [
            SchemaCase("{type: 'integer'}", ["1", "2.0"], not: ["1.5", "'1'", "null", "true"]),
            SchemaCase("{type: ['string', 'null']}", ["''", "null"], not: ["0", "[]"]),
            SchemaCase("{type: 'object'}", ["{}"], not: ["[]", "null"]),
            SchemaCase("{type: 'string', nullable: true}", ["null", "'a'"], not: ["1"]),
            SchemaCase("{enum: [1, {a: [2]}]}", ["1", "{a: [2]}"], not: ["'1'", "{a: [3]}"]),
            SchemaCase("{const: null}", ["null"], not: ["0", "undefined ?? 1"]),
            SchemaCase("{minimum: 1, exclusiveMaximum: 3}", ["1", "2.9", "'x'"], not: ["0", "3"]),
            SchemaCase("{minimum: 1, exclusiveMinimum: true, maximum: 3}", ["1.1", "3"], not: ["1", "4"]),
            SchemaCase("{multipleOf: 0.1}", ["0.3", "1"], not: ["0.25"]),
            SchemaCase(
                "{minLength: 2, maxLength: 3}", ["'ab'", "'\u{1F600}\u{1F600}'"], not: ["'a'", "'\u{1F600}'", "'abcd'"]),
            SchemaCase("{pattern: '^a\\\\d'}", ["'a1b'", "3"], not: ["'b1'"]),
            SchemaCase(
                "{minItems: 1, maxItems: 2, uniqueItems: true}", ["[1]", "[1, '1']"],
                not: ["[]", "[{a: 1}, {a: 1}]", "[1, 2, 3]"]),
            SchemaCase("{items: {type: 'number'}}", ["[]", "[1]", "'x'"], not: ["[1, 'a']"]),
            SchemaCase("{prefixItems: [{type: 'number'}], items: false}", ["[]", "[1]"], not: ["[1, 2]", "['a']"]),
            SchemaCase("{items: [{type: 'number'}], additionalItems: {type: 'string'}}", ["[1, 'a']"], not: ["[1, 2]"]),
            SchemaCase("{contains: {const: 1}, maxContains: 2}", ["[1]", "[0, 1, 1]"], not: ["[]", "[1, 1, 1]"]),
            SchemaCase("{contains: {const: 1}, minContains: 0}", ["[]"], not: []),
            SchemaCase("{minProperties: 1, maxProperties: 1}", ["{a: 1}"], not: ["{}", "{a: 1, b: 2}"]),
            SchemaCase("{required: ['a', 'toString']}", ["{a: undefined, toString: 1}"], not: ["{a: 1}", "{}"]),
            SchemaCase(
                "{properties: {a: {type: 'string'}}, additionalProperties: false}", ["{}", "{a: ''}"],
                not: ["{a: 1}", "{b: ''}"]),
            SchemaCase(
                "{patternProperties: {'^x': {type: 'number'}}, additionalProperties: {type: 'string'}}",
                ["{xa: 1, b: ''}"], not: ["{xa: ''}", "{b: 1}"]),
            SchemaCase("{propertyNames: {maxLength: 2}}", ["{ab: 1}"], not: ["{abc: 1}"]),
            SchemaCase("{dependentRequired: {a: ['b']}}", ["{b: 1}", "{a: 1, b: 1}"], not: ["{a: 1}"]),
            SchemaCase(
                "{dependencies: {a: ['b'], c: {required: ['d']}}}", ["{c: 1, d: 1}"], not: ["{a: 1}", "{c: 1}"]),
            SchemaCase(
                "{dependentSchemas: {a: {maxProperties: 1}}}", ["{a: 1}", "{b: 1, c: 1}"], not: ["{a: 1, b: 1}"]),
            SchemaCase("{allOf: [{minimum: 1}, {maximum: 2}]}", ["1", "2"], not: ["0", "3"]),
            SchemaCase("{anyOf: [{type: 'string'}, {minimum: 5}]}", ["'a'", "5"], not: ["4"]),
            SchemaCase("{oneOf: [{multipleOf: 2}, {multipleOf: 3}]}", ["2", "3"], not: ["6", "1"]),
            SchemaCase("{not: {type: 'null'}}", ["1"], not: ["null"]),
            SchemaCase(
                "{if: {properties: {t: {const: 'a'}}, required: ['t']}, then: {required: ['a']}, else: {required: ['b']}}",
                ["{t: 'a', a: 1}", "{b: 1}"], not: ["{t: 'a', b: 1}", "{t: 'b'}"]),
            SchemaCase("{$ref: '#/$defs/a~1b', $defs: {'a/b': {type: 'string'}}}", ["'x'"], not: ["1"]),
            SchemaCase(
                "{definitions: {n: {properties: {next: {$ref: '#/definitions/n'}, v: {type: 'number'}}}}, $ref: '#/definitions/n'}",
                ["{next: {next: {v: 1}}}"], not: ["{next: {next: {v: ''}}}"]),
            SchemaCase(
                "{items: {$ref: '#name'}, $defs: {n: {$anchor: 'name', type: 'string'}}}", ["['a']"], not: ["[1]"]),
            SchemaCase(
                "{$id: 'https://a.test/root.json', items: {$ref: 'item.json'}, $defs: {i: {$id: 'item.json', type: 'string'}}}",
                ["['a']"], not: ["[1]"]),
            SchemaCase(
                "{properties: {id: {type: 'string'}, $ref: {type: 'string'}}}", ["{id: 'a', $ref: 'b'}"],
                not: ["{$ref: 1}"]),
            SchemaCase("true", ["1"], not: []), SchemaCase("false", [], not: ["1"]),
            SchemaCase(
                "{format: 'date-time'}", ["'2026-02-28T23:59:60Z'", "'2024-02-29t00:00:00.5+02:00'", "1"],
                not: ["'2026-02-29T00:00:00Z'", "'2026-01-01'", "'2026-01-01T24:00:00Z'"]),
            SchemaCase("{format: 'date'}", ["'2000-02-29'"], not: ["'1900-02-29'", "'2026-13-01'", "'26-01-01'"]),
            SchemaCase("{format: 'time'}", ["'10:00:00Z'"], not: ["'10:00'"]),
            SchemaCase(
                "{format: 'email'}", ["'a.b+c@d-e.test'"], not: ["'a'", "'a@'", "'.a@b'", "'a..b@c.d'", "'a b@c.d'"]),
            SchemaCase(
                "{format: 'uri'}", ["'https://a.test/x?y#z'", "'urn:isbn:1'"], not: ["'/x'", "'http://a b'", "'a:%zz'"]),
            SchemaCase(
                "{format: 'uuid'}", ["'2EB8AA08-aa98-11ea-b4aa-73b441d16380'"],
                not: ["'2eb8aa08aa9811eab4aa73b441d16380'"]),
            SchemaCase("{format: 'ipv4'}", ["'127.0.0.1'"], not: ["'127.0.0'", "'256.1.1.1'", "'1.1.1.1.'"]),
            SchemaCase(
                "{format: 'ipv6'}", ["'::1'", "'2001:db8::1'", "'::ffff:1.2.3.4'", "'1:2:3:4:5:6:7:8'"],
                not: ["'1:2'", "':::1'", "'g::1'", "'1:2:3:4:5:6:7:8:9'"]),
            SchemaCase("{format: 'hostname'}", ["'a-b.test'"], not: ["'-a'", "'a_b'"]),
            SchemaCase("{format: 'regex'}", ["'^a$'"], not: ["'('"]),
            SchemaCase("{format: 'duration'}", ["'P1DT2H'"], not: ["'P'", "'PT'"]),
            SchemaCase("{format: 'json-pointer'}", ["'/a~1b'", "''"], not: ["'a'", "'/~2'"]),
            SchemaCase("{format: 'nobody-knows'}", ["'x'"], not: []),
        ])
    func keyword(_ row: SchemaCase) {
        let outcome = run(
            """
            const schema = \(row.schema);
            for (const each of [\(row.valid.joined(separator: ", "))]) test(`${JSON.stringify(each)} holds`, () => expect(each).to.have.jsonSchema(schema));
            for (const each of [\(row.invalid.joined(separator: ", "))]) test(`${JSON.stringify(each)} does not`, () => expect(each).not.to.have.jsonSchema(schema));
            """)
        #expect(outcome.problem == nil && outcome.tests.count == row.valid.count + row.invalid.count)
        #expect(outcome.tests.allSatisfy { $0.outcome == .passed }, "\(outcome.tests.filter { $0.outcome != .passed })")
    }

    private static let body = #"{"users": [{"id": 1, "name": "Ann"}, {"id": "2"}], "total": -1}"#
    private static let schema =
        "{type: 'object', required: ['users'], properties: {total: {minimum: 0}, users: {type: 'array', items: {required: ['id', 'name'], properties: {id: {type: 'integer'}}}}}}"

    @Test("what does not follow is told with its place, what was wanted and what is there")
    func messages() {
        let outcome = run(
            "test('it', () => pm.response.to.have.jsonSchema(\(Self.schema))); test('not', () => pm.response.to.not.have.jsonSchema({}));",
            body: Self.body)
        #expect(
            outcome.tests.map(\.message) == [
                "expected response to follow the schema: /users/1 must have required property 'name'; /users/1/id must be integer, but is '2'; /total must be >= 0, but is -1",
                "expected response to not follow the schema",
            ])
        #expect(outcome.tests.map(\.place?.file) == ["a.yml", "a.yml"])
        #expect(
            run("expect(res).to.have.jsonSchema({})", body: "no JSON").problem?.message.contains("have a JSON body")
                == true)
    }

    @Test("what the checker does not know is an error, and never passes")
    func unknown() {
        for (schema, expected) in [
            ("{unevaluatedProperties: false}", "the keyword unevaluatedProperties of JSON Schema is not available"),
            ("{$ref: 'https://a.test/x.json'}", "the schema has no https://a.test/x.json"),
            ("{$ref: '#/definitions/none'}", "the schema has no #/definitions/none"), ("'x'", "a schema is an object"),
        ] {
            let problem = run("expect({}).to.have.jsonSchema(\(schema))").problem
            #expect(problem?.message.contains(expected) == true, "\(String(describing: problem))")
        }
    }

    @Test(
        "tv4 and Ajv are used as scripts use them",
        arguments: [
            "tv4.validate({a: 1}, {properties: {a: {type: 'number'}}}) && tv4.error === null",
            "!tv4.validate({a: {b: 1}}, {properties: {a: {properties: {b: {type: 'string'}}}}}) && tv4.error.dataPath === '/a/b' && tv4.error.code === 0 && tv4.error.message.includes('must be string')",
            "(() => { const all = tv4.validateMultiple([1, 2], {items: {type: 'string'}}); return !all.valid && all.errors.length === 2 && all.missing.length === 0; })()",
            "(tv4.addSchema('http://a.test/s', {type: 'string'}), tv4.validate('x', {$ref: 'http://a.test/s'})) && !tv4.validateResult(1, {$ref: 'http://a.test/s'}).valid",
            "tv4.validate('x', {format: 'email'}) && (tv4.addFormat('odd', (text) => text.length % 2 ? null : 'even'), !tv4.validate('ab', {format: 'odd'}))",
            "!tv4.validate({a: 1, b: 2}, {properties: {a: {}}}, false, true) && tv4.validate({a: 1, b: 2}, {properties: {a: {}}})",
            "(() => { const check = new Ajv().compile({type: 'object', required: ['a']}); return check({a: 1}) && check.errors === null && !check({}) && check.errors[0].keyword === 'required' && check.errors[0].params.missingProperty === 'a'; })()",
            "(() => { const ajv = new Ajv({allErrors: true}); return !ajv.validate({items: {type: 'number'}}, ['a', 'b']) && ajv.errors.length === 2 && ajv.errorsText() === 'data/0 must be number, data/1 must be number' && ajv.errors[1].dataPath === '[1]' && ajv.errors[0].instancePath === '/0'; })()",
            "(() => { const AJV = require('ajv').default; const ajv = new AJV({logger: console}); require('ajv-formats')(ajv); ajv.addSchema({$id: 's', type: 'number'}); return ajv.getSchema('s')(1) && !ajv.validate('s', 'x') && ajv.validate({format: 'ipv4'}, '1.2.3.4') && ajv.errorsText() === 'No errors'; })()",
            "(() => { const ajv = new (require('ajv'))(); ajv.addFormat('up', /^[A-Z]+$/).addFormat('any', true); return ajv.validate({format: 'up'}, 'AB') && !ajv.validate({format: 'up'}, 'ab') && ajv.validate({format: 'any'}, ''); })()",
            "(() => { try { new Ajv({useDefaults: true}); } catch (error) { return error.message.includes('useDefaults is not available'); } })()",
            "(() => { try { new Ajv().validate('none', 1); } catch (error) { return error.message.includes('no schema with key or ref \"none\"'); } })()",
        ])
    func libraries(expression: String) {
        let outcome = run("test('row', () => { if (!(\(expression))) throw new Error('it is false'); });")
        #expect(outcome.tests.map(\.outcome) == [.passed], "\(outcome)")
    }

    @Test("a pattern of years in a schema is ended as one in a script is, and a schema without an end is an error")
    func hostile() {
        let endless = run("expect({}).to.have.jsonSchema({$ref: '#'})")
        #expect(endless.problem?.message.contains("RangeError") == true, "\(endless)")
        let own = run(
            "expect({a: 1}).to.have.jsonSchema(JSON.parse('{\"properties\": {\"__proto__\": {\"type\": \"string\"}}}'))"
        )
        #expect(own.problem == nil)
    }
}

@Suite("Scripts: what Postman had before 2018")
struct ScriptLegacyTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    @Test(
        "environment, globals and data are there, with what the script has set meanwhile",
        arguments: [
            "environment.host === 'a.test' && globals.g === 1 && data.x === undefined && iteration === 0",
            "(postman.setEnvironmentVariable('id', 'x1'), environment.id === 'x1' && pm.environment.get('id') === 'x1')",
            "(postman.setGlobalVariable('id', 2), globals.id === 2) && (postman.clearGlobalVariable('id'), globals.id === undefined)",
            "(pm.environment.set('e', 1), environment.e === 1 && Object.keys(environment).includes('e'))",
            "(postman.clearEnvironmentVariables(), Object.keys(environment).length === 0)",
            "(bru.setEnvVar('list', [1]), environment.list[0] === 1) && JSON.parse(JSON.stringify(environment)).host === 'a.test'",
            "postman.getResponseCookie('id').value === '7' && postman.getResponseCookie('none') === undefined",
        ])
    func live(expression: String) {
        let outcome = run("test('row', () => { if (!(\(expression))) throw new Error('it is false'); });")
        #expect(outcome.tests.map(\.outcome) == [.passed], "\(outcome)")
    }

    @Test(
        "what is not there is refused by its name",
        arguments: [
            ("pm.require('npm:zod@3.23.8')", "there is no module zod here"),
            ("pm.require('@team/tools')", "pm.require: @team/tools is not available"),
            ("pm.require('npm:@faker-js/faker@9')", "there is no module @faker-js/faker here"),
            ("pm.vault.get('x')", "pm.vault is not available"),
        ])
    func refused(code: String, expected: String) {
        let problem = run(code).problem
        #expect(problem?.message.contains(expected) == true, "\(String(describing: problem))")
    }

    @Test("packages that are there are required in Postman's way")
    func required() {
        #expect(
            run("if (pm.require('npm:lodash@4.17.21') !== _ || pm.require('npm:ajv') !== Ajv) throw new Error('no');")
                .problem == nil)
    }
}
