import BodyStore
import OpenCollection
import TestSupport

@testable import Interchange

/// A request with the response that it gets: what is written of it as Swift is built and run.
struct SampleRequest: Sendable {
    /// A word, part of names and of the URL.
    let id: String
    var definition = RequestDefinition()
    var rootHeaders: [Field] = []
    var variables: [Variable] = []
    var secrets: [String: String] = [:]
    var policies: RequestPolicies?
    var response: Response?
    /// Whether what is sent is the same each time.
    var isComparable = true
    /// The forms that it is built and run in.
    var forms = SwiftForm.allCases
    /// Arguments of the sample call, by name, for what is not in the collection.
    var arguments: [(String, String)] = []

    struct Response: Sendable {
        var status = 200
        var contentType = "application/json"
        var body: String
    }

    init(
        _ id: String, _ method: String, _ url: String, response: String? = nil,
        _ change: (inout SampleRequest) -> Void = { _ in }
    ) {
        self.id = id
        definition.name = id
        definition.method = method
        definition.url = url
        self.response = response.map { Response(body: $0) }
        change(&self)
    }

    var collection: OpenCollection.Collection {
        var root = FolderDefinition()
        root.headers = rootHeaders
        var companion = CompanionFile()
        companion.requests["it.yml"] = policies
        let item = CollectionItem(
            path: "it.yml", name: id, kind: .request(RequestFile(text: "", definition: definition)))
        return OpenCollection.Collection(name: "Samples", root: root, items: [item], companion: companion)
    }

    func scopes(base: String) -> VariableScopes {
        let environment = EnvironmentDefinition(
            name: "tests",
            variables: [Variable("base", base), Variable("host", String(base.dropFirst(7)))] + variables
                + secrets.keys.map { Variable($0, "", isSecret: true) })
        return VariableScopes(
            collection: collection, environment: environment, itemPath: "it.yml", request: definition,
            secrets: { secrets[$0] })
    }

    /// Returns the code of a form, with a name of its own, since all are built into one program.
    func text(_ form: SwiftForm, name: String, base: String = "http://127.0.0.1:1") -> String {
        var definition = definition
        definition.name = name
        let sample = response.map { response -> SampleResponse in
            let store = BodyStore(response.body.utf8)
            return SampleResponse(status: response.status, contentType: response.contentType, body: store)
        }
        return SwiftExport(
            definition, at: "it.yml", in: collection, scopes: scopes(base: base), environmentName: "tests",
            response: sample
        ).text(form)
    }
}

extension SampleRequest {
    mutating func json(_ text: String) {
        definition.body.kind = .json
        definition.body.text = text
    }

    mutating func header(_ name: String, _ value: String, isEnabled: Bool = true) {
        definition.headers.append(Field(name, value, isEnabled: isEnabled))
    }

    mutating func path(_ name: String, _ value: String) {
        definition.parameters.append(Parameter(.path, Field(name, value)))
    }

    mutating func query(_ name: String, _ value: String, isEnabled: Bool = true) {
        definition.parameters.append(Parameter(.query, Field(name, value, isEnabled: isEnabled)))
    }
}

extension SampleRequest {
    /// The requests as people write them, and as nobody should.
    static let all: [SampleRequest] = plain + bodies + credentials + nasty + models + random

    private static let plain = [
        SampleRequest(
            "Plain", "GET", "{{base}}/users", response: #"[{"id":1,"name":"Ada"},{"id":2,"name":null,"age":3.5}]"#),
        SampleRequest("Nothing", "DELETE", "{{base}}/users/:id", response: "") { $0.path("id", "7") },
        SampleRequest("Head", "HEAD", "{{base}}/users"),
        SampleRequest("Text", "GET", "{{base}}/text") {
            $0.response = Response(contentType: "text/plain", body: "Grüße")
        },
        SampleRequest("Bytes", "GET", "{{base}}/bytes") {
            $0.response = Response(contentType: "application/octet-stream", body: "\u{0}\u{1}")
        },
        SampleRequest("Unanswered", "GET", "{{base}}?a=b"),
        SampleRequest("Dates", "GET", "{{base}}/dates", response: #"{"at":"2024-05-01T12:30:00Z","day":"2024-05-01"}"#),
        SampleRequest(
            "Fractions", "GET", "{{base}}/dates",
            response:
                #"[{"at":"2024-05-01T12:30:00.125Z"},{"at":"2024-05-01T12:30:00+02:00"},{"at":"2024-02-29T00:00:00.5-03:30"}]"#
        ),
        SampleRequest(
            "Path and query", "GET", "{{base}}/a/:user_id/b/:name/v{{version}}/c?x=1&flag&x=2&empty=", response: "{}"
        ) {
            $0.path("user_id", "42")
            $0.path("name", "a b ü")
            $0.query("verbose", "true")
            $0.query("per-page", "{{pageSize}}")
            $0.query("body", "007")
            $0.query("off", "1", isEnabled: false)
            $0.variables = [Variable("version", "2"), Variable("pageSize", "20")]
        },
        SampleRequest("Headers", "PATCH", "{{base}}/headers", response: "[1,2.5,1e3]") {
            $0.rootHeaders = [Field("X-One", "outer"), Field("X-Two", "root")]
            $0.header("x-one", "inner")
            $0.header("X-Mixed", "a-{{trace}}-b \"q\" \\ $")
            $0.header("X-Trace", "{{trace}}")
            $0.header("X-Fixed", "ü fixed")
            $0.header("X-Off", "no", isEnabled: false)
            $0.variables = [Variable("trace", "t1")]
            $0.definition.settings.isPresent = true
            $0.definition.settings.timeoutInMilliseconds = 30_500
            $0.definition.settings.followsRedirects = false
            $0.policies = RequestPolicies()
            $0.policies?.retry = RetrySettings(count: 2)
        },
        SampleRequest("Made anew", "GET", "{{base}}/made/{{$guid}}?at={{$timestamp}}", response: "{}") {
            $0.header("X-Id", "id-{{$guid}}")
            $0.isComparable = false
        },
        SampleRequest("Segments", "GET", "{{base}}/{{folder}}/users/", response: "true") {
            $0.variables = [Variable("folder", "my folder")]
        },
    ]

    private static let bodies = [
        SampleRequest("Create", "POST", "{{base}}/users", response: #"{"id":12345678901234567890}"#) {
            $0.json(
                """
                {
                  "name": "{{newName}}", // who
                  "tags": ["a", "b"], "age": {{age}}, "score": 1.50, "nothing": null,
                  "address": {"city": "Göttingen", "geo": [{"lat": 1.5}, {"lat": 2, "lon": -3}]},
                  "2fa": true, "class": "x", "self": "me", "@type": "T", "in": 1, "inout": 2,
                  "mixed": [1, "two", false], "emptyText": "", "day": "2024-05-01T12:30:00Z"
                }
                """)
            $0.variables = [Variable("newName", #"Grete \"G\" \\ Hermann"#), Variable("age", "47")]
        },
        SampleRequest("Raw", "PUT", "{{base}}/raw", response: "null") {
            // No model can be made of what is no JSON.
            $0.json("{\n  \"list\": [,\n  \"text\": \"\"\" {{what}} \\\\ \"\n} ")
            $0.variables = [Variable("what", "ü")]
        },
        SampleRequest("List", "POST", "{{base}}/list", response: "[]") { $0.json("[1, 2]") },
        SampleRequest("Objects", "POST", "{{base}}/list", response: "[{}]") {
            $0.json(#"[{"a": 1, "b": null}, {"a": 2, "b": {"c": []}}, {"a": 3}]"#)
        },
        SampleRequest("Anything", "POST", "{{base}}/any", response: "{}") {
            $0.json(#"{"a": null, "b": [], "c": {}, "d": [[], [1, true, "x", null, {"e": 1.5}]]}"#)
        },
        SampleRequest("A text", "POST", "{{base}}/text", response: "{}") { $0.json(#""just \"this\"""#) },
        SampleRequest("Broken by a value", "POST", "{{base}}/text", response: "{}") {
            $0.json(#"{"a": "{{b}}"}"#)
            $0.variables = [Variable("b", "\"")]
        },
        SampleRequest("Null", "POST", "{{base}}/null", response: "{}") { $0.json("null") },
        SampleRequest("Long integers", "POST", "{{base}}/long", response: "{}") {
            $0.json(#"{"a": 18446744073709551615, "b": 123456789012345678901, "c": "}"}"#)
        },
        SampleRequest("Xml", "POST", "{{base}}/xml", response: "[[]]") {
            $0.definition.body.kind = .xml
            $0.definition.body.text = "<a>\n  <b c=\"{{c}}\"/>\n</a>"
            $0.variables = [Variable("c", "1")]
        },
        SampleRequest("Form", "POST", "{{base}}/form", response: #""text""#) {
            $0.definition.body.kind = .formURLEncoded
            $0.definition.body.form = [
                Field("name", "Ada & Co"), Field("tag", "a"), Field("tag", "b"), Field("in-out", "ü"),
                Field("off", "no", isEnabled: false),
            ]
        },
        SampleRequest("Simple form", "POST", "{{base}}/form", response: "1") {
            $0.definition.body.kind = .formURLEncoded
            $0.definition.body.form = [Field("a", "1"), Field("class", "{{b}}")]
            $0.variables = [Variable("b", "2")]
        },
        SampleRequest("Multipart", "POST", "{{base}}/multipart", response: "{}") {
            $0.definition.body.kind = .multipart
            $0.definition.body.parts = [
                MultipartPart(name: "text", isFile: false, values: ["some {{what}}"]),
                MultipartPart(name: "file", isFile: true, values: ["/dev/null"], contentType: "image/png"),
                MultipartPart(name: "off", isFile: false, values: ["x"], isEnabled: false),
            ]
            $0.variables = [Variable("what", "text")]
        },
        SampleRequest("File", "PUT", "{{base}}/file", response: "{}") {
            $0.definition.body.kind = .file
            $0.arguments = [("file", "#filePath")]
        },
    ]

    private static let credentials = [
        SampleRequest("Bearer", "GET", "{{base}}/private", response: "{}") {
            $0.header("authorization", "Basic written-out")
            $0.definition.auth = .bearer(token: "{{sesame}}")
            $0.secrets = ["sesame": "s3cr3t-value"]
            $0.arguments = [("sesame", #""given-token""#)]
        },
        SampleRequest("Basic", "GET", "{{base}}/private", response: "{}") {
            $0.definition.auth = .basic(username: "ada", password: "written-out")
            $0.arguments = [("password", #""pw""#)]
        },
        SampleRequest("Key in header", "GET", "{{base}}/private", response: "{}") {
            $0.definition.auth = .apiKey(name: "X-Api-Key", value: "written-out", placement: .header)
            $0.arguments = [("xApiKey", #""given-key""#)]
        },
        SampleRequest("Key in query", "GET", "{{base}}/private?a=1", response: "{}") {
            $0.definition.auth = .apiKey(name: "api_key", value: "written-out", placement: .query)
            $0.arguments = [("apiKey", #""given-key""#)]
        },
        SampleRequest(
            "Secrets everywhere", "POST", "{{base}}/s3cr3t-value/x?token=written-out&q=s3cr3t-value", response: "{}"
        ) {
            $0.header("Cookie", "sid=written-out")
            $0.header("X-Plain", "s3cr3t-value")
            $0.json(#"{"password": "written-out", "note": "a s3cr3t-value b", "{{x}}": 1}"#)
            $0.secrets = ["sesame": "s3cr3t-value"]
            $0.variables = [Variable("copy", "{{sesame}}"), Variable("x", "y")]
            $0.arguments = [
                ("sesame", #""s""#), ("token", #""t""#), ("cookie", #""c=d""#), ("password", #""p""#),
            ]
        },
    ]

    private static let nasty = [
        SampleRequest(
            "Many parameters with long names, so that no declaration fits on a line", "GET",
            "{{base}}/:the_first_of_them/:the_second_of_them?another_one=1&yet_another_one=2&the_last_of_them={{last}}",
            response: "{}"
        ) {
            $0.path("the_first_of_them", "1")
            $0.path("the_second_of_them", "two")
            $0.header("Authorization", "Bearer {{last}}")
            $0.arguments = [("last", #""x""#)]
        },
        SampleRequest("User in the URL", "GET", "http://ada:written-out@{{host}}/x", response: "{}") {
            $0.arguments = [("password", #""pw""#)]
        },
        SampleRequest("get", "GET", "{{base}}/:id/:class/:self/:request", response: "{}") {
            $0.path("id", "1")
            $0.path("class", "c")
            $0.path("self", "s")
            $0.path("request", "r")
        },
        SampleRequest("🎉 \"quoted\" \\ /* ünïcode", "GET", "{{base}}/odd", response: Self.oddKeys),
        SampleRequest("Missing", "GET", "{{base}}/:id?q={{nowhere}}", response: "{}") {
            $0.path("id", "")
            $0.arguments = [("id", #""7""#), ("nowhere", #""n""#)]
        },
    ]

    /// The models, which are the same in every form, so that each is built in one.
    private static let models = [
        Self.kinds, Self.numbers, Self.typeNames, #"{"1":{"a":1},"22":{"a":null,"b":[1]},"333":{"a":2}}"#,
        #"[null,{"a":[null,1]},{"a":[]}]"#,
        String(repeating: #"{"a":["#, count: 40) + "1" + String(repeating: "]}", count: 40),
    ].enumerated().map { number, response in
        SampleRequest("Model \(number)", "GET", "{{base}}/models", response: response) {
            $0.forms = [SwiftForm.allCases[number % 3]]
        }
    }

    /// Requests that show what the compiler and the decoder say about models that nobody thought of.
    private static let random = {
        var random = SeededGenerator(seed: 5)
        return (0..<12).map {
            SampleRequest("Random \($0)", "GET", "{{base}}/random", response: RandomJSON.text(depth: 4, &random)) {
                $0.forms = [.request]
            }
        }
    }()

    private static let oddKeys = #"""
        {"self":1,"Type":2,"init":3,"class":4,"user_name":5,"userName":6,"user-name":7,"":8,"🎉":9,"a\"b":10,"a\\b":11,
        "größe":12,"日本":{"日本":1},"1st":13,"+1":14,"-1":15,"_id":16,"id":17,"$ref":18,"@id":19,"hash_value":20,
        "x y\tz":21,"dup":22,"dup":"again","default":23,"`tick`":24,"\\(x)":25,"Self":26,"Protocol":27,"URLPath":28,
        "encode":29,"codingKeys":30,"a\u0000b":31,"é":32,"e\u0301":33,"value":34,"__":35,"let":36,"description":37}
        """#
    private static let kinds = #"""
        [{"id":1,"v":{"a":1},"w":[1],"e":[],"n":null,"o":{}},{"id":"x","v":[true],"w":null,"e":[],"n":null,"o":{}},
        {"id":true,"v":null,"w":["a"],"e":[],"n":null,"o":{},"extra":{"id":{"id":1}}},{"id":1.5,"v":"s","w":[],"e":[],"n":null,"o":{}}]
        """#
    private static let numbers = #"""
        {"int":-9223372036854775808,"unsigned":18446744073709551615,"big":123456789012345678901234567890,"exp":1E5,
        "whole":1.0,"zero":-0,"mixed":[1,2.5],"huge":1e400,"both":[18446744073709551615,-1]}
        """#
    private static let typeNames = #"""
        {"data":{"data":{"data":1}},"date":{"a":1},"string":[{"a":1}],"response":{"body":{"x":1}},"json_value":{"a":[]},
        "int":{"a":1},"error":{"code":1},"coding_keys":{"a-b":1},"query":{"a":1},"path":{"a":1},"result":{"a":1},"type":{"a":1}}
        """#
}
