import Foundation
import Secrets
import TestSupport
import Testing

@testable import MicroClient

@Suite struct CookieBytesTests {
    private let jar = CookieJar()

    private func sent(with own: String) -> String? {
        jar.adding(to: WireRequest(url: "http://h.test/", headers: HeaderFields([HeaderField("Cookie", own)]))).headers[
            "Cookie"]
    }

    @Test(
        "a mark or a joiner behind a delimiter of a Cookie field does not hide the delimiter",
        arguments: ["\u{301}", "\u{200D}"])
    func marks(mark: String) {
        jar.receive(["a=1"], from: "http://h.test/")
        #expect(sent(with: "a=\(mark)0; b=2;\(mark)c=3").map { Array($0.utf8) } == Array("b=2; \(mark)c=3; a=1".utf8))
    }

    @Test("a spelling is known also where marks stand behind what is escaped", arguments: ["\u{301}", "\u{200D}"])
    func spellings(mark: String) {
        let value = "a&\(mark)b/\(mark)c"
        #expect(SecretSpelling(of: "a&amp;\(mark)b/\(mark)c".utf8, for: value) == .html)
        #expect(SecretSpelling(of: "a&\(mark)b\\/\(mark)c".utf8, for: value) == .jsonWithSlashes)
        #expect(SecretSpelling(of: "a\\u0026\(mark)b/\(mark)c".utf8, for: value) == .goJSON)
    }

    @Test("cookies whose names Unicode calls equivalent are two cookies")
    func equivalentNames() {
        jar.receive(["caf\u{E9}=1", "cafe\u{301}=2"], from: "http://h.test/")
        #expect(jar.cookies.map(\.value) == ["1", "2"])
        #expect(sent(with: "caf\u{E9}=0").map { Array($0.utf8) } == Array("caf\u{E9}=1; cafe\u{301}=2".utf8))
    }
}
