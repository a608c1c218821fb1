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
        ])
    func comments(id: String, text: String, stripped: String) {
        #expect(JSONComments.stripped(from: text) == stripped)
    }

    @Test(
        "points at what is wrong with a JSON body and sends it all the same",
        arguments: [
            ("{\n  \"a\": 1,\n}", "The JSON body is not valid: line 3, column 1: expected a name in double quotes."),
            ("{\"ä\": x}", "The JSON body is not valid: line 1, column 7: expected a value."),
            ("[1 2]", "The JSON body is not valid: line 1, column 4: expected \",\" or \"]\"."),
            ("{\"a\": 01}", "The JSON body is not valid: line 1, column 7: expected a value."),
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

    @Test("kinds that cannot be sent say so")
    func unsupported() {
        var sample = Sample()
        sample.definition.body.kind = .multipart
        #expect(sample.rendered().problems == ["A multipart form cannot be sent yet."])
    }
}
