import CollectionFiles
import CommandLineTool
import Explorer
import Foundation
import MicroClient
import OpenCollection

/// Reads a collection for the screen: the heads of its requests, and what its variables may read from outside.
struct CollectionOpening {
    let environment: [String: String]

    /// - Parameters:
    ///   - root: the collection's directory, or the one file that holds it.
    ///   - environmentName: The environment's name; nil takes the only one there is, or none.
    /// - Throws: ``FileProblem`` when there is no collection that can be read; an error that names the environments when there is none
    ///   of that name.
    func open(
        _ root: URL, environmentName: String? = nil, globalEnvironmentName: String? = nil,
        sessionValues: [String: String] = [:]
    ) throws -> CollectionState {
        let reading = FileClock.now
        let opened = try OpenedCollection(
            at: CollectionLocation(root: root), environmentName: environmentName,
            globalEnvironmentName: globalEnvironmentName, processEnvironment: environment, gate: gate(of: root))
        var state = CollectionState(
            opened.collection, path: root.path, environmentName: opened.environment?.name,
            sessionValues: sessionValues, outside: outsideValues(of: opened.collection, at: root))
        state.outside.globalEnvironmentName = globalEnvironmentName
        state.files.readingBegan = reading
        return state
    }

    /// Returns the loader of a collection; it follows links out of the collection only if the user has agreed to that.
    func loader(of root: URL) -> CollectionLoader { CollectionLoader(root: root, gate: gate(of: root)) }

    private func gate(of root: URL) -> TrustGate {
        TrustGate(root: root, directories: MicroscopeDirectories(environment: environment))
    }

    /// Returns the values from outside that variables may read now.
    func outsideValues(of collection: OpenCollection.Collection, at root: URL) -> OutsideValues {
        let sources = OutsideSources(
            root: root, directories: MicroscopeDirectories(environment: environment), environment: environment)
        var values = OutsideValues(
            processEnvironment: sources.processEnvironment, environmentFiles: sources.environmentFiles(of: collection))
        values.globalEnvironments = sources.globalEnvironments()
        values.unagreedPairs = sources.unagreedPairs
        values.captures = SessionStore<Cookie>(directories: MicroscopeDirectories(environment: environment))
            .keptCaptures(of: root.path)
        do {
            values.secrets = try sources.keptSecrets()
        } catch {
            values.problem = ErrorWords.text(of: error)
        }
        return values
    }
}
