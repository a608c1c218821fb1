import CollectionFiles
import CommandLineTool
import Explorer
import Foundation
import OpenCollection

/// The collection that a command works on: where it lies, what its files say, the environment chosen, and what variables read
/// from outside of it.
struct OpenedCollection {
    let location: CollectionLocation
    private(set) var collection: OpenCollection.Collection
    /// The one that was named, else the only one; nil when there are several and none was named.
    let environment: EnvironmentDefinition?
    /// The chosen one of the workspace around the collection.
    private let globalEnvironmentName: String?
    private let sources: OutsideSources
    private let processEnvironment: [String: String]
    private let loader: CollectionLoader

    /// Reads heads; ``open(request:)`` reads the rest of one.
    ///
    /// - Parameters:
    ///   - environmentName: nil: none was named.
    ///   - globalEnvironmentName: of an environment of the workspace around the collection; nil: none was named.
    ///   - takesOnlyOne: whether the only environment that there is counts as named.
    ///   - processEnvironment: the operating system's variables.
    ///   - gate: says which links out of the collection may be followed; nil: all, and whoever shows or sends what they say asks.
    /// - Throws: ``FileProblem`` without a collection, ``UsageError`` without such an environment.
    init(
        at location: CollectionLocation, environmentName: String? = nil, globalEnvironmentName: String? = nil,
        takesOnlyOne: Bool = true, processEnvironment: [String: String], gate: TrustGate? = nil
    ) throws {
        self.location = location
        self.processEnvironment = processEnvironment
        loader = CollectionLoader(root: location.root, gate: gate)
        collection = try loader.load(.heads)
        let named = try environmentName.map { [collection] in try collection.requireEnvironment(named: $0) }
        environment = named ?? (takesOnlyOne ? collection.onlyEnvironment : nil)
        sources = OutsideSources(
            root: location.root, directories: MicroscopeDirectories(environment: processEnvironment),
            environment: processEnvironment)
        self.globalEnvironmentName = globalEnvironmentName
        if let name = globalEnvironmentName { try sources.globalEnvironments().requireGlobal(named: name) }
    }

    /// The one that a command names, or that lies elsewhere.
    init(
        _ settings: SendSettings, at location: CollectionLocation? = nil, processEnvironment: [String: String]
    ) throws {
        try self.init(
            at: location ?? .meant(by: settings.collection), environmentName: settings.environmentName,
            globalEnvironmentName: settings.globalEnvironmentName, processEnvironment: processEnvironment)
    }

    /// Reads the request that was meant by what was typed.
    ///
    /// - Throws: ``UsageError`` without such a request, or when it cannot be read.
    mutating func open(request text: String) throws(UsageError) -> (path: ItemPath, file: RequestFile) {
        let path = try RequestMatch.find(text, in: collection).path(for: text)
        collection.replace(with: loader.item(at: path))
        // Its head may have promised more than the whole file keeps.
        _ = try RequestMatch.find(path.text, in: collection).path(for: text)
        guard let file = collection.request(at: path) else {
            throw UsageError("\(path) is no request", advice: "name one of the collection's requests")
        }
        return (path, file)
    }

    /// Reads the request of `send`, with the operation that was named.
    ///
    /// - Throws: as ``open(request:)``, and when the request has no operations.
    mutating func open(_ arguments: SendArguments) throws(UsageError) -> (path: ItemPath, file: RequestFile) {
        var (path, file) = try open(request: arguments.request)
        guard let operation = arguments.operation else { return (path, file) }
        guard file.definition.body.kind == .graphQL else {
            throw UsageError(
                "--operation is for GraphQL requests", advice: "\(path.withoutSuffix) is none: leave it out")
        }
        file.definition.body.operationName = operation
        return (path, file)
    }

    /// The same, where nothing is done with the response to a request.
    func introspecting(at path: ItemPath) -> OpenedCollection {
        var opened = self
        let policies = collection.companion[.request(path)]
        let content = DraftContent(definition: RequestDefinition(), policies: policies).introspecting
        opened.collection.companion[.request(path)] = content.policies
        return opened
    }

    /// Where values come from that a request lacks, one line each: another request captures them.
    func notes(onMissing missing: [MissingVariable]) -> [String] {
        let names = Set(missing.map(\.name))
        guard !names.isEmpty, let whole = try? CollectionLoader(root: location.root).load(.whole) else { return [] }
        return whole.requestsCapturing(names).sorted { $0.key < $1.key }.map { name, path in
            "\(name) is captured by \(path.withoutSuffix): with --session NAME, send that first; microscope run sends both"
        }
    }

    /// What is read from outside of it without asking anybody.
    ///
    /// - Throws: when the private store of secrets cannot be read.
    func outsideValues() throws -> OutsideValues {
        var values = OutsideValues(
            processEnvironment: sources.processEnvironment, secrets: try sources.keptSecrets(),
            environmentFiles: sources.environmentFiles(of: collection))
        values.globalEnvironmentName = globalEnvironmentName
        values.globalEnvironments = globalEnvironmentName == nil ? [] : sources.globalEnvironments()
        values.unagreedPairs = sources.unagreedPairs
        return values
    }

    /// What is wrong with `.env` and other files of pairs, a line each.
    var warningsAboutPairs: [String] { sources.warningsAboutPairs(of: collection) }

    /// What the variables of a request stand for.
    ///
    /// - Throws: when the private store of secrets cannot be read.
    func scopes(of path: ItemPath, sessionValues: [String: String]) throws -> VariableScopes {
        scopes(of: path, sessionValues: sessionValues, outside: try outsideValues())
    }

    /// What the variables of a request stand for, with what is known from outside.
    func scopes(
        of path: ItemPath, sessionValues: [String: String], outside: OutsideValues, dynamic: DynamicValues? = nil
    ) -> VariableScopes {
        VariableScopes(
            collection: collection, environment: environment, global: outside.globalEnvironment, itemPath: path,
            session: sessionValues.mapValues { .string($0) },
            environmentFiles: outside.environmentFiles(of: environment?.name, in: collection),
            secrets: { outside.secret($0, of: environment?.name, in: collection) },
            secretSource: { outside.secretSource($0, of: environment?.name, in: collection) },
            processEnvironment: outside.processEnvironment, dynamic: dynamic
        ).addingTokens(
            collection: location.root.path, environmentName: environment?.name, environment: processEnvironment)
    }
}

extension OpenCollection.Collection {
    /// Of several, the person chooses: a guess could be the one that hurts.
    var onlyEnvironment: EnvironmentDefinition? { environments.count == 1 ? environments.first : nil }
}
