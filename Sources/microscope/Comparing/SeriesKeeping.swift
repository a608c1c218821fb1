import Differences
import ExchangeStore
import Exchanges
import Explorer
import OpenCollection

/// The history as a series uses it, on screen and on the command line alike: verdicts on its exchanges, and a set of them. Belongs on a thread of its
/// own.
struct SeriesKeeping {
    let history: HistoryRecorder

    /// Whether two exchanges are the same; nil when one of them is neither in the history nor the last replay that is not kept, or when cancelled.
    ///
    /// - Parameter settings: The settings that say what counts as no difference.
    func verdict(
        on new: HistoryRow.ID, comparedWith old: HistoryRow.ID, _ settings: DifferenceSettings,
        isCancelled: () -> Bool = { false }
    ) -> SeriesVerdict? {
        // What was just sent may still be on its way.
        history.settle()
        guard let store = history.store.value, let old = past(old, in: store), let new = past(new, in: store),
            let difference = ExchangeVerdict.compare(
                old, new, rules: DifferenceRules(settings), isCancelled: isCancelled)
        else { return nil }
        return SeriesVerdict(Verdict(difference))
    }

    private func past(_ id: HistoryRow.ID, in store: HistoryStore) -> PastExchange? {
        (try? HistoryEffect.past(id, in: store)) ?? history.held(id)
    }

    /// Keeps the exchanges as an automatic set under a name that is free.
    ///
    /// - Returns: the name; nil when the history has none of them.
    /// - Throws: ``SQLiteError`` when it cannot be written.
    func keep(_ set: SeriesSet) throws(SQLiteError) -> String? {
        guard history.isOn, !set.ids.isEmpty else { return nil }
        history.settle()
        return try history.store.value?.makeAutomaticSet(
            name: set.name, note: set.note, isRepeat: set.isRepeat, ids: set.ids)
    }

    /// Keeps the set for a command, and reports on standard error if it cannot be written.
    func keepAtCommandLine(_ set: SeriesSet) -> String? {
        do throws(SQLiteError) {
            return try keep(set)
        } catch {
            StandardStreams.complain("note: not saved as a set: the history \(error.trouble) (\(error.message))")
            return nil
        }
    }
}

extension SeriesVerdict {
    init(_ verdict: Verdict) {
        switch verdict.kind {
        case .same, .sameButForIgnored: self.init(.same, verdict.short)
        case .differs: self.init(.differs, verdict.short)
        case .unknown: self.init(.unknown, verdict.short)
        }
    }
}
