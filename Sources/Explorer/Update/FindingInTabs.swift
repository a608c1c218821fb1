import BodyView
import Exchanges
import ExplorerKit
import TextGrid

// Finding in the tabs of text: during typing, and from one match to the next.

extension ExplorerState {
    private func find(in tab: ResponseTab) -> TabFind { session?.look.finds[tab] ?? TabFind() }

    /// The first byte of the header that has the cursor, else of the first line in view.
    var firstByteInTab: Int {
        guard let session, let textTab = session.textTab else { return 0 }
        let lines = tabLines(session)
        let row = session.look.scroll[textTab] ?? 0
        return lines.text.start(ofLine: textTab == .headers ? session.look.headerCursor : lines.line(ofRow: row))
    }

    private func tabLines(_ session: RequestSession) -> TabLines {
        TabLines(session, self, columns: layout.response.columns)
    }

    /// Returns the first byte of the match; nil where it is no longer in view.
    func firstByteOfMatch(in tab: ResponseTab) -> Int? {
        let find = find(in: tab)
        return find.found.map { find.matches[$0].lowerBound }.flatMap { isInView($0, in: tab) ? $0 : nil }
    }

    private func isInView(_ byte: Int, in tab: ResponseTab) -> Bool {
        guard let session else { return false }
        let lines = tabLines(session)
        if tab == .headers { return lines.text.line(ofByte: byte) == session.look.headerCursor }
        let first = session.look.scroll[tab] ?? 0
        return (first..<first + responseRows).contains(lines.row(ofByte: byte))
    }

    mutating func step(_ direction: MatchStep.Direction, from origin: Int, in tab: ResponseTab) {
        let find = find(in: tab)
        guard find.matcher != nil else { return }
        guard let (index, hasWrapped) = find.match(from: origin, direction) else {
            return reportNoMatch(of: find)
        }
        session?.look.finds[tab]?.found = index
        show(find.matches[index], in: tab)
        if hasWrapped { say(.info, "The search wrapped around to the other end of the tab.") }
    }

    /// Scrolls to a match: to its end where there is room, but at least to its beginning.
    private mutating func show(_ match: Range<Int>, in tab: ResponseTab) {
        guard let session else { return }
        let lines = tabLines(session)
        if tab == .headers { self.session?.look.headerCursor = lines.text.line(ofByte: match.lowerBound) }
        var first = session.look.scroll[tab] ?? 0
        for byte in [match.upperBound - 1, match.lowerBound] {
            first = ListDrawing.scroll(first, showing: lines.row(ofByte: byte), rows: responseRows, of: lines.rowCount)
        }
        scrollResponse(tab, to: first)
    }

    /// Searches again: the text of the tab may have changed.
    mutating func settleTabFind() {
        if let tab = session?.textTab, find(in: tab).matcher != nil { lookThroughTab() }
    }

    mutating func lookThroughTab() {
        guard let session, let textTab = session.textTab else { return }
        let text = tabLines(session).text
        self.session?.look.finds[textTab, default: TabFind()].look(in: text)
    }
}

extension RequestSession {
    /// The tab of text that is shown, of one response alone; nil: a body, a list of pieces, or several responses.
    var textTab: ResponseTab? {
        guard isRequest, !showsSides else { return nil }
        let tab = shownResponseTab
        return tab == .body || tab == .events ? nil : tab
    }

    /// The search in what is shown; nil: nothing can be found here.
    var findStatus: (any PatternFinding)? { textTab != nil || bodyWithCursor != nil ? self[finding: textTab] : nil }
}
