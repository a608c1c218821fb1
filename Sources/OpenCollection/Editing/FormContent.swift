/// The edited content of a file: the one value that forms show and change, whatever kind of file it is.
public enum FormContent: Sendable, Hashable {
    case request(DraftContent)
    case folder(FolderContent)
    case collection(CollectionContent)
    case environment(EnvironmentDefinition)
}

/// The edited content of a request: that of its file and its entry in `microscope.yaml`.
public struct DraftContent: Sendable, Hashable {
    public var definition: RequestDefinition
    public var policies: RequestPolicies

    public init(definition: RequestDefinition, policies: RequestPolicies = RequestPolicies()) {
        self.definition = definition
        self.policies = policies
    }
}

/// The edited content of a folder: its `folder.yml` and its entry in `microscope.yaml`.
public struct FolderContent: Sendable, Hashable {
    public var definition: FolderDefinition
    public var policies: RequestPolicies

    public init(definition: FolderDefinition, policies: RequestPolicies = RequestPolicies()) {
        self.definition = definition
        self.policies = policies
    }
}

/// The edited content of a collection: `opencollection.yml` and the entry for the whole in `microscope.yaml`.
public struct CollectionContent: Sendable, Hashable {
    public var info: CollectionInfo
    /// The defaults; their name is in `info`.
    public var defaults: FolderDefinition
    public var policies: RequestPolicies

    public init(
        info: CollectionInfo, defaults: FolderDefinition, policies: RequestPolicies = RequestPolicies()
    ) {
        self.info = info
        self.defaults = defaults
        self.policies = policies
    }
}

// MARK: - One kind

// Each is empty if the content is of another kind, and setting it does nothing then: the forms ask for what their kind has.
extension FormContent {
    public var request: DraftContent {
        get { if case .request(let content) = self { content } else { DraftContent(definition: RequestDefinition()) } }
        set { if case .request = self { self = .request(newValue) } }
    }

    package var environment: EnvironmentDefinition {
        get {
            if case .environment(let content) = self { content } else { EnvironmentDefinition(name: "", variables: []) }
        }
        set { if case .environment = self { self = .environment(newValue) } }
    }

    package var info: CollectionInfo {
        get { if case .collection(let content) = self { content.info } else { CollectionInfo() } }
        set {
            guard case .collection(var content) = self else { return }
            content.info = newValue
            self = .collection(content)
        }
    }

    /// The defaults of a folder, or of the collection.
    package var defaults: FolderDefinition {
        get {
            switch self {
            case .folder(let content): content.definition
            case .collection(let content): content.defaults
            case .request, .environment: FolderDefinition()
            }
        }
        set {
            switch self {
            case .folder(var content):
                content.definition = newValue
                self = .folder(content)
            case .collection(var content):
                content.defaults = newValue
                self = .collection(content)
            case .request, .environment: break
            }
        }
    }

    package var isRequest: Bool { if case .request = self { true } else { false } }
    /// Whether something is above it that it can inherit from: nothing is above the collection.
    package var inherits: Bool { if case .collection = self { false } else { true } }
    package var isEnvironment: Bool { if case .environment = self { true } else { false } }
}

// MARK: - What several kinds have

extension FormContent {
    /// Reads and writes a member that requests and folders both have.
    private func shared<Value>(
        _ ofRequest: KeyPath<RequestDefinition, Value>, _ ofDefaults: KeyPath<FolderDefinition, Value>
    ) -> Value {
        isRequest ? request.definition[keyPath: ofRequest] : defaults[keyPath: ofDefaults]
    }

    private mutating func setShared<Value>(
        _ value: Value, _ ofRequest: WritableKeyPath<RequestDefinition, Value>,
        _ ofDefaults: WritableKeyPath<FolderDefinition, Value>
    ) {
        if isRequest { request.definition[keyPath: ofRequest] = value } else { defaults[keyPath: ofDefaults] = value }
    }

    package var headers: [Field] {
        get { shared(\.headers, \.headers) }
        set { setShared(newValue, \.headers, \.headers) }
    }

    package var auth: Auth {
        get { shared(\.auth, \.auth) }
        set { setShared(newValue, \.auth, \.auth) }
    }

    package var actions: [VariableAction] {
        get { shared(\.actions, \.actions) }
        set { setShared(newValue, \.actions, \.actions) }
    }

    package var scripts: [Script] {
        get { shared(\.scripts, \.scripts) }
        set { setShared(newValue, \.scripts, \.scripts) }
    }

    package var docs: String? {
        get { shared(\.docs, \.docs) }
        set { setShared(newValue, \.docs, \.docs) }
    }

    package var settings: RequestSettings {
        get { shared(\.settings, \.settings) }
        set { setShared(newValue, \.settings, \.settings) }
    }

    package var tags: [String] {
        get { shared(\.tags, \.tags) }
        set { setShared(newValue, \.tags, \.tags) }
    }

    package var variables: [Variable] {
        get { isEnvironment ? environment.variables : shared(\.variables, \.variables) }
        set {
            if isEnvironment { environment.variables = newValue } else { setShared(newValue, \.variables, \.variables) }
        }
    }

    /// `info.description`, or `description` of an environment.
    package var description: String? {
        get { isEnvironment ? environment.description : shared(\.description, \.description) }
        set {
            if isEnvironment {
                environment.description = newValue
            } else {
                setShared(newValue, \.description, \.description)
            }
        }
    }

    /// `info.name`.
    package var name: String? {
        get { if case .collection = self { info.name } else { shared(\.name, \.name) } }
        set { if case .collection = self { info.name = newValue } else { setShared(newValue, \.name, \.name) } }
    }

    /// The policies without what is on other tabs.
    package var options: RequestPolicies {
        var policies = policies
        (policies.captures, policies.checks, policies.operation) = ([], [], nil)
        return policies
    }

    /// The policies in `microscope.yaml`; empty for environments.
    public var policies: RequestPolicies {
        get {
            switch self {
            case .request(let content): content.policies
            case .folder(let content): content.policies
            case .collection(let content): content.policies
            case .environment: RequestPolicies()
            }
        }
        set {
            switch self {
            case .request(var content):
                content.policies = newValue
                self = .request(content)
            case .folder(var content):
                content.policies = newValue
                self = .folder(content)
            case .collection(var content):
                content.policies = newValue
                self = .collection(content)
            case .environment: break
            }
        }
    }
}

// MARK: - Rows of both files

extension FormContent {
    /// The actions, before them the captures of `microscope.yaml`. A row goes into the file that can hold its expression.
    package var allActions: [VariableAction] {
        get { request.policies.captures.map { $0.inCompanion(\.origin) } + actions }
        set {
            guard isRequest else {
                actions = newValue
                return
            }
            request.policies.captures = newValue.filter(\.isQuery).map { $0.inCompanion(\.origin) }
            actions = newValue.filter { !$0.isQuery }
        }
    }

    /// The assertions, before them the checks of `microscope.yaml`. A row goes into the file that can hold its expression.
    package var allAssertions: [Assertion] {
        get { request.policies.checks.map { $0.inCompanion(\.origin) } + request.definition.assertions }
        set {
            request.policies.checks = newValue.filter(\.isQuery).map { $0.inCompanion(\.origin) }
            request.definition.assertions = newValue.filter { !$0.isQuery }
        }
    }
}

/// A row of a table whose expression may be one that only the companion file, `microscope.yaml`, can hold.
package protocol CompanionRow {
    var expression: String { get }
}

extension CompanionRow {
    /// Whether `microscope.yaml` holds it.
    package var isQuery: Bool { BodyQuery(expression: expression) != nil }

    /// The row with an origin below zero instead of one of the same place in the other file, and the other way round: the two lists are one table.
    fileprivate func inCompanion(_ origin: WritableKeyPath<Self, Int?>) -> Self {
        var row = self
        row[keyPath: origin] = row[keyPath: origin].map { -1 - $0 }
        return row
    }
}

extension Assertion: CompanionRow {}
extension VariableAction: CompanionRow {}

extension FormContent {
    /// A request that has the credentials which this sends or gives to others, and where it is.
    package func credentials(at path: ItemPath) -> (definition: RequestDefinition, path: ItemPath) {
        if case .request(let request) = self { return (request.definition, path) }
        var inheriting = RequestDefinition()
        inheriting.auth = .inherit
        let place = placeOfNames(at: path)
        return (inheriting, place == .root ? ItemPath.root.folderFile : place)
    }

    /// Returns the path from which names in the content are looked up.
    package func placeOfNames(at path: ItemPath) -> ItemPath {
        switch self {
        case .request: path
        case .folder: path.appending("folder.yml")
        case .collection, .environment: .root
        }
    }
}
