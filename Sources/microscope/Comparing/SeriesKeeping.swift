import Differences
import ExchangeStore
import Exchanges
import Explorer
import OpenCollection

/// What a series needs of the history, on screen and command line alike: verdicts on its exchanges, and a set of them. Belongs on a thread of its own.
struct SeriesKeeping {
    let history: HistoryKeeper

    /// Whether two exchanges are the same; nil when one of them is not in the history, or cancelled.
    ///
    /// - Parameter settings: what counts as no difference.
    func verdict(
        on new: HistoryRow.ID, comparedWith old: HistoryRow.ID, _ settings: DifferenceSettings,
        isCancelled: () -> Bool = { false }
    ) -> SeriesVerdict? {
        // What was just sent may still be on its way.
        history.settle()
        guard let store = history.store.value, let old = try? HistoryEffect.past(old, in: store),
            let new = try? HistoryEffect.past(new, in: store),
            let difference = ExchangeVerdict.compare(
                old, new, rules: DifferenceRules(settings), isCancelled: isCancelled)
        else { return nil }
        return SeriesVerdict(Verdict(difference))
    }

    /// Keeps the exchanges as a set under a name that is free.
    ///
    /// - Returns: the name; nil when the history has none of them.
    func keep(_ set: SeriesSet) -> String? {
        history.settle()
        guard let store = history.store.value else { return nil }
        do {
            let ids = try set.ids.filter { try store.row($0) != nil }
            guard !ids.isEmpty else { return nil }
            let taken = Set(try store.sets().map(\.name))
            let names = (1...).lazy.map { $0 == 1 ? set.name : "\(set.name) \($0)" }
            guard let name = names.first(where: { !taken.contains($0) }) else { return nil }
            try store.makeSet(name: name, note: set.note, ids: ids)
            return name
        } catch {
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
