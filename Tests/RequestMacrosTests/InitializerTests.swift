import Testing

@testable import RequestMacros

@Suite struct InitializerTests {
    @Test("D03 a public struct gets a public memberwise initializer, in order of declaration, with default values")
    func publicStruct() {
        let request = Expanding(
            """
            @Get("/users/:id")
            public struct GetUser {
                @Path public var id: String
                @Query("with_posts") var includePosts: Bool = false, page: Int?
                @Query var tags: [String] = ["a, b", "}"]
                let version = 2
                private var calls = 0
                static var shared = 1
                var headers: [String: String?] { [:] }
                let done: @Sendable (Int) -> Void
                var later: (() -> Void)?
                var limit = 20 { didSet { print(limit) } }
                lazy var cache = [1]
            }
            """)
        #expect(
            request.members == """
                public init(id: String, includePosts: Bool = false, page: Int? = nil, tags: [String] = ["a, b", "}"], \
                done: @escaping @Sendable (Int) -> Void, later: (() -> Void)? = nil, limit: Int = 20) {
                    self.id = id
                    self.includePosts = includePosts
                    self.page = page
                    self.tags = tags
                    self.done = done
                    self.later = later
                    self.limit = limit
                }
                """)
        #expect(request.complaints.isEmpty)
    }

    @Test(
        "the compiler's own initializer is left alone where it serves, the user's always",
        arguments: [
            "struct R { @Path var id: Int; let body: User }", "private struct R { let a: Int; var b = 2 }",
            "public struct R { let a: Int; init(x: Int) { a = x } }",
            "public struct R {\n#if X\ninit() {}\n#endif\nlet a: Int }",
        ])
    func none(declaration: String) { #expect(Expanding("@Get(\"/\") \(declaration)").members == "") }

    @Test("a private property does not make the initializer private")
    func privateProperty() {
        #expect(
            Expanding("@Get(\"/\") struct R { let a: Int; private let token: String; private var n = 0 }").members
                == "init(a: Int, token: String) {\n    self.a = a\n    self.token = token\n}")
        #expect(Expanding("@Get(\"/\") public struct R {}").members == "public init() {\n}")
    }

    @Test("each way in which a condition can come out has its initializer")
    func conditions() {
        let request = Expanding(
            "@Get(\"/\") public struct R {\nlet a: Int\n#if A\nlet b: Int\n#if B\nlet c: Int\n#endif\n#endif\n#if C\nlet d = 1\n#endif\nlet e: Int\n}"
        )
        #expect(
            request.members.split(separator: "\n").filter { $0.hasPrefix("#") || $0.hasPrefix("public") } == [
                "#if A", "#if B", "public init(a: Int, b: Int, c: Int, e: Int) {", "#else",
                "public init(a: Int, b: Int, e: Int) {", "#endif", "#else", "public init(a: Int, e: Int) {", "#endif",
            ])
    }

    @Test(
        "a nested type that is marked as the body has its property, in the conditions and with the access that it has")
    func nestedBody() {
        let plain = Expanding("@Post(\"/\") struct R { let a: Int; @Body struct Book: HttpBody { var title: String } }")
        #expect(
            plain.members == "let body: Book\ninit(a: Int, body: Book) {\n    self.a = a\n    self.body = body\n}")
        #expect(plain.statements.last == "try request.set(body: self.body)")
        let conditional = Expanding(
            "@Post(\"/\") public struct R {\n#if A\n@Body public struct B {}\n#else\n@Body struct C {}\n#endif\ninit() {} }"
        )
        #expect(conditional.members == "#if A\npublic let body: B\n#else\nlet body: C\n#endif")
        #expect(Expanding("@Post(\"/\") struct R { @Body struct B {}; let body: B }").members == "")
        #expect(Expanding("@Post(\"/\") struct R { @Body class B {} }").members == "")
        #expect(Expanding("@Post(\"/\") struct R { struct Body {} }").members == "")
    }

    @Test("the type of the response becomes the model of a typed request")
    func response() {
        let request = Expanding("@Get(\"/:a\", of: Page<User, Int>.self) struct R { @Path var a: Int }")
        #expect(request.members == "typealias ResponseModel = Page<User, Int>")
        #expect(request.conformance().source.hasPrefix("extension R: MicroClientMacros.TypedHttpRequest {"))
        #expect(request.statements.last == "request.append(segment: self.a)")
        #expect(
            Expanding("@Get(\"/\", of: A.self) public struct R {}").members.hasPrefix(
                "public typealias ResponseModel = A\n"))
        let wrong = Expanding("@Get(\"/\", of: a) struct R {}")
        #expect(wrong.members == "" && wrong.conformance().source == "")
    }

    @Test("types are inferred from literals; other values need one")
    func inference() {
        let literals = Expanding(
            "@Get(\"/\") public struct R { var a = -1, b = 1.5, c = true, d = \"x\", e = 0xFF, f = #\"y\"# }")
        #expect(
            literals.members.hasPrefix(
                "public init(a: Int = -1, b: Double = 1.5, c: Bool = true, d: String = \"x\", e: Int = 0xFF, f: String = #\"y\"#)"
            ))
        let other = Expanding("@Get(\"/\") public struct R { var a = make(), b = \"x\".count }")
        #expect(other.members == "")
        #expect(
            other.complaints == [
                "a: 'a' needs a type, since it is a parameter of the initializer",
                "b: 'b' needs a type, since it is a parameter of the initializer",
            ])
    }
}
