public import OpenCollection

/// The requests of a folder as a load generator sends them: what is the same for every generator.
///
/// Secrets, also hard-coded ones, are variables of the process environment. Other variables keep their names; captured ones change while it runs.
public struct LoadTest: Sendable {
    /// The formats, each with the code that writes it.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case locust
    }

    /// A request with what its templates mean.
    public struct Source: Sendable {
        var path: ItemPath
        var definition: RequestDefinition
        var scopes: VariableScopes

        public init(_ path: ItemPath, _ definition: RequestDefinition, _ scopes: VariableScopes) {
            (self.path, self.definition, self.scopes) = (path, definition, scopes)
        }
    }

    struct Step {
        /// "users/get"
        var name: String
        var rendered: RenderedRequest
        var url: ShellText
        /// A nil value takes out what the generator's client would add.
        var headers: [(name: ShellText, value: ShellText?)] = []
        var body = Body.none
        /// User and password.
        var basic: (user: ShellText, password: ShellText)?
        var proxy = Proxy.ofEnvironment
        var parameters: [(name: String, value: ShellText)] = []
        var captures: [(variable: String, value: Value)] = []
        var checks: [Check] = []
    }

    enum Body {
        case none
        case text(ShellText)
        case bytes([UInt8])
        case parts([Part])
        case file(ShellText)
    }

    enum Proxy {
        /// The proxy that `http_proxy` and its like name, if there is one.
        case ofEnvironment
        case none
        /// - Parameter scheme: "http" or "https".
        case server(scheme: String, host: ShellText, port: Int?, user: ShellText, password: ShellText)
    }

    struct Part {
        var name: ShellText
        var value: ShellText
        var isFile: Bool
        var contentType: String?
    }

    /// A part of a response.
    enum Value {
        case expression(ServedExpression)
        case pattern(String)
    }

    struct Check {
        var title: String
        var value: Value
        var `operator`: AssertionOperator
        var expected: ShellText
    }

    var title = ""
    var environmentName: String?
    /// The file with the rows of variables; nil if there is none.
    var rows: String?
    var variables: [(name: String, value: String)] = []
    /// Variables that the process environment has, with what they are.
    var outside: [(name: String, meaning: String)] = []
    /// Variables that are made for each request, with their dynamic names.
    var generated: [(name: String, dynamicName: String)] = []
    var steps: [Step] = []
    private var leftOut: [(reason: String, paths: [String])] = []

    /// Parts that a load generator cannot do, a line for each reason: "users/get, users/list: scripts of the collection".
    public var limits: [String] { leftOut.map { "\($0.paths.joined(separator: ", ")): \($0.reason)" } }

    /// - Parameters:
    ///   - title: The collection and folder.
    ///   - sources: The requests in their order.
    ///   - rows: A file with rows of variables, relative to the file that is written: CSV, JSON or JSON Lines.
    public init(
        _ title: String, _ sources: [Source], in collection: Collection, environmentName: String?, rows: String? = nil
    ) {
        var maker = LoadTestMaker(sources, in: collection)
        self = maker.make()
        (self.title, self.environmentName, self.rows) = (title, environmentName, rows)
    }

    init() {}

    /// The file in a format, with a line end.
    public func text(_ format: Format) -> String {
        switch format {
        case .locust: LocustFile(self).text
        }
    }

    /// Adds what was left out, with the reason.
    public mutating func leaveOut(_ path: ItemPath, _ reason: String) {
        if let place = leftOut.firstIndex(where: { $0.reason == reason }) {
            leftOut[place].paths.append(path.withoutSuffix)
        } else {
            leftOut.append((reason, [path.withoutSuffix]))
        }
    }
}
