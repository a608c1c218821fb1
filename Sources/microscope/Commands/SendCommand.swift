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
        var opened = try OpenedCollection(
            at: .meant(by: arguments.collection), environmentName: arguments.environmentName,
            processEnvironment: environment)
        let (path, file) = try opened.open(request: arguments.request)
        let scopes = try opened.scopes(of: path, sessionValues: arguments.sessionValues, dynamic: .live)
        let checks = AnswerChecks(file.definition, at: path, in: opened.collection, scopes: scopes)
        let rendered = RequestRenderer.render(
            file.definition, at: path, in: opened.collection, scopes: checks.scopes, defaults: .microscope)
        let origin = RecordedExchange.Origin(
            collection: opened.location.root.path, requestPath: path.text, environment: opened.environment?.name,
            wasDraft: false)
        let send = InterruptibleSend(
            rendered, checks: checks, origin: origin,
            files: RequestFiles(of: opened.location.root, environment: environment),
            printsBody: !arguments.printsJSON)
        let (record, writeError) = try send.run()
        return report(
            record, Words(rendered, opened.environment, issued: record.issuedSecrets), notes: checks.notes, writeError)
    }

    // MARK: - What came of it

    private func report(
        _ record: RecordedExchange, _ words: Words, notes: [String], _ writeError: StandardStreams.WriteError?
    ) -> Int32 {
        let writeError = writeError ?? writeJSON(record, words)
        for line in words.notes(on: record) + notes.map({ "note: \($0)" }) { StandardStreams.complain(line) }
        for line in record.checkLines(words.mask) { StandardStreams.complain(line) }
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
