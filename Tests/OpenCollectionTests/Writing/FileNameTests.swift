import Testing

@testable import OpenCollection

@Suite struct FileNameTests {
    @Test(
        "what a person typed becomes a name that every system takes",
        arguments: [
            ("Get user", "Get user"), ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"), ("  - x", "x"), ("x. . ", "x"),
            ("a\u{1}b\tc", "a-b-c"), ("", "untitled"), ("///", "untitled"), ("..", "untitled"), ("CON", "CON-"),
            ("com1", "com1-"), ("nul.txt", "nul-"), ("console", "console"), (".hidden", ".hidden"), ("Ünï 😀", "Ünï 😀"),
        ])
    func safe(name: String, wanted: String) {
        #expect(FileName.safe(for: name) == wanted)
        #expect(FileName.problem(with: wanted) == nil)
        #expect(FileName.safe(for: wanted) == wanted)
    }

    @Test("a long name is cut between characters, so that it fits with its extension")
    func long() {
        let name = FileName.request(for: String(repeating: "é", count: 300))
        #expect(name.utf8.count <= 255 && name.utf8.count > 250 && name.hasSuffix("é.yml"))
        #expect(FileName.problem(with: name) == nil)
    }

    @Test(
        "a request's file is no file of the format's own",
        arguments: [
            ("folder", "folder request.yml"), ("OpenCollection", "OpenCollection request.yml"), ("users", "users.yml"),
        ])
    func request(name: String, wanted: String) {
        #expect(FileName.request(for: name) == wanted)
        #expect(FileName.problem(with: wanted) == nil)
    }

    @Test(
        "a name that cannot be is explained",
        arguments: [
            ("", "a name is needed"), ("a/b", "\"/\" cannot be in a file name"),
            ("a\u{7}", "a control character cannot be in a file name"),
            ("-a", "a file name cannot begin with a space or a hyphen"),
            ("a.", "a file name cannot end with a space or a dot"),
            ("LPT9.yml", "LPT9.yml is the name of a device on Windows"),
            ("folder.yml", "folder.yml is a reserved name in a collection"),
            (String(repeating: "a", count: 256), "a file name can have 255 bytes at most; this one has 256"),
        ])
    func problems(name: String, wanted: String) {
        #expect(FileName.problem(with: name) == wanted)
    }
}
