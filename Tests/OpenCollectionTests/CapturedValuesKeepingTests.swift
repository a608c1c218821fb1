import Testing

@testable import OpenCollection

@Suite("Captured values in a private file") struct CapturedValuesKeepingTests {
    @Test("values of every type come back as they were, with what is asked before they go elsewhere")
    func kept() {
        var captured = CapturedValues()
        captured.set(
            "text", .string("{{a}}"), isSecret: true, sources: [.captured("text", by: "l.yml", from: "https://h")])
        captured.set("number", json: "9007199254740993", isSecret: false)
        captured.set("list", json: "[1,{\"a\":null}]", isSecret: false)
        let again = CapturedValues(captured.kept)
        #expect(again.values == captured.values && again.secretNames == ["text"])
        #expect(again.sources(of: "text") == captured.sources(of: "text"))
    }

    @Test("an action that is off, of another phase or of another type captures nothing")
    func names() {
        var definition = RequestDefinition()
        definition.actions = [
            VariableAction("a", from: "res.body.a"), VariableAction("b", from: "res.body.b", isEnabled: false),
            VariableAction("c", from: "1", phase: "before-request"), VariableAction("d", from: "x", type: "later"),
        ]
        #expect(definition.capturedNames == ["a"])
    }
}
