import CollectionFiles
import CollectionRunner
import Explorer
import Foundation
import OpenCollection

/// The things outside of a collection that it could use according to its files, and which of them the user has agreed to.
struct OutsideListing {
    private let root: URL
    private let environment: [String: String]
    private let gate: TrustGate

    /// - Parameter root: the collection's directory, or the one file that holds it.
    init(root: URL, environment: [String: String]) {
        self.root = root
        self.environment = environment
        gate = TrustGate(root: root, directories: MicroscopeDirectories(environment: environment))
    }

    /// Returns the uses in all of the collection's files; asks nobody for secrets.
    ///
    /// - Throws: ``FileProblem`` without a collection, and when what was agreed to, or kept, cannot be read.
    func uses() throws -> [ListedUse] {
        let collection = try CollectionLoader(root: root).load()
        let sources = OutsideSources(
            root: root, directories: MicroscopeDirectories(environment: environment), environment: environment)
        let outside = OutsideValues(
            processEnvironment: sources.processEnvironment, secrets: try sources.keptSecrets(),
            environmentFiles: sources.environmentFiles(of: collection))
        let uses = collection.outsideUses(
            awsFile: AWSCredentialsFile.path(environment), modules: RequestFiles(gate).modules
        ) { chosen, path, definition in
            VariableScopes(
                collection: collection, environment: chosen, itemPath: path, request: definition,
                environmentFiles: outside.environmentFiles(of: chosen?.name, in: collection),
                secrets: { outside.secret($0, of: chosen?.name, in: collection) },
                secretSource: { outside.secretSource($0, of: chosen?.name, in: collection) },
                processEnvironment: outside.processEnvironment)
        }
        return try gate.listed(sources.unagreedPairs + uses)
    }

    /// Agrees to listed uses from now on, and takes the places where credentials go as known.
    func agree(to uses: [ListedUse]) throws { try gate.agree(to: uses.filter { $0.status != .agreed }.map(\.use)) }

    /// Agrees to uses, whether they are listed or not.
    func agree(to uses: [OutsideUse]) throws { try gate.agree(to: uses) }

    func forget() throws { try gate.forget() }
}
