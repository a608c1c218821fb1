import CollectionFiles
import CollectionRunner
import CommandLineTool
import ExchangeStore
import Exchanges
import Foundation
import OpenCollection

/// `history check`: today's assertions on past responses.
struct HistoryChecking {
    private let place: HistoryPlace
    private let environment: [String: String]

    init(_ place: HistoryPlace, _ environment: [String: String]) {
        (self.place, self.environment) = (place, environment)
    }

    func check(_ arguments: HistoryCheckArguments) throws -> ExitStatus {
        let store = try place.require()
        let rows = try place.someRows(arguments.targets, in: store)
        var collections = CollectionsOfToday(environment, arguments.sessionValues)
        var report = HistoryCheckReport(clock: place.clock)
        // What was judged before is reported all the same.
        var fault: (any Error)?
        do {
            for row in rows {
                let lines = report.add(row, try outcome(of: row, in: store, &collections))
                if !arguments.targets.printsJSON { try StandardStreams.printLines(lines) }
            }
            if arguments.targets.printsJSON { try BodyOutput.whole { try report.writeJSON(to: $0) } }
        } catch {
            fault = error
        }
        StandardStreams.note(report.summary)
        if let fault, !StandardStreams.isClosedPipe(fault) { throw fault }
        return report.status
    }

    private func outcome(
        of row: HistoryRow, in store: HistoryStore, _ collections: inout CollectionsOfToday
    ) throws -> HistoryCheckReport.Outcome {
        guard let past = try HistoryEffect.past(row.id, in: store) else { return .skipped(reason: "it was deleted") }
        guard let response = StoredResponse(past.kept, body: past.responseBody) else {
            return .skipped(reason: "there is no complete response to check")
        }
        do throws(UsageError) {
            let checks = try collections.checks(for: past.kept.origin)
            let results = checks.results(of: response)
            return .judged(captures: results.captures, assertions: results.assertions)
        } catch {
            return .skipped(reason: error.description)
        }
    }
}

extension ResponseChecks {
    /// Returns the results, with the charsets and the clock of the program.
    func results(
        of response: StoredResponse, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) -> ChecksOfToday {
        let clock = ContinuousClock()
        let start = clock.now
        return results(
            of: response, decode: { $0.utf8(from: $1) }, uptime: { start.duration(to: clock.now) },
            isCancelled: isCancelled)
    }
}

/// Collections that exchanges came from, as they are now: each is read once.
private struct CollectionsOfToday {
    private let environment: [String: String]
    private let sessionValues: [String: String]
    private var opened: [Key: OpenedCollection] = [:]
    private var checks: [CheckKey: ResponseChecks] = [:]

    private struct Key: Hashable {
        var root: String
        var environment: String?
    }

    private struct CheckKey: Hashable {
        var collection: Key
        var path: String
    }

    init(_ environment: [String: String], _ sessionValues: [String: String]) {
        (self.environment, self.sessionValues) = (environment, sessionValues)
    }

    /// - Throws: ``UsageError`` if that request is not there.
    mutating func checks(for origin: RecordedExchange.Origin) throws(UsageError) -> ResponseChecks {
        guard let root = origin.collection, let path = origin.requestPath else {
            throw UsageError("not checked", advice: "it belongs to no request of a collection")
        }
        let key = CheckKey(collection: Key(root: root, environment: origin.environment), path: path)
        if let known = checks[key] { return known }
        let made = try makeChecks(key)
        checks[key] = made
        return made
    }

    private mutating func makeChecks(_ key: CheckKey) throws(UsageError) -> ResponseChecks {
        do {
            var collection = try opened[key.collection] ?? open(key.collection)
            let (path, file) = try collection.open(request: key.path)
            opened[key.collection] = collection
            let scopes = try collection.scopes(of: path, sessionValues: sessionValues)
            return ResponseChecks(
                file.definition, at: path, in: collection.collection, scopes: scopes, queries: .own)
        } catch let error as UsageError {
            throw error
        } catch {
            throw UsageError("its request cannot be read", advice: ErrorWords.text(of: error))
        }
    }

    /// Opens a collection in the environment that the request was sent to, or in none: in another one its assertions would ask for other values.
    ///
    /// - Throws: ``UsageError`` if that environment is gone, or has another name by now.
    private func open(_ key: Key) throws -> OpenedCollection {
        let location = CollectionLocation(root: URL(fileURLWithPath: key.root))
        do {
            return try OpenedCollection(
                at: location, environmentName: key.environment, takesOnlyOne: false, processEnvironment: environment)
        } catch is UsageError {
            throw UsageError(
                "not checked", advice: "the collection has no environment \(key.environment ?? "") any more")
        }
    }
}
