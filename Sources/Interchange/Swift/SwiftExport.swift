public import BodyStore
public import OpenCollection

/// The ways in which the library says a request, each a form of the same Swift text.
public enum SwiftForm: String, Sendable, Hashable, CaseIterable {
    /// A `NetworkRequest`, run by a client.
    case request = "swift"
    /// The chainable builder.
    case builder = "swift-builder"
    /// A struct with a macro.
    case macros = "swift-macros"

    /// The name of the form for the user.
    public var title: String {
        switch self {
        case .request: "Swift: NetworkRequest"
        case .builder: "Swift: builder"
        case .macros: "Swift: macros"
        }
    }
}

/// A response to the request, from which the models are made.
public struct SampleResponse: Sendable {
    /// The status; nil if not known.
    public var status: Int?
    /// Value of the Content-Type field; nil: absent or not known.
    public var contentType: String?
    /// The body, in UTF-8 if it is text.
    public var body: BodyStore

    public init(status: Int? = nil, contentType: String? = nil, body: BodyStore) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}

/// A request of a collection as Swift over MicroClient, with models of its body and its response.
///
/// Values of secrets and whatever replaces a credential are parameters; they are never in the text. Other variables are
/// parameters too, given their values by a sample call.
public struct SwiftExport: Sendable {
    private let definition: RequestDefinition
    private let path: ItemPath
    private let collection: Collection
    private let scopes: VariableScopes
    private let environmentName: String?
    private let response: SampleResponse?

    /// - Parameters:
    ///   - definition: The request as it is on screen or in its file.
    ///   - path: the request's file, or the one it would have: its folders give headers and credentials.
    ///   - scopes: made for the same path and definition, without dynamic values.
    ///   - environmentName: the one that `scopes` were made for, for a comment; nil: none.
    ///   - response: The response; nil if there is none.
    public init(
        _ definition: RequestDefinition, at path: ItemPath, in collection: Collection, scopes: VariableScopes,
        environmentName: String? = nil, response: SampleResponse? = nil
    ) {
        self.definition = definition
        self.path = path
        self.collection = collection
        self.scopes = scopes
        self.environmentName = environmentName
        self.response = response
    }

    /// The whole text of a file, with a line end. Reads up to 8 MB of the response: not for a thread that draws.
    public func text(_ form: SwiftForm) -> String {
        var maker = SwiftRequestMaker(
            template: collection.template(of: definition, at: path), title: definition.name ?? path.baseName,
            values: SampleValues(scopes: scopes))
        var request = maker.make(SwiftResponse.Source(response))
        request.environmentName = environmentName
        switch form {
        case .request: return TypedForm(request).text
        case .builder: return BuilderForm(request).text
        case .macros: return MacrosForm(request).text
        }
    }

    /// Why a request cannot be written in a form; nil when it can.
    public static func refusal(of form: SwiftForm, _ definition: RequestDefinition) -> String? {
        let method = definition.method.uppercased()
        if method.isEmpty || !method.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
            return "The request has no method that could be sent."
        }
        guard form == .macros, SwiftVerb(method).macro == nil else { return nil }
        return "There is no macro for the method \(method): copy one of the other forms."
    }
}
