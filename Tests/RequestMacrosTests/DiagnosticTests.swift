import Testing

@testable import RequestMacros

@Suite struct DiagnosticTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var source: String
        var expected: [String]
        var testDescription: String { source }

        init(_ source: String, _ expected: String...) {
            self.source = source
            self.expected = expected
        }
    }

    static let matching = [
        Row(
            "@Get(\"/users/:id/:x\") struct R { @Path var id: Int }", ":x: ':x' has no property: declare '@Path var x'"),
        Row(
            "@Get(\"/users/:id\") struct R { var id: Int }",
            ":id: ':id' has a property of its name, which is not marked @Path"),
        Row("@Get(\"/users\") struct R { @Path\n var id: Int }", "id: 'id' is marked @Path, but the path has no ':id'"),
        Row("@Get(\"/:a/:a\") struct R { @Path var a: Int }", ":a: ':a' is in the path twice"),
        Row("@Get(\"/\\u{e9}/:a\") struct R {}", ":a: ':a' has no property: declare '@Path var a'"),
        Row("@Get(#\"/:größe\"#) struct R {}", ":größe: ':größe' has no property: declare '@Path var größe'"),
    ]

    static let paths = [
        Row(
            "@Get(\"/users/\\(id)\") struct R {}",
            "\\(: the path is read while compiling: write ':name' for a value and mark its property @Path"),
        Row("@Get(path) struct R {}", "path: the path must be a string literal of one line"),
        Row("@Get struct R {}", "@Get: the path must be a string literal of one line"),
        Row("@Get(\"/a\" + \"/b\") struct R {}", "\"/a\" + \"/b\": the path must be a string literal of one line"),
        Row(
            "@Get(\"https://a.test/x\") struct R {}",
            "\"https://a.test/x\": the path is joined to the client's base URL: leave scheme and host out"),
        Row("@Get(\"/a#top\") struct R {}", "#top: a fragment is never sent to a server"),
        Row("@Get(\"/a/:/b\") struct R {}", ":: a path parameter needs a name after its colon"),
        Row(
            "@Get(\"/a?q=:q\") struct R { @Query var q: Int }",
            ":q: parameters belong in the path only; for the query mark a property @Query"),
        Row("@Get(\"/a\\nb\") struct R {}", "\\n: a path has no control characters"),
    ]

    static let properties = [
        Row(
            "@Get(\"/:a\") struct R { @Path static var a: Int }",
            "a: @Path is for what each request has of its own; 'a' is static"),
        Row(
            "@Get(\"/:a\") struct R { @Path let a = 1 }",
            "a: 'a' never changes: write its value into the path, or make it a 'var'"),
        Row(
            "@Get(\"/:a\") struct R { @Path var a: Int? }",
            "Int?: @Path takes a value with a description; 'a' is an optional, and the path needs a value"),
        Row(
            "@Get(\"/:a\") struct R { @Path var a: [Int] }",
            "[Int]: @Path takes a value with a description; 'a' is an array"),
        Row(
            "@Get(\"/\") struct R { @Query var a: [String: (Int)] }",
            "[String: (Int)]: @Query takes a value with a description; 'a' is a dictionary"),
        Row(
            "@Get(\"/\") struct R { @Query var a: (Int) -> Int }",
            "(Int) -> Int: @Query takes a value with a description; 'a' is a tuple or a function"),
        Row(
            "@Get(\"/:a\") struct R { @Path @Query(\"x\") var a: Int }",
            "@Query(\"x\"): a property has one place: it is marked @Path already"),
        Row(
            "@Get(\"/\") struct R { @Query lazy var a = 1 }",
            "a: a request does not change while it is sent, and 'a' is lazy"),
        Row(
            "@Get(\"/\") struct R { @Query var (a, b) = (1, 2) }",
            "(a, b): @Query marks one name: write a property for each value"),
        Row("@Get(\"/\") struct R { @Query(\"\") var a: Int }", "\"\": a query item needs a name"),
        Row(
            "@Get(\"/\") struct R { @Query(\"\\(x)\") var a: Int }",
            "\\(: the name is read while compiling and cannot be interpolated"),
        Row("@Get(\"/\") struct R { @Query(name) var a: Int }", "name: the name must be a string literal of one line"),
    ]

    static let bodies = [
        Row(
            "@Post(\"/\") struct R { let body: A; @Body var other: B }",
            "other: a request has one body; 'other' would be the second"),
        Row(
            "@Post(\"/\") struct R { @Body var a: A; @Body var b: B; var body: C { C() } }",
            "b: a request has one body; 'b' would be the second",
            "body: a request has one body; 'body' would be the second"),
        Row("@Post(\"/\") struct R {\n#if X\nlet body: A\n#else\nlet body: B\n#endif\n}"),
        Row(
            "@Post(\"/\") struct R {\n#if X\nlet body: A\n#endif\n@Body let b: B\n}",
            "b: a request has one body; 'b' would be the second"),
        Row("@Trace(\"/\") struct R { let body: A }", "body: a TRACE request has no body (RFC 9110, section 9.3.8)"),
        Row("@Get(\"/\") struct R { @Query var body: Int; @Body var b: B }"),
    ]

    static let nestedBodies = [
        Row("@Post(\"/\") struct R { @Body struct A: HttpBody {} }"),
        Row("@Post(\"/\") struct R { @Body struct A: HttpBody {}; let body: A; let a: R.A? }"),
        Row("@Post(\"/\") struct R { @Body struct A: HttpBody {}; @Body var other: Outer.R.A? }"),
        Row(
            "@Post(\"/\") struct R { @Body struct A: HttpBody {}; @Body enum B: HttpBody {} }",
            "B: a request has one body; 'B' would be the second"),
        Row("@Post(\"/\") struct R {\n#if X\n@Body struct A {}\n#else\n@Body struct B {}\n#endif\n}"),
        Row(
            "@Post(\"/\") struct R { @Body struct A {}; let body: Int }",
            "body: a request has one body; 'body' would be the second"),
        Row(
            "@Post(\"/\") struct R { @Body struct A {}; static let body = 1 }",
            "A: 'A' becomes the property 'body', and there is one: mark a property of this type @Body"),
        Row(
            "@Trace(\"/\") struct R { @Body struct A {} }",
            "A: a TRACE request has no body (RFC 9110, section 9.3.8)"),
    ]

    static let responses = [
        Row("@Get(\"/\", of: Page<User, Int>.self) struct R {}"),
        Row("@Get(\"/\", of: [String: User].self) struct R {}"),
        Row(
            "@Get(\"/:a\", of: type) struct R { @Path var a: Int }",
            "type: the type of the response is read while compiling: write 'of: User.self'"),
    ]

    static let declarations = [
        Row("@Get(\"/\") final class R {}", "class: @Get makes a request of a struct; 'R' is a class"),
        Row("@Put(\"/\") enum R {}", "enum: @Put makes a request of a struct; 'R' is an enum"),
        Row("@Put(\"/\") actor R {}", "actor: @Put makes a request of a struct; 'R' is an actor"),
        Row("@Get(\"/\") @Post(\"/\") struct R {}", "@Post(\"/\"): a request has one method; 'R' is @Get already"),
    ]

    @Test(
        "D16 what is wrong is said at its place",
        arguments: matching + paths + properties + bodies + nestedBodies + responses + declarations)
    func rows(row: Row) { #expect(Expanding(row.source).complaints == row.expected) }

    @Test("a private type within another is out of an extension's reach")
    func privateType() {
        let nested = Expanding("@Get(\"/\") private struct R {}").conformance(type: "Outer.R")
        #expect(
            nested.diagnostics.map(\.message) == [
                "@Get adds an extension, which cannot see a private type within another: make 'R' fileprivate"
            ])
        #expect(nested.source.isEmpty)
        #expect(Expanding("@Get(\"/\") private struct R {}").complaints.isEmpty)
    }

    @Test("D16 a missing property can be mended, a missing mark too")
    func fixIts() {
        #expect(
            repaired("@Get(\"/:id\") struct R {\n    let a: Int\n}")
                == "@Get(\"/:id\") struct R {\n    @Path var id: String\n    let a: Int\n}")
        #expect(
            repaired("@Get(\"/:id\") struct R { @X public var id: Int }")
                == "@Get(\"/:id\") struct R { @X @Path public var id: Int }")
    }

    private func repaired(_ source: String) -> String {
        var bytes = Array(source.utf8)
        for fixIt in Expanding(source).conformance().diagnostics.flatMap(\.fixIts) {
            bytes.replaceSubrange(fixIt.spot.range, with: Array(fixIt.replacement.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a mark outside of a request says so; within one, and where the compiler does not tell, it is silent")
    func marks() {
        func complaints(_ context: [String]?) -> [String] {
            RequestExpansion.mark(
                "Query", attribute: MacroSource("\n @Query(\"q\") ", offset: 7),
                declaration: MacroSource("@Query(\"q\") var q: Int"), context: context
            ).diagnostics.map { "\($0.spot.range): \($0.message)" }
        }
        let message = "9..<20: @Query marks a property of a request: a struct with @Get, @Post or another method"
        #expect(complaints(["struct A {}", "@Get(\"/\") struct B {}"]) == [message] && complaints([]) == [message])
        #expect(complaints(["\n// x\n@MicroClientMacros.Get(\"/\") struct A {}"]).isEmpty && complaints(nil).isEmpty)
    }

    @Test(
        "a mark before anything but a property says what it is before",
        arguments: [
            ("Query", "@Query func search() {}", "@Query marks a property; this is a function"),
            (
                "Path", "@Path public static subscript(i: Int) -> Int { 1 }",
                "@Path marks a property; this is a subscript"
            ),
            ("Query", "@Query init?() {}", "@Query marks a property; this is an initializer"),
            ("Query", "@Query enum A {}", "@Query marks a property; this is an enum"),
            (
                "Body", "@Body struct A<B> {}",
                "@Body marks a property, or the struct that is the body; this is a generic struct"
            ),
            (
                "Body", "@Body typealias A = B",
                "@Body marks a property, or the struct that is the body; this is a type alias"
            ),
            ("Body", "@Body private struct A {}", nil), ("Query", "@Query private(set) var a = 1", nil),
        ] as [(String, String, String?)])
    func kinds(mark: String, declaration: String, message: String?) {
        let expansion = RequestExpansion.mark(
            mark, attribute: MacroSource("@\(mark)"), declaration: MacroSource(declaration),
            context: ["@Post(\"/\") struct R {}"])
        #expect(expansion.diagnostics.map(\.message) == [message].compactMap { $0 })
    }
}
