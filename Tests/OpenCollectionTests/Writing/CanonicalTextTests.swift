import Secrets
import TestSupport
import Testing

@testable import OpenCollection

@Suite("Texts that are not the same bytes, though Unicode calls them equivalent")
struct CanonicalTextTests {
    @Test("are saved wherever a request says them", arguments: HostileWord.canonicalPairs)
    func saving(_ old: String, _ new: String) throws {
        let text = """
            info:
              name: \(old)
              type: http
              tags: [\(old)]
            http:
              method: POST
              url: http://h/\(old)
              headers:
                - name: X-A
                  value: \(old)
              body:
                type: text
                data: \(old)
            docs: \(old)

            """
        let file = try RequestFile.read(text: text, path: "it.yml")
        var definition = file.definition
        definition.name = new
        definition.tags = [new]
        definition.url = "http://h/\(new)"
        definition.headers[0].value = new
        definition.body.text = new
        definition.docs = new
        let saved = try file.saving(definition)
        #expect(
            saved.utf8.elementsEqual(text.utf8.split(separator: Array(old.utf8)).joined(separator: Array(new.utf8))))
        #expect(try file.saving(file.definition).utf8.elementsEqual(text.utf8))
    }

    @Test("a path's names end at each slash, also before a mark")
    func paths() {
        let path = ItemPath("a/\u{301}b/\u{301}c.yml")
        #expect(path.parent.text.utf8.elementsEqual("a/\u{301}b".utf8))
        #expect(path.baseName.utf8.elementsEqual("\u{301}c".utf8))
    }

    @Test("a known secret is hidden, also before a mark")
    func masking() throws {
        let text = "info:\n  name: x\n  type: http\n# s3cr3t-value\u{301} and \u{D4E}s3cr3t-value\n"
        let file = try RequestFile.read(text: text, path: "it.yml")
        let shared = try file.shared(
            as: file.definition, hiding: [NamedSecret(name: "token", value: "s3cr3t-value")])
        #expect(!shared.text.utf8.contains("s3cr3t".utf8))
    }
}
