import Exchanges
import MicroClient
import OpenCollection
import TextGrid

/// The cookies of the environment: name, value, where each goes, how long it lasts, and what the shown request has to do with it.
enum CookiesPane {
    static func title(_ state: ExplorerState) -> String {
        "Cookies: \(state.cookieHolder)\(state.cookies?.isOn == false ? ", switched off" : "")"
    }

    static func draw(_ list: CookiesState, _ state: ExplorerState, on grid: inout Grid) {
        let rect = OverlayDrawing.box(title(state), columns: 110, rows: state.size.rows - 4, state, on: &grid)
        let below = ListDrawing.drawFilter(list.filter, state.signs, in: rect, on: &grid)
        let rows = state.cookieRows
        guard !rows.isEmpty else {
            grid.writeEmpty(emptiness(list, state), in: below)
            return
        }
        let lines = rows.map { Line($0, list, state) }
        let columns = Columns(lines, below)
        ListDrawing.drawRows(lines.count, cursor: list.selected, in: below, on: &grid) {
            lines[$0].draw(columns, state.signs, in: $1, on: &$2)
        }
    }

    private static func emptiness(_ list: CookiesState, _ state: ExplorerState) -> String {
        guard let cookies = state.cookies else { return "They are being read; Esc leaves them." }
        if !list.filter.text.isEmpty { return EmptyWords.noCookieMatch }
        return state.said(cookies.isOn ? EmptyWords.noCookies : EmptyWords.cookiesOff)
    }

    /// What stands in one line.
    private struct Line {
        let row: CookieRow
        let value: String
        let place: String
        let facts: String

        init(_ row: CookieRow, _ list: CookiesState, _ state: ExplorerState) {
            let cookie = row.cookie
            self.row = row
            value = list.showsValues ? cookie.value : state.signs.secret
            place = "\(cookie.isHostOnly ? "" : "*.")\(cookie.domain)\(cookie.path)"
            let use = [row.isSent ? "sent" : nil, row.isNew ? "new" : nil]
            let flags = [
                cookie.isSecure ? "secure" : nil, cookie.isHTTPOnly ? "http only" : nil,
                cookie.sameSite.map { "same site \($0.rawValue)" },
            ]
            facts = (use + [Self.end(of: cookie, state)] + flags).compactMap { $0 }.joined(separator: ", ")
        }

        /// "session", "until 14:02:11", "until 2026-12-01".
        private static func end(of cookie: Cookie, _ state: ExplorerState) -> String {
            guard let end = cookie.expiresAt else { return "session" }
            if end.timeIntervalSince(state.now) < 86_400 {
                return "until \(Wording.moment(end, now: state.now, secondsFromGMT: state.secondsFromGMT))"
            }
            return "until \(end.formatted(.iso8601.year().month().day()))"
        }

        func draw(_ columns: Columns, _ signs: Signs, in line: Rect, on grid: inout Grid) {
            ListDrawing.drawColumns(
                [
                    (row.cookie.name, row.isSent ? .label : .plain, columns.name), (value, .plain, columns.value),
                    (place, .plain, columns.place), (facts, .dimmed, columns.facts),
                ], signs, in: line, on: &grid)
        }
    }

    /// Each as wide as it is where there is room; else values give way first, then places.
    private struct Columns {
        let name, value, place, facts: Int

        init(_ lines: [Line], _ rect: Rect) {
            func widest(_ text: (Line) -> String) -> Int { ListDrawing.widest(lines.map(text)) }
            let room = max(0, rect.columns - 6)
            name = min(room / 4, widest(\.row.cookie.name))
            facts = min(room * 2 / 5, widest(\.facts))
            place = min(max(0, room - name - facts) * 3 / 4, widest(\.place))
            value = max(0, min(room - name - facts - place, widest(\.value)))
        }
    }
}
