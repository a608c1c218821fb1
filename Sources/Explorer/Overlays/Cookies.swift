import Exchanges
import ExplorerKit
import Foundation
import MicroClient
import OpenCollection
import TextGrid

/// The cookies of the environment, narrowed by typing.
public struct CookiesState: Sendable, Hashable {
    public var filter = TextEditor("", isMultiline: false)
    /// Index among the rows that match.
    public var selected = 0
    public var showsValues = false

    public init() {}
}

/// One line of the list of cookies.
struct CookieRow: Hashable {
    var cookie: Cookie
    /// Whether the shown request would carry it.
    var isSent: Bool
    /// Whether the last answer to the shown request set it.
    var isNew: Bool
}

// The list of cookies, and what is done to them.

extension ExplorerState {
    /// Of the environment that is chosen; nil until they were read.
    var cookies: EnvironmentCookies? { current.credentials.cookies[environmentName] }

    mutating func openCookies() -> [Effect] {
        overlays.append(CookiesState())
        // Another instance may have changed them.
        return [orderCookies(nil)]
    }

    private mutating func orderCookies(_ change: CookieChange?) -> Effect {
        current.credentials.orderedCookies.insert(environmentName)
        let environment = environmentName
        return effect(
            .cookies(environment: environment), { .cookies(change, environment: environment, $0) },
            note: { $0.take($1, of: environment) })
    }

    /// The preview knows the cookies of an environment as soon as it is chosen.
    mutating func orderUnreadCookies() -> [Effect] {
        guard current.exists, !current.credentials.orderedCookies.contains(environmentName) else { return [] }
        return [orderCookies(nil)]
    }

    mutating func take(_ cookies: EnvironmentCookies, of environment: String?) {
        if let problem = cookies.problem, current.credentials.cookies[environment]?.problem != problem {
            say(.warning, problem)
        }
        current.credentials.cookies[environment] = cookies
        guard var list = overlays.last as? CookiesState else { return }
        list.selected = max(0, min(list.selected, cookieRows.count - 1))
        replaceTop(list)
    }

    /// What the filter leaves of the environment's cookies; those that the shown request carries come first.
    var cookieRows: [CookieRow] {
        guard let list = overlays.last(where: { $0 is CookiesState }) as? CookiesState else { return [] }
        let filter = list.filter.text.trimmingBlanks
        guard !filter.isEmpty else { return allCookieRows }
        let needle = Needle(filter)
        return allCookieRows.filter { needle.isIn($0.cookie.name) || needle.isIn($0.cookie.domain + $0.cookie.path) }
    }

    private var allCookieRows: [CookieRow] {
        guard let cookies else { return [] }
        let url = session == nil ? nil : surroundings.rendered?.url
        let sent = Set((url.map(cookies.sent) ?? []).map(CookieIdentity.init))
        let new = session?.answer(in: environmentName)?.exchange?.cookiesSet ?? []
        let rows = cookies.cookies.map { cookie in
            let identity = CookieIdentity(cookie)
            return CookieRow(cookie: cookie, isSent: sent.contains(identity), isNew: new.contains(identity))
        }
        return rows.filter(\.isSent) + rows.filter { !$0.isSent }
    }

    private var selectedCookie: Cookie? {
        guard let list = overlays.last as? CookiesState else { return nil }
        return cookieRows[safe: list.selected]?.cookie
    }

    // MARK: - Actions

    var reasonWithoutCookie: String? { selectedCookie == nil ? "No cookie is chosen." : nil }
    var reasonWithoutCookies: String? { cookies?.cookies.isEmpty == false ? nil : "There are no cookies here." }

    /// Enter: the list stays below the question.
    mutating func askForCookieValue(_ list: CookiesState) {
        overlays.append(list)
        guard let cookie = selectedCookie else { return }
        let identity = CookieIdentity(cookie)
        var prompt = Prompt(
            "Value of \(cookie.name)", detail: "Sent to \(cookie.domain)\(cookie.path) as it is typed.",
            text: cookie.value
        ) { $1.answerCookieValue($0, identity) }
        prompt.isSecret = !list.showsValues
        overlays.append(prompt)
    }

    mutating func answerCookieValue(_ prompt: Prompt, _ identity: CookieIdentity) -> [Effect] {
        let value = prompt.editor.text
        guard !value.unicodeScalars.contains(where: { $0 == ";" || $0.value < 0x20 || $0.value == 0x7F }) else {
            prompt.asked(again: "A cookie's value has no semicolon and no control characters.", in: &self)
            return []
        }
        guard var cookie = cookies?.cookies.first(where: { CookieIdentity($0) == identity }) else {
            return say(.warning, "The cookie \(identity.name) is gone.")
        }
        cookie.value = value
        return [orderCookies(.set(cookie))]
    }

    mutating func deleteCookie() -> [Effect] { selectedCookie.map { [orderCookies(.remove($0))] } ?? [] }

    mutating func askToDeleteCookies() {
        let count = Wording.count(cookies?.cookies.count ?? 0, "cookie")
        overlays.append(
            Chooser(
                "Delete all of \(cookieHolder)?", Chooser.Option("Keep them"),
                Chooser.Option("Delete \(count)", detail: "they do not come back") { [$0.orderCookies(.removeAll)] }))
    }

    mutating func switchCookies() -> [Effect] { [orderCookies(.turn(on: cookies?.isOn == false))] }

    mutating func showCookieValues() {
        guard var list = overlays.last as? CookiesState else { return }
        list.showsValues.toggle()
        replaceTop(list)
    }

    /// "local", "no environment".
    var cookieHolder: String { environmentName ?? "no environment" }
}

extension Action {
    static let cookies = Action(
        "cookies",
        Keys(
            .panes, ["b"], "cookies",
            "List the cookies of the environment: which of them the request sends, which came last; edit, delete, switch off."
        ),
        reason: \.reasonWithoutCollection
    ) { $0.openCookies() }
    static let deleteCookie = Action(
        "deleteCookie", Keys([.cookies], [KeyStroke(.delete), .control("d")], "delete", "Delete the cookie."),
        reason: \.reasonWithoutCookie
    ) { $0.deleteCookie() }
    static let deleteCookies = Action(
        "deleteCookies", Keys([.cookies], [.control("x")], "delete all", "Delete all cookies of the environment."),
        reason: \.reasonWithoutCookies
    ) { $0.askToDeleteCookies() }
    static let showCookieValues = Action(
        "showCookieValues",
        Keys([.cookies], [.control("o")], "values", "Show the values, or dots in their place again."),
        reason: \.reasonWithoutCookies
    ) { $0.showCookieValues() }
    static let switchCookies = Action(
        "switchCookies",
        Keys([.cookies], [.control("t")], "on/off", "Send cookies of the environment and keep new ones, or neither.")
    ) { $0.switchCookies() }
}

extension ActionContext {
    static let cookies: ActionContext = .init("cookies", "Cookies", .typedList, .closes, way: .cookies)
}

extension CookiesState: NarrowedList {
    static let context: ActionContext = .cookies
    static let actionRows: [ActionRow] =
        [
            ActionRow(.choose, [.cookies], [.enter], "edit", "Edit the value of the cookie.")
        ] + ActionTable.rows(of: .cookies, .deleteCookie, .deleteCookies, .showCookieValues, .switchCookies)

    func footer(in explorer: ExplorerState) -> [Action] {
        [.choose, .deleteCookie, .showCookieValues, .switchCookies, .deleteCookies, .dismiss]
    }

    func rowCount(in explorer: ExplorerState) -> Int { explorer.cookieRows.count }
    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        explorer.askForCookieValue(self)
        return []
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { CookiesPane.draw(self, explorer, on: &grid) }
}

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

    /// One line of the list, as texts.
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
