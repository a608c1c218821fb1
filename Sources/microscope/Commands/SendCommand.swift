import CollectionFiles
import CollectionRunner
import CommandLineTool
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection

/// `microscope send`: one saved request, its body on standard output, one line about it on standard error.
struct SendCommand {
    private let arguments: SendArguments
    private let environment: [String: String]

    init(_ arguments: SendArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        let location = try CollectionLocation.meant(by: arguments.collection)
        let loader = CollectionLoader(root: location.root)
        let (collection, path) = try loader.load(openingRequest: arguments.request)
        let chosen = try arguments.environmentName.map { try collection.requireEnvironment(named: $0) }
        let selected = chosen ?? collection.onlyEnvironment
        let rendered = try render(path, in: collection, selected, location)
        let origin = RecordedExchange.Origin(
            collection: location.root.path, requestPath: path.text, environment: selected?.name, wasDraft: false)
        let send = InterruptibleSend(rendered, origin: origin, printsBody: !arguments.printsJSON)
        let (record, writeError) = try send.run()
        return report(record, Words(rendered, selected), writeError)
    }

    private func render(
        _ path: ItemPath, in collection: OpenCollection.Collection, _ selected: EnvironmentDefinition?,
        _ location: CollectionLocation
    ) throws -> RenderedRequest {
        let sources = OutsideSources(
            root: location.root, directories: MicroscopeDirectories(environment: environment), environment: environment)
        let secrets = try selected.map { try sources.secrets(of: $0, in: collection) } ?? [:]
        guard let definition = collection.request(at: path)?.definition else {
            throw UsageError("\(path) is no request", advice: "name one of the collection's requests")
        }
        let scopes = VariableScopes(
            collection: collection, environment: selected, itemPath: path,
            session: arguments.sessionValues.mapValues { .string($0) },
            environmentFiles: sources.environmentFiles(of: collection), secrets: { secrets[$0] },
            processEnvironment: sources.processEnvironment, dynamic: .live)
        return RequestRenderer.render(definition, at: path, in: collection, scopes: scopes, defaults: .microscope)
    }

    // MARK: - What came of it

    private func report(
        _ record: RecordedExchange, _ words: Words, _ writeError: StandardStreams.WriteError?
    ) -> Int32 {
        let writeError = writeError ?? writeJSON(record, words)
        for line in words.notes(on: record) { StandardStreams.complain(line) }
        if let line = StatusLine.text(of: record, showsNonASCII: StandardStreams.showsNonASCII) {
            StandardStreams.note(line)
        }
        if let writeError { return ended(record, by: writeError) }
        if let failure = record.failure { StandardStreams.complain(words.text(of: failure)) }
        return ExitStatus(record, failsOnStatus: arguments.failsOnStatus).rawValue
    }

    /// A reader that has seen enough is no failure, though the send was cancelled for it.
    private func ended(_ record: RecordedExchange, by error: StandardStreams.WriteError) -> Int32 {
        guard error.isClosedPipe else {
            StandardStreams.complain("\(error)")
            return ExitStatus.noAnswer.rawValue
        }
        var record = record
        if record.failure?.stage == .cancelled { record.failure = nil }
        return ExitStatus(record, failsOnStatus: arguments.failsOnStatus).rawValue
    }

    private func writeJSON(_ record: RecordedExchange, _ words: Words) -> StandardStreams.WriteError? {
        guard arguments.printsJSON else { return nil }
        let output = BodyOutput()
        let mask = arguments.showsSecrets ? SecretMask.none : words.mask
        do {
            try SendReport(record, mask: mask).write { try output.write($0) }
            try output.finish()
        } catch {
            return error as? StandardStreams.WriteError
        }
        return nil
    }
}

extension OpenCollection.Collection {
    /// Of several, the person chooses: a guess could be the one that hurts.
    var onlyEnvironment: EnvironmentDefinition? { environments.count == 1 ? environments.first : nil }
}
