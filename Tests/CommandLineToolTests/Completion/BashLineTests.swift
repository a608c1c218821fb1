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
        #expect(BashLine(line, replacing: "").words == words)
    }

    @Test(
        "gets what stands in the place of its end, quoted as the line is there",
        arguments: [
            ("m list status:5", "5", "status:5xx", "5xx"), ("m send --env=lo", "lo", "--env=local", "local"),
            ("m show users/get@-", "@-", "users/get@-1", "@-1"),
            ("m show users/g", "users/g", "users/get@", "users/get@"),
            ("m send Ge", "Ge", "Get (one)", #"Get\ \(one\)"#), (#"m send "Ge"#, "Ge", "Get (one)", "Get (one)"),
            (#"m send "a"#, "a", "a$(x)`y`\\", #"a\$(x)\`y\`\\"#), ("m send 'a", "a", "a$(x)\"", "a$(x)\""),
            (#"m run --tag="a"#, "a", "--tag=ab", "ab"), (#"m send a" "b"#, "b", "a bc", "bc"),
            ("m send a", "a", "a\u{D4E};b\u{301} c", "a\u{D4E}\\;b\u{301}\\ c"),
        ])
    func replacement(_ line: String, _ replaced: String, _ word: String, _ text: String) {
        #expect(BashLine(line, replacing: replaced).replacement(for: word) == text)
    }

    @Test(
        "gets nothing where nothing can be written that means the word",
        arguments: [
            (#"m send "a"#, "a", "a\"b"), (#"m send "a"#, "a", "a!b"), ("m send 'a", "a", "a'b"),
            ("m send ab", "b", "xb"),
            ("m send a", "other than this line", "ab"), (#"m send a\b"#, "b", "ab"),
        ])
    func nothing(_ line: String, _ replaced: String, _ word: String) {
        #expect(BashLine(line, replacing: replaced).replacement(for: word) == nil)
    }
}
