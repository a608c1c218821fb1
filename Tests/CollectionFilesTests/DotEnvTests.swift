import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite(".env files")
struct DotEnvTests {
    /// The values are those that dotenv's own rules give.
    @Test(
        "are read as dotenv 16 reads them",
        arguments: [
            ("A=1", ["A": "1"]),
            ("export  A = x y  ", ["A": "x y"]),
            ("# no\nA=1 # yes\n#B=2", ["A": "1"]),
            ("A=\"x\\ny # z\"", ["A": "x\ny # z"]),
            ("A='x\\ny'", ["A": "x\\ny"]),
            ("A=`it's \"so\"`", ["A": "it's \"so\""]),
            ("A=\"1\n2\"\nB=3", ["A": "1\n2", "B": "3"]),
            ("A=1\nB=$A", ["A": "1", "B": "$A"]),
            ("A=1\nA=2", ["A": "2"]),
            ("A=\nB=2", ["A": "", "B": "2"]),
            ("A=1\r\nB=2\r\n", ["A": "1", "B": "2"]),
            ("hello\n=x\nA=1", ["A": "1", "hello": "x"]),
            ("A=\"x\nB=2", ["A": "\"x", "B": "2"]),
            ("A=b=c", ["A": "b=c"]),
            ("JSON=\"{\"a\":1}\"", ["JSON": "{\"a\":1}"]),
            ("A='it's'\nB=2", ["A": "it's", "B": "2"]),
            ("A=\"x\";B=2", ["A": "\"x\";B=2"]),
            ("\u{FEFF}A=1\nB=2", ["A": "1", "B": "2"]),
            ("A=\u{A0}x\u{A0}", ["A": "x"]),
            ("A\u{A0}=x", ["A": "x"]),
            ("A=\"x\" y", ["A": "\"x\" y"]),
            ("A=\"x\"y\"", ["A": "x\"y"]),
            ("A=\"a\\\"b\"", ["A": "a\\\"b"]),
            ("A=\"a\\\"", ["A": "a\\"]),
            ("A=\"a\\\\\"\nB=1", ["A": "a\\\\", "B": "1"]),
            ("A=\"\nB=2\nC=\"", ["A": "\nB=2\nC="]),
            ("A='\nB=2", ["A": "'", "B": "2"]),
            ("A=\"x # y", ["A": "\"x"]),
            ("A=\"x\" # y", ["A": "x"]),
            ("A=x#y", ["A": "x"]),
            ("A=#y", ["A": ""]),
            ("A=\"#y\"", ["A": "#y"]),
            ("A: 1", ["A": "1"]),
            ("A:1", [:]),
            ("A:\nB=2", ["A": "B=2"]),
            ("A =1", ["A": "1"]),
            ("A\n=1", ["A": "1"]),
            ("export A", [:]),
            ("export=1", ["export": "1"]),
            ("export export=1", ["export": "1"]),
            ("A=\"\"", ["A": ""]),
            ("A=\"", ["A": "\""]),
            ("A=``", ["A": ""]),
            ("A=''x''", ["A": "'x'"]),
            ("A=  \"  x  \"  ", ["A": "  x  "]),
            ("A=\"x\\r\\ny\"", ["A": "x\r\ny"]),
            ("A=x\\ny", ["A": "x\\ny"]),
            ("a.b-c_D=1", ["a.b-c_D": "1"]),
            ("1A=2", ["1A": "2"]),
            ("A=\u{E9}", ["A": "\u{E9}"]),
            ("\u{C9}=1\nB=2", ["B": "2"]),
            ("A=x\rB=y", ["A": "x", "B": "y"]),
            ("A=\"x\r\ny\"\nB=1", ["A": "x\ny", "B": "1"]),
            ("A=\n\"x\"\nB=2", ["A": "x", "B": "2"]),
            ("\tA=1\n  B=2", ["A": "1", "B": "2"]),
            ("A=\"\u{301}x\"\nB=1", ["A": "\u{301}x", "B": "1"]),
            ("A=x\u{2028}B=2", ["A": "x\u{2028}B=2"]),
            ("A='x\nB='y'\nC=3", ["A": "'x", "B": "y", "C": "3"]),
            ("A=a'b'c", ["A": "a'b'c"]),
            ("A=  # c\nB=1", ["A": "", "B": "1"]),
            ("A=1 B=2", ["A": "1 B=2"]),
            ("\"A\"=1", [:]),
            ("A==1", ["A": "=1"]),
            ("A=`x\ny`", ["A": "x\ny"]),
            ("A=\"x'\nB='y\"", ["A": "x'\nB='y"]),
            ("A='{\"a\": \"b#c\"}'", ["A": "{\"a\": \"b#c\"}"]),
            ("A={\"a\": \"b\"}", ["A": "{\"a\": \"b\"}"]),
            ("A=\"\\n\"", ["A": "\n"]),
            ("A=\\n", ["A": "\\n"]),
            ("A=\"x\\\\n\"", ["A": "x\\\n"]),
            ("A=\"a\" \"b\"", ["A": "a\" \"b"]),
            ("A='\\''", ["A": "\\'"]),
            ("A=\"x\"  \n\n\n  B=1", ["A": "x", "B": "1"]),
        ] as [(String, [String: String])])
    func table(text: String, values: [String: String]) {
        let found = DotEnv(text).values
        #expect(found.count == values.count, "\(text)")
        for (name, value) in values {
            // By bytes: texts may be equal that are written with other scalars.
            #expect(found[name].map { Array($0.utf8) } == Array(value.utf8), "\(text): \(name)")
        }
    }

    @Test(
        "what is passed over or doubtful is said with its line, and without the value",
        arguments: [
            ("A=1\nhello\n# no\n\nB=2", [2], "it is not an assignment and is skipped; write NAME=value"),
            ("A:1", [1], "it is not an assignment"), ("\"A\"=1\n", [1], "it is not an assignment"),
            ("A=1\nB=\"x\nC=2", [2], "B: its first quote is part of the value"),
            ("A=\"x\";B=2", [1], "A: its first quote is part of the value"),
            ("A='x\nB=2\nC='\nD=3", [1], "A: its quotes end on line 3, and the assignments before that belong"),
            ("A=x#y", [1], "A: what follows # is a comment"),
            ("hello\n=x", [1], "hello: its value is on another line"),
            ("A:\nB=2", [1], "A: its value is on another line"),
        ] as [(String, [Int], String)])
    func warnings(text: String, lines: [Int], message: String) {
        let warnings = DotEnv(text).warnings
        #expect(warnings.map(\.line) == lines, "\(text)")
        #expect(warnings.first?.message.hasPrefix(message) == true, "\(text): \(warnings)")
        #expect(warnings.allSatisfy { $0.message.contains("; ") }, "each says what to do: \(warnings)")
    }

    @Test(
        "what is usual gives no warning",
        arguments: [
            "A=1 # c\n\n#B\n", "JSON=\"{\"a\":1}\"", "A=\"1\n2\"\n", "A='it's'", "export A=1", "A=#x", "A=\nB=2", "",
        ])
    func noWarnings(text: String) { #expect(DotEnv(text).warnings.isEmpty, "\(text)") }

    @Test("a megabyte of open quotes, blank lines or names without values is read in one go")
    func large() {
        let count = 1 << 20
        for piece in ["A='", "A=\"\\\"\n", "\n", "A\n", "A=\n", "A=`x\n", " "] {
            let text = String(repeating: piece, count: count / piece.utf8.count)
            #expect(DotEnv(text).warnings.count <= 20)
        }
    }

    @Test("a check and a send say what is doubtful in them")
    func said() throws {
        let directory = try TemporaryDirectory()
        try directory.write([
            "opencollection.yml": "info: {name: A}\n", ".env": "A=1\nhello\n", "extra.env": "B=x#y\n",
            "environments/dev.yml": "dotEnvFilePath: extra.env\n",
        ])
        let problems = CollectionCheck(try CollectionSources(root: directory.url)).problems()
        #expect(
            problems.filter { $0.path == ".env" }.map(\.lineAfterPath)
                == ["2:1: warning: it is not an assignment and is skipped; write NAME=value"])
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path + "/home"])
        let sources = OutsideSources(root: directory.url, directories: directories, environment: [:])
        let collection = try CollectionLoader(root: directory.url).load(.heads)
        #expect(
            sources.warningsAboutPairs(of: collection) == [
                ".env:2: it is not an assignment and is skipped; write NAME=value",
                "extra.env:1: B: what follows # is a comment; put the value in quotes if it is not",
            ])
    }
}
