import BodyView
import Exchanges
import ExplorerKit
import TextGrid

// Finding in the tabs of text: as one types, and from one match to the next.

extension ExplorerState {
    /// The tab of text that is shown, of one answer alone; nil: a body, a list of pieces, or several answers.
    var textTab: ResponseTab? {
        guard let session, session.isRequest, !session.showsSides else { return nil }
        let tab = session.shownResponseTab
        return tab == .body || tab == .events ? nil : tab
    }

    private func find(in tab: ResponseTab) -> TabFind { session?.look.finds[tab] ?? TabFind() }

    /// Nil: nothing can be found here.
    var findStanding: FindStanding? {
        if let textTab { return FindStanding(find(in: textTab)) }
        return hasBodyCursor ? session.map { FindStanding($0.find) } : nil
    }

    mutating func openFind(in tab: ResponseTab) {
        guard let session else { return }
        let find = find(in: tab)
        let origin = FindInput.Origin(
            cursor: session.look.headerCursor, scroll: session.look.scroll[tab] ?? 0, columnOffset: 0,
            byte: firstByteAtHand(in: tab))
        present(
            FindInput(
                isRegex: find.pattern.isRegex, before: find.pattern, wasActive: find.matcher != nil, origin: origin)
        )
    }

    /// Of the header that has the cursor, else of the first line in view.
    private func firstByteAtHand(in tab: ResponseTab) -> Int {
        guard let session else { return 0 }
        let lines = tabLines(session)
        let row = session.look.scroll[tab] ?? 0
        return lines.text.start(ofLine: tab == .headers ? session.look.headerCursor : lines.line(ofRow: row))
    }

    private func tabLines(_ session: RequestSession) -> TabLines {
        TabLines(session, self, columns: layout.response.columns)
    }

    mutating func goBack(to origin: FindInput.Origin, in tab: ResponseTab) {
        if tab == .headers { session?.look.headerCursor = origin.cursor }
        scrollResponse(tab, to: origin.scroll)
    }

    mutating func look(for pattern: BodyPattern, in tab: ResponseTab) {
        guard let session else { return }
        var find = find(in: tab)
        find.look(in: tabLines(session).text)
        find.look(for: pattern)
        self.session?.look.finds[tab] = find
    }

    mutating func restFind(in tab: ResponseTab) { session?.look.finds[tab]?.rest() }

    // MARK: - Stepping

    /// From the match at hand where it is in view, else from what is in view.
    mutating func step(_ direction: MatchStep.Direction, in tab: ResponseTab) {
        if find(in: tab).matcher == nil { look(for: find(in: tab).pattern, in: tab) }
        let find = find(in: tab)
        let found = find.found.map { find.matches[$0].lowerBound }.flatMap { isInView($0, in: tab) ? $0 : nil }
        let origin = found.map { direction == .forward ? $0 + 1 : $0 } ?? firstByteAtHand(in: tab)
        step(direction, from: origin, in: tab)
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
            let text = find.pattern.text.shownInLine(limit: 60)
            say(.warning, "Nothing matches \(text).")
            return
        }
        session?.look.finds[tab]?.found = index
        show(find.matches[index], in: tab)
        if hasWrapped { say(.info, "The search went on at the other end of the tab.") }
    }

    /// To its end where there is room, but at least to its beginning.
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

    /// What the tab says may have changed.
    mutating func settleTabFind() {
        guard let tab = textTab, find(in: tab).matcher != nil, let session else { return }
        let text = tabLines(session).text
        self.session?.look.finds[tab]?.look(in: text)
    }

    func reasonNotToFindAgain(in tab: ResponseTab) -> String? {
        guard overlays.isEmpty else { return nil }
        let find = find(in: tab)
        guard !find.pattern.text.isEmpty else { return "Nothing is looked for here yet: / finds text." }
        guard find.matcher != nil, find.matches.isEmpty else { return nil }
        return "Nothing matches \(find.pattern.text.shownInLine(limit: 60)): / finds something else."
    }
}
