/// A request taken apart into what its Swift text is made of, the same for every form.
struct SwiftRequest: Sendable {
    /// The name of the type that holds it all.
    var name: String
    /// The request's name and what it asks for, in one line.
    var heading: String
    var notes: [String] = []
    var environmentName: String?
    var verb: SwiftVerb
    /// The scheme and host, as the sample call has them.
    var base: SwiftText
    var path: [[PathPart]] = []
    /// The names in the query that have no value.
    var flags: [String] = []
    /// The values that change from call to call, except the body.
    var parameters: [SwiftParameter] = []
    var headers: [Header] = []
    var body: SwiftBody?
    var credentials: SwiftCredentials?
    var response: SwiftResponse
    /// The parameters of the sample call: secrets, and names without a value.
    var sampleParameters: [String] = []
    var timeout: Duration?
    var followsRedirects = true
    /// The number of further attempts after a failed one; nil: none.
    var retries: Int?

    struct Header: Sendable, Hashable {
        var name: String
        var value: SwiftText
    }

    /// A part of a segment of the path.
    enum PathPart: Sendable, Hashable {
        case text(String)
        case parameter(SwiftParameter)
    }
}

/// A value that a call gives.
struct SwiftParameter: Sendable, Hashable {
    enum Role: Sendable, Hashable {
        case path
        /// A parameter of the query, with its name there.
        case query(String)
        /// A part of a header or a segment.
        case part
    }

    /// The name without backticks.
    var name: String
    /// "Int"
    var type: String
    var role: Role
    /// The argument in the sample call.
    var sample: SwiftExpression
    /// The same as a text.
    var sampleText = SwiftText([])

    var quotedName: String { SwiftName.quoted(name) }
    var declaration: String { "\(quotedName): \(type)" }
    var argument: SwiftExpression.Element { .init("\(SwiftName.label(name)):", sample) }
}

/// A method in the words of each form.
struct SwiftVerb: Sendable, Hashable {
    /// The method in upper case.
    let method: String

    init(_ method: String) { self.method = method }

    private static let members: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    ]

    /// An `HTTPMethod`: ".get".
    var expression: String { Self.members.contains(method) ? ".\(method.lowercased())" : SwiftLiteral.string(method) }

    /// The builder's own word for it; nil: there is none.
    var shortcut: String? {
        Self.members.subtracting(["CONNECT", "TRACE"]).contains(method) ? method.lowercased() : nil
    }

    /// "Get"; nil: there is none.
    var macro: String? { Self.members.contains(method) ? method.prefix(1) + method.dropFirst().lowercased() : nil }
}

/// The body of a request: a value that the call gives.
struct SwiftBody: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// `Body`, as JSON.
        case json
        case text
        /// `Body`, as a form: each field with its property, and whether it occurs several times.
        case form([FormField])
        case multipart
        case file
    }

    struct FormField: Sendable, Hashable {
        var name: String
        var property: String
        var isRepeated: Bool
    }

    var kind: Kind
    /// "Body", "String".
    var type: String
    var sample: SwiftExpression
    /// The model of a JSON body.
    var model: Model?
    /// The content type of a header, if the kind has none or another one.
    var contentType: String?

    /// The name of the body's parameter.
    var name: String { kind == .file ? "file" : "body" }
}

/// Credentials, as the sample's client presents them.
enum SwiftCredentials: Sendable, Hashable {
    case basic(user: SwiftText, password: SwiftText)
    case bearer(SwiftText)
    case apiKey(field: SwiftText, value: SwiftText)

    /// The header field that holds them; nil if it is named while running.
    var headerName: String? {
        switch self {
        case .basic, .bearer: "Authorization"
        case .apiKey(let field, _):
            if case .text(let name)? = field.pieces.first, field.pieces.count == 1 { name } else { nil }
        }
    }
}
