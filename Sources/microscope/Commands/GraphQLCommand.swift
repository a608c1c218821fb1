import CollectionFiles
import CollectionRunner
import CommandLineTool
import Exchanges
import Explorer
import Foundation
import GraphQL
import Interchange
import OpenCollection

/// `microscope graphql`: the schema of a GraphQL server on standard output, from its file, from the cache or from the server.
struct GraphQLCommand {
    private let arguments: GraphQLArguments
    private let environment: [String: String]

    init(_ arguments: GraphQLArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        let settings = arguments.settings
        var opened = try OpenedCollection(settings, processEnvironment: environment)
        let (path, file) = try opened.open(request: arguments.request)
        guard file.definition.kind == .graphQL else {
            throw UsageError("\(path.withoutSuffix) is no GraphQL request", advice: "name one that has a query")
        }
        let schemas = SchemaEffect(
            root: opened.location.root, environment: environment, agreesToAll: settings.consent.agreesToAll)
        if let name = opened.collection.effectivePolicies(at: path).graphQLSchema?.value {
            guard let schema = try Self.value(of: schemas.read(.file(name))) else { return ExitStatus.found.rawValue }
            return try write(schema, from: .file, name)
        }
        return try run(file, at: path, in: opened, schemas)
    }

    private func run(
        _ file: RequestFile, at path: ItemPath, in opened: OpenedCollection, _ schemas: SchemaEffect
    ) throws -> Int32 {
        let history = HistoryRecorder.atCommandLine(environment, isOn: arguments.settings.keepsHistory)
        defer { history.finish() }
        let (file, opened) = (file.introspecting, opened.introspecting(at: path))
        let session = try CommandSession(opened, arguments.settings, processEnvironment: environment)
        let sending = try CommandLineSend(
            opened, arguments.settings, cookies: session.cookies, environment: environment, history: history)
        let ready = try sending.prepare(file, at: path, in: opened, captured: session.captured)
        let key = SchemaKey(
            url: ready.rendered.url, collection: opened.location.root.path, environment: opened.environment?.name)
        if !arguments.refreshes, case .success(let schema?) = schemas.read(.server(key)) {
            return try write(
                schema, from: .cache, SendCommand.Words(ready.rendered, opened.environment).mask.text(key.endpoint))
        }
        let send = InterruptibleSend(ready, history: history)
        let record = try send.run(endingBy: arguments.settings.limits.deadline).record
        _ = session.keep(CapturedValues(all: record))
        let words = SendCommand.Words(ready.rendered, opened.environment, record)
        if let failure = record.failure {
            StandardStreams.complain(words.text(of: failure))
            return ExitStatus(failure).rawValue
        }
        StatusLine.text(of: record, showsNonASCII: StandardStreams.showsNonASCII).map(StandardStreams.note)
        guard let body = record.responseBody, let schema = try Self.value(of: schemas.keep(body, for: key), words.mask)
        else {
            return ExitStatus.found.rawValue
        }
        return try write(schema, from: .server, words.mask.text(key.endpoint))
    }

    /// Nil, after a line that says why, when there is none.
    private static func value(
        of result: Result<GraphQLSchema?, GraphQLSchemaProblem>, _ mask: SecretMask = .none
    ) throws -> GraphQLSchema? {
        if case .failure(let problem) = result {
            StandardStreams.complain(
                TerminalText.line(mask.text(problem.words), showsNonASCII: StandardStreams.showsNonASCII))
        }
        return try? result.get()
    }

    private func write(_ schema: GraphQLSchema, from source: SchemaReport.Source, _ place: String) throws -> Int32 {
        let report = SchemaReport(schema.text, typeCount: schema.typeCount, from: source, place)
        do {
            if arguments.printsJSON {
                try BodyOutput.whole(report.writeJSON)
            } else {
                try StandardStreams.write(bytes: Array(report.output.utf8))
            }
        } catch let error as StandardStreams.WriteError where error.isClosedPipe {
            // A reader that has seen enough.
        }
        return ExitStatus.success.rawValue
    }
}

extension RequestFile {
    /// The file of a request that asks its server for its schema.
    fileprivate var introspecting: RequestFile {
        var file = self
        file.definition = definition.introspecting
        return file
    }
}
