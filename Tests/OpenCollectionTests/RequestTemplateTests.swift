import Testing

@testable import OpenCollection

/// A request with all that it inherits, placeholders in place.
@Suite struct RequestTemplateTests {
    private func template(_ url: String, _ change: (inout RequestDefinition) -> Void = { _ in }) -> RequestTemplate {
        var definition = RequestDefinition()
        definition.method = "get"
        definition.url = url
        change(&definition)
        var root = FolderDefinition()
        root.headers = [Field("X-One", "root"), Field("X-Off", "1", isEnabled: false)]
        root.auth = .bearer(token: "{{token}}")
        var folder = FolderDefinition()
        folder.hasFile = true
        folder.headers = [Field("x-one", "{{folder}}"), Field("X-Two", "2")]
        folder.auth = .inherit
        let item = CollectionItem(
            path: "a/b.yml", name: "b", kind: .request(RequestFile(text: "", definition: definition)))
        let collection = Collection(
            name: "c", root: root, items: [CollectionItem(path: "a", name: "a", kind: .folder(folder, [item]))])
        return collection.template(of: definition, at: "a/b.yml")
    }

    @Test(
        "the URL is cut outside placeholders",
        arguments: [
            ("{{base}}/users/:id", "{{base}}", [[.text("users")], [.parameter("id")]]),
            (
                "https://{{a/b}}.example.com:1/v{{x}}/", "https://{{a/b}}.example.com:1",
                [[.text("v{{x}}")], [.text("")]]
            ),
            ("http://h/Products(:id)", "http://h", [[.text("Products("), .parameter("id"), .text(")")]]),
            ("http://h", "http://h", []), ("http://h/", "http://h", [[.text("")]]), ("/x", "", [[.text("x")]]),
            ("http://u:p@h/x", "http://h", [[.text("x")]]),
        ] as [(String, String, [[RequestTemplate.PathPiece]])])
    func urls(url: String, base: String, segments: [[RequestTemplate.PathPiece]]) {
        let template = template(url)
        #expect(template.base == base)
        #expect(template.segments == segments)
        #expect(template.userInfo == (url.contains("@") ? "u:p" : nil))
        #expect(template.method == "GET")
    }

    @Test("the query as a server decodes it, in the order of sending, without rows that are off")
    func query() {
        let template = template("http://h/?a=1%202&flag&b={{b}}") {
            $0.parameters = [
                Parameter(.query, Field("off", "1", isEnabled: false)), Parameter(.query, Field("b", "{{b}}")),
                Parameter(.query, Field("c", "3")), Parameter(.path, Field("id", "{{id}}")),
                Parameter(.path, Field("x", " ")),
            ]
        }
        #expect(template.query.map(\.name) == ["a", "flag", "b", "c"])
        #expect(template.query.map(\.value) == ["1 2", nil, "{{b}}", "3"])
        #expect(template.pathValues == ["id": "{{id}}"])
    }

    @Test("headers, credentials and comments in JSON are those of what is sent")
    func inherited() {
        let template = template("http://h") {
            $0.headers = [Field("X-Two", "own"), Field("", "nameless")]
            $0.auth = .inherit
            $0.body.kind = .json
            $0.body.text = "{} // nothing"
            $0.settings.isPresent = true
            $0.settings.timeoutInMilliseconds = 5
            $0.settings.followsRedirects = false
        }
        #expect(
            template.headers.map(\.name) == ["x-one", "X-Two"]
                && template.headers.map(\.value) == ["{{folder}}", "own"])
        #expect(template.auth.auth == .bearer(token: "{{token}}"))
        #expect(template.body.text == "{} ")
        #expect(template.timeout == .milliseconds(5) && !template.followsRedirects)
    }
}
