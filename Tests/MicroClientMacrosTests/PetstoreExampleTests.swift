import Foundation
import TestSupport
import Testing

@Suite struct PetstoreExampleTests {
    @Test("C60: the example runs, and says the same through all three doors")
    func runsC60() throws {
        let program = try ChildProgram.run([builtProgram("petstore-example")])
        #expect(program.status == 0, "\(program.errorText)")
        let text = program.outputText
        let parts = text.components(separatedBy: "== ").dropFirst().map {
            $0.split(separator: "\n").map(String.init)
        }
        try #require(parts.count == 5)
        #expect(parts.map(\.first) == ["typed", "built", "declared", "as it came", "the server's own words"])
        #expect(parts[0].suffix(4) == ["added: Ada", "renamed: Grace", "found: Grace", "removed: 404"])
        #expect(parts[0].dropFirst() == parts[1].dropFirst() && parts[1].dropFirst() == parts[2].dropFirst())
        #expect(parts[3].dropFirst().joined().hasPrefix("{"))
        #expect(parts[4].last == "no user 0")
    }
}
