import Testing

@testable import OpenCollection

@Suite struct RenderedHeadersTests {
    @Test("the deepest enabled row of a name wins, at the place of the first")
    func inheritance() {
        var sample = Sample()
        sample.root.headers = [Field("X-A", "root"), Field("X-B", "root"), Field("X-C", "root"), Field("", "nameless")]
        sample.folder.headers = [Field("x-b", "folder"), Field("X-C", "off", isEnabled: false)]
        sample.definition.headers = [Field("X-New", "1"), Field("X-A", "mine"), Field("X-New", "2")]
        #expect(
            sample.rendered().ownHeaders == [
                "X-A: mine | this request", "x-b: root | folder users".replacing("root", with: "folder"),
                "X-C: root | collection", "X-New: 2 | this request",
            ])
    }

    @Test("automatic headers are listed with where they come from, and give way to written ones")
    func automatic() {
        var sample = Sample("http://h:81/x")
        sample.definition.method = "post"
        sample.definition.body.kind = .text
        sample.definition.body.text = "häh"
        sample.definition.headers = [Field("user-agent", "mine")]
        let result = sample.rendered()
        #expect(result.method == "POST")
        #expect(
            result.headers.filter(\.isAutomatic).map { "\($0.name): \($0.value) | \($0.origin.title)" } == [
                "Content-Type: text/plain | body type", "Accept: */* | added by Microscope",
                "Accept-Encoding: gzip | added by Microscope", "Host: h:81 | added by the connection",
                "Content-Length: 4 | added by the connection",
            ])
        #expect(result.headersToSend.map(\.name) == ["user-agent", "Content-Type", "Accept", "Accept-Encoding"])
    }

    @Test(
        "auth inherits by section 5.1",
        arguments: [
            ("own", .bearer(token: "r"), .bearer(token: "f"), true, "Bearer r", "auth from this request"),
            ("none is none", .none, .bearer(token: "f"), true, nil, nil),
            ("from the folder", .inherit, .bearer(token: "f"), true, "Bearer f", "auth from folder users"),
            ("through an inheriting folder", .inherit, .inherit, true, "Bearer root", "auth from collection"),
            ("through a folder without file", .inherit, .none, false, "Bearer root", "auth from collection"),
            ("stopped by a file without auth", .inherit, .none, true, nil, nil),
        ] as [(String, Auth, Auth, Bool, String?, String?)])
    func auth(id: String, own: Auth, folder: Auth, hasFile: Bool, value: String?, origin: String?) {
        var sample = Sample()
        sample.root.auth = .bearer(token: "root")
        sample.folder.auth = folder
        sample.folder.hasFile = hasFile
        sample.definition.auth = own
        let header = sample.rendered().header("Authorization")
        #expect(header?.value == value)
        #expect(header?.origin.title == origin)
        #expect(header.map(\.isSecret) ?? true)
    }

    @Test("a folder that stops inheritance is named")
    func stoppedInheritance() {
        var sample = Sample()
        sample.root.auth = .bearer(token: "root")
        sample.definition.auth = .inherit
        #expect(sample.rendered().notes == ["users/folder.yml has no auth, so nothing is inherited through it."])
    }

    @Test("auth outranks a written header of its name, and its values are to be masked")
    func basic() {
        var sample = Sample()
        sample.environment = [Variable("pw", "", isSecret: true)]
        sample.secrets = ["pw": "open sesame"]
        sample.definition.headers = [Field("authorization", "mine"), Field("X-B", "b")]
        sample.definition.auth = .basic(username: "ada", password: "{{pw}}")
        let result = sample.rendered()
        #expect(
            result.ownHeaders == [
                "Authorization: Basic YWRhOm9wZW4gc2VzYW1l | auth from this request", "X-B: b | this request",
            ])
        #expect(result.credential == .basic(username: "ada", password: "open sesame"))
        #expect(Set(result.secrets.named.map(\.name)) == ["pw", "password", "Authorization"])
    }

    @Test(
        "an API key goes where its placement says",
        arguments: [
            (.header, "http://h/?k=old&z=1", "k: v&1 | auth from this request"), (.query, "http://h/?k=v%261&z=1", nil),
            (nil, "http://h/?k=old&z=1", nil),
        ] as [(Auth.Placement?, String, String?)])
    func apiKey(placement: Auth.Placement?, url: String, header: String?) {
        var sample = Sample("http://h/?k=old&z=1")
        sample.definition.auth = .apiKey(name: "k", value: "v&1", placement: placement)
        let result = sample.rendered()
        #expect(result.url == url)
        #expect(result.ownHeaders.first == header)
        #expect(result.notes.isEmpty == (placement != nil))
    }

    @Test("headers that hold secrets or name credentials are masked")
    func masks() {
        var sample = Sample()
        sample.environment = [Variable("s", "", isSecret: true)]
        sample.secrets = ["s": "abcdefgh"]
        sample.definition.headers = [Field("X-A", "v {{s}}"), Field("X-Api-Key", "k"), Field("X-B", "plain")]
        #expect(sample.rendered().headers.filter(\.isSecret).map(\.name) == ["X-A", "X-Api-Key"])
    }

    @Test("a line break or a NUL in a value, a bad name, a bad method and unsendable auth are problems")
    func problems() {
        var sample = Sample()
        sample.definition.method = "GE T"
        sample.definition.auth = .unsupported("kerberos")
        sample.definition.headers = [Field("X A", "1"), Field("X-B", "a\r\nEvil: 1"), Field("X-C", "a\0b")]
        #expect(
            sample.rendered().problems == [
                "Credentials of type kerberos (this request) cannot be sent yet.",
                "\"X A\" (this request) is not a header name.",
                "The value of the header X-B holds a line break, which cannot be sent.",
                "The value of the header X-C holds a NUL, which cannot be sent.",
                "\"GE T\" is not a request method: letters, digits and - are expected.",
            ])
    }

    @Test("settings have the format's defaults, policies come from the nearest place")
    func settings() {
        var sample = Sample()
        #expect(sample.rendered().timeout == nil)
        #expect(sample.rendered().maximumRedirects == 5)
        sample.definition.settings.timeoutInMilliseconds = 1500
        sample.definition.settings.maximumRedirects = -1
        sample.companion.collection.retry = RetrySettings(count: 1)
        sample.companion.collection.verifiesTLS = false
        sample.companion.folders["users"] = RequestPolicies()
        sample.companion.folders["users"]?.retry = RetrySettings(count: 2)
        let result = sample.rendered()
        #expect(result.timeout == .milliseconds(1500))
        #expect(result.maximumRedirects == 5)
        #expect(result.retry == Sourced(RetrySettings(count: 2), .folder("users")))
        #expect(!result.verifiesTLS)
    }
}
