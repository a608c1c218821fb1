import BodyStore
import CollectionFiles
import CommandLineTool
import Foundation
import Interchange
import OpenCollection

/// `microscope export`: one saved request for others, on standard output.
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
        guard let file = collection.request(at: path) else {
            throw UsageError("\(path) is no request", advice: "name one of the collection's requests")
        }
        let chosen = try arguments.environmentName.map { try collection.requireEnvironment(named: $0) }
        let selected = chosen ?? collection.onlyEnvironment
        let scopes = try scopes(path, in: collection, selected, location)
        let text = try text(of: file, at: path, in: collection, scopes, selected)
        try StandardStreams.write(bytes: Array(text.utf8))
        return ExitStatus.success.rawValue
    }

    private func text(
        of file: RequestFile, at path: ItemPath, in collection: OpenCollection.Collection, _ scopes: VariableScopes,
        _ selected: EnvironmentDefinition?
    ) throws -> String {
        let curl = CurlExport(file.definition, at: path, in: collection, scopes: scopes)
        switch arguments.format {
        case .curl: return try curl.text()
        case .url: return try curl.url() + "\n"
        case .yaml:
            let shared = try file.shared(as: file.definition, hiding: scopes.secretValues)
            if !shared.variables.isEmpty {
                let names = shared.variables.joined(separator: ", ")
                StandardStreams.complain("secrets are not copied; variables are in their place: \(names)")
            }
            return shared.text
        case .request, .builder, .macros: break
        }
        let form = arguments.format.swiftForm ?? .request
        if let reason = SwiftExport.refusal(of: form, file.definition) {
            throw UsageError("\(path) cannot be exported", advice: reason)
        }
        return SwiftExport(
            file.definition, at: path, in: collection, scopes: scopes, environmentName: selected?.name,
            answer: try answer().map { SampleAnswer(body: $0) }
        ).text(form)
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
            session: arguments.sessionValues.mapValues { .string($0) },
            environmentFiles: sources.environmentFiles(of: collection), secrets: { secrets[$0] },
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
