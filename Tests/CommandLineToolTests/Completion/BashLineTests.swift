import Testing

@testable import CommandLineTool

@Suite("A line of bash that is being typed")
struct BashLineTests {
    @Test(
        "is taken apart as bash would",
        arguments: [
            ("m send us", ["m", "send", "us"]), ("m send ", ["m", "send", ""]), ("m  send\t", ["m", "send", ""]),
            (#"m send "Get us"#, ["m", "send", "Get us"]), (#"m send 'a b' c"#, ["m", "send", "a b", "c"]),
            (#"m send a\ b"#, ["m", "send", "a b"]), (#"m "a\"b\n" x"#, ["m", "a\"b\\n", "x"]),
            (#"m list since:'yesterday 17"#, ["m", "list", "since:yesterday 17"]), ("", [""]), (#"m a\"#, ["m", "a"]),
        ])
    func words(_ line: String, _ words: [String]) {
        #expect(BashLine(line).words == words)
    }

    @Test(
        "gets what stands behind its last break, quoted as the line is",
        arguments: [
            ("m list status:5", "status:5xx", "5xx"), ("m send --env=lo", "--env=local", "local"),
            ("m show users/get@-", "users/get@-1", "-1"), ("m show users/g", "users/get@", "users/get@"),
            ("m send Ge", "Get (one)", #"Get\ \(one\)"#), (#"m send "Ge"#, "Get (one)", "Get (one)"),
        ])
    func replacement(_ line: String, _ word: String, _ text: String) {
        #expect(BashLine(line).replacement(for: word) == text)
    }
}
