import OpenCollection
import Testing

@Suite("history: of microscope.yaml")
struct KeepsHistoryTests {
    private func collection(_ text: String) throws -> Collection {
        Collection(name: "c", companion: try CompanionFile.read(text: "version: 1\n\(text)\n"))
    }

    @Test(
        "what a request sends is kept, unless its environment, it itself or what it lies in says no",
        arguments: [
            ("", true), ("collection: {history: false}", false), ("folders: {a: {history: false}}", false),
            ("requests: {a/b.yml: {history: false}}", false), ("environments: {dev: {history: false}}", false),
            ("environments: {prod: {history: false}}", true),
            ("collection: {history: false}\nrequests: {a/b.yml: {history: true}}", true),
            ("environments: {dev: {history: false}}\nrequests: {a/b.yml: {history: true}}", false),
        ])
    func said(text: String, isKept: Bool) throws {
        #expect(try collection(text).keepsHistory(of: "a/b.yml", in: "dev") == isKept)
    }
}
