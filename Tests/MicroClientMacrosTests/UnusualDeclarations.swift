import MicroClientMacros
import Testing

// Declarations that a macro must read aright: that this file compiles is most of the test.

public enum Unusual {
    @Get(#"/files/:name.json"#)
    public struct PublicRequest {
        @Path public var name: String  // } not the end
        // swift-format-ignore: NoBlockComments
        /* { nor /* the */ beginning */
        @Query public var text = "}\" \("{".count) {", limit: Int? = 3
        public let format: Format
        private let secret = "s"

        public enum Format: String, Sendable {
            case json = "}"
            case xml
        }

        public var headers: [String: String?] { ["X-Secret": secret, "X-Format": format.rawValue] }

        static let shared = PublicRequest(name: "shared", format: .json)
        func unrelated() -> String { "}" }
    }

    @MicroClientMacros.Post("/:default/:in")
    @available(*, noasync)
    struct Escaped {
        @Path var `default`: Int
        @MicroClientMacros.Path var `in`: String
        @Query var path: Int, method: String
        @Query var request: Bool
        @Query var `self`: Int
    }

    @Put("/:id")
    struct Generic<ID: CustomStringConvertible & Sendable, Content> where Content: Encodable & Sendable {
        @Path var id: ID
        var body: Content
        var onDone: (@Sendable (Int) -> Void)?
    }

    @Get("/conditional")
    public struct Conditional {
        #if DEBUG || !DEBUG
            @Query public var always: Int
        #else
            @Query public var never: String
        #endif
        #if NO_SUCH_CONDITION
            @Query public var missing: NoSuchType
        #endif
        @Query public var last: String
    }

    @Get("/private")
    fileprivate struct Private {
        private let token: String
        private(set) var count: Int = 0 { didSet { print("}") } }
        @Query fileprivate var a: Int

        var headers: [String: String] { ["X-Token": token] }
    }

    @Get("") struct Nothing {}
    @Get("/stated") struct Stated: HttpRequest, Equatable { @Query var a: Int }

    static func privateRequest() -> any HttpRequest { Private(token: "t", a: 1) }
}

extension Unusual {
    @Options("/extended") struct InExtension { var timeout = 5 }
}

@Suite struct UnusualDeclarationTests {
    private func line(_ request: some HttpRequest) throws -> String {
        let built = try Client("http://h.test/base").urlRequest(for: request)
        return "\(built.httpMethod ?? "") \(built.url?.absoluteString.dropFirst(13) ?? "")"
    }

    @Test("access levels, comments, strings with braces, nested types, static and private members")
    func publicRequest() throws {
        let request = Unusual.PublicRequest(name: "a/b", format: .json)
        #expect(try line(request) == "GET /base/files/a%2Fb.json?text=%7D%22%201%20%7B&limit=3")
        let built = try Client("http://h.test").urlRequest(for: request)
        #expect(
            built.value(forHTTPHeaderField: "X-Secret") == "s" && built.value(forHTTPHeaderField: "X-Format") == "}")
        #expect(try line(Unusual.privateRequest()) == "GET /base/private?a=1")
    }

    @Test("names that are keywords, or that the expansion uses itself")
    func names() throws {
        let request = Unusual.Escaped(default: 1, in: "x", path: 2, method: "m", request: true, self: 4)
        #expect(try line(request) == "POST /base/1/x?path=2&method=m&request=true&self=4")
    }

    @Test("generics, conditions, extensions, an empty path, a conformance that is stated")
    func others() throws {
        #expect(try line(Unusual.Generic(id: 5, body: [1])) == "PUT /base/5")
        #expect(try line(Unusual.Conditional(always: 1, last: "z")) == "GET /base/conditional?always=1&last=z")
        #expect(try line(Unusual.InExtension()) == "OPTIONS /base/extended")
        #expect(try Client("http://h.test").urlRequest(for: Unusual.InExtension()).timeoutInterval == 5)
        #expect(try line(Unusual.Nothing()) == "GET /base" && line(Unusual.Stated(a: 1)) == "GET /base/stated?a=1")
    }
}
