import CollectionFiles
import CollectionRunner
import CommandLineTool
import CursesTerminal
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import Interchange
import MicroClient
import OpenCollection

/// `microscope history replay`: exchanges sent again, the oldest first, a line for each with its verdict.
struct HistoryReplaying {
    private let place: HistoryPlace
    private let arguments: HistoryReplayArguments
    private let environment: [String: String]
    private let history: HistoryRecorder

    init(_ place: HistoryPlace, _ arguments: HistoryReplayArguments, environment: [String: String]) {
        self.place = place
        self.arguments = arguments
        self.environment = environment
        history = .atCommandLine(environment, isOn: true)
    }

    func replay() throws -> ExitStatus {
        defer { history.finish() }
        _ = try place.require()
        guard history.isOn, let store = history.store.value else {
            throw UsageError("the history is off", advice: "replays are compared with it: unset MICROSCOPE_HISTORY")
        }
        var targets = arguments.targets
        // A set is meant as a whole, whatever the current directory is.
        if setName != nil, targets.scope == .aroundHere { targets.scope = .all }
        let rows = try place.someRows(targets, in: store).sorted { $0.sentAt < $1.sentAt }
        let requests = ReplayedRequests(arguments, environment: environment, history: history, store: store)
        try requests.check(rows)
        return try send(rows, requests)
    }

    private func send(_ rows: [HistoryRow], _ requests: ReplayedRequests) throws -> ExitStatus {
        let plan = Series.Plan(
            limit: rows.count, pace: arguments.keepsGaps ? .gaps(Series.gaps(of: rows.map(\.sentAt))) : .atOnce,
            timeout: arguments.settings.limits.inAll, bails: arguments.bails, comparison: .originals)
        let report = HistoryReplayReport(rows, isAgain: arguments.isAgain)
        let keeping = SeriesKeeping(history: history)
        var run = try SeriesRun(plan)
        let signals = run.signals
        // What was sent before is kept and reported all the same.
        var fault: (any Error)?
        do {
            try run.run(
                SeriesRun.Handlers(
                    send: { number, deadline in
                        try requests.send(rows[number], watching: signals, until: deadline)
                    },
                    judge: { number, series in
                        guard let new = series.entries[number].outcome?.id else { return nil }
                        let settings = requests.differenceSettings(of: rows[number])
                        return keeping.verdict(on: new, comparedWith: rows[number].id, settings)
                    },
                    show: { number, series in try show(report.line(of: series.entries[number], number)) }))
        } catch {
            fault = error
        }
        requests.keepCookies()
        let name = "replay of \(setName ?? Wording.count(rows.count, "exchange"))"
        let end = run.series.endWords ?? (fault.map(StandardStreams.isClosedPipe) == true ? "stopped" : "refused")
        let set = keeping.keepAtCommandLine(
            SeriesSet(name: name, note: "\(arguments.isAgain ? "again" : "as sent"), \(end)", ids: run.series.ids))
        do {
            if arguments.targets.printsJSON {
                try BodyOutput.whole { [series = run.series] in try report.writeJSON(of: series, set: set, to: $0) }
            }
        } catch {
            fault = fault ?? error
        }
        StandardStreams.note(
            TerminalText.line(
                report.summary(of: run.series, set: set), showsNonASCII: StandardStreams.showsNonASCII))
        if let fault, !StandardStreams.isClosedPipe(fault) { throw fault }
        return report.status(of: run.series)
    }

    /// The name of the set that is replayed; nil if it is none.
    private var setName: String? {
        guard arguments.targets.addresses.isEmpty, let text = arguments.targets.filter,
            let filter = try? HistoryFilter(parsing: text, clock: place.clock), filter.terms.count == 1,
            case .set(let name) = filter.terms[0].test, !filter.terms[0].isNegated
        else { return nil }
        return name
    }

    /// Prints a line as soon as it is known, unless everything is printed at the end.
    private func show(_ line: String) throws {
        if !arguments.targets.printsJSON { try StandardStreams.printLines([line]) }
    }
}

/// The requests that exchanges were sent of, as they are now, and what sends them.
private final class ReplayedRequests {
    private let arguments: HistoryReplayArguments
    private let environment: [String: String]
    private let history: HistoryRecorder
    private let store: HistoryStore
    /// The opened collections, by collection and environment.
    private var places: [Place: Result<OpenedPlace, any Error>] = [:]
    /// The collections by their directories, whatever their environments and secrets are like; nil if one cannot be read.
    private var collections: [String: OpenCollection.Collection?] = [:]

    init(
        _ arguments: HistoryReplayArguments, environment: [String: String], history: HistoryRecorder,
        store: HistoryStore
    ) {
        self.arguments = arguments
        self.environment = environment
        self.history = history
        self.store = store
    }

    private struct Place: Hashable {
        let collection: String
        let environment: String?
    }

    /// A collection in one environment.
    private final class OpenedPlace {
        var opened: OpenedCollection
        let sending: CommandLineSend
        let session: CommandSession
        /// The values that earlier requests captured.
        var captured: CapturedValues

        init(_ place: Place, _ arguments: HistoryReplayArguments, _ environment: [String: String]) throws {
            opened = try OpenedCollection(
                at: .meant(by: place.collection), environmentName: place.environment, takesOnlyOne: false,
                processEnvironment: environment)
            session = try CommandSession(opened, arguments.settings, processEnvironment: environment)
            captured = session.captured
            sending = try CommandLineSend(
                opened, arguments.settings, cookies: session.cookies, environment: environment)
        }

        /// Returns the very request that was sent; one whose path only looks the same is another request.
        func request(of row: HistoryRow) -> (path: ItemPath, file: RequestFile)? {
            guard let text = row.origin.requestPath, let found = try? opened.open(request: text),
                found.path.text == text
            else { return nil }
            return found
        }
    }

    /// Returns the collection of a row in its environment; nil if it cannot be opened there.
    private func openedPlace(of row: HistoryRow) -> OpenedPlace? { try? opening(row)?.get() }

    /// Opens the collection of a row in its environment; nil if the row belongs to no collection.
    private func opening(_ row: HistoryRow) -> Result<OpenedPlace, any Error>? {
        guard let collection = row.origin.collection else { return nil }
        let place = Place(collection: collection, environment: row.origin.environment)
        if let known = places[place] { return known }
        let openedPlace = Result { try OpenedPlace(place, arguments, environment) }
        places[place] = openedPlace
        return openedPlace
    }

    /// Returns the collection of a row, for what it protects, keeps and ignores, even if the environment is gone or secrets cannot be read.
    private func collection(of row: HistoryRow) -> OpenCollection.Collection? {
        if let own = openedPlace(of: row) { return own.opened.collection }
        guard let path = row.origin.collection else { return nil }
        if let known = collections[path] { return known }
        let root = try? CollectionLocation.meant(by: path).root
        let collection = root.flatMap { try? CollectionLoader(root: $0).load(.heads) }
        collections[path] = .some(collection)
        return collection
    }

    func differenceSettings(of row: HistoryRow) -> DifferenceSettings {
        let path = row.origin.requestPath.map { ItemPath($0) }
        return collection(of: row)?.companion.differenceSettings(of: path) ?? DifferenceSettings()
    }

    func keepCookies() {
        for case .success(let own) in places.values {
            for note in own.session.keep(own.captured) { StandardStreams.complain("note: \(note)") }
        }
    }

    // MARK: - Before anything is sent

    /// Checks that the user has agreed to everything and that all secrets are there; nothing goes out otherwise.
    ///
    /// - Throws: ``UsageError`` with the status of a request that could not be built.
    func check(_ rows: [HistoryRow]) throws {
        for row in rows { try arguments.isAgain ? checkAgain(row) : requireUnprotected(row, as: row.method) }
        guard !arguments.isAgain else { return }
        var needs: [SeriesNeed] = []
        var origins: [String: Set<String>] = [:]
        for row in rows {
            guard let past = try? preparation(of: row).past(row.id),
                let filled = try? filled(past, row, given: [:])
            else { continue }
            for need in filled.needs where arguments.settings.sessionValues[need.name] == nil && !needs.contains(need) {
                needs.append(need)
            }
            for name in Set(past.kept.markers.map(\.name)) where arguments.settings.sessionValues[name] != nil {
                origins[name, default: []].insert(filled.values.origin)
            }
        }
        if let (name, places) = origins.first(where: { $0.value.count > 1 }) {
            throw UsageError(
                "\(name) would go to \(places.sorted().joined(separator: " and "))",
                advice: "a value is for one host: replay them separately", status: .notBuilt)
        }
        guard needs.isEmpty else { throw Self.missing(needs) }
    }

    private func checkAgain(_ row: HistoryRow) throws {
        guard let own = openedPlace(of: row), let (path, file) = own.request(of: row) else { return }
        let ready = try own.sending.prepare(file, at: path, in: own.opened)
        // A request that lacks a value from an earlier response cannot be sent yet, and would not be asked about otherwise.
        try requireUnprotected(row, as: ready.rendered.method)
    }

    /// Refuses a protected environment; if nobody knows whether it is protected, it counts as protected.
    ///
    /// - Parameter method: The method of the request as it goes out.
    private func requireUnprotected(_ row: HistoryRow, as method: String) throws(UsageError) {
        guard !arguments.settings.consent.sendsToProtected, CompanionFile.mayChangeSomething(by: method),
            let name = row.origin.environment, row.origin.collection != nil
        else { return }
        let collection = collection(of: row)
        var objection: ReplayObjection? = .collectionAbsent
        if let collection { objection = collection.objection(toReplaying: method, in: name) }
        guard let objection else { return }
        let reason =
            switch objection {
            case .protected: "\(name) is protected"
            case .collectionAbsent:
                "\(name) may be protected (its collection cannot be read)"
            case .environmentGone: collection?.absence(ofEnvironment: name) ?? "\(name) was deleted"
            case .companionUnreadable:
                "\(name) may be protected (\(CompanionFile.path) cannot be read)"
            }
        throw UsageError(
            "\(reason), and \(method) \(row.url.shownInLine(limit: 400)) may change something there",
            advice: "nothing was sent: --yes sends it", status: .notBuilt)
    }

    private static func missing(_ needs: [SeriesNeed]) -> UsageError {
        var error = UsageError(
            "nothing was sent: \(needs.count == 1 ? "a secret is" : "\(needs.count) secrets are") no longer set",
            advice: needs.map { "--var \($0.name)=VALUE" }.joined(separator: " ")
                + " sets \(needs.count == 1 ? "it" : "them"); --again sends the current requests",
            status: .notBuilt)
        error.list = needs.map { "\($0.name) for \($0.place)".shownInLine(limit: 400) }
        return error
    }

    // MARK: - Sending

    /// - Throws: ``UsageError`` when somebody has to agree first.
    func send(_ row: HistoryRow, watching signals: SignalPipe, until deadline: Date?) throws -> SendOutcome {
        do {
            return try arguments.isAgain ? sendAgain(row, signals, deadline) : sendAsSent(row, signals, deadline)
        } catch let refusal as SendRefusal {
            return SendOutcome(refused: refusal.words)
        }
    }

    private func sendAgain(_ row: HistoryRow, _ signals: SignalPipe, _ deadline: Date?) throws -> SendOutcome {
        guard let own = openedPlace(of: row) else { return SendOutcome(refused: absence(of: row)) }
        guard let (path, file) = own.request(of: row) else { return SendOutcome(refused: "its request was deleted") }
        let ready = try own.sending.prepare(file, at: path, in: own.opened, captured: own.captured)
        let record = InterruptibleSend(ready, history: history).run(
            watching: signals, until: deadline
        ).record
        own.captured.add(CapturedValues(all: record))
        var outcome = SendOutcome(record)
        let words = SendCommand.Words(ready.rendered, own.opened.environment, record)
        if let failure = record.failure { outcome.failure?.message = words.text(of: failure) }
        return outcome
    }

    /// Returns the reason that the request cannot be made again.
    private func absence(of row: HistoryRow) -> String {
        if let words = collection(of: row)?.absence(ofEnvironment: row.origin.environment) { return words }
        switch opening(row) {
        case .failure(let error): return (error as? UsageError)?.description ?? ErrorWords.text(of: error)
        case .success, nil: return "its request is not in a collection"
        }
    }

    private func sendAsSent(_ row: HistoryRow, _ signals: SignalPipe, _ deadline: Date?) throws -> SendOutcome {
        let preparation = preparation(of: row)
        let past = try preparation.past(row.id)
        let filled = try filled(past, row, given: arguments.settings.sessionValues)
        let files =
            openedPlace(of: row)?.sending.files
            ?? SendPreparation(
                root: URL(fileURLWithPath: preparation.collectionRoot), environment: environment
            ).files
        let ready = try preparation.ready(filled, files: files, others: arguments.settings.limits.options)
        let path = row.origin.requestPath.map { ItemPath($0) }
        let isKept = collection(of: row)?.keepsHistory(of: path ?? .root, in: row.origin.environment) ?? true
        let send = InterruptibleSend(replaying: row.id, ready, isKept: isKept, history: history)
        return SendOutcome(send.run(watching: signals, until: deadline).record)
    }

    private func preparation(of row: HistoryRow) -> ReplayPreparation {
        ReplayPreparation(
            store: store, collectionRoot: openedPlace(of: row)?.opened.location.root.path ?? "",
            spillDirectory: history.spillDirectory)
    }

    private func filled(
        _ past: PastExchange, _ row: HistoryRow, given: [String: String]
    ) throws -> ReplayPreparation.Filled {
        let preparation = preparation(of: row)
        var today: RequestToday?
        if let own = openedPlace(of: row), let (path, file) = own.request(of: row),
            try preparation.isOwn(past.kept, requestPath: path.text)
        {
            // What it needs from outside and nobody has agreed to stays away: the value has to be given then.
            today = try? own.sending.today(file, at: path, in: own.opened, captured: own.captured)
        }
        return try preparation.filled(past, given: given, today: today)
    }
}

extension SendRefusal {
    /// The reason that one of several requests was not sent.
    fileprivate var words: String {
        switch self {
        case .unagreed(let uses): "not allowed: \(uses.map(\.text).joined(separator: ", "))"
        case .missing: "a variable in it is missing"
        case .unfilled(let names): "no value for \(names.joined(separator: ", "))"
        case .failed(let reason), .scriptsCannotRun(let reason), .scriptFailed(let reason, _): reason
        case .cancelled: "cancelled"
        }
    }
}
