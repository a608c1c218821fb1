import Testing

@testable import OpenCollection

@Suite struct RenderedBodyTests {
    @Test(
        "sends each kind with its type",
        arguments: [
            (.json, "{\"a\": {{n}}} // note", "{\"a\": 7} ", "application/json"),
            (.text, "x {{n}}", "x 7", "text/plain"),
            (.xml, "<a/>", "<a/>", "application/xml"), (.sparql, "SELECT", "SELECT", "application/sparql-query"),
        ] as [(RequestBody.Kind, String, String, String)])
    func kinds(kind: RequestBody.Kind, text: String, sent: String, type: String) {
        var sample = Sample()
        sample.environment = [Variable("n", "7")]
        sample.definition.body.kind = kind
        sample.definition.body.text = text
        #expect(sample.rendered().body == .bytes(Array(sent.utf8), contentType: type))
    }

    @Test("a written Content-Type stays, a disabled one does not count")
    func contentType() {
        var sample = Sample()
        sample.definition.body.kind = .json
        sample.definition.body.text = "{}"
        sample.definition.headers = [Field("content-type", "application/vnd.x+json")]
        #expect(sample.rendered().body == .bytes(Array("{}".utf8), contentType: "application/vnd.x+json"))
        sample.definition.headers[0].isEnabled = false
        #expect(sample.rendered().body == .bytes(Array("{}".utf8), contentType: "application/json"))
    }

    @Test("a form is encoded as browsers do, disabled rows left out, names taken literally")
    func form() {
        var sample = Sample()
        sample.environment = [Variable("v", "a b&ü")]
        sample.definition.body.kind = .formURLEncoded
        sample.definition.body.form = [
            Field("x", "{{v}}"), Field("off", "1", isEnabled: false), Field("x", "~*-._+"), Field("{{v}}", ""),
        ]
        let body = String(decoding: sample.rendered().body.bytes, as: UTF8.self)
        #expect(body == "x=a+b%26%C3%BC&x=%7E*-._%2B&%7B%7Bv%7D%7D=")
    }

    @Test(
        "strips comments outside strings only",
        arguments: [
            ("none", #"{"a":"http://x"}"#, #"{"a":"http://x"}"#), ("line", "{ // x\n}", "{ \n}"),
            ("block", "{/* x\n */}", "{}"),
            ("escaped quote", #"{"a":"\"// no"} // yes"#, #"{"a":"\"// no"} "#), ("no end", "{/* x}", "{/* x}"),
            ("several", "[1, // one\r\n2 /* two */]// three", "[1, \r\n2 ]"), ("a slash alone", "1 / 2 /", "1 / 2 /"),
            ("a block's mark is no end", "/*/ x */1", "1"), ("a string without end", #"/**/"\"#, #"/**/"\"#),
        ])
    func comments(id: String, text: String, stripped: String) {
        #expect(JSONComments.stripped(from: text) == stripped)
    }

    @Test(
        "points at what is wrong with a JSON body and sends it all the same",
        arguments: [
            ("{\n  \"a\": 1,\n}", "The JSON body is not valid: line 3, column 1: expected a name in quotes."),
            ("{\"ä\": x}", "The JSON body is not valid: line 1, column 7: expected a value."),
            ("[1 2]", "The JSON body is not valid: line 1, column 4: expected ',' or ']'."),
            ("{\"a\": 01}", "The JSON body is not valid: line 1, column 7: expected a number."),
        ])
    func invalidJSON(text: String, note: String) {
        var sample = Sample()
        sample.definition.body.kind = .json
        sample.definition.body.text = text
        #expect(sample.rendered().notes == [note])
        #expect(sample.rendered().isSendable)
        var quick = sample.rendered(notesJSON: false)
        #expect(quick.notes.isEmpty)
        quick.notes = [note]
        #expect(quick == sample.rendered())
    }

    @Test("of a multipart form each text and each file is a part, in order; names and types are taken literally")
    func multipart() {
        var sample = Sample()
        sample.environment = [Variable("dir", "photos"), Variable("v", "a b")]
        sample.definition.body.kind = .multipart
        sample.definition.body.parts = [
            MultipartPart(name: "{{v}}", isFile: false, values: ["{{v}}", "2"]),
            MultipartPart(name: "off", isFile: false, values: ["1"], isEnabled: false),
            MultipartPart(name: "f", isFile: true, values: [" {{dir}}/a.png ", "b.png"], contentType: "image/{{v}}"),
        ]
        let rendered = sample.rendered()
        #expect(
            rendered.body
                == .multipart([
                    RenderedPart("{{v}}", .text("a b")), RenderedPart("{{v}}", .text("2")),
                    RenderedPart("f", .file("photos/a.png"), contentType: "image/{{v}}"),
                    RenderedPart("f", .file("b.png"), contentType: "image/{{v}}"),
                ]))
        #expect(rendered.body.paths == ["photos/a.png", "b.png"])
        #expect(rendered.headers.first { $0.name == "Content-Type" }?.value == "multipart/form-data")
        #expect(rendered.headers.first { $0.name == "Content-Length" } == nil && rendered.isSendable)
    }

    @Test("a part without a file is refused, and a form that says another type is told of")
    func brokenParts() {
        var sample = Sample()
        sample.definition.body.kind = .multipart
        sample.definition.headers = [Field("content-type", "text/plain")]
        sample.definition.body.parts = [MultipartPart(name: "f", isFile: true, values: [" "])]
        #expect(
            sample.rendered().problems == ["The form part f names no file: choose one, or disable the part."])
        #expect(
            sample.rendered().notes == [
                "The Content-Type header is text/plain: without its boundary the form cannot be parsed."
            ])
    }

    @Test(
        "of files the first selected one is the body; its type goes before a header, variables in its path do not count",
        arguments: [
            ("type", "a/b", ["X: 1", "Content-Type: a/b"]), ("none", "", ["content-type: t/p", "X: 1"]),
        ] as [(String, String, [String])])
    func files(id: String, type: String, headers: [String]) {
        var sample = Sample()
        sample.definition.body.kind = .file
        sample.definition.headers = [Field("content-type", "t/p"), Field("X", "1")]
        sample.definition.body.files = [
            BodyFile("a", contentType: "", isSelected: false), BodyFile("{{b}}", contentType: type, isSelected: true),
            BodyFile("c", contentType: "", isSelected: true),
        ]
        let rendered = sample.rendered()
        #expect(rendered.body == .file(path: "{{b}}") && rendered.isSendable)
        #expect(rendered.notes == ["Variables are not replaced in the path of a file: {{b}}"])
        #expect(
            rendered.headers.filter { ["x", "content-type"].contains($0.name.lowercased()) }
                .map { "\($0.name): \($0.value)" } == headers)
    }

    @Test("without a selected file there is no body, and that is said; without a path it is refused")
    func noFile() {
        var sample = Sample()
        sample.definition.body.kind = .file
        sample.definition.body.files = [BodyFile("a", contentType: "a/b", isSelected: false)]
        #expect(sample.rendered().body == .none)
        #expect(sample.rendered().notes == ["No file is selected, so no body is sent."])
        sample.definition.body.files[0] = BodyFile("", contentType: "", isSelected: true)
        #expect(sample.rendered().problems == ["The selected file of the body has no path: choose one."])
        #expect(sample.rendered().headers.contains { $0.value == "application/octet-stream" })
    }

    @Test("a kind that the format does not have is refused")
    func unsupported() {
        var sample = Sample()
        sample.definition.body.kind = .unsupported("protobuf")
        #expect(
            sample.rendered().problems == [
                "A body of type protobuf cannot be sent: choose another type."
            ])
    }
}
