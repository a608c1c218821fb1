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
        let collection = try CollectionLoader(root: location.root).load()
        let path = try RequestMatch.find(arguments.request, in: collection).path(for: arguments.request)
        let chosen = try arguments.environmentName.map { try collection.requireEnvironment(named: $0) }
        let selected = chosen ?? collection.onlyEnvironment
        let rendered = try render(path, in: collection, selected, location)
        if let reason = BuildFailure.text(of: rendered, environment: selected) {
            StandardStreams.complain(reason)
            return ExitStatus.notBuilt.rawValue
        }
        let origin = RecordedExchange.Origin(
            collection: location.root.path, requestPath: path.text, environment: selected?.name, wasDraft: false)
        return try report(InterruptibleSend(rendered, origin: origin).run(), rendered)
    }

    private func render(
        _ path: ItemPath, in collection: OpenCollection.Collection, _ selected: EnvironmentDefinition?,
        _ location: CollectionLocation
    ) throws -> RenderedRequest {
        let sources = OutsideSources(
            root: location.root, directories: MicroscopeDirectories(environment: environment), environment: environment)
        let secrets = try selected.map { try sources.secrets(of: $0) } ?? [:]
        guard let definition = collection.request(at: path)?.definition else {
            throw UsageError("\(path) is no request", advice: "name one of the collection's requests")
        }
        let scopes = VariableScopes(
            collection: collection, environment: selected, itemPath: path,
            session: arguments.sessionValues.mapValues { .string($0) }, secrets: { secrets[$0] },
            processEnvironment: sources.processEnvironment, dynamic: .live)
        return RequestRenderer.render(definition, at: path, in: collection, scopes: scopes, defaults: .microscope)
    }

    // MARK: - What came of it

    private func report(_ record: RecordedExchange, _ rendered: RenderedRequest) throws -> Int32 {
        do {
            if arguments.printsJSON {
                let mask = arguments.showsSecrets ? SecretMask.none : SecretMask(rendered)
                try SendReport(record, mask: mask).write { try StandardStreams.write($0) }
            } else {
                try writeBody(record)
            }
        } catch let error as StandardStreams.WriteError where error.code == EPIPE {
            // The reader has seen enough.
        }
        if let line = StatusLine.text(of: record, showsNonASCII: StandardStreams.showsNonASCII) {
            StandardStreams.note(line)
        }
        if let failure = record.failure {
            StandardStreams.complain([failure.message, failure.advice].compactMap { $0 }.joined(separator: " "))
        }
        return ExitStatus(record, failsOnStatus: arguments.failsOnStatus).rawValue
    }

    private func writeBody(_ record: RecordedExchange) throws {
        guard let body = record.responseBody else { return }
        for start in stride(from: 0, to: body.count, by: 1 << 20) {
            try body.withBytes(in: start..<min(start + 1 << 20, body.count)) { try StandardStreams.write($0) }
        }
    }
}

extension OpenCollection.Collection {
    /// Of several, the person chooses: a guess could be the one that hurts.
    var onlyEnvironment: EnvironmentDefinition? { environments.count == 1 ? environments.first : nil }
}
