import Foundation
import Testing

@testable import MicroClient

@Suite struct CookieDateTests {
    @Test(
        "reads dates as servers write them",
        arguments: [
            ("Wed, 09 Jun 2021 10:18:14 GMT", 1_623_233_894), ("Wednesday, 09-Jun-21 10:18:14 GMT", 1_623_233_894),
            ("Wed Jun  9 10:18:14 2021", 1_623_233_894), ("09 june 2021 10:18:14", 1_623_233_894),
            ("10:18:14 9 Jun 21", 1_623_233_894), ("2021 Jun 09 10:18:14", 1_623_233_894),
            ("9/Jun/2021 10:18:14", 1_623_233_894), ("Jun 9 2021 10:18:14 PST", 1_623_233_894),
            ("1:2:3 1 Jan 1970", 3723), ("Thu, 01-Jan-1970 00:00:00 GMT", 0), ("1 jan 70 0:0:0", 0),
            ("31 Dec 69 23:59:59", 3_155_759_999), ("1 Jan 1601 00:00:00", -11_644_473_600),
            ("29 Feb 2000 00:00:00", 951_782_400), ("Mon, 01 Jan 2024 00:00:00GMT", 1_704_067_200),
            ("1 Jan 9999 00:00:00", 253_370_764_800), ("1st January 2024th 00:00:00", 1_704_067_200),
        ])
    func dates(text: String, seconds: Double) {
        #expect(CookieDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "takes nothing for a date that is none",
        arguments: [
            "", "0", "tomorrow", "Wed, 09 Jun 2021", "09 Jun 2021 24:00:00", "09 Jun 2021 10:60:00",
            "09 Jun 2021 10:18:60", "32 Jun 2021 10:18:14", "31 Jun 2021 10:18:14", "29 Feb 2021 00:00:00",
            "29 Feb 1900 00:00:00", "00 Jun 2021 10:18:14", "09 Jun 1600 10:18:14", "09 Foo 2021 10:18:14",
            "09 Jun 21000 10:18:14", "09 Jun 2021 10:18", "09 Jun 2021 100:18:14", "09 Jun 2021 10:18:145",
        ])
    func none(text: String) { #expect(CookieDate.parse(text) == nil) }
}

@Suite struct SetCookieTests {
    @Test(
        "takes name and value as they stand, blanks around them off",
        arguments: [
            ("a=b", "a", "b"), (" a = b ;x", "a", "b"), ("a=", "a", ""), ("a=b=c", "a", "b=c"),
            ("a=\"b c\"", "a", "\"b c\""), ("a b=c d", "a b", "c d"), ("ä=ö", "ä", "ö"), ("a=b;;;", "a", "b"),
            ("a=b\tc", "a", "b\tc"), ("a=b,c", "a", "b,c"), ("a=%41", "a", "%41"),
        ])
    func pairs(field: String, name: String, value: String) throws {
        let cookie = try #require(SetCookie(field))
        #expect(cookie.name == name && cookie.value == value)
        #expect(cookie.domain == nil && cookie.path == nil && cookie.maxAge == nil && cookie.expires == nil)
        #expect(!cookie.isSecure && !cookie.isHTTPOnly && cookie.sameSite == nil)
    }

    @Test(
        "ignores a field without a name, or with control characters",
        arguments: ["", "a", "=b", " =b", ";a=b", "a;b=c", "a=b\u{0}", "a\u{1}=b", "a=b; Path=/\u{7F}"])
    func ignored(field: String) { #expect(SetCookie(field) == nil) }

    @Test(
        "reads Max-Age",
        arguments: [
            ("0", 0), ("60", 60), ("-1", -1), ("+1", nil), ("", nil), ("-", nil), ("1.5", nil), ("1 2", nil),
            ("99999999999999999999", .max), ("-99999999999999999999", .min), (" 5 ", 5),
        ] as [(String, Int?)])
    func maxAge(text: String, seconds: Int?) { #expect(SetCookie("a=b; max-AGE=\(text)")?.maxAge == seconds) }

    @Test(
        "reads Domain",
        arguments: [
            ("Example.COM", "example.com"), (".example.com", "example.com"), ("..example.com", ".example.com"),
            ("", nil), (".", ""), (" a.b ", "a.b"),
        ] as [(String, String?)])
    func domain(text: String, expected: String?) { #expect(SetCookie("a=b; Domain=\(text)")?.domain == expected) }

    @Test(
        "reads Path, which counts from a slash on",
        arguments: [("/", "/"), ("/a/b", "/a/b"), ("a", nil), ("", nil), ("/a b", "/a b")] as [(String, String?)])
    func path(text: String, expected: String?) { #expect(SetCookie("a=b; Path=\(text)")?.path == expected) }

    @Test("of an attribute that comes twice, the last one counts")
    func twice() throws {
        let cookie = try #require(
            SetCookie("a=b; Path=/x; Path=/y; Domain=a; Domain=b; Max-Age=1; Max-Age=2; Max-Age=x; Path=no"))
        #expect(cookie.path == nil && cookie.domain == "b" && cookie.maxAge == 2)
    }

    @Test("knows the flags in any case, and passes over what it does not know")
    func flags() throws {
        let cookie = try #require(SetCookie("a=b; SECURE; httponly=x; SameSite=LAX; Partitioned; Priority=High"))
        #expect(cookie.isSecure && cookie.isHTTPOnly && cookie.sameSite == .lax)
        #expect(SetCookie("a=b; samesite=Odd")?.sameSite == nil)
    }

    @Test("Max-Age wins over Expires, whichever comes first")
    func expiry() {
        let now = Date(timeIntervalSince1970: 1000)
        let date = "Expires=Wed, 09 Jun 2021 10:18:14 GMT"
        #expect(SetCookie("a=b; \(date)")?.expiry(from: now) == Date(timeIntervalSince1970: 1_623_233_894))
        #expect(SetCookie("a=b; \(date); Max-Age=5")?.expiry(from: now) == Date(timeIntervalSince1970: 1005))
        #expect(SetCookie("a=b; Max-Age=5; \(date)")?.expiry(from: now) == Date(timeIntervalSince1970: 1005))
        #expect(SetCookie("a=b; Max-Age=0; \(date)")?.expiry(from: now) == .distantPast)
        #expect(SetCookie("a=b; Expires=never")?.expiry(from: now) == nil)
        #expect(SetCookie("a=b; Max-Age=999999999999999999999")?.expiry(from: now) != nil)
    }

    @Test("an attribute of more than 1024 bytes is passed over")
    func long() {
        let long = "/" + String(repeating: "x", count: 1024)
        #expect(SetCookie("a=b; Path=\(long)")?.path == nil)
        #expect(SetCookie("a=b; Path=\(long.dropLast())")?.path?.utf8.count == 1024)
    }

    @Test(
        "parts a value that holds several cookies",
        arguments: [
            ("a=1", ["a=1"]), ("a=1, b=2", ["a=1", "b=2"]), ("a=1,b=2", ["a=1", "b=2"]),
            (
                "a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Path=/, b=2; Expires=Thu, 01-Jan-70 00:00:00 GMT",
                ["a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Path=/", "b=2; Expires=Thu, 01-Jan-70 00:00:00 GMT"]
            ),
            ("a=1,2,3; Path=/", ["a=1,2,3; Path=/"]), ("a=x, y z=1", ["a=x, y z=1"]), ("", [""]), ("a=1,", ["a=1,"]),
        ])
    func parted(joined: String, fields: [String]) { #expect(SetCookie.parted(joined) == fields) }
}
