extension Collection {
    /// The saved request at a path; nil when there is none, or none that was opened.
    public func request(at path: ItemPath) -> RequestFile? {
        guard case .request(let file)? = item(at: path)?.kind else { return nil }
        return file
    }

    /// The item at a path; nil when there is none.
    public func item(at path: ItemPath) -> CollectionItem? {
        var level = items
        for folder in path.ancestors {
            guard case .folder(_, let children)? = level.first(where: { $0.path == folder })?.kind else { return nil }
            level = children
        }
        return level.first { $0.path == path }
    }

    /// Returns the notes on files whose values a request gets: those of the folders above it, and of an environment with what it extends.
    public func notes(above path: ItemPath, _ environment: EnvironmentDefinition?) -> [FileProblem] {
        root.notes + folders(above: path).flatMap(\.definition.notes) + (environment.map(chain) ?? []).flatMap(\.notes)
    }

    /// The folders around an item, outer to inner, the root not among them; those without `folder.yml` included.
    public func folders(above path: ItemPath) -> [(path: ItemPath, definition: FolderDefinition)] {
        var level = items
        return path.ancestors.map { folder in
            guard case .folder(let definition, let children)? = level.first(where: { $0.path == folder })?.kind else {
                level = []
                return (folder, FolderDefinition())
            }
            level = children
            return (folder, definition)
        }
    }

    /// Returns the part of the collection that affects an item, without the items that are not around it. It is enough to render a request there.
    public func around(_ path: ItemPath) -> Collection {
        var copy = self
        copy.items = []
        for (folder, definition) in folders(above: path).reversed() {
            copy.items = [
                CollectionItem(
                    path: folder, name: definition.name ?? folder.baseName, kind: .folder(definition, copy.items))
            ]
        }
        return copy
    }

    /// Every item below the root, depth first, in the order of the format.
    public var allItems: [CollectionItem] {
        var all: [CollectionItem] = []
        for item in items { item.visitAll { all.append($0) } }
        return all
    }

    /// The paths that have their own file to edit: the collection itself, folders and requests in the order of the tree, then environments.
    public var editedPaths: [ItemPath] {
        var paths: [ItemPath] = [.root]
        for item in items {
            item.visitAll {
                switch $0.kind {
                case .request, .folder, .unopened: paths.append($0.path)
                case .unsupported, .broken: break
                }
            }
        }
        return paths + environments.map(\.path)
    }

    /// Returns the items at a path and below it, in the same order; below ``ItemPath/root`` all.
    public func allItems(in folder: ItemPath) -> [CollectionItem] {
        guard folder != .root else { return allItems }
        var all: [CollectionItem] = []
        item(at: folder)?.visitAll { all.append($0) }
        return all
    }

    /// Every request that was opened, depth first, in the order of the format.
    public var allRequests: [(item: CollectionItem, file: RequestFile)] {
        allItems.compactMap { item in
            guard case .request(let file) = item.kind else { return nil }
            return (item, file)
        }
    }

    /// The environment of that name; nil when there is none.
    public func environment(named name: String) -> EnvironmentDefinition? {
        environments.first { $0.name == name }
    }
}

extension Collection {
    /// An environment and those that it extends, nearest first. A name that is not there, or comes a second time, ends it.
    public func chain(of environment: EnvironmentDefinition) -> [EnvironmentDefinition] {
        var chain = [environment]
        while let name = chain.last?.extends, let next = self.environment(named: name),
            !chain.contains(where: { $0.name == name })
        {
            chain.append(next)
        }
        return chain
    }

    /// Returns the names of the enabled secrets of an environment and of those that it extends.
    public func secretNames(of environment: EnvironmentDefinition) -> Set<String> {
        chain(of: environment).reduce(into: []) { $0.formUnion($1.secretNames) }
    }
}

extension CollectionItem {
    /// Visits it and all below it, depth first: an array per folder would copy each item once per level.
    func visitAll(_ visit: (CollectionItem) -> Void) {
        visit(self)
        guard case .folder(_, let children) = kind else { return }
        for child in children { child.visitAll(visit) }
    }
}

extension ItemPath {
    /// The directories above it, outer to inner, without the root.
    public var ancestors: [ItemPath] {
        let slashes = text.utf8.indices.dropFirst().filter { text.utf8[$0] == UInt8(ascii: "/") }
        return slashes.map { ItemPath(String(text[..<$0])) }
    }

    /// The number of directories below the root; 0 for the root itself.
    public var depth: Int { text.utf8.split(separator: UInt8(ascii: "/")).count }

    /// The depth from which on directories are not read, as in Bruno.
    public static let maximumDepth = 20

    /// The file with the defaults of this directory.
    public var folderFile: ItemPath { self == .root ? "opencollection.yml" : appending("folder.yml") }
}

/// The source of a part of a request as sent.
public indirect enum Origin: Sendable, Hashable {
    case request
    case folder(ItemPath)
    case collection
    case environment
    /// Credentials that are defined at an origin.
    case auth(Origin)
    /// User and password in the URL.
    case url
    /// The body's kind.
    case bodyType
    /// A header that Microscope adds unless set.
    case microscope
    /// Cookies that are added when it is sent.
    case cookieJar
    /// A header that the connection adds by itself.
    case connection

    /// The name of the origin for the user.
    public var title: String {
        switch self {
        case .request: "this request"
        case .folder(let path): "folder \(path)"
        case .collection: "collection"
        case .environment: "environment"
        case .auth(let origin): "auth from \(origin.title)"
        case .url: "user and password in the URL"
        case .bodyType: "body type"
        case .microscope: "added by Microscope"
        case .cookieJar: "cookie jar"
        case .connection: "added by the connection"
        }
    }
}

/// Credentials after inheritance.
public struct EffectiveAuth: Sendable, Hashable {
    /// The authentication; never `inherit`.
    public var auth: Auth
    public var origin: Origin
    /// Why nothing is sent although the request inherits; nil otherwise.
    public var note: String?
}

extension Collection {
    /// The credentials that a request at `path` sends.
    ///
    /// Only `inherit` inherits: from the nearest folder that does not itself inherit, else from the root. A `folder.yml` without
    /// auth stops the search, a directory without file does not.
    public func effectiveAuth(of auth: Auth, at path: ItemPath) -> EffectiveAuth {
        guard auth == .inherit else { return EffectiveAuth(auth: auth, origin: .request) }
        for (folder, definition) in folders(above: path).reversed() where definition.hasFile {
            switch definition.auth {
            case .inherit: continue
            case .none:
                let note = "\(folder.folderFile) has no auth, so nothing is inherited through it"
                return EffectiveAuth(auth: .none, origin: .folder(folder), note: note)
            case let other: return EffectiveAuth(auth: other, origin: .folder(folder))
            }
        }
        return EffectiveAuth(auth: root.auth == .inherit ? .none : root.auth, origin: .collection)
    }

    /// Returns the header rows of the root, the folders and the request, outer to inner, with the origin of each.
    ///
    /// Disabled and nameless rows are left out: a disabled row does not remove an inherited one.
    public func headerRows(of definition: RequestDefinition, at path: ItemPath) -> [(field: Field, origin: Origin)] {
        var rows = root.headers.map { ($0, Origin.collection) }
        for (folder, defaults) in folders(above: path) { rows += defaults.headers.map { ($0, .folder(folder)) } }
        rows += definition.headers.map { ($0, .request) }
        return rows.filter { $0.0.isEnabled && !$0.0.name.isEmpty }
    }

    /// Returns the policies for a request: its own, else the innermost folder's, else the collection's.
    ///
    /// - Parameter environment: The environment's connection settings: they win over the collection's, and the folders' over them.
    public func effectivePolicies(
        at path: ItemPath, in environment: ConnectionSettings = ConnectionSettings()
    ) -> EffectivePolicies {
        var sources = [(companion.requests[path], Origin.request)]
        sources += path.ancestors.reversed().map { (companion.folders[$0], .folder($0)) }
        sources.append((companion.collection, .collection))
        var policies = EffectivePolicies(
            retry: sources.lazy.compactMap { policies, origin in policies?.retry.map { .init($0, origin) } }.first,
            verifiesTLS: sources.lazy.compactMap { policies, origin in
                policies?.verifiesTLS.map { .init($0, origin) }
            }.first,
            login: sources.lazy.compactMap { policies, origin in policies?.login.map { .init($0, origin) } }.first,
            keepsHistory: sources.lazy.compactMap { policies, origin in
                policies?.keepsHistory.map { .init($0, origin) }
            }.first)
        policies.graphQLSchema =
            sources.lazy.compactMap { policies, origin in policies?.graphQLSchema.map { .init($0, origin) } }.first
        for (said, origin) in sources.dropLast() { policies.add(said?.connection, from: origin) }
        policies.add(environment, from: .environment)
        policies.add(companion.collection.connection, from: .collection)
        return policies
    }

    /// Whether what a request sends to an environment is kept: neither the environment nor the request, or what it lies in, says no.
    public func keepsHistory(of path: ItemPath, in environment: String?) -> Bool {
        let isKept = environment.flatMap { companion.environments[$0]?.keepsHistory } ?? true
        return isKept && effectivePolicies(at: path).keepsHistory?.value ?? true
    }
}

/// The policies of `microscope.yaml` for a request, with their sources; a member is nil if there is none.
public struct EffectivePolicies: Sendable, Hashable {
    public var retry: Sourced<RetrySettings>?
    public var verifiesTLS: Sourced<Bool>?
    public var login: Sourced<LoginRule>?
    public var keepsHistory: Sourced<Bool>?
    public internal(set) var graphQLSchema: Sourced<String>?
    /// The connection settings, whose members are merged one by one.
    public private(set) var connection = ConnectionSettings()
    /// The places with connection settings, the nearest first, with these settings.
    private var connections: [Sourced<ConnectionSettings>] = []

    fileprivate mutating func add(_ settings: ConnectionSettings?, from origin: Origin) {
        guard let settings, settings != ConnectionSettings() else { return }
        connection = connection.over(settings)
        connections.append(Sourced(settings, origin))
    }

    public init(
        retry: Sourced<RetrySettings>? = nil, verifiesTLS: Sourced<Bool>? = nil, login: Sourced<LoginRule>? = nil,
        keepsHistory: Sourced<Bool>? = nil
    ) {
        self.keepsHistory = keepsHistory
        self.retry = retry
        self.verifiesTLS = verifiesTLS
        self.login = login
    }
}

extension Collection {
    /// The request that is sent when the response to one is 401; nil: none is, as for that request itself.
    public func login(for path: ItemPath) -> ItemPath? {
        guard let login = effectivePolicies(at: path).login?.value.path, login != path else { return nil }
        return login
    }
}

/// A value and where it comes from.
public struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
    public var value: Value
    public var origin: Origin

    public init(_ value: Value, _ origin: Origin) {
        self.value = value
        self.origin = origin
    }
}

extension EffectivePolicies {
    /// The value that holds while the file says nothing, with the file that says it; nil if none does.
    package func said(_ entry: FormEntry<RequestPolicies>) -> Sourced<String>? {
        var policies = RequestPolicies()
        (policies.retry, policies.verifiesTLS) = (retry?.value, verifiesTLS?.value)
        (policies.login, policies.keepsHistory) = (login?.value, keepsHistory?.value)
        (policies.connection, policies.graphQLSchema) = (connection, graphQLSchema?.value)
        let text = entry.text(policies)
        guard !text.isEmpty, let origin = origin(of: entry) else { return nil }
        return Sourced(text, origin)
    }

    private func origin(of entry: FormEntry<RequestPolicies>) -> Origin? {
        let origins = [
            "retry.count": retry?.origin, "tls.verify": verifiesTLS?.origin, "login": login?.origin,
            "history": keepsHistory?.origin, "graphqlSchema": graphQLSchema?.origin,
        ]
        if let origin = origins[entry.key] { return origin }
        return connections.first { settings in
            var policies = RequestPolicies()
            policies.connection = settings.value
            return !entry.text(policies).isEmpty
        }?.origin
    }
}
