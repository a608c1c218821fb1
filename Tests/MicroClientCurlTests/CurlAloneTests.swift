import MicroClientCurl
import Testing

/// This file imports nothing else of the library: it compiles only because MicroClientCurl brings MicroClient along.
@Suite struct CurlAloneTests {
    @Test("one import is enough for a client over libcurl")
    func oneImport() throws {
        let url = try #require(URL(string: "http://one.test/v1"))
        let client = NetworkClient(url: url, session: .curl())("users")
        #expect(try client.request().url?.absoluteString == "http://one.test/v1/users")
    }
}
