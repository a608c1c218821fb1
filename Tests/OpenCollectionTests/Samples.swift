import Testing

@testable import OpenCollection

/// Short ways to say a request in a collection.
struct Sample {
    var definition = RequestDefinition()
    var root = FolderDefinition()
    var folder = FolderDefinition()
    var environment: [Variable] = []
    var companion = CompanionFile()
    var info = CollectionInfo()
    var environmentCertificates: [ClientCertificate] = []
    var secrets: [String: String] = [:]
    static let path: ItemPath = "users/get.yml"

    init(_ url: String = "http://h/") {
        definition.url = url
        folder.hasFile = true
    }

    var collection: Collection {
        let request = CollectionItem(
            path: Self.path, name: "get", kind: .request(RequestFile(text: "", definition: definition)))
        let folderItem = CollectionItem(path: "users", name: "users", kind: .folder(folder, [request]))
        var collection = Collection(name: "c", root: root, items: [folderItem], companion: companion)
        collection.info = info
        return collection
    }

    func rendered(
        session: [String: TypedValue] = [:], dynamic: DynamicValues? = nil, notesJSON: Bool = true
    ) -> RenderedRequest {
        var dev = EnvironmentDefinition(name: "dev", variables: environment)
        dev.certificates = environmentCertificates
        let scopes = VariableScopes(
            collection: collection, environment: dev,
            itemPath: Self.path, request: definition, session: session, secrets: { secrets[$0] }, dynamic: dynamic)
        return RequestRenderer.render(
            definition, at: Self.path, in: collection, scopes: scopes,
            defaults: ClientDefaults(userAgent: "Microscope/1", acceptEncoding: "gzip"), notesJSON: notesJSON)
    }
}

extension RenderedRequest {
    /// "Name: value | origin" of the headers that are not automatic.
    var ownHeaders: [String] {
        headers.filter { !$0.isAutomatic }.map { "\($0.name): \($0.value) | \($0.origin.title)" }
    }

    func header(_ name: String) -> RenderedHeader? { headers.first { $0.name == name } }
}

func query(_ name: String, _ value: String, enabled: Bool = true, origin: Int? = nil) -> Parameter {
    Parameter(.query, Field(name, value, isEnabled: enabled, origin: origin))
}

func pathRow(_ name: String, _ value: String, enabled: Bool = true, origin: Int? = nil) -> Parameter {
    Parameter(.path, Field(name, value, isEnabled: enabled, origin: origin))
}
