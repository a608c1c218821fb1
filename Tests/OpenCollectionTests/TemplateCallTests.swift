import Foundation
import Secrets
import Testing

@testable import OpenCollection

/// Functions of a collection with a few variables; digests are words that say what they are of.
private func resolve(
    _ template: String, _ variables: [Variable] = [], secrets: [String: String] = [:], isPreview: Bool = false
) -> ResolvedText {
    let digests = TemplateDigests { name, bytes, key in
        name == "none" ? nil : Array("\(name) \(bytes.count) \(key?.count ?? -1)".utf8)
    }
    // 21 August 2026, 10:00:00.250
    let live = DynamicValues(random: { 7 }, now: { Date(timeIntervalSince1970: 1_787_306_400.25) }, digests: digests)
    var environment = EnvironmentDefinition(name: "dev", variables: variables)
    for name in secrets.keys.sorted() {
        var secret = Variable(name, "")
        secret.isSecret = true
        environment.variables.append(secret)
    }
    return VariableScopes(
        collection: Collection(name: "c"), environment: environment, secrets: { secrets[$0] }
    ).generating(isPreview ? .preview.hashing(with: digests) : live).resolve(template)
}

@Suite("Functions in templates")
struct TemplateCallTests {
    @Test(
        "arguments are names of variables, texts, numbers and functions, joined by +",
        arguments: [
            ("{{$base64('foob')}}", "Zm9vYg=="), ("{{$base64(\"foobar\")}}", "Zm9vYmFy"), ("{{$base64('')}}", ""),
            ("{{$base64(user + ':' + pass)}}", "bWU6YS9i"), ("{{ $base64 ( user ) }}", "{{ $base64 ( user ) }}"),
            ("{{$base64( user  +':'+pass )}}", "bWU6YS9i"), ("a {{$base64(user)}} b {{user}}", "a bWU= b me"),
            ("{{$base64url('>>>???')}}", "Pj4-Pz8_"), ("{{$base64('>>>???')}}", "Pj4+Pz8/"),
            ("{{$base64Decode('Pj4-Pz8_')}}", ">>>???"), ("{{$base64Decode('Zm9v Yg')}}", "foob"),
            ("{{$urlencode('a b/ü?&=~-._')}}", "a%20b%2F%C3%BC%3F%26%3D~-._"), ("{{$base64(nested)}}", "bWUh"),
            ("{{$base64($base64(user))}}", "YldVPQ=="), ("{{$base64(base64(user))}}", "YldVPQ=="),
            ("{{$base64(object.list[1])}}", "Mg=="), ("{{$base64(5)}}", "NQ=="), ("{{sum}}", "bWU="),
            ("{{$base64($guid)}}", "MDAwMDAwMDAtMDAwMC00MDA3LTgwMDAtMDAwMDAwMDAwMDA3"),
            ("{{$sha256(user)}}", "7368613235362032202d31"), ("{{$sha256(user, 'bytes')}}", "sha256 2 -1"),
            ("{{$hmac(pass, user, 'bytes', 'sha1')}}", "sha1 2 3"),
            ("{{$hmac(pass, user, 'SHA1', 'base64')}}", "c2hhMSAyIDM="),
        ])
    func values(template: String, expected: String) {
        var object = Variable("object", #"{"list": [1, 2]}"#)
        object.type = .object
        let variables = [
            Variable("user", "me"), Variable("pass", "a/b"), Variable("nested", "{{user}}!"), object,
            Variable("sum", "{{$base64(user)}}"),
        ]
        let resolved = resolve(template, variables)
        #expect(resolved.text == expected && resolved.faults.isEmpty)
    }

    @Test(
        "times are in UTC, in a format, with something added",
        arguments: [
            ("$time()", "2026-08-21T10:00:00.250Z"), ("$time('+1h')", "2026-08-21T11:00:00.250Z"),
            ("$time('YYYY-MM-DD')", "2026-08-21"),
            ("$time('yyyy-MM-dd HH:mm:ss.SSS', '-1d')", "2026-08-20 10:00:00.250"),
            ("$time('+1M10d', 'date')", "2026-10-01"), ("$time('date', '-6M')", "2026-02-21"),
            ("$time('http')", "Fri, 21 Aug 2026 10:00:00 GMT"), ("$time('unix', '+1d12h')", "1787436000"),
            ("$time('unixms', '-250ms')", "1787306400000"), ("$time('[D: ]DD dddd MMMM')", "D: 21 Friday August"),
            ("$time('YYYYMMDDTHHmmssZ', '+2w')", "20260904T100000Z"), ("$time('date', '+1y')", "2027-08-21"),
            ("$timestamp('-1s')", "1787306399"), ("$isoTimestamp('+1m')", "2026-08-21T10:01:00.250Z"),
            ("$time('date', '+6M10d')", "2027-03-03"), ("$timestamp()", "1787306400"),
            ("$time('date', '-999999y')", "-997973-08-21"),
        ])
    func times(call: String, expected: String) {
        let resolved = resolve("{{\(call)}}")
        #expect(resolved.text == expected.drop { $0 == "-" } && resolved.faults.isEmpty, "\(resolved)")
        #expect(resolved.generated == [call])
    }

    @Test("a day that a month lacks becomes its last one")
    func shortMonth() {
        let october = DynamicValues(random: { 0 }, now: { Date(timeIntervalSince1970: 1_793_404_800) })
        #expect(october.text(ofPlaceholder: "$time('date')") == "2026-10-31")
        #expect(october.text(ofPlaceholder: "$time('date', '+1M')") == "2026-11-30")
        #expect(october.text(ofPlaceholder: "$time('date', '-8M')") == "2026-02-28")
    }

    @Test(
        "what is not written as it should be says what to write",
        arguments: [
            ("$base64()", "must be written as {{$base64(text)}}"),
            ("$base64(a, a)", "must be written as {{$base64(text)}}"),
            ("$base64(x: a)", "must be written as"), ("$base46(a)", "is not a function; did you mean $base64?"),
            ("$nothing(a)", "there are base64, base64url"), ("$base64(a", "lacks a )"),
            ("$base64('a)", "has a text without its closing '"), ("$base64(a) b", "has text after its last )"),
            ("$base64(a,)", "lacks an argument"), ("$hmac(a)", "must be written as {{$hmac(key, text)}}"),
            ("$hmac(a, a, 'sha3')", "'sha3' cannot follow, only 'sha256'"),
            ("$hmac(a, a, 'hex', 'hex')", "cannot follow"),
            ("$base64Decode('!')", "has text that is not base64"),
            ("$base64Decode('/w==')", "gives bytes that are not text"),
            ("$jwt(a, alg: 'none')", "is not one of HS256"), ("$jwt(a, 'x')", "not a JSON object"),
            ("$time('date', '+1x')", "is not a time to add"),
            ("$jwt()", "must be written as {{$jwt(key, name: value)}}"),
            (String(repeating: "$base64(", count: 20), "too many functions"),
        ])
    func faults(call: String, expected: String) {
        let resolved = resolve("x {{\(call)}}", [Variable("a", "1")])
        #expect(resolved.text == "x {{\(call)}}" && !resolved.isComplete)
        #expect(resolved.faults.count == 1 && resolved.faults[0].contains(expected), "\(resolved.faults)")
    }

    @Test("a variable in an argument that has no value is missing itself, and a circle through a function is one")
    func missing() {
        let resolved = resolve("{{$base64(none + user)}}", [Variable("user", "me")])
        #expect(resolved.missing.map(\.name) == ["none"] && resolved.faults.isEmpty)
        #expect(resolved.missing.first?.through == ["$base64(none + user)"])
        #expect(resolved.holes.map(\.state) == [.fault("needs none, which has no value")])
        let circle = resolve("{{a}}", [Variable("a", "{{$base64(a)}}")])
        #expect(circle.cycles == [["a", "$base64(a)", "a"]])
        #expect(resolve("{{$base64( none)}}").missing.map(\.name) == ["none"])
    }

    @Test("what is made of a secret is one: it is masked where it stands, and known by the function")
    func secrets() throws {
        let secrets = ["password": "hunter22-hunter22"]
        for (template, start) in [
            ("Basic {{$base64('me:' + password)}}", 6), ("{{$sha256($base64(password))}}", 0), ("{{pair}}", 0),
        ] {
            let variables = [Variable("pair", "{{$base64('me:' + password)}}")]
            let resolved = resolve(template, variables, secrets: secrets)
            let span = try #require(resolved.secretSpans.first)
            #expect(span.range == start..<resolved.text.utf8.count, "\(template)")
            #expect(resolved.secrets.contains { $0.value == String(resolved.text.dropFirst(start)) })
            #expect(resolved.secrets.contains { $0.name == "password" })
            #expect(resolved.sources.map(\.source) == [.process("password")])
        }
        #expect(resolve("{{$base64('me')}}", secrets: secrets).secrets.isEmpty)
    }

    @Test("the preview shows what does not change by itself, and the call itself where it would")
    func preview() {
        let variables = [Variable("user", "me"), Variable("id", "{{$guid}}")]
        for (template, expected) in [
            ("{{$base64(user)}}", "bWU="), ("{{$base64(user + $guid)}}", "$base64(user + $guid)"),
            ("{{$base64(id)}}", "$base64(id)"), ("{{$time('date')}}", "$time('date')"),
            ("{{$jwt(user, exp: $timestamp('+1h'))}}", "$jwt(user, exp: $timestamp('+1h'))"),
        ] {
            #expect(resolve(template, variables, isPreview: true).text == expected)
        }
        #expect(resolve("{{$time('date', 1)}}", isPreview: true).faults.count == 1)
    }

    @Test("where nothing is computed, as in exports, it stays as it is written, and what it needs is known")
    func plain() {
        var secret = Variable("password", "")
        secret.isSecret = true
        let scopes = VariableScopes(
            collection: Collection(name: "c"), environment: EnvironmentDefinition(name: "dev", variables: [secret]),
            secrets: { _ in "hunter22" })
        let resolved = scopes.resolve("{{$base64(password)}}")
        #expect(resolved.text == "{{$base64(password)}}" && resolved.missing.map(\.name) == ["$base64(password)"])
        #expect(resolved.sources.map(\.source) == [.process("password")])
    }

    @Test("a value of an environment is one for the whole request, also from a function of the clock")
    func once() {
        let clock = Clock()
        let dynamic = DynamicValues(random: { 0 }, now: { clock.tick() })
        let scopes = VariableScopes(
            collection: Collection(name: "c"),
            environment: EnvironmentDefinition(name: "dev", variables: [Variable("at", "{{$timestamp('+1s')}}")]),
            dynamic: dynamic)
        #expect(scopes.resolve("{{at}}").text == scopes.resolve("{{at}}").text)
        #expect(scopes.resolve("{{$timestamp()}}").text != scopes.resolve("{{$timestamp()}}").text)
    }

    @Test("a request with a function that is wrong is not sent: the problem names place, file and what to write")
    func problem() {
        var definition = RequestDefinition()
        (definition.method, definition.url) = ("GET", "http://h/")
        definition.headers = [Field("X-Sign", "{{$hmac(key)}}")]
        let collection = Collection(name: "c")
        let rendered = RequestRenderer.render(
            definition, at: "a.yml", in: collection,
            scopes: VariableScopes(
                collection: collection, itemPath: "a.yml", request: definition, session: ["key": "k"],
                dynamic: .example),
            defaults: ClientDefaults(userAgent: ""))
        #expect(
            rendered.problems == [
                "{{$hmac(key)}} must be written as {{$hmac(key, text)}} (header X-Sign in a.yml)."
            ])
        #expect(!rendered.isSendable)
    }
}

/// A clock that goes on by a second each time somebody looks.
private final class Clock: @unchecked Sendable {
    private var time = 0.0

    func tick() -> Date {
        time += 1
        return Date(timeIntervalSince1970: time)
    }
}
