import OpenCollection
import Testing

@Suite struct ProxyBypassBytesTests {
    @Test(
        "a mark or a joiner behind a delimiter of a bypass list does not hide the delimiter",
        arguments: ["\u{301}", "\u{200D}"])
    func marks(mark: String) {
        #expect(ProxyBypass("x,\(mark)y,\(mark) inside.test").covers("http://inside.test/"))
        #expect(ProxyBypass("inside.test").covers("http://user:\(mark)@inside.test/"))
        #expect(ProxyBypass("inside.test").covers("http://user@inside.test/\(mark)"))
        #expect(!ProxyBypass("inside.test").covers("http://inside.test:\(mark)80/"))
    }

    @Test("hosts that Unicode calls equivalent are two hosts")
    func equivalent() {
        #expect(ProxyBypass("caf\u{E9}.test").covers("http://caf\u{E9}.test/"))
        #expect(!ProxyBypass("caf\u{E9}.test").covers("http://cafe\u{301}.test/"))
        #expect(!ProxyBypass("*caf\u{E9}.test").covers("http://www.cafe\u{301}.test/"))
    }
}
