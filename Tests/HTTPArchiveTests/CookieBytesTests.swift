import Testing

@testable import HTTPArchive

@Suite struct CookieBytesTests {
    @Test(
        "a mark or a joiner behind a delimiter is of the cookie that it stands in", arguments: ["\u{301}", "\u{200D}"])
    func marks(mark: String) {
        let sent = HAR.Cookie.sent("a=\(mark)1;\(mark)b=2; c=3")
        #expect(sent.map { Array($0.name.utf8) } == ["a", "\(mark)b", "c"].map { Array($0.utf8) })
        #expect(sent.map { Array($0.value.utf8) } == ["\(mark)1", "2", "3"].map { Array($0.utf8) })
        let set = HAR.Cookie(set: "a=\(mark)1;\(mark)x; Path=/p")
        #expect(Array(set.value.utf8) == Array("\(mark)1".utf8))
        #expect(set.path == "/p")
    }
}
