import BodyView
import Testing

@Suite struct ContentTypeBytesTests {
    @Test(
        "a mark, a joiner or a line end behind a delimiter of a content type changes no parameter",
        arguments: ["\u{301}", "\u{200D}", "\r\n"])
    func marks(mark: String) throws {
        let type = try #require(ContentType("text/plain; a=\"x\\\"\(mark);y\";\(mark)junk; b=\(mark)1; charset=utf-8"))
        #expect(type.essence == "text/plain")
        #expect(type.charset == "utf-8")
        #expect(type["a"].map { Array($0.utf8) } == Array("x\"\(mark);y".utf8))
        #expect(type["b"].map { Array($0.utf8) } == Array("\(mark)1".utf8))
    }
}
