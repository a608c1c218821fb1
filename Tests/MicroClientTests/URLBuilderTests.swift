import Foundation
import Testing

@testable import MicroClient

@Suite struct URLBuilderTests {
    @Test(
        "A08 A11: joins base and path with one slash, whoever brings it",
        arguments: [
            ("https://h/api/v3", "/posts", "https://h/api/v3/posts"),
            ("https://h/api/v3/", "/posts", "https://h/api/v3/posts"),
            ("https://h/api/v3", "posts", "https://h/api/v3/posts"),
            ("https://h/api/v3/", "posts", "https://h/api/v3/posts"),
            ("https://h", "/posts", "https://h/posts"), ("https://h", "posts", "https://h/posts"),
            ("https://h/api", nil, "https://h/api"), ("https://h/api/", nil, "https://h/api/"),
            ("https://h", "", "https://h"),
            ("https://h/api", "/a/", "https://h/api/a/"), ("https://h/api#f", "a", "https://h/api/a"),
            ("https://h/api", "a//b", "https://h/api/a//b"),
        ] as [(String, String?, String)])
    func joinsA08A11(base: String, path: String?, url: String) throws {
        #expect(try URLBuilder(base: base).url(path: path, queryItems: []) == url)
    }

    @Test(
        "encodes in a path what may not stand there, and leaves escapes alone",
        arguments: [
            ("a b", "a%20b"), ("ä", "%C3%A4"), ("a%2Fb", "a%2Fb"), ("100%", "100%25"), ("%zz", "%25zz"),
            ("a#b", "a%23b"),
            ("a+b;c=d@e:f", "a+b;c=d@e:f"), ("[x]|\\\"", "%5Bx%5D%7C%5C%22"), ("a\r\nb", "a%0D%0Ab"),
        ])
    func paths(path: String, encoded: String) throws {
        #expect(try URLBuilder(base: "http://h").url(path: path, queryItems: []) == "http://h/" + encoded)
    }

    @Test("A13 B33: appends query items in order, those without a value left out, after the queries of base and path")
    func queriesA13B33() throws {
        let items = [
            URLQueryItem(name: "a", value: "1"), URLQueryItem(name: "x", value: nil),
            URLQueryItem(name: "b", value: ""),
        ]
        #expect(try URLBuilder(base: "http://h").url(path: "/s", queryItems: items) == "http://h/s?a=1&b=")
        #expect(
            try URLBuilder(base: "http://h?v=2").url(path: "s?w=3", queryItems: items) == "http://h/s?v=2&w=3&a=1&b=")
        #expect(try URLBuilder(base: "http://h").url(path: "/s", queryItems: [items[1]]) == "http://h/s")
        let search = [URLQueryItem(name: "q", value: "swift"), URLQueryItem(name: "limit", value: "10")]
        #expect(
            try URLBuilder(base: "http://h").url(path: "/search", queryItems: search)
                == "http://h/search?q=swift&limit=10")
    }

    @Test(
        "encodes in a query what another reader could take for something else",
        arguments: [
            ("a+b", "a%2Bb"), ("a b", "a%20b"), ("50%", "50%25"), ("%41", "%2541"), ("a&b=c;d", "a%26b%3Dc%3Bd"),
            ("#", "%23"),
            ("ü", "%C3%BC"), ("a/b?c:d@e,f", "a/b?c:d@e,f"), ("\r\n", "%0D%0A"),
        ])
    func queryValues(value: String, encoded: String) throws {
        let url = try URLBuilder(base: "http://h").url(path: nil, queryItems: [URLQueryItem(name: value, value: value)])
        #expect(url == "http://h?\(encoded)=\(encoded)")
    }

    @Test("B34: what cannot form a URL throws", arguments: ["", "h", "file:///x", "http://", "ftp://h"])
    func malformedB34(base: String) {
        #expect(throws: NetworkClientError.self) { try URLBuilder(base: base).url(path: "x", queryItems: []) }
    }
}
