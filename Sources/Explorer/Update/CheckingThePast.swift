import Exchanges
import Foundation
import OpenCollection

// Today's assertions on past responses, without sending.

extension ExplorerState {
    /// Checks the shown response; in the list, the marked rows, else the row with the cursor, which is opened for it.
    mutating func checkPast() -> [Effect] {
        if let history {
            guard history.marked.count < 2 else { return check(history.chosen.map(\.id)) }
            return history.chosen.first.map { openExchange($0.id) { explorer, past, _ in explorer.checkOpened(past) } }
                ?? []
        }
        guard let shown, let id = session?.response?.recordID else { return [] }
        guard session?.response?.checksNow == nil else {
            sessions[shown]?.response?.checksNow = nil
            return []
        }
        return check([id])
    }

    /// Checks an exchange that was opened for it.
    mutating func checkOpened(_ past: PastExchange) -> [Effect] {
        guard past.kept.failure == nil, past.kept.head != nil else {
            return say(.warning, "This exchange has no complete response to check.")
        }
        return check([past.kept.id])
    }

    private mutating func check(_ ids: [HistoryRow.ID]) -> [Effect] {
        let drafts = sessions.compactMapValues { session in
            if case .request = session.draft.form { session.draft.content } else { nil as DraftContent? }
        }
        let order = PastCheckOrder(ids: ids, send: current.orderOfNoRequest, drafts: drafts)
        say(.info, "Checking today's assertions. Esc cancels.")
        return effect(.pastChecks, { .checkPast(order, $0) }, note: { $0.take($1) })
    }

    /// Cancels the checks; returns nil if none are under way.
    mutating func cancelPastChecks() -> [Effect]? {
        guard current.generations[.pastChecks] != nil else { return nil }
        let cancellation = effect(.pastChecks, .cancel)
        current.generations[.pastChecks] = nil
        say(.warning, "Cancelled: nothing was checked.")
        return cancellation
    }

    /// Shows the checks: of one exchange in the tab of its checks; of several, a line for each.
    private mutating func take(_ checks: [PastCheck]) {
        current.generations[.pastChecks] = nil
        status = nil
        guard checks.count > 1 else { return show(checks.first) }
        guard let history else { return }
        let rows = Dictionary((history.rows + history.markedRows).map { ($0.id, $0) }) { first, _ in first }
        let failed = checks.count { $0.count.failed > 0 }
        let title = "Today's assertions on \(Wording.count(checks.count, "exchange")): \(failed) failed"
        let lines = checks.flatMap { check in rows[check.id].map { self.lines(of: check, $0) } ?? [] }
        present(ReportState(title: title, lines: lines + ["", "Checked as of today, not as sent; nothing was sent."]))
    }

    private mutating func show(_ check: PastCheck?) {
        guard let check, let shown, session?.response?.recordID == check.id else { return }
        switch check.outcome {
        case .skipped(let reason): say(.warning, "Not checked: \(reason)")
        case .judged(let checks) where checks.assertions.isEmpty && checks.captures.isEmpty:
            say(.info, "The request has no assertions and no captures today.")
        case .judged(let checks):
            sessions[shown]?.response?.checksNow = checks
            sessions[shown]?.responseTab = .checks
            display.focusPane(.response)
            let count = AssertionCount(checks.assertions).text ?? "no assertions"
            say(.info, "Checked with today's assertions: \(count); c shows them as sent.")
        }
    }

    private func lines(of check: PastCheck, _ row: HistoryRow) -> [String] {
        let moment = Wording.moment(row.sentAt, now: now, secondsFromGMT: secondsFromGMT)
        let name = "\(moment)  \(row.status.map(String.init) ?? "no response")  \(row.origin.requestPath ?? row.url)"
        switch check.outcome {
        case .skipped(let reason): return ["  ! \(name): not checked: \(reason)"]
        case .judged(let checks):
            let sign = check.count.failed > 0 ? glyphs.failure : glyphs.success
            let words = check.count.text ?? "no assertions"
            return ["\(sign) \(name): \(words)"]
                + checks.assertions.compactMap { $0.problem.map { "    \($0.shownInLine(limit: 300))" } }
        }
    }

    var reasonNotToCheck: String? {
        if history != nil { return reasonWithoutExchange }
        return reasonWithoutCompleteResponse("There is no complete response to check.")
    }
}

extension PastCheck {
    fileprivate var count: AssertionCount {
        if case .judged(let checks) = outcome { AssertionCount(checks.assertions) } else { AssertionCount([]) }
    }
}
