import Testing
import Text

@Suite struct URLReferenceTests {
    @Test(
        "resolves references as RFC 3986, section 5.4 shows",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"),
            ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
            ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
            ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"),
        ])
    func resolution(reference: String, expected: String) {
        let base = URLReference("http://a/b/c/d;p?q")
        #expect(URLReference(reference).resolved(against: base).text == expected)
    }

    @Test("merges with a base that has no path")
    func emptyBasePath() {
        #expect(URLReference("g").resolved(against: URLReference("http://a")).text == "http://a/g")
        #expect(URLReference("?q").resolved(against: URLReference("http://a")).text == "http://a?q")
    }

    @Test(
        "gives back the text it was made of",
        arguments: [
            "http://user:pw@host:80/a|b/%zz?x=%zz&y=|#f", "http://[::1]:8080/", "a:b", "//h", "?", "#", "http://h?",
            "/a:b/c",
            "mailto:a@b", "http://hüst/ä",
        ])
    func roundTrip(text: String) { #expect(URLReference(text).text == text) }

    @Test(
        "knows scheme, host and port of an origin",
        arguments: [
            ("http://Host/x", "http", "host", 80), ("HTTPS://user:p@h:8443/", "https", "h", 8443),
            ("http://[::1]:81/", "http", "[::1]", 81), ("https://h", "https", "h", 443),
            ("http://[fe80::1]/", "http", "[fe80::1]", 80),
        ])
    func origins(url: String, scheme: String, host: String, port: Int) {
        #expect(URLReference(url).origin == URLReference.Origin(scheme: scheme, host: host, port: port))
    }
}
