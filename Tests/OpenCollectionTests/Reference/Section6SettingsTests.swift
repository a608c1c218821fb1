import Testing

@testable import OpenCollection

/// A `settings` block, and what it does.
private struct SettingsRow: Sendable, CustomTestStringConvertible {
    var id: String
    /// The settings as the file has them; nil if they are absent.
    var settings: String?
    /// The expected values: encodes, timeout in milliseconds (0: none), follows, maximum number of redirects, forwards.
    var expected: String
    var testDescription: String { id }

    init(_ id: String, _ settings: String?, _ expected: String) {
        self.id = id
        self.settings = settings
        self.expected = expected
    }
}

@Suite("Reference, section 6: settings and headers") struct Section6SettingsTests {
    @Test(
        "6.1 settings",
        arguments: [
            SettingsRow("6.1 settings absent", nil, "off 0 follows 5 nil"),
            SettingsRow("6.1 block present, keys absent", "{}", "on 0 follows 5 nil"),
            SettingsRow("6.1 block present, nothing in it", "", "on 0 follows 5 nil"),
            SettingsRow("6.1 encodeUrl false", "{encodeUrl: false}", "off 0 follows 5 nil"),
            SettingsRow("6.1 timeout: milliseconds", "{encodeUrl: false, timeout: 1500}", "off 1500 follows 5 nil"),
            SettingsRow("6.1 timeout: 0 is no limit", "{timeout: 0}", "on 0 follows 5 nil"),
            SettingsRow(
                "6.1 timeout: inherit, none without a folder that says one", "{timeout: inherit}", "on 0 follows 5 nil"),
            SettingsRow("6.1 followRedirects false", "{followRedirects: false}", "on 0 stays 5 nil"),
            SettingsRow("6.1 maxRedirects: truncated", "{maxRedirects: 2.9}", "on 0 follows 2 nil"),
            SettingsRow("6.1 maxRedirects: negative is 5", "{maxRedirects: -1}", "on 0 follows 5 nil"),
            SettingsRow("6.1 maxRedirects: not a number is 5", "{maxRedirects: many}", "on 0 follows 5 nil"),
            SettingsRow("6.1 maxRedirects: 0 is none", "{maxRedirects: 0}", "on 0 follows 0 nil"),
            SettingsRow(
                "6.1 forwardAuthorizationHeader false", "{forwardAuthorizationHeader: false}", "on 0 follows 5 false"),
            SettingsRow(
                "6.1 forwardAuthorizationHeader true", "{forwardAuthorizationHeader: true}", "on 0 follows 5 true"),
            SettingsRow(
                "6.1 inherit yields the default elsewhere",
                "{encodeUrl: inherit, followRedirects: inherit, maxRedirects: inherit, forwardAuthorizationHeader: inherit}",
                "on 0 follows 5 nil"),
        ])
    private func settings(row: SettingsRow) throws {
        #expect(try effect(ReferenceFiles(request: request(row.settings))) == row.expected)
    }

    @Test("0 settings of folder and root hold where the request says nothing, the inner ones first")
    func inherited() throws {
        let files = ReferenceFiles(
            root: "request: {settings: {http: {timeout: 100, maxRedirects: 1, followRedirects: false}}}",
            inner: "request: {settings: {http: {timeout: 200, maxRedirects: 2}}}",
            request: request("{encodeUrl: false, maxRedirects: 3, timeout: inherit}"))
        #expect(try effect(files) == "off 200 stays 3 nil")
    }

    private func request(_ settings: String?) -> String {
        "http: {url: \"http://h/?a=%20\"}" + (settings.map { "\nsettings: \($0)" } ?? "")
    }

    private func effect(_ files: ReferenceFiles) throws -> String {
        let sent = try files.rendered()
        let forwards = sent.forwardsAuthorization.map { "\($0)" } ?? "nil"
        let milliseconds = sent.timeout.map { Int($0 / .milliseconds(1)) } ?? 0
        return "\(sent.url.hasSuffix("%2520") ? "on" : "off") \(milliseconds) "
            + "\(sent.followsRedirects ? "follows" : "stays") \(sent.maximumRedirects) \(forwards)"
    }

    @Test(
        "6.2 headers",
        arguments: [
            ReferenceRow(
                "6.2 the deepest wins, at the position of the first definition",
                ReferenceFiles(
                    root: "request: {headers: [{name: A, value: root}, {name: B, value: root}]}",
                    outer: "request: {headers: [{name: C, value: outer}, {name: B, value: outer}]}",
                    inner: "request: {headers: [{name: B, value: inner}]}",
                    request: "http: {url: \"http://h/\", headers: [{name: D, value: own}, {name: A, value: own}]}"),
                "GET http://h/", "A: own", "B: inner", "C: outer", "D: own"),
            ReferenceRow(
                "6.2 the effect is case-insensitive",
                ReferenceFiles(
                    root: "request: {headers: [{name: x-a, value: root}]}",
                    request: "http: {url: \"http://h/\", headers: [{name: X-A, value: own}]}"), "GET http://h/",
                "X-A: own"),
            ReferenceRow(
                "6.2 two rows of the same name: the last only",
                ReferenceFiles(
                    request: "http: {url: \"http://h/\", headers: [{name: A, value: \"1\"}, {name: A, value: \"2\"}]}"),
                "GET http://h/", "A: 2"),
            ReferenceRow(
                "6.2 a disabled row does not remove an inherited one",
                ReferenceFiles(
                    root: "request: {headers: [{name: A, value: root}]}",
                    request: "http: {url: \"http://h/\", headers: [{name: A, value: own, disabled: true}]}"),
                "GET http://h/", "A: root"),
            ReferenceRow(
                "6.2 empty names are ignored",
                ReferenceFiles(request: "http: {url: \"http://h/\", headers: [{name: \"\", value: x}]}"),
                "GET http://h/"),
        ])
    func headers(row: ReferenceRow) throws { try expectSent(row) }

    @Test("6.2 added when not set: Accept, Accept-Encoding, User-Agent, no more; a written one stays")
    func added() throws {
        let sent = { (headers: String) in
            try ReferenceFiles(request: "http: {url: \"http://h/\", headers: [\(headers)]}").rendered().headersToSend
                .map { "\($0.name): \($0.value)" }
        }
        #expect(try sent("") == ["Accept: */*", "User-Agent: Microscope/1"])
        #expect(
            try sent("{name: user-agent, value: me}, {name: accept, value: a/b}") == ["user-agent: me", "accept: a/b"])
    }
}
