import Foundation
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

    @Test("the fields of a file of cookies are cut at their tabs", arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func file(mark: String) throws {
        let line = "#HttpOnly_.h.test\tTRUE\t/\tFALSE\t0\t\(mark)a\t\(mark)1\r\n"
        let cookie = try #require(CookieFile.cookies(in: line, now: .distantPast).first)
        #expect(cookie.isHTTPOnly && cookie.domain == "h.test")
        #expect([cookie.name, cookie.value].map { Array($0.utf8) } == ["\(mark)a", "\(mark)1"].map { Array($0.utf8) })
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

    @Test(
        "a cookie's file ends its lines with line feeds only, so a value with another line end of Unicode comes back whole",
        arguments: ["\u{2028}", "\u{85}", "\u{301}"])
    func lines(mark: String) {
        let cookie = Cookie("a", "1\(mark)2", domain: "h.test", createdAt: Date(timeIntervalSince1970: 0))
        let text = CookieFile.text([cookie]).replacing("\n", with: "\r\n")
        let read = CookieFile.cookies(in: text, now: Date(timeIntervalSince1970: 0))
        #expect(read.map { Array($0.value.utf8) } == [Array("1\(mark)2".utf8)])
    }
}
