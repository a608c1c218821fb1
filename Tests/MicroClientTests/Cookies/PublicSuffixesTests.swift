import Testing

@testable import MicroClient

@Suite struct PublicSuffixesTests {
    /// The cases that the list's own project publishes for implementations.
    @Test(
        "finds what can be registered as the list's own test cases say",
        arguments: [
            ("COM", nil), ("example.COM", "example.com"), ("WwW.example.COM", "example.com"),
            (".com", nil), (".example.com", nil), ("example", nil), ("example.example", "example.example"),
            ("b.example.example", "example.example"), ("a.b.example.example", "example.example"),
            ("biz", nil), ("domain.biz", "domain.biz"), ("b.domain.biz", "domain.biz"),
            ("a.b.domain.biz", "domain.biz"), ("com", nil), ("b.example.com", "example.com"),
            ("a.b.example.com", "example.com"), ("uk.com", nil), ("example.uk.com", "example.uk.com"),
            ("b.example.uk.com", "example.uk.com"), ("test.ac", "test.ac"), ("mm", nil), ("c.mm", nil),
            ("b.c.mm", "b.c.mm"), ("a.b.c.mm", "b.c.mm"), ("jp", nil), ("test.jp", "test.jp"),
            ("www.test.jp", "test.jp"), ("ac.jp", nil), ("test.ac.jp", "test.ac.jp"),
            ("www.test.ac.jp", "test.ac.jp"), ("kyoto.jp", nil), ("test.kyoto.jp", "test.kyoto.jp"),
            ("ide.kyoto.jp", nil), ("b.ide.kyoto.jp", "b.ide.kyoto.jp"), ("a.b.ide.kyoto.jp", "b.ide.kyoto.jp"),
            ("c.kobe.jp", nil), ("b.c.kobe.jp", "b.c.kobe.jp"), ("a.b.c.kobe.jp", "b.c.kobe.jp"),
            ("city.kobe.jp", "city.kobe.jp"), ("www.city.kobe.jp", "city.kobe.jp"),
            ("city.kawasaki.jp", "city.kawasaki.jp"), ("x.kawasaki.jp", nil), ("ck", nil), ("test.ck", nil),
            ("b.test.ck", "b.test.ck"), ("a.b.test.ck", "b.test.ck"), ("www.ck", "www.ck"),
            ("www.www.ck", "www.ck"), ("us", nil), ("test.us", "test.us"), ("ak.us", nil),
            ("test.ak.us", "test.ak.us"), ("k12.ak.us", nil), ("test.k12.ak.us", "test.k12.ak.us"),
            ("www.test.k12.ak.us", "test.k12.ak.us"), ("食狮.com.cn", "xn--85x722f.com.cn"),
            ("食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn"), ("www.食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn"),
            ("shishi.公司.cn", "shishi.xn--55qx5d.cn"), ("公司.cn", nil), ("食狮.中国", "xn--85x722f.xn--fiqs8s"),
            ("www.食狮.中国", "xn--85x722f.xn--fiqs8s"), ("shishi.中国", "shishi.xn--fiqs8s"), ("中国", nil),
            ("xn--85x722f.com.cn", "xn--85x722f.com.cn"), ("xn--55qx5d.cn", nil), ("xn--fiqs8s", nil),
            ("10.0.0.1", nil), ("[::1]", nil), ("a.example.com.", "example.com"),
        ] as [(String, String?)])
    func published(domain: String, expected: String?) {
        #expect(PublicSuffixes.registrableDomain(of: domain) == expected)
    }

    @Test(
        "knows a public suffix by its name alone",
        arguments: [
            ("com", true), ("co.uk", true), ("github.io", true), ("me.github.io", false), ("anything.ck", true),
            ("www.ck", false), ("localhost", true), ("made-up", true), ("example.com", false), ("com.", true),
            ("公司.cn", true), ("CO.UK", true), ("", true), ("a b.ü", false),
        ])
    func contains(domain: String, expected: Bool) { #expect(PublicSuffixes.contains(domain) == expected) }

    @Test("the table is sorted, and its rules are found in it")
    func table() {
        let rules = PublicSuffixTable.rules.description.split(whereSeparator: { $0 <= " " })
        #expect(rules.count > 9000)
        #expect(zip(rules, rules.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        // Every seventh: the search is the same for all.
        for rule in stride(from: 0, to: rules.count, by: 7).map({ rules[$0] }) where rule.first?.isLetter == true {
            #expect(PublicSuffixes.contains(String(rule)))
            #expect(!PublicSuffixes.contains("0-no-such-label.0-nor-this.\(rule)"))
        }
    }
}
