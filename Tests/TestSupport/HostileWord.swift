/// Texts that break out of careless quoting. Each must come back from a shell or a parser byte for byte, and none may run anything:
/// every command in them makes a file called ``trace`` in the current directory.
public enum HostileWord {
    /// The file that is made when a command in one of the texts runs.
    public static let trace = "PWNED"
    /// A file that tests put into the current directory: its content must not turn up anywhere.
    public static let privateFile = "PRIVATE"

    public static let all: [String] = Array(Set((broken + commands + beginnings + shapes).map(Bytes.init))).map(\.text)
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }

    /// The texts that a file's name or a line of a page may hold: no controls, no slash, some bytes, but not too many.
    public static let names = all.filter { text in
        (1...150).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" }
    }

    /// Pairs that Swift takes for equal, and that are not the same bytes.
    public static let canonicalPairs = [
        ("\u{E9}", "e\u{301}"), ("\u{C5}", "\u{212B}"), ("\u{3A9}", "\u{2126}"), ("\u{AC00}", "\u{1100}\u{1161}"),
        ("a\u{327}\u{301}", "a\u{301}\u{327}"),
    ]

    /// Two texts are the same only if their bytes are.
    private struct Bytes: Hashable {
        let text: String
        init(_ text: String) { self.text = text }
        static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
        func hash(into hasher: inout Hasher) { hasher.combine(Array(text.utf8)) }
    }

    private static let command = "touch \(trace)"

    /// A sign that ends something, made one Character with a mark after it or a letter before it; then a command; then the same.
    private static let broken: [String] = [
        "'", "\"", "`", "\\", "\n", "\r", "\r\n", ")", "]", "}", "'\"", "\\'", "\\\"", "\"\"\"", "\"#", "*/",
        "\u{2028}",
        "\u{85}", "\u{B}", "\u{C}",
    ].flatMap { sign in
        [("", ""), ("", "\u{301}"), ("", "\u{200D}"), ("", "\u{FE0F}"), ("\u{D4E}", "")].map { before, after in
            "a\(before)\(sign)\(after);\(command);\(before)\(sign)\(after)b"
        }
    }

    private static let commands: [String] = [
        ";\(command)", "&\(command)&", "|\(command)", "$(\(command))", "`\(command)`", "<(\(command))", "=(\(command))",
        ">\(trace)", ">\(trace) <\(trace)", "(\(command))", "{\(command)}", "*(e:'\(command)':)",
        "${(e):-$(\(command))}",
        "\(command)\n", "x\n\(command)", "a\u{D4E};\(command)", "a\u{D4E}`\(command)\u{D4E}`", "a\u{D4E}$(\(command))",
        "a\u{D4E}\n\(command)\u{D4E}\n", "a\n\(command)\n#", "\\(print(\"\(trace)\"))", "\\#(\(command))",
        "a\r\nlet pwned = print(1) //", "a\rlet pwned = print(1) //", "\u{D4E}\"\"\"\nlet pwned = 1\n\"\"\"",
    ]

    private static let beginnings: [String] = [
        "-", "--", "-n", "-K\(privateFile)", "--trust", "--output=x", "@", "@\(privateFile)", "<\(privateFile)", "@-",
        "=",
        "=ls", ":", ":files", "~", "~root", "%self", "%41", "!", "!!", "!-1", "!touch", "^a^b", "#x", "(x", ")", "[a]",
        "{a,b}",
        "*", "?", "+", ".", "..", "$HOME", "${IFS}x", "$", "\"", "'", "`", "\\", "\"@\(privateFile)", "\u{301}a",
        "\u{200D}a",
    ].flatMap { [$0, "\u{D4E}\($0)", "\($0)\u{301}"] }

    private static let shapes: [String] = [
        "", " ", "a b", " a ", "a;type=text/plain", "a;headers=@\(privateFile)", "v;\u{301}x", "a,b", "a\u{D4E},b",
        "a\\", "a\\\\", "a\\\\'",
        "a\\\"", "a\\n", "%s%n", "é", "e\u{301}", "👨‍👩‍👧‍👦🏳️‍🌈", "🇩🇪x", "\u{1B}[31m", "\u{7F}", "\u{1}\u{8}",
        "\t", "a\tb", "\u{A0}", "a\u{3000}b", "\u{FEFF}x", "\u{202E}x", "a:b", "a=b", "a@b", "a!b", "a\"!\"b", "{{x",
        "}}",
        String(repeating: "'\u{301}", count: 1_000), String(repeating: "x", count: 5_000), "a' b \" c ` d \\ e $ f ! g",
    ]
}
