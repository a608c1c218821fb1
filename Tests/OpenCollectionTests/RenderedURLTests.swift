import Secrets
import Testing

@testable import OpenCollection

/// One row: the text in the file, and the URL that goes out.
private struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var url: String
    var encodes: Bool?
    var parameters: [Parameter] = []
    var sent: String
    var testDescription: String { id }

    init(_ id: String, _ url: String, encodes: Bool? = nil, _ parameters: [Parameter] = [], sent: String) {
        self.id = id
        self.url = url
        self.encodes = encodes
        self.parameters = parameters
        self.sent = sent
    }
}

private let variables = [Variable("host", "http://api.x.io"), Variable("space", "a b"), Variable("id", "7")]

private func rendered(_ row: Row) -> RenderedRequest {
    var sample = Sample(row.url)
    sample.environment = variables
    sample.definition.parameters = row.parameters
    sample.definition.settings.isPresent = row.encodes != nil
    sample.definition.settings.encodesURL = row.encodes
    return sample.rendered()
}

@Suite struct RenderedURLTests {
    @Test(
        "builds the URL by sections 3.1 and 3.2",
        arguments: [
            Row("variable host", "{{host}}/users", sent: "http://api.x.io/users"),
            Row("no scheme", "localhost:8080/x", sent: "http://localhost:8080/x"),
            Row("no path", "https://h", sent: "https://h/"),
            Row("query without path", "http://h?a=1", sent: "http://h/?a=1"),
            Row("spaces and non-ASCII encoded", "http://h/ä b?q=ü x", sent: "http://h/%C3%A4%20b?q=%C3%BC%20x"),
            Row("off keeps what is written", "http://h/a%20b?t=10:00,1+2&f", sent: "http://h/a%20b?t=10:00,1+2&f"),
            Row("off drops the fragment", "http://h/a?b=1#c", sent: "http://h/a?b=1"),
            Row("dots resolve", "http://h/a/./b/../c", sent: "http://h/a/c"),
            Row("dots above the root", "http://h/../..", sent: "http://h/"),
            Row("empty segments stay", "http://h//a/", sent: "http://h//a/"),
            Row("line breaks vanish", " http://h/a\n?b=1 ", sent: "http://h/a?b=1"),
            Row(
                "placeholder with a question mark", "http://h/{{?Which}}/x?y=1",
                sent: "http://h/%7B%7B%3FWhich%7D%7D/x?y=1"),
            Row(
                "on encodes path segments once", "http://h/a%20b c/x:y@z", encodes: true,
                sent: "http://h/a%20b%20c/x%3Ay%40z"),
            Row(
                "on encodes the query again", "http://h/?a=%20&b=1+2&c=/", encodes: true,
                sent: "http://h/?a=%2520&b=1%2B2&c=%2F"),
            Row("on keeps flags apart", "http://h/?flag&flag=&=x&&", encodes: true, sent: "http://h/?flag&flag="),
            Row("on takes # as data", "http://h/p#x?y=#", encodes: true, sent: "http://h/p%23x?y=%23"),
            Row("on by a block that does not say", "http://h/?a=1 2", encodes: true, sent: "http://h/?a=1%202"),
            Row("path parameter", "{{host}}/users/:id", [pathRow("id", "{{id}}")], sent: "http://api.x.io/users/7"),
            Row("path value is not encoded", "http://h/:a/x", [pathRow("a", "b/c")], sent: "http://h/b/c/x"),
            Row("whole segments only", "http://h/:id.json", [pathRow("id", "7")], sent: "http://h/:id.json"),
            Row("disabled path row", "http://h/:id", [pathRow("id", "7", enabled: false)], sent: "http://h/:id"),
            Row("blank path row", "http://h/:id?x=:id", [pathRow("id", " ")], sent: "http://h/:id?x=:id"),
            Row(
                "OData", "http://h/Products(':id')/F(a=:x,b=:y)",
                [pathRow("id", "7"), pathRow("x", "1"), pathRow("y", "2")],
                sent: "http://h/Products(%277%27)/F(a=1,b=2)".replacing("%27", with: "'")),
            Row("path value with a query", "http://h/:a?z=1", [pathRow("a", "b?c=2")], sent: "http://h/b?c=2&z=1"),
            Row("port is no parameter", "http://h:80/:p", [pathRow("p", "x")], sent: "http://h:80/x"),
            Row(
                "rows in both places are sent once", "http://h/?page=1", [query("page", "1")], sent: "http://h/?page=1"),
            Row("the URL wins", "http://h/?page=1", [query("page", "2")], sent: "http://h/?page=1"),
            Row(
                "rows that the URL lacks follow", "http://h/?a=1",
                [query("b", "x y"), query("c", "1", enabled: false)],
                sent: "http://h/?a=1&b=x%20y"),
            Row("rows without any query", "http://h/", [query("b", "{{space}}")], sent: "http://h/?b=a%20b"),
            Row("encoded rows equal decoded pairs", "http://h/?q=a+b", [query("q", "a%20b")], sent: "http://h/?q=a+b"),
            Row(
                "on: rows are encoded whole", "http://h/?a=1", encodes: true, [query("b", "x&y=z")],
                sent: "http://h/?a=1&b=x%26y%3Dz"),
        ])
    private func urls(row: Row) {
        #expect(rendered(row).url == row.sent)
    }

    @Test(
        "says why a URL cannot be sent",
        arguments: [
            ("", "The URL is empty."), ("http:///x", "The URL has no host."),
            ("ftp://h/", "Only http and https can be sent, not ftp."),
            ("http://a b/", "Invalid host \"a b\": contains a space."),
            ("http://ada:secret@h:99999/x", "The port after the host \"h\" is above 65535."),
            ("http:/h/x", "A URL does not begin with \"http:\": probably \"http://\" was meant."),
            ("HTTPS:h/x", "A URL does not begin with \"https:\": probably \"https://\" was meant."),
            ("http://[::1/x y", "A ] is missing after the [ of the host \"[::1\"."),
        ])
    func problems(url: String, problem: String) {
        #expect(Sample(url).rendered().problems == [problem])
    }

    @Test("a host that is named like a scheme is a host", arguments: ["http/x", "http:80/x", "http://http/x"])
    func schemeAsHost(url: String) {
        #expect(Sample(url).rendered().problems.isEmpty)
    }

    @Test("a path parameter without value is sent as it stands, or encoded, and said", arguments: [false, true])
    func unsetPathParameter(encodes: Bool) {
        let result = rendered(Row("", "http://h/:id", encodes: encodes, sent: ""))
        let sent = encodes ? "%3Aid" : ":id"
        #expect(result.notes == ["The path parameter id has no value: \"\(sent)\" is sent."])
        #expect(result.isSendable && result.url == "http://h/" + sent)
    }

    @Test("an enabled row without a value is a problem: nothing is sent")
    func emptyPathParameter() {
        var sample = Sample("http://h/:id")
        sample.definition.parameters = [pathRow("id", " ")]
        #expect(sample.rendered().problems == ["id has no value: the path parameter :id is empty."])
        sample.definition.parameters[0].field.isEnabled = false
        #expect(sample.rendered().problems.isEmpty)
    }

    @Test("missing names are listed with where they are needed and in which file")
    func missing() {
        var sample = Sample("{{base}}/:id?q={{q}}")
        sample.definition.parameters = [pathRow("id", "{{id}}")]
        sample.folder.headers = [Field("X-Key", "{{key}}")]
        sample.environment = [Variable("key", "{{inner}}")]
        let result = sample.rendered()
        #expect(!result.isSendable)
        #expect(
            result.missing.map { "\($0.text) in \($0.place)" } == [
                "base has no value (URL) in users/get.yml", "q has no value (URL) in users/get.yml",
                "id has no value (path parameter id) in users/get.yml",
                "inner has no value (header X-Key, in variable key) in environments/dev.yml",
            ])
        #expect(result.problems == [])
    }

    @Test("user and password in the URL become a header that wins, and leave the URL")
    func userInfo() {
        var sample = Sample("http://ada:s%40cret@h/x")
        sample.definition.auth = .bearer(token: "t")
        let result = sample.rendered()
        #expect(result.url == "http://h/x")
        #expect(result.ownHeaders == ["Authorization: Basic YWRhOnNAY3JldA== | user and password in the URL"])
        #expect(result.secrets.named.contains(NamedSecret(name: "password", value: "s@cret")))
    }
}
