import Testing

@testable import RequestMacros

@Suite struct ConformanceTests {
    @Test("D03 the quick start's request expands to this")
    func quickStart() {
        let request = Expanding(
            """
            @Get("/users/:id")
            struct GetUserRequest {
                @Path
                var id: String

                @Query
                var includePosts: Bool
            }
            """)
        #expect(
            request.conformance(type: "Outer.GetUserRequest").source == """
                extension Outer.GetUserRequest: MicroClientMacros.HttpRequest {
                    func write(to request: inout MicroClientMacros.RequestWriter) throws {
                        request.method = .get
                        request.append(path: "/users/")
                        request.append(segment: self.id)
                        request.append(query: "includePosts", self.includePosts)
                    }
                }
                """)
        #expect(request.complaints.isEmpty && request.members.isEmpty)
    }

    @Test(
        "D05-D13 each verb's macro names its method",
        arguments: ["Get", "Post", "Put", "Delete", "Patch", "Head", "Options", "Connect", "Trace"])
    func verbs(verb: String) {
        let expansion = Expanding("@\(verb)(\"/x\") struct R {}")
        #expect(expansion.statements == ["request.method = .\(verb.lowercased())", "request.append(path: \"/x\")"])
        #expect(expansion.complaints.isEmpty)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var path: String
        var members: String
        var expected: [String]
        var testDescription: String { "\(path) \(members)" }

        init(_ path: String, _ members: String, _ expected: String...) {
            self.path = path
            self.members = members
            self.expected = expected
        }
    }

    static let paths = [
        Row(
            "/users/:id/posts/:postId", "@Path var id: Int; @Path var postId: Int", "request.append(path: \"/users/\")",
            "request.append(segment: self.id)", "request.append(path: \"/posts/\")",
            "request.append(segment: self.postId)"),
        Row(
            ":a/:b.json", "@Path var b: Int; @Path var a: Int", "request.append(segment: self.a)",
            "request.append(path: \"/\")",
            "request.append(segment: self.b)", "request.append(path: \".json\")"),
        Row("/items:batch/a:b", "", "request.append(path: \"/items:batch/a:b\")"),
        Row(
            "/:default", "@Path var `default`: Int", "request.append(path: \"/\")",
            "request.append(segment: self.`default`)"),
        Row("/a b?x=\\\"é\\\"&t=12:30", "", "request.append(path: \"/a b?x=\\\"é\\\"&t=12:30\")"),
        Row("", "@Query var q: Int", "request.append(query: \"q\", self.q)"),
    ]

    static let fields = [
        Row(
            "/", "@Query(\"q\") var query: String; @Query var `in`: Int?, c: Int", "request.append(path: \"/\")",
            "request.append(query: \"q\", self.query)", "request.append(query: \"in\", self.`in`)",
            "request.append(query: \"c\", self.c)"),
        Row(
            "/",
            "let body: User; let headers = [\"a\": \"b\"]; var timeout: Duration { .seconds(1) }; var cachePolicy: X",
            "request.append(path: \"/\")", "try request.set(body: self.body)", "request.set(headers: self.headers)",
            "request.set(timeout: self.timeout)", "request.set(cachePolicy: self.cachePolicy)"),
        Row(
            "/", "@Body var user: User; @Query var headers: Int; static let timeout = 3; let other = 4; func body() {}",
            "request.append(path: \"/\")", "try request.set(body: self.user)",
            "request.append(query: \"headers\", self.headers)"),
        Row(
            "/",
            "\n#if DEBUG\n@Query var a: Int\n#elseif X\nlet y = 1\n#else\n@Query var b: Int\n#endif\n#if Y\nlet z = 1\n#endif",
            "request.append(path: \"/\")", "#if DEBUG", "request.append(query: \"a\", self.a)", "#elseif X", "#else",
            "request.append(query: \"b\", self.b)", "#endif"),
    ]

    @Test("D14 D17 D18 D21 D29 D41 path, query in order of declaration, body and the rest", arguments: paths + fields)
    func rows(row: Row) {
        let request = Expanding("@Get(\"\(row.path)\") struct R { \(row.members) }")
        #expect(request.statements == ["request.method = .get"] + row.expected)
        #expect(request.complaints.isEmpty)
    }

    @Test("public types conform in public; a conformance that is there is not repeated")
    func access() {
        let request = Expanding(
            "@Put(\"/\") @available(*, deprecated) public struct R<T: Encodable & Sendable> where T: X { let body: T }")
        #expect(request.conformance(conforms: false).source.hasPrefix("extension R {\n    public func write(to"))
        #expect(Expanding("@Put(\"/\") package struct R {}").conformance().source.contains("    package func write(to"))
        #expect(Expanding("@Put(\"/\") private struct R {}").conformance().source.contains("\n    func write(to"))
    }

    @Test("a statement stands on the line of its property, below its name")
    func places() {
        let source = "@Get(\"/\")\nstruct R {\n    @Query var page: Int\n        @Body\n        let user: User\n}"
        let lines = Expanding(source, fileName: "/a \"b\".swift").conformance().source.split(separator: "\n")
        let place = lines.firstIndex(of: "#sourceLocation(file: \"/a \\\"b\\\".swift\", line: 3)")
        #expect(place.map { lines[$0 + 1] } == "       request.append(query: \"page\", self.page)")
        #expect(lines.contains("#sourceLocation(file: \"/a \\\"b\\\".swift\", line: 5)"))
        #expect(lines.contains("try request.set(body: self.user)"))
    }
}
