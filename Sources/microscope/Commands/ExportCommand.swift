import BodyStore
import CollectionFiles
import CommandLineTool
import Foundation
import Interchange
import OpenCollection

/// `microscope export`: one saved request as code, on standard output.
struct ExportCommand {
    private let arguments: ExportArguments
    private let environment: [String: String]

    init(_ arguments: ExportArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        let location = try CollectionLocation.meant(by: arguments.collection)
        let loader = CollectionLoader(root: location.root)
        let (collection, path) = try loader.load(openingRequest: arguments.request)
        guard let definition = collection.request(at: path)?.definition else {
            throw UsageError("\(path) is no request", advice: "name one of the collection's requests")
        }
        if let reason = SwiftExport.refusal(of: arguments.format, definition) {
            throw UsageError("\(path) cannot be exported", advice: reason)
        }
        let chosen = try arguments.environmentName.map { try collection.requireEnvironment(named: $0) }
        let selected = chosen ?? collection.onlyEnvironment
        let export = SwiftExport(
            definition, at: path, in: collection, scopes: try scopes(path, in: collection, selected, location),
            environmentName: selected?.name, answer: try answer().map { SampleAnswer(body: $0) })
        let bytes = Array(export.text(arguments.format).utf8)
        try StandardStreams.write(bytes: bytes)
        return ExitStatus.success.rawValue
    }

    /// Secrets are looked up so that they are known where they were written out.
    private func scopes(
        _ path: ItemPath, in collection: OpenCollection.Collection, _ selected: EnvironmentDefinition?,
        _ location: CollectionLocation
    ) throws -> VariableScopes {
        let sources = OutsideSources(
            root: location.root, directories: MicroscopeDirectories(environment: environment), environment: environment)
        let secrets = try selected.map { try sources.secrets(of: $0, in: collection) } ?? [:]
        return VariableScopes(
            collection: collection, environment: selected, itemPath: path,
            session: arguments.sessionValues.mapValues { .string($0) }, secrets: { secrets[$0] },
            processEnvironment: sources.processEnvironment)
    }

    private func answer() throws -> BodyStore? {
        guard let file = arguments.answer else { return nil }
        let store = BodyStore()
        defer { store.finish() }
        do {
            let handle =
                try file == "-" ? FileHandle.standardInput : FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty { try store.append(piece) }
        } catch {
            throw UsageError("\(file) cannot be read", advice: "give a file with the body of an answer, or - for stdin")
        }
        return store
    }
}
