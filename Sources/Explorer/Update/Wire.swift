import Exchanges
import ExplorerKit
import TextGrid

// The tab of the bytes on the wire.

extension ExplorerState {
    var reasonWithoutWire: String? {
        guard let session, session.isRequest else { return reasonWithoutResponse }
        guard session.shownResponseTab.hidesByName, !session.showsSides else {
            return "Secrets are shown in the tabs Headers and Wire; [ and ] lead there."
        }
        return nil
    }

    /// Returns the line where an attempt begins in the tab, in lines as wide as the pane.
    func wireLine(ofAttempt number: Int, _ session: RequestSession) -> Int {
        let columns = layout.response.columns - 2
        let before = WireLines(session, self).sections.prefix { $0.attempt.map { $0 < number } ?? true }
        let clear = before.flatMap(\.lines)
        let shown = session.look.showsSecrets ? clear : ResponsePane.masked(clear, session, self)
        let lines = shown.flatMap { Wrapping.wrap($0, columns: columns) }
        // The empty line before its heading is not looked for.
        return lines.count + 1
    }
}

extension RequestSession {
    /// Shows secrets of its own response, until they are hidden again.
    mutating func switchSecrets() -> StatusMessage? {
        look.showsSecrets.toggle()
        return shownResponseTab == .headers ? StatusMessage(.info, WireLines.status(look.showsSecrets)) : nil
    }
}
