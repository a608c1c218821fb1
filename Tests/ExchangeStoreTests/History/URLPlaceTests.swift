import Exchanges
import Testing

@testable import ExchangeStore

@Suite struct URLPlaceTests {
    @Test(
        "host and path of a URL are cut at its delimiters, whatever stands beside them",
        arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func place(mark: String) {
        let place = StoredExchange.place(in: "http://u:\(mark)p\u{D4E}@H\u{D4E}:80/\(mark)p?\(mark)q#\(mark)f")
        #expect(Array(place.host.utf8) == Array("h\u{D4E}".utf8))
        #expect(Array(place.path.utf8) == Array("/\(mark)p".utf8))
        #expect(StoredExchange.place(in: "http://[::1]:80/a") == ("::1", "/a"))
        #expect(StoredExchange.place(in: "https://h?q") == ("h", ""))
    }
}
