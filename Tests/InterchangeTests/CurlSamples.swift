import Foundation
import OpenCollection

/// Requests that a shell, curl or a server could read otherwise than they are meant.
enum CurlSamples {
    struct Sample: Sendable, CustomStringConvertible {
        let id: String
        var definition: RequestDefinition
        var description: String { id }
    }

    static let all: [Sample] = [
        sample("plain") { _ in },
        sample("query") { $0.url += "?a=1&b=x%20y&c=%26%3D&empty=&bare" },
        sample("brackets") { $0.url += "/{x}/[1-3]?ids[]=1&set={a,b}" },
        sample("quotes in the URL") { $0.url += "/it's%22?q='a'" },
        sample("dots and slashes") { $0.url += "/a//b/%2E/c" },
        sample("headers") {
            $0.headers = [
                Field("X-Quote", "it's \"quoted\""), Field("X-Dollar", "$HOME `id` $(id) \\ \\n"),
                Field("X-Bang", "!! !$ wow!"), Field("X-Empty", ""), Field("X-Semicolon", "a;b;"),
                Field("X-Hash", "# no comment"), Field("X-Stars", "* ? ~ & | < >"), Field("X-Accent", "naïve ☂"),
            ]
        },
        sample("own of curl's headers") {
            $0.headers = [
                Field("User-Agent", "mine/1"), Field("Accept", "text/plain"), Field("Referer", "http://x/"),
                Field("Cookie", "a={{sid}}; b=2"),
            ]
        },
        sample("json", "POST", body: .json, "{\n  \"a\": \"it's $5 \\\\ `x` !\",\n  \"b\": [1, {}]\n}\n"),
        sample("text that begins like a file", "PUT", body: .text, "@/etc/passwd"),
        sample("text with ends of lines", "PATCH", body: .text, "\n\na\r\nb\rc\t\n"),
        sample("empty body", "POST", body: .text, ""),
        sample("xml", "POST", body: .xml, "<a b='c'>&amp;\"</a>"),
        sample("own type", "POST", body: .json, "{}") {
            $0.headers = [Field("Content-Type", "application/vnd.api+json; charset=utf-8")]
        },
        sample("a body with GET", "GET", body: .json, "{\"q\": 1}"),
        sample("a body with DELETE", "DELETE", body: .text, "gone"),
        sample("no body with POST", "POST"), sample("no body with PUT", "PUT"), sample("delete", "DELETE"),
        sample("options", "OPTIONS"), sample("head", "HEAD"), sample("a method of its own", "PURGE"),
        sample("form", "POST") {
            $0.body.kind = .formURLEncoded
            $0.body.form = [
                Field("a", "1"), Field("b c", "x & y = z"), Field("é", "☂ + % ~ *"), Field("empty", ""),
                Field("at", "@file"), Field("lines", "a\nb"), Field("off", "no", isEnabled: false),
                Field("quote's", "'\"`$x"), Field("eq=in@name", "="),
            ]
        },
        sample("form without a name", "POST") {
            $0.body.kind = .formURLEncoded
            $0.body.form = [Field("", "1"), Field("a", "2")]
        },
        sample("basic") { $0.auth = .basic(username: "ann", password: "{{password}}") },
        sample("basic, strange") { $0.auth = .basic(username: "a'n n", password: "p:{{password}}!$'") },
        sample("bearer") { $0.auth = .bearer(token: "{{token}}") },
        sample("bearer beside letters") { $0.auth = .bearer(token: "{{token}}tail") },
        sample("bearer, literal") { $0.auth = .bearer(token: "written-0ut!") },
        sample("key in a header") { $0.auth = .apiKey(name: "X-Api-Key", value: "{{token}}", placement: .header) },
        sample("key in the query") { $0.auth = .apiKey(name: "key", value: "{{token}}", placement: .query) },
        sample("user in the URL") { $0.url = $0.url.replacing("http://", with: "http://ann:hunter2@") },
        sample("secret in the body", "POST", body: .json, "{\"t\": \"{{token}}\", \"password\": \"hunter2\"}"),
        sample("process environment") {
            $0.headers = [Field("X-Who", "{{process.env.WHO}} {{process.env.WHO_TOKEN}}")]
        },
        sample("a missing name") { $0.headers = [Field("X-Missing", "<{{nobody knows}}>")] },
        sample("time and redirects") {
            $0.settings.isPresent = true
            $0.settings.encodesURL = false
            $0.settings.timeoutInMilliseconds = 12_345
            $0.settings.followsRedirects = false
        },
    ]

    /// The values that the shell gets, and that a send takes for the same names.
    static let secrets = ["token": "t0p.se-cret_1", "password": "p4ss w'ord\"$", "sid": "s1"]
    static let literals = [
        "COOKIE": "2", "AUTHORIZATION": "written-0ut!", "PASSWORD": "hunter2", "WHO": "it's me",
        "WHO_TOKEN": "it's a t0ken",
        "nobody_knows": "y\"o'u",
    ]

    private static func sample(
        _ id: String, _ method: String = "GET", body: RequestBody.Kind = .none, _ text: String = "",
        _ change: (inout RequestDefinition) -> Void = { _ in }
    ) -> Sample {
        var definition = RequestDefinition()
        definition.name = id
        definition.method = method
        definition.url = "http://127.0.0.1:1/x"
        definition.body.kind = body
        definition.body.text = text
        change(&definition)
        return Sample(id: id, definition: definition)
    }
}
