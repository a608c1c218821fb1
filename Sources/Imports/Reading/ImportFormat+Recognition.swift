import OpenCollection
import Quoting

extension ImportFormat {
    /// Recognises a format by its content, never by the name of its file; nil for what is none of them.
    static func recognized(_ document: SourceNode) -> ImportFormat? {
        if document.isOpenAPI { return .openAPI }
        if document["asyncapi"] != nil { return .asyncAPI }
        if let format = document.openCollectionFormat { return format }
        return postman(document) ?? other(document)
    }

    /// Words of which a document that can be imported has one near its beginning, but for rare ones. They are enough to look closer.
    public static let hints = ["openapi", "swagger", "postman", "\"item\"", "opencollection", "meta {"]

    /// Whether a document has what is read of this format, although it does not look like it.
    func fits(_ document: SourceNode) -> Bool {
        switch self {
        case .postman: document["item"] ?? document["collection"]?["item"] != nil
        case .postmanEnvironment, .postmanGlobals: document["values"] ?? document["environment"]?["values"] != nil
        case .postmanDump: document["collections"] != nil
        case .openAPI: document["paths"] ?? document["webhooks"] != nil
        case .openCollection: document["items"]?.elements?.isEmpty == false
        default: false
        }
    }

    private static func postman(_ document: SourceNode) -> ImportFormat? {
        let wrapped = document["collection"] ?? document["environment"] ?? document
        if wrapped["info"] != nil, wrapped["item"]?.elements != nil || isPostmanSchema(wrapped["info"]) {
            return .postman
        }
        if isPostmanDump(document) { return .postmanDump }
        if let values = wrapped["values"]?.elements {
            let scope = wrapped["_postman_variable_scope"]?.string
            if scope == "globals" { return .postmanGlobals }
            if scope != nil || values.allSatisfy({ $0.has("key") }) && wrapped["name"] != nil {
                return .postmanEnvironment
            }
        }
        return wrapped["requests"]?.elements != nil && wrapped["order"]?.elements != nil ? .postmanOld : nil
    }

    /// Whether a document has a list of Postman collections, of any version, or an empty one beside environments.
    private static func isPostmanDump(_ document: SourceNode) -> Bool {
        guard let collections = document["collections"]?.elements else { return false }
        if collections.isEmpty { return document["environments"]?.elements != nil }
        return collections.contains { collection in
            let info = collection["info"]
            return (info?["schema"] ?? info?["name"]) != nil && collection["item"]?.elements != nil
                || collection["order"]?.elements != nil && collection["requests"]?.elements != nil
        }
    }

    private static func isPostmanSchema(_ info: SourceNode?) -> Bool {
        info?["schema"]?.string?.contains("/collection/v2") == true || info?["_postman_id"] != nil
    }

    private static func other(_ document: SourceNode) -> ImportFormat? {
        if document["_type"]?.string == "export", document["resources"] != nil { return .insomnia }
        if document["type"]?.string?.contains(".insomnia.rest/") == true { return .insomnia }
        if document["log"]?["entries"]?.elements != nil { return .har }
        if document["version"] != nil, document["type"]?.string == "collection", document["name"] != nil {
            return .bruno
        }
        if document["v"] != nil, document["folders"]?.elements != nil, document["requests"]?.elements != nil {
            return .hoppscotch
        }
        if let first = document.elements?.first, first["v"] != nil, first["requests"] != nil { return .hoppscotch }
        if document["client"]?.string == "Thunder Client" || document["clientName"]?.string == "Thunder Client" {
            return .thunderClient
        }
        return document["__schema"] ?? document["data"]?["__schema"] != nil ? .graphQLSchema : nil
    }

    /// Recognises what is not JSON.
    static func recognized(text: String) -> ImportFormat? {
        let start = String(text.prefix(4096))
        if let format = bruno(text) { return format }
        if start.beginsWithBytes(of: "#%RAML") { return .raml }
        if start.contains(".insomnia.rest/5") { return .insomnia }
        if start.beginsWithBytes(of: "FORMAT: 1A") { return .apiBlueprint }
        let lines = start.split(whereSeparator: \.isNewline).map(String.init)
        if let key = lines.lazy.compactMap({ topKeys[$0.cut(at: ":")?.before ?? ""] }).first { return key }
        if start.trimmingWhitespaceScalars().beginsWithBytes(of: "<"), start.contains("definitions"),
            start.contains("wsdl")
        {
            return .wsdl
        }
        if lines.contains(where: { $0.beginsWithBytes(of: "curl ") }) { return .curl }
        if lines.contains(where: { isGraphQLDefinition($0) }) { return .graphQLSchema }
        let isRequestFile = lines.contains { line in
            line.beginsWithBytes(of: "###")
                || RequestLine.methods.contains {
                    line.beginsWithBytes(of: "\($0) http") || line.beginsWithBytes(of: "\($0) {{")
                }
        }
        return isRequestFile ? .httpFile : nil
    }

    /// Recognises a file of Bruno's by its blocks.
    private static func bruno(_ text: String) -> ImportFormat? {
        guard let first = BruFile.firstBlock(of: text),
            BrunoParts.isBlockName(first) || BrunoParts.isKnown(first, in: .request)
        else { return nil }
        let bru = BruFile(text)
        guard bru.blocks.contains(where: { BrunoParts.isBlockName($0.name) }) else { return nil }
        return BrunoParts.isEnvironment(bru) ? .brunoEnvironment : .bruno
    }

    /// Keys that identify YAML documents.
    private static let topKeys: [String: ImportFormat] = [
        "openapi": .openAPI, "swagger": .openAPI, "asyncapi": .asyncAPI, "opencollection": .openCollectionDirectory,
        "_type": .insomnia,
    ]

    /// Whether a line of a text has the key that every OpenAPI document or OpenCollection has: for one whose YAML has a fault.
    static func isMeantToBeRead(_ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).contains { line in
            let key = line.cut(at: ":")?.before.filter { !"\"' ".contains($0) }
            return key.map { ["openapi", "swagger", "opencollection"].contains($0) } ?? false
        }
    }

    private static func isGraphQLDefinition(_ line: String) -> Bool {
        line.endsWithBytes(of: "{")
            && ["type Query", "type Mutation", "schema {", "extend type Query"].contains {
                line.beginsWithBytes(of: $0)
            }
    }
}

extension SourceNode {
    var isOpenAPI: Bool { (self["openapi"] ?? self["swagger"]) != nil }

    /// The format of a collection in OpenCollection: all of it, or what a directory has beside its other files; nil for other documents.
    var openCollectionFormat: ImportFormat? {
        guard self["opencollection"] != nil else { return nil }
        return self["items"]?.elements?.isEmpty == false ? .openCollection : .openCollectionDirectory
    }
}
