import Testing

@testable import Secrets

@Suite("What a text holds of secrets")
struct SecretScanTests {
    private static func found(_ text: String, _ contents: [SecretScan.Content]) -> [String] {
        let bytes = Array(text.utf8)
        return SecretScan().spans(in: text, of: contents).map {
            "\($0.name): \(String(decoding: bytes[$0.range], as: UTF8.self)) (\($0.kind))"
        }
    }

    private static let parts =
        "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\np%20w\r\n"
        + "--B\r\nContent-Disposition: form-data; name=\"page\"\r\n\r\n2\r\n--B--"

    @Test(
        "is found by how the text is read",
        arguments: [
            (
                [SecretScan.Content.url], "https://ann:pw@h/token?to%6Ben=a%20b&page=2#key=8f3a9c1d",
                [
                    "user information: ann:pw (userInformation)", "token: a%20b (value)",
                    "key: 8f3a9c1d (value)",
                ]
            ),
            (
                [.url], "ann:pw@h/?next=http%3A%2F%2Fh%3Ftoken%3Da1",
                ["user information: ann:pw (userInformation)", "token: a1 (value)"]
            ),
            ([.url], "{{host}}/?src=https://ann:pw@git/repo", ["user information: ann:pw (userInformation)"]),
            ([.url], "/?a=http%253A%252F%252Fh%253Ftoken%253Da%2526b", ["token: a (value)"]),
            ([.url], "/go/http%3A%2F%2Fann%3Ap%2540w%40h%2F", ["user information: ann%3Ap%2540w (userInformation)"]),
            ([.text], "see /?token=a%26b%23c&d=e", ["token: a%26b%23c (value)"]),
            ([.form(type: "application/x-www-form-urlencoded")], "a=%2Fb%3Ftoken%3Dc%26d", ["token: c (value)"]),
            ([.text], "see /?next=http%3A%2F%2Fh%3Ftoken%3Da1%26b", ["token: a1 (value)"]),
            (
                [.members], #"{"pin": 1, "password": -12, "log": "{\"token\": \"a\"}"}"#,
                ["password: -12 (number)", #"token: a (value)"#]
            ),
            (
                [.tokens], "ghp_abcdefghijklmnopqrstuvwxyz0123456789 and Bearer abc12345 and pwd=hunter22",
                [
                    "GitHub token: ghp_abcdefghijklmnopqrstuvwxyz0123456789 (token)",
                    "Authorization: abc12345 (value)", "pwd: hunter22 (value)",
                ]
            ),
            ([.credentials(field: "authorization")], " Bearer abc ", [": abc (value)"]),
            ([.credentials(field: "Cookie")], "a=1; b=; c", ["a: 1 (value)", ": c (value)"]),
            ([.credentials(field: "Set-Cookie")], "sid=1; Path=/", ["sid: 1 (value)"]),
            ([.form(type: "application/x-www-form-urlencoded; charset=utf-8")], "to+ken=a&b=2", ["to ken: a (value)"]),
            ([.form(type: "multipart/form-data; boundary=B")], parts, ["password: p%20w (value)"]),
            ([.form(type: "multipart/form-data")], parts, []),
            ([.form(type: "text/plain")], "token=a", []),
            ([.body(type: "multipart/form-data; boundary=B")], parts, ["password: p%20w (value)"]),
            ([.body(type: "text/plain")], "token=a&page=2", []),
            ([.likelyForm], "token=a&page=2", ["token: a (value)"]),
            ([.likelyForm], #"{"password":"a=b"}"#, []), ([.likelyForm], "token=a b", []),
            ([.tokens], "?pwd=1#access_token=hunter22", ["access_token: hunter22 (value)"]),
            ([.tokens], "/?pwd=hunter22#a=b", ["pwd: hunter22 (value)"]),
            ([.tokens], "pwd=hunter22#a=b&c", ["pwd: hunter22#a=b (value)"]),
            ([.tokens], "of /?q=pwd%3Dhunter22%23a%3Db", ["pwd: hunter22%23a%3Db (value)"]),
            ([.tokens], "of /?q=%2F%3Fpwd%3Dhunter22%23a%3Db", ["pwd: hunter22 (value)"]),
            ([.tokens], "if pwd==hunter22 or pwd=call1(hunter22)", []),
            ([.body(type: "")], "<a><token>x</token></a>", ["token: x (value)"]),
            ([.body(type: "")], "set token=a here", []), ([.body(type: "")], #"{"token_type":"x=1","a":"b"}"#, []),
        ])
    func contents(contents: [SecretScan.Content], text: String, found: [String]) {
        #expect(Self.found(text, contents) == found)
    }

    @Test("that is found in two ways is one place, with all that either covers")
    func joined() {
        let token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
        #expect(
            SecretScan().hiding("https://h/?token=x-\(token)&a=\(token)", as: .url) == "https://h/?token=••••&a=••••")
        #expect(
            SecretScan().hiding(#"{"note": "\#(token)", "key": "word"}"#, as: .body(type: ""))
                == #"{"note": "••••", "key": "word"}"#)
    }

    @Test("stays where the caller says so, and names mean what the caller says")
    func policies() {
        let text = "/?token={{token}}&token=a&tenant=b"
        let scan = SecretScan(besides: { $0 == "{{token}}" }, by: { $0 == "page" ? .plain : .secret })
        #expect(scan.hiding(text, as: .url) == "/?token={{token}}&token=••••&tenant=••••")
    }

    @Test(
        "is known by what it means, and as it is written",
        arguments: [
            ("/?token=a%20b+c", SecretScan.Content.url, false, ["a b+c", "a%20b+c"]),
            ("/?token=a%20b+c", .url, true, ["a b c", "a%20b+c"]),
            (#"{"token": "a\"b"}"#, .members, false, [#"a"b"#, #"a\"b"#]),
            (#"{"log": "{\"token\": \"a\\\"b\"}"}"#, .members, false, [#"a\"b"#, #"a"b"#, #"a\\\"b"#]),
        ])
    func meanings(text: String, content: SecretScan.Content, plusIsSpace: Bool, meanings: [String]) throws {
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBufferPointer { bytes in
            let span = try #require(SecretScan().spans(in: bytes, of: [content]).first)
            #expect(span.meanings(in: bytes, plusIsSpace: plusIsSpace) == meanings)
            #expect(span.password(in: bytes) == nil)
        }
    }

    @Test("is a password after the colon of user information")
    func password() throws {
        let bytes = Array("http://ann:p%40w@h/".utf8)
        try bytes.withUnsafeBufferPointer { bytes in
            let span = try #require(SecretScan().spans(in: bytes, of: [.url]).first)
            #expect(span.password(in: bytes) == "p@w")
        }
    }
}
