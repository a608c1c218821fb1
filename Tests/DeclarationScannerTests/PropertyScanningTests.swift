import DeclarationScanner
import Testing

@Suite struct PropertyScanningTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var source: String
        var expected: [String]
        var testDescription: String { source }

        init(_ source: String, _ expected: String...) {
            self.source = source
            self.expected = expected
        }
    }

    static let plain = [
        Row("var id: String", "var id: String"),
        Row("let a = 1, b: Int = 2, c: Int", "let a = 1", "let b: Int = 2", "let c: Int"),
        Row("let (a, b) = (1, 2); var c: Int", "let  = (1, 2)", "var c: Int"),
        Row(
            "@Path var id: String\n@Query(\"q\") var page: Int?", "@Path var id: String", "@Query(\"q\") var page: Int?"
        ),
        Row(
            "@MicroClientMacros.Query(\"a, b\") public private(set) var x: Int",
            "@Query(\"a, b\") public private(set) var x: Int"),
        Row("@Path\n    /* here */ // and here\n    var id: String", "@Path var id: String"),
        Row("@Wrapped<Int, [String]>(min: 1, max: f(2)) var x: Int = 3", "@Wrapped(min: 1, max: f(2)) var x: Int = 3"),
        Row(
            "static let shared = Thing()\nclass var other: Int { 1 }", "static let shared = Thing()",
            "class var other: Int {computed}"),
        Row("var `default`: Bool = true", "var default: Bool = true"),
        Row("weak var owner: Owner?\nlazy var x = make()", "weak var owner: Owner?", "lazy var x = make()"),
        Row("nonisolated(unsafe) var x: Int", "nonisolated(unsafe) var x: Int"),
        Row("var größe: Int, 日本: String", "var größe: Int", "var 日本: String"),
    ]

    static let types = [
        Row(
            "var a: [String: [Int]]\nvar b: Dictionary<String, Array<Int>>, c: Int", "var a: [String: [Int]]",
            "var b: Dictionary<String, Array<Int>>", "var c: Int"),
        Row(
            "var a: (Int, String) -> Result<Int, any Error> = { a, b in .success(1) }",
            "var a: (Int, String) -> Result<Int, any Error> = { a, b in .success(1) }"),
        Row(
            "let f: @Sendable (inout Int) async throws -> Void\nlet b: Int",
            "let f: @Sendable (inout Int) async throws -> Void", "let b: Int"),
        Row("var p: (any P & Q)? = nil\nvar q: some R", "var p: (any P & Q)? = nil", "var q: some R"),
        Row("var a: Outer.Inner<Int>.Deep\nvar b: Int!", "var a: Outer.Inner<Int>.Deep", "var b: Int!"),
        Row("var a: [\n  Int\n] = []\nlet b: Int", "var a: [\n  Int\n] = []", "let b: Int"),
        Row("var a: Int // why\n/* var b: Int */ var c: Int", "var a: Int", "var c: Int"),
    ]

    static let values = [
        Row("var a = \"}{ \\(f(\"}\")) \\\" {\"\nvar b = 1", "var a = \"}{ \\(f(\"}\")) \\\" {\"", "var b = 1"),
        Row("var a = #\"raw \" } \\#(x + \")\") \"#\nvar b = 1", "var a = #\"raw \" } \\#(x + \")\") \"#", "var b = 1"),
        Row(
            "var a = \"\"\"\n  } var x: Int \"quoted\"\n  \"\"\"\nvar b = 1",
            "var a = \"\"\"\n  } var x: Int \"quoted\"\n  \"\"\"", "var b = 1"),
        Row(
            "var a = { () -> Int in\n  let b = 2\n  return b\n}()\nvar c = 1",
            "var a = { () -> Int in\n  let b = 2\n  return b\n}()", "var c = 1"),
        Row("var a = [\n  1, 2,\n], b = 3", "var a = [\n  1, 2,\n]", "var b = 3"),
        Row("var a = Foo<Int, String>(), b = x < y, c = 4", "var a = Foo<Int, String>()", "var b = x < y", "var c = 4"),
        Row("var a = x\n  .y\n  .z { $0 + 1 }\nvar b = 1", "var a = x\n  .y\n  .z { $0 + 1 }", "var b = 1"),
        Row("var a = if x { 1 } else { 2 }\nvar b =\n  3", "var a = if x { 1 } else { 2 }", "var b = 3"),
        Row(
            "var a = /[}\"]\\/+/\nvar b = 1 / 2 / 3\nvar c = #/}\"/#", "var a = /[}\"]\\/+/", "var b = 1 / 2 / 3",
            "var c = #/}\"/#"),
        Row(
            "var a = 1.5e-3, b = 0x1p-2, c = -1, d = 1_000", "var a = 1.5e-3", "var b = 0x1p-2", "var c = -1",
            "var d = 1_000"),
        Row("var a = x as? Int ?? 3, b = c ? d : e", "var a = x as? Int ?? 3", "var b = c ? d : e"),
        Row("var a = 1 /* { /* nested */ } */\nvar b = 2 // {", "var a = 1", "var b = 2"),
    ]

    static let accessors = [
        Row("var a: Int { 1 }\nvar b: Int { get { 1 } set {} }", "var a: Int {computed}", "var b: Int {computed}"),
        Row(
            "var a: Int { didSet { print(\"}\") } }\nvar b = 1 { willSet {} }", "var a: Int {observers}",
            "var b = 1 {observers}"),
        Row(
            "var a: Int = f { $0 }\nvar b: Int = g { $0 } { @MainActor didSet {} }", "var a: Int = f { $0 }",
            "var b: Int = g { $0 } {observers}"),
        Row("var a: Int\n{\n  1\n}\nvar b: Int", "var a: Int {computed}", "var b: Int"),
    ]

    static let others = [
        Row("init(a: Int = { 1 }()) { self.a = a }\nvar b: Int", "init", "var b: Int"),
        Row("public init?<T>(_ t: T) where T: P { var x = 1 }\nlet c: Int", "init", "let c: Int"),
        Row(
            "func f(_ x: () -> Void = { }) async throws -> [Int] { let y = 1; return [] }\nvar b: Int", "func",
            "var b: Int"),
        Row("static func < (l: Self, r: Self) -> Bool { l.a < r.a }\nvar b: Int", "func", "var b: Int"),
        Row("struct Body: HttpBody { let name: String; init() {} }\nlet body: Body", "struct Body", "let body: Body"),
        Row(
            "enum Sort: String { case up, down = \"}\"; var x: Int { 1 } }\nvar b: Sort = .up", "enum Sort",
            "var b: Sort = .up"),
        Row(
            "typealias ID = (Int) -> String\nvar a: ID\ncase x, y(Int)\nvar b: Int", "typealias", "var a: ID", "case",
            "var b: Int"),
        Row(
            "subscript(i: Int) -> Int { get { 1 } }\nsubscript<T>(t: T) -> T { t }\ndeinit {}\nvar b: Int", "subscript",
            "subscript", "deinit", "var b: Int"),
        Row("#warning(\"x\")\n#Macro { var a: Int }\nvar b: Int", "warning", "Macro", "var b: Int"),
    ]

    static let conditions = [
        Row(
            "#if DEBUG\nvar a: Int\n#elseif os(Linux) && swift(>=6)\nvar b: Int = 1\n#else\nlet c: Int\n#endif\nvar d: Int",
            "#if DEBUG", "  var a: Int", "#elseif os(Linux) && swift(>=6)", "  var b: Int = 1", "#else", "  let c: Int",
            "#endif", "var d: Int"),
        Row(
            "#if A // why\n#if B\nvar a: Int\n#endif\nfunc f() {\n#if C\n#endif\n}\n#endif", "#if A", "  #if B",
            "    var a: Int", "  #endif", "  func", "#endif"),
        Row(
            "var a = f()\n#if A\n  .g()\n#endif\nvar b: Int", "var a = f()", "#if A", "  g", "#endif", "var b: Int"),
    ]

    @Test("properties are read", arguments: plain + types + values + accessors + others + conditions)
    func rows(_ row: Row) { #expect(outline(row.source) == row.expected) }

    @Test("a declaration has its name, its modifiers and the place of its body")
    func declaration() throws {
        let source =
            "// note\n@Get(\"/{\") @available(*, deprecated)\npublic struct `Get`<T: P>: Q where T == Int {\n  var a: T\n}"
        let scanner = SourceScanner(source)
        let found = try #require(scanner.declaration())
        #expect(found.attributes.map(\.name) == ["Get", "available"])
        #expect(found.modifiers.map(\.name) == ["public"] && found.keyword == "struct" && found.name == "Get")
        #expect(scanner.text(found.nameRange) == "`Get`")
        #expect(found.bodyStart.map { scanner.text($0..<$0 + 5) } == "\n  va")
        #expect(outline(found.members, scanner) == ["var a: T"])
        #expect(SourceScanner("final class A {}").declaration()?.keyword == "class")
        #expect(SourceScanner("func f() {}").declaration() == nil)
    }
}
