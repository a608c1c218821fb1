import BodyStore
import CollectionFiles
import CommandLineTool
import ExchangeStore
import Exchanges
import Foundation
import OpenCollection

/// `microscope history`: past requests and responses.
struct HistoryCommand {
    private let arguments: HistoryArguments
    private let place: HistoryPlace
    private let environment: [String: String]

    init(_ arguments: HistoryArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
        place = HistoryPlace(environment: environment)
    }

    func run() throws -> Int32 {
        do {
            return try place.explainingTrouble { try perform().rawValue }
        } catch let error as HistoryFilterError {
            throw UsageError(error, showsNonASCII: StandardStreams.showsNonASCII)
        } catch let error as StandardStreams.WriteError where error.isClosedPipe {
            // A reader that has seen enough.
            return ExitStatus.success.rawValue
        }
    }

    private func perform() throws -> ExitStatus {
        switch arguments {
        case .about(let printsJSON): try HistoryFacts(place).show(asJSON: printsJSON)
        case .prune(let printsJSON): try HistoryFacts(place).prune(asJSON: printsJSON)
        case .list(let arguments): try HistoryListing(place).list(arguments)
        case .show(let arguments): try HistoryShowing(place).show(arguments)
        case .check(let arguments): try HistoryChecking(place, environment).check(arguments)
        case .pin(let targets, let isPinned): try HistoryChanging(place).pin(targets, isPinned)
        case .note(let targets, let text): try HistoryChanging(place).note(targets, text)
        case .readNote(let targets): try HistoryChanging(place).readNote(targets)
        case .delete(let targets, let isAgreed): try HistoryChanging(place).delete(targets, isAgreed: isAgreed)
        case .replay(let arguments): try HistoryReplaying(place, arguments, environment: environment).replay()
        case .sets(let arguments): try HistorySetting(place).perform(arguments)
        case .latency(let arguments): try HistoryTiming(place).show(arguments)
        case .export(let arguments): try HistoryExporting(place).export(arguments)
        case .importArchives(let arguments): try HistoryImporting(place).take(arguments)
        }
    }
}

/// The history's directory, and the look-up of exchanges by addresses and filters.
struct HistoryPlace {
    let directory: URL
    let clock = HistoryClock(now: Date()) { TimeZone.current.secondsFromGMT(for: $0) }

    init(environment: [String: String]) {
        directory = MicroscopeDirectories(environment: environment).history
    }

    /// Returns the history; nil if nothing was kept yet. Looking does not create one.
    func open() throws -> HistoryStore? {
        HistoryStore.isThere(in: directory) ? try HistoryStore(directory: directory) : nil
    }

    /// - Throws: ``UsageError`` when nothing was kept yet.
    func require() throws -> HistoryStore {
        if let store = try open() { return store }
        throw UsageError("the history is empty", advice: "send something first, with microscope send or on screen")
    }

    /// Does work, and explains what can be done about a history that cannot be used.
    ///
    /// - Throws: ``UsageError`` instead of a ``SQLiteError``.
    func explainingTrouble<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SQLiteError {
            throw UsageError(
                "the history \(error.trouble)", advice: "\(error.remedy(for: directory.path)) (\(error.message))",
                status: .notBuilt)
        }
    }

    // MARK: Which exchanges

    /// Returns the collection whose exchanges are meant; nil for those of all collections.
    func collection(_ scope: HistoryScope) throws -> CollectionLocation? {
        switch scope {
        case .all: return nil
        case .collection(let path): return try CollectionLocation.meant(by: path)
        case .aroundHere:
            let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
            return CollectionLocation.find(from: current)
        }
    }

    /// Returns a typed filter, for the exchanges of a scope.
    ///
    /// - Throws: ``HistoryFilterError``.
    func filter(_ text: String, _ scope: HistoryScope) throws -> HistoryFilter {
        var filter = try HistoryFilter(parsing: text, clock: clock)
        // A collection that is named says more than the one around here.
        let namesCollection = filter.terms.contains { if case .collection = $0.test { true } else { false } }
        if scope == .aroundHere, namesCollection { return filter }
        if let location = try collection(scope) { filter.terms.append(.init(.collection(location.root.path))) }
        return filter
    }

    /// - Throws: ``UsageError`` when there is none, or several.
    func find(_ text: String, _ scope: HistoryScope, in store: HistoryStore) throws -> UUID {
        guard var address = HistoryAddress(text) else {
            throw UsageError("\"\(text)\" is not an address of an exchange", advice: "write an id, @, @-1 or REQUEST@")
        }
        let location = try collection(scope)
        if case .back(_, .some) = address, let location {
            address = try address.resolved(in: CollectionLoader(root: location.root).load(.heads))
        }
        do {
            return try store.find(address, collection: location?.root.path)
        } catch HistoryLookupError.none {
            throw UsageError.noExchange(at: text, address, isAmongAll: location == nil)
        } catch HistoryLookupError.ambiguous(let rows) {
            throw UsageError.severalExchanges(
                at: text, rows, clock: clock, showsNonASCII: StandardStreams.showsNonASCII)
        } catch HistoryLookupError.store(let error) {
            throw error
        }
    }

    /// Returns the exchanges that are named, in the order of their names, and then those that match, each once.
    ///
    /// - Parameter oldestFirst: Whether the oldest of those that match come first.
    /// - Throws: ``UsageError`` if the filter names a set that does not exist.
    func rows(_ targets: HistoryTargets, oldestFirst: Bool = false, in store: HistoryStore) throws -> [HistoryRow] {
        var ids = try targets.addresses.map { try find($0, targets.scope, in: store) }
        if let text = targets.filter {
            let filter = try filter(text, targets.scope)
            try requireSets(of: filter, in: store)
            let matching = try store.rows(filter, limit: .max).map(\.id)
            ids += oldestFirst ? matching.reversed() : matching
        }
        var seen: Set<UUID> = []
        return try ids.filter { seen.insert($0).inserted }.compactMap { try store.row($0) }
    }

    /// Returns the exchanges for a command that is of no use without any.
    ///
    /// - Throws: ``UsageError`` when there are none.
    func someRows(_ targets: HistoryTargets, in store: HistoryStore) throws -> [HistoryRow] {
        let rows = try rows(targets, in: store)
        guard rows.isEmpty, let text = targets.filter else { return rows }
        throw UsageError.noMatch(for: text, isAmongAll: try collection(targets.scope) == nil)
    }

    /// Throws if the filter names a set that does not exist: a negated one, mistyped, would let everything through.
    private func requireSets(of filter: HistoryFilter, in store: HistoryStore) throws {
        for term in filter.terms {
            if case .set(let name) = term.test { _ = try HistorySetting(self).require(name, in: store) }
        }
    }

    // MARK: Output

    func print(_ rows: [HistoryRow], asJSON: Bool) throws {
        let report = HistoryListReport(rows, clock: clock)
        if asJSON { return try BodyOutput.whole { try report.writeJSON(to: $0) } }
        let text = report.text(columns: StandardStreams.columns, showsNonASCII: StandardStreams.showsNonASCII)
        try StandardStreams.write(bytes: Array(text.utf8))
    }
}
