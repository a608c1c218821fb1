import OpenCollection
import Testing

@testable import CollectionRunner

@Suite struct TextsByBytesTests {
    @Test(
        "a mark or a joiner behind a delimiter of a signed URL does not hide the delimiter",
        arguments: ["\u{301}", "\u{200D}"])
    func signedTarget(mark: String) {
        let target = SignedTarget("https://user:\(mark)@h.test/\(mark)p?\(mark)a=\(mark)1&\(mark)b=2#\(mark)f")
        #expect(target.host == "h.test")
        #expect(Array(target.path.utf8) == Array("/\(mark)p".utf8))
        #expect(target.pairs.map { Array($0.name.utf8) } == ["\(mark)a", "\(mark)b"].map { Array($0.utf8) })
        #expect(target.pairs.map { Array($0.value.utf8) } == ["\(mark)1", "2"].map { Array($0.utf8) })
    }

    @Test(
        "the parameters of OAuth 1 take the place of their like in a query cut at its delimiters",
        arguments: ["\u{301}", "\u{200D}"])
    func placing(mark: String) {
        let url = OAuth1Placing.url(
            "http://h/\(mark)p?\(mark)a=1&oauth_nonce=\(mark)x#\(mark)f", [(name: "oauth_nonce", value: "n")])
        #expect(Array(url.utf8) == Array("http://h/\(mark)p?\(mark)a=1&oauth_nonce=n#\(mark)f".utf8))
    }

    @Test(
        "a mark or a joiner behind a delimiter of a credentials file does not hide the delimiter",
        arguments: ["\u{301}", "\u{200D}"])
    func profile(mark: String) throws {
        let file =
            "[one]\(mark)\r\naws_access_key_id=A\r\naws_secret_access_key =\(mark)S\r\n;\(mark)aws_access_key_id=B\r\n"
        let profile = try AWSProfile(named: "one", in: file)
        #expect(profile.accessKeyID == "A")
        #expect(Array(profile.secretAccessKey.utf8) == Array("\(mark)S".utf8))
    }

    @Test("profiles whose names Unicode calls equivalent are two profiles")
    func equivalentProfiles() throws {
        let file = ["caf\u{E9}", "cafe\u{301}"].map { "[\($0)]\naws_access_key_id=\($0)\naws_secret_access_key=S\n" }
            .joined()
        for name in ["caf\u{E9}", "cafe\u{301}"] {
            #expect(Array(try AWSProfile(named: name, in: file).accessKeyID.utf8) == Array(name.utf8))
        }
    }

    @Test(
        "a mark or a joiner behind a delimiter of an assertion's value does not hide the delimiter",
        arguments: ["\u{301}", "\u{200D}"])
    func rightSide(mark: String) throws {
        #expect(try read("[\(mark)a,\(mark)b, c]", .in).texts == ["\(mark)a", "\(mark)b", "c"])
        #expect(try read("\"\(mark)a\"", .eq).texts == ["\(mark)a"])
        #expect(try read("'\(mark)a\\n'", .eq).texts == ["\(mark)a\\n"])
        #expect(try read("\(mark) \(mark)", .eq).texts == ["\(mark) \(mark)"])
        #expect(try read("/\(mark)a/", .matches) == .pattern("\(mark)a"))
    }

    private func read(_ text: String, _ operator: AssertionOperator) throws -> ExpectedOperand {
        try ExpectedOperand.read(text, for: `operator`, VariableScopes(collection: Collection(name: "c"))).side
    }
}

extension ExpectedOperand {
    fileprivate var texts: [String] {
        let values: [TypedValue?] =
            switch self {
            case .one(let value): [value]
            case .several(let values): values
            default: []
            }
        return values.compactMap { if case .string(let text)? = $0 { text } else { nil } }
    }
}
