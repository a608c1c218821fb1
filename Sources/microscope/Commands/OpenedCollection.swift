import CollectionFiles
import CommandLineTool
import Explorer
import Foundation
import OpenCollection

/// The collection that a command works on: where it is, what its files say, the environment chosen, and what variables read
/// from outside of it.
struct OpenedCollection {
    let location: CollectionLocation
    private(set) var collection: OpenCollection.Collection
    /// The environment that was named, otherwise the only one; nil if there are several and none was named.
    let environment: EnvironmentDefinition?
    /// The name of the chosen environment of the workspace around the collection.
    private let globalEnvironmentName: String?
    private let sources: OutsideSources
    private let processEnvironment: [String: String]
    private let loader: CollectionLoader

    /// Opens a collection and reads its heads; ``open(request:)`` reads the rest of one request.
    ///
    /// - Parameters:
    ///   - environmentName: The environment's name; nil if none was named.
    ///   - globalEnvironmentName: The name of an environment of the workspace around the collection; nil if none was named.
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

    /// Opens the collection that a command names, or one that is elsewhere.
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
        return (path, try open(path))
    }

    /// Reads a request whose path is known.
    ///
    /// - Throws: ``UsageError`` when it cannot be read.
    mutating func open(_ path: ItemPath) throws(UsageError) -> RequestFile {
        collection.replace(with: loader.item(at: path))
        if let file = collection.request(at: path) { return file }
        // Its head promised more than the whole file keeps.
        _ = try RequestMatch.find(path.text, in: collection).path(for: path.text)
        throw UsageError("\(path) is not a request", advice: "name one of the collection's requests")
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

    /// Returns where values come from that a request lacks, one line each: another request captures them.
    func notes(onMissing missing: [MissingVariable]) -> [String] {
        let names = Set(missing.map(\.name))
        guard !names.isEmpty, let whole = try? CollectionLoader(root: location.root).load(.whole) else { return [] }
        return whole.requestsCapturing(names).sorted { $0.key < $1.key }.map { name, path in
            "\(name) is captured by \(path.withoutSuffix): with --session NAME, send that first; microscope run sends both"
        }
    }

    /// Returns the values that are read from outside without asking anybody.
    ///
    /// - Throws: An error if the private store of secrets cannot be read.
    func outsideValues() throws -> OutsideValues {
        var values = OutsideValues(
            processEnvironment: sources.processEnvironment, secrets: try sources.keptSecrets(),
            environmentFiles: sources.environmentFiles(of: collection))
        values.globalEnvironmentName = globalEnvironmentName
        values.globalEnvironments = globalEnvironmentName == nil ? [] : sources.globalEnvironments()
        values.unagreedPairs = sources.unagreedPairs
        return values
    }

    /// The problems of `.env` and other files of pairs, one line each.
    var warningsAboutPairs: [String] { sources.warningsAboutPairs(of: collection) }

    /// Returns the values of a request's variables.
    ///
    /// - Throws: An error if the private store of secrets cannot be read.
    func scopes(of path: ItemPath, sessionValues: [String: String]) throws -> VariableScopes {
        scopes(of: path, sessionValues: sessionValues, outside: try outsideValues())
    }

    /// Returns the values of a request's variables, with what is known from outside.
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
    /// The only environment; nil if there are several, where the user chooses: a guess could be the one that does harm.
    var onlyEnvironment: EnvironmentDefinition? { environments.count == 1 ? environments.first : nil }
}
