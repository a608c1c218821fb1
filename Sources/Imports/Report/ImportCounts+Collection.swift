import OpenCollection

extension ImportCounts {
    /// Counts what was made.
    public init(of collection: ImportedCollection) {
        self = ImportCounts(of: collection.items)
        add(collection.defaults)
        for environment in collection.environments {
            self[.environments] += 1
            self[.variables] += environment.definition.variables.count
            add(docs: environment.definition.description)
        }
    }

    /// Counts items with all that is in them.
    init(of items: [ImportedItem]) {
        self = [:]
        for item in items.flatMap(\.all) {
            switch item.content {
            case .folder(let folder, _): self += ImportCounts(of: folder)
            case .request(let request): add(request)
            case .other: self[.requests] += 1
            }
        }
    }

    /// Counts a folder, but for its items.
    init(of folder: FolderDefinition) {
        self = [.folders: 1]
        add(folder)
    }

    private mutating func add(_ folder: FolderDefinition) {
        self[.headers] += folder.headers.count
        self[.variables] += folder.variables.count
        self[.scripts] += folder.scripts.count
        add(folder.auth)
        add(docs: folder.docs)
    }

    private mutating func add(_ request: RequestDefinition) {
        self[.requests] += 1
        self[.headers] += request.headers.count
        self[.queryParameters] += request.queryRows.count
        self[.pathParameters] += request.pathRows.count
        self[.variables] += request.variables.count
        self[.scripts] += request.scripts.count
        self[.examples] += request.examples.count
        add(request.auth)
        add(request.body)
        add(docs: request.docs)
    }

    private mutating func add(_ auth: Auth) { if auth != .none, auth != .inherit { self[.auth] += 1 } }

    private mutating func add(_ body: RequestBody) {
        switch body.kind {
        case .none: return
        case .formURLEncoded: self[.formFields] += body.form.count
        case .multipart: self[.formFields] += body.parts.count
        default: break
        }
        self[.bodies] += 1
    }

    private mutating func add(docs: String?) { if docs?.isEmpty == false { self[.descriptions] += 1 } }
}
