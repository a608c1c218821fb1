import Testing
import YAMLTree

@testable import OpenCollection

@Suite("What git leaves in a file that it could not merge")
struct MarkedConflictsTests {
    private static let marked = """
        info:
          name: Get
          type: http
        http:
        <<<<<<< HEAD
          method: PUT
        =======
          method: POST
        >>>>>>> theirs
          url: http://h/x
        """ + "\n"

    @Test("both sides are read, with what no side changed around them")
    func sides() throws {
        let conflicts = try #require(MarkedConflicts(Self.marked))
        #expect(conflicts.mine.hasSuffix("http:\n  method: PUT\n  url: http://h/x\n"))
        #expect(conflicts.theirs.hasSuffix("http:\n  method: POST\n  url: http://h/x\n"))
        #expect(conflicts.base == nil && conflicts.place.line == 5)
    }

    @Test("where git wrote down what was there before, it is read too")
    func base() throws {
        let text = "a\r\n<<<<<<< HEAD\r\nb\r\n||||||| 1f2e\r\nc\r\n=======\r\nd\r\n>>>>>>> x\r\n"
        let conflicts = try #require(MarkedConflicts(text))
        #expect([conflicts.mine, conflicts.base, conflicts.theirs] == ["a\r\nb\r\n", "a\r\nc\r\n", "a\r\nd\r\n"])
    }

    @Test(
        "lines that only look like markers are none",
        arguments: [
            "a\n=======\nb\n", "<<<<<<< HEAD\na\n", "<<<<<<< a\n>>>>>>> b\n", "<<<<<<<<\na\n=======\nb\n>>>>>>>>\n",
        ])
    func others(text: String) {
        #expect(MarkedConflicts(text) == nil)
    }

    @Test("a file with them is named as an unresolved merge conflict, at its first marker")
    func named() throws {
        guard case .broken(let problem) = CollectionItem.read(text: Self.marked, path: "get.yml").kind else {
            Issue.record("it was read")
            return
        }
        #expect(problem.line == "get.yml:5:1: unresolved merge conflict")
        #expect(problem.excerpt == "<<<<<<< HEAD")
    }

    @Test("the check names it too, and says what to do")
    func checked() throws {
        let sources = CollectionSources(
            files: [
                .init("opencollection.yml", .text("opencollection: 1.0.0\ninfo:\n  name: S\n")),
                .init("get.yml", .text(Self.marked)),
            ], exists: { _ in true })
        let problem = try #require(CollectionCheck(sources).problems().first { $0.rule == .syntax })
        #expect(problem.line == 5 && problem.message == "unresolved merge conflict")
        #expect(problem.fix.contains("choose between the two sides"))
    }
}
