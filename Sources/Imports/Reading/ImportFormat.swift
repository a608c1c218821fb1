/// A format in which requests are kept elsewhere.
public enum ImportFormat: String, Sendable, Hashable, CaseIterable {
    case postman
    case postmanEnvironment = "postman-environment"
    case postmanGlobals = "postman-globals"
    case postmanDump = "postman-dump"
    case openAPI = "openapi"
    case bruno
    case brunoEnvironment = "bruno-environment"
    case openCollection = "opencollection"
    case openCollectionDirectory = "opencollection-directory"
    case curl
    /// The YAML of a request file, or a URL.
    case request
    case insomnia
    case httpFile = "http"
    case har
    case postmanOld = "postman-1"
    case wsdl, raml
    case asyncAPI = "asyncapi"
    case apiBlueprint = "api-blueprint"
    case hoppscotch
    case thunderClient = "thunder-client"
    case graphQLSchema = "graphql-schema"

    /// The name in messages: "Postman collection".
    public var title: String {
        switch self {
        case .postman: "Postman collection"
        case .postmanEnvironment: "Postman environment"
        case .postmanGlobals: "Postman globals"
        case .postmanDump: "Postman data dump"
        case .openAPI: "OpenAPI document"
        case .bruno: "Bruno collection (.bru)"
        case .brunoEnvironment: "Bruno environment (.bru)"
        case .openCollection: "OpenCollection in one file"
        case .openCollectionDirectory: "OpenCollection"
        case .curl: "curl command"
        case .request: "request"
        case .insomnia: "Insomnia export"
        case .httpFile: ".http file"
        case .har: "HTTP archive"
        case .postmanOld: "Postman collection of version 1"
        case .wsdl: "WSDL document"
        case .raml: "RAML document"
        case .asyncAPI: "AsyncAPI document"
        case .apiBlueprint: "API Blueprint"
        case .hoppscotch: "Hoppscotch export"
        case .thunderClient: "Thunder Client export"
        case .graphQLSchema: "GraphQL schema"
        }
    }

    /// The name in a sentence: "an OpenAPI document".
    var titleWithArticle: String { ("AIO".contains(title.prefix(1)) ? "an " : "a ") + title }

    /// Whether a collection, or a part of one, can be read from it.
    public var isReadable: Bool {
        switch self {
        case .postman, .postmanEnvironment, .postmanGlobals, .postmanDump, .openAPI, .bruno, .brunoEnvironment,
            .openCollection:
            true
        default: false
        }
    }

    /// Whether it holds requests without a collection around them, which go among those of a folder.
    public var isLoose: Bool { self == .curl || self == .request }

    /// Advice for a file in a format that cannot be read; nil for a format that can.
    public var advice: String? {
        switch self {
        case .postman, .postmanEnvironment, .postmanGlobals, .postmanDump, .openAPI, .bruno, .brunoEnvironment,
            .openCollection, .curl, .request:
            nil
        case .openCollectionDirectory: "it needs no import: open it with microscope DIR"
        case .postmanOld: "open it in Postman and export it as collection 2.1"
        case .har: "microscope history import keeps its exchanges, and microscope FILE shows them"
        case .insomnia: "export it from Insomnia as HAR, or import it into Postman and export a collection 2.1 there"
        case .hoppscotch, .thunderClient: "export it there as a Postman collection or as OpenAPI"
        case .httpFile: "copy a request as a curl command in your editor, and import that"
        case .wsdl: "import it into Postman or SoapUI, and export a Postman collection 2.1 there"
        case .raml, .apiBlueprint: "convert it to OpenAPI, and import that"
        case .asyncAPI: "it describes messages, not requests: there is nothing to import"
        case .graphQLSchema: "it holds no requests: write a request of type GraphQL with its URL"
        }
    }

    /// The formats that `--as` accepts.
    public static var readable: [ImportFormat] { allCases.filter(\.isReadable) }
}
