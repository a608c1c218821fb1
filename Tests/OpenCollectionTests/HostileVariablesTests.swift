import Testing

@testable import OpenCollection

/// A stranger's collection: rendering ends within bounds, and a message says which name it is about.
@Suite struct HostileVariablesTests {
    private func scopes(_ variables: [Variable]) -> VariableScopes {
        var collection = Collection(name: "c")
        collection.root.variables = variables
        return VariableScopes(collection: collection, dynamic: SeededBits.values(1))
    }

    private func chain(_ count: Int, end: String) -> [Variable] {
        (0..<count).map { Variable("v\($0)", "{{v\($0 + 1)}}") } + [Variable("v\(count)", end)]
    }

    @Test("a chain of 20,000 variables has the value at its end")
    func deepChain() {
        let all = scopes(chain(20_000, end: "end"))
        #expect(all.resolve("{{v0}}").text == "end")
        #expect(all.value(of: "v0")?.value == "end")
        let listings = all.listings
        #expect(listings.count == 20_001 && listings.allSatisfy { $0.state == .value("end") })
    }

    @Test("a name missing at the end of 20,000 variables is told with both ends of the way")
    func deepMissing() throws {
        let resolved = scopes(chain(20_000, end: "{{none}}")).resolve("{{v0}}")
        let missing = try #require(resolved.missing.first)
        #expect(missing.through == ["v0", "v1", "v2", "v3", "…", "v19998", "v19999", "v20000"])
        #expect(resolved.text == "{{none}}")
        var sample = Sample("http://h/{{v0}}")
        sample.root.variables = chain(20_000, end: "{{none}}")
        let text = try #require(sample.rendered().missing.first?.text)
        #expect(text.hasPrefix("none has no value (URL, in variable v0, in variable v1") && text.utf8.count < 300)
    }

    @Test("20,000 variables that each miss a name of their own end when their text has grown too long")
    func manyMissing() {
        let variables = (0..<20_000).map { Variable("v\($0)", "{{v\($0 + 1)}}{{none\($0)}}") }
        let resolved = scopes(variables).resolve("{{v0}}")
        #expect(resolved.missing.count > 1000 && resolved.missing.allSatisfy { $0.through.count <= 8 })
        #expect(resolved.missing.filter { $0.reason == .tooLong }.count == 1)
    }

    @Test("a circle of 10,000 names ends, wherever it is entered, and is told by its ends")
    func longCycle() {
        let variables = (0..<10_000).map { Variable("v\($0)", "{{v\(($0 + 1) % 10_000)}}") }
        let all = scopes(variables)
        let resolved = all.resolve("{{v0}} {{v5000}}")
        #expect(resolved.cycles == [["v0", "v1", "v2", "v3", "…", "v9997", "v9998", "v9999", "v0"]])
        #expect(resolved.text == "{{v0}} {{v5000}}")
        #expect(all.listings.allSatisfy { if case .cycle = $0.state { true } else { false } })
    }

    @Test("10,000 variables in one circle with each other end after one look at each")
    func wovenCycles() {
        let names = (0..<10_000).map { "v\($0)" }
        let variables = names.indices.map { index in
            Variable(names[index], "{{\(names[(index + 1) % 10_000])}}{{v0}}{{\(names[index])}}")
        }
        let resolved = scopes(variables).resolve("{{v0}}")
        #expect(!resolved.isComplete && resolved.text == "{{v0}}")
    }

    @Test("values that double themselves end as one message instead of filling the memory")
    func doubling() {
        let many = (0..<60).map { Variable("v\($0)", "{{v\($0 + 1)}}{{v\($0 + 1)}}") } + [Variable("v60", "xxxxxxxx")]
        let resolved = scopes(many).resolve("{{v0}}")
        #expect(resolved.missing.map(\.reason) == [.tooLong] && resolved.cycles.isEmpty)
        #expect(resolved.text.utf8.count < Expansion.limitInBytes)
        #expect(scopes(many).listings.first { $0.name == "v0" }?.state == .tooLong)
    }

    @Test("a variable of 1 MB lands as it is; used a hundred times, or in a hundred fields, it is refused by its name")
    func largeVariables() {
        let large = String(repeating: "x", count: 1 << 20)
        var sample = Sample("http://h/")
        sample.root.variables = [Variable("big", large)]
        sample.definition.body.kind = .text
        sample.definition.body.text = "{{big}}"
        #expect(sample.rendered().isSendable && sample.rendered().body.bytes.count == 1 << 20)

        sample.definition.body.text = String(repeating: "{{big}}", count: 100)
        let text = "big makes the text too long (16 MB of values in one field, 64 MB in a request) (body)"
        #expect(sample.rendered().missing.map(\.text) == [text])
        #expect(sample.rendered().body.bytes.count < Expansion.limitInBytes + 1000)

        sample.definition.body = RequestBody()
        sample.definition.headers = (0..<100).map { Field("X-\($0)", "{{big}}") }
        let rendered = sample.rendered()
        #expect(rendered.missing.first?.reason == .tooLong)
        #expect(rendered.headers.reduce(0) { $0 + $1.value.utf8.count } <= (64 << 20) + 10_000)
    }

    @Test("a URL of placeholders and separators is cut in one pass")
    func manyPlaces() {
        let query = String(repeating: "{{a}}&", count: 50_000)
        var sample = Sample("http://h/?\(query)")
        sample.environment = [Variable("a", "1")]
        #expect(sample.rendered().url.utf8.count > 50_000)
    }

    @Test("names with escapes and names without end are shown harmless and short")
    func hostileNames() throws {
        var sample = Sample("http://h/{{\u{1B}]0;x\u{7}\u{202E}}}")
        #expect(sample.rendered().missing.map(\.text) == ["<U+001B>]0;x<U+0007><U+202E> has no value (URL)"])
        sample.definition.url = "http://h/"
        let long = String(repeating: "n", count: 1 << 20)
        sample.definition.headers = [Field("X\u{1B}", "{{\(long)}}")]
        let text = try #require(sample.rendered().missing.first?.text)
        #expect(text.hasPrefix("nnnn") && text.hasSuffix("… has no value (header X<U+001B>)"))
        #expect(text.utf8.count < 200)
        sample.root.variables = [Variable("\u{1B}a", "{{\u{1B}a}}")]
        sample.definition.headers = [Field("X", "{{\u{1B}a}}")]
        let circle = "<U+001B>a → <U+001B>a (header X in users/get.yml, <U+001B>a is in opencollection.yml)"
        #expect(sample.rendered().cycles == [circle])
    }
}
