import OpenCollection
import TestSupport
import Testing

@testable import Explorer

@Suite("A draft that Unicode calls equivalent to its file")
struct CanonicalDraftTests {
    @Test(
        "is unsaved while its bytes are others, and undo brings the old ones back",
        arguments: HostileWord.canonicalPairs)
    func dirty(_ old: String, _ new: String) throws {
        let text = "info:\n  name: \(old)\n  type: http\nhttp:\n  method: GET\n  url: h\n"
        let file = try RequestFile.read(text: text, path: "it.yml")
        var draft = Draft(file: .request(file))
        #expect(!draft.isDirty)
        draft.change { $0.request.definition.name = new }
        #expect(draft.isDirty && draft.canUndo)
        #expect(
            try file.saving(draft.content.definition).utf8.elementsEqual(
                "info:\n  name: \(new)\n  type: http\nhttp:\n  method: GET\n  url: h\n".utf8))
        draft.change { $0.request.definition.name = old }
        #expect(!draft.isDirty)
        draft.undo()
        #expect(draft.isDirty)
    }
}
