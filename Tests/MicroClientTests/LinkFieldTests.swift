import MicroClient
import Testing

/// The value of a `Link` field (RFC 8288).
@Suite struct LinkFieldTests {
    @Test(
        "each link has its target and its relation",
        arguments: [
            ("<https://h/p?a=1,2>; rel=\"next\"", ["https://h/p?a=1,2 next"]),
            ("</a>; rel=next, </b>; rel=\"last\"", ["/a next", "/b last"]),
            ("</a>; title=\"x, y; z\"; rel=\"prev start\"", ["/a prev start"]),
            ("</a>;rel=first;rel=second", ["/a first"]),
            ("</a> ; REL = next ; a", ["/a next"]),
            ("</a> , </b>", ["/a -", "/b -"]),
            ("</a>; rel=\"a\\\"b\"", ["/a a\"b"]),
            ("</a>; rel", ["/a "]),
            ("</a", []), ("a; rel=next", []), ("</a> rel=next", ["/a next"]), ("x, </b>; rel=next", ["/b next"]),
            ("</a>; rel=prev; title=Page 2 of 3, </b>; rel=next", ["/a prev", "/b next"]), ("", []),
            ("</a>; rel=\"next", ["/a next"]),
        ])
    func links(value: String, expected: [String]) {
        #expect(LinkField.links(in: value).map { "\($0.url) \($0.relation ?? "-")" } == expected)
    }
}
