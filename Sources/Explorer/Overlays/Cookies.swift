import Exchanges
import ExplorerKit
import Foundation
import MicroClient
import OpenCollection
import TextGrid

/// The cookies of the environment, narrowed by typing.
struct CookiesState: Sendable, Hashable {
    var list = ListState<CookieIdentity>()
    var showsValues = false
}

/// A line of the list of cookies.
struct CookieRow: Hashable, Identifiable {
    let id: CookieIdentity
    var cookie: Cookie
    /// Whether the shown request would carry it.
    var isSent: Bool
    /// Whether the last response to the shown request set it.
    var isNew: Bool
}

// The list of cookies, and what is done to them.

extension ExplorerState {
    mutating func openCookies() -> [Effect] {
        present(CookiesState())
        // Another instance may have changed them.
        return orderCookies(nil)
    }

    mutating func orderCookies(_ change: CookieChange?) -> [Effect] {
        current.credentials.orderedCookies.insert(environmentName)
        let environment = environmentName
        return effect(
            .cookies(environment: environment), { .cookies(change, environment: environment, $0) },
            note: { $0.take($1, of: environment) })
    }

    mutating func take(_ cookies: EnvironmentCookies, of environment: String?) {
        say(current.credentials.take(cookies, of: environment))
    }

    /// The environment's cookies; those that the shown request carries come first.
    fileprivate var cookieRows: [CookieRow] {
        guard let cookies = current.cookies else { return [] }
        let url = session == nil ? nil : surroundings.rendered?.url
        let sent = Set((url.map(cookies.sent) ?? []).map(CookieIdentity.init))
        let new = session?.response(in: environmentName)?.exchange?.cookiesSet ?? []
        let rows = cookies.cookies.map { cookie in
            let identity = CookieIdentity(cookie)
            return CookieRow(
                id: identity, cookie: cookie, isSent: sent.contains(identity), isNew: new.contains(identity))
        }
        return rows.filter(\.isSent) + rows.filter { !$0.isSent }
    }

    fileprivate var selectedCookie: Cookie? {
        (overlays.last as? CookiesState).flatMap { $0.list.row(of: $0.rows(in: self))?.cookie }
    }

    // MARK: - Actions

    var reasonWithoutCookie: String? { selectedCookie == nil ? "No cookie selected." : nil }
    /// Asks for a cookie's value; the list stays below the question.
    fileprivate mutating func askForCookieValue(isSecret: Bool) {
        guard let cookie = selectedCookie else { return }
        let identity = CookieIdentity(cookie)
        var prompt = Prompt(
            "Value of \(cookie.name)", detail: "Sent to \(cookie.domain)\(cookie.path) as typed.",
            text: cookie.value
        ) { $1.answerCookieValue($0, identity) }
        prompt.isSecret = isSecret
        present(prompt)
    }

    mutating func answerCookieValue(_ prompt: Prompt, _ identity: CookieIdentity) -> [Effect] {
        let value = prompt.editor.text
        guard !value.unicodeScalars.contains(where: { $0 == ";" || $0.value < 0x20 || $0.value == 0x7F }) else {
            return prompt.asked(again: "Invalid cookie value: contains a semicolon or control character.", in: &self)
        }
        guard var cookie = current.cookies?.cookies.first(where: { CookieIdentity($0) == identity }) else {
            return say(.warning, "The cookie \(identity.name) no longer exists.")
        }
        cookie.value = value
        return orderCookies(.set(cookie))
    }

    mutating func askToDeleteCookies() {
        let count = Wording.count(current.cookies?.cookies.count ?? 0, "cookie")
        ask(
            "Delete all cookies of \(current.cookieHolder)?", .init("Keep them"),
            .init("Delete \(count)", detail: "cannot be undone") { $0.orderCookies(.removeAll) })
    }
}

extension Action {
    static let cookies = Action(
        "cookies", .panes, ["b"], "cookies",
        "List the environment's cookies, with those that the request sends and new ones; edit, delete or disable them.",
        reason: \.reasonWithoutCollection
    ) { $0.openCookies() }
    static let deleteCookie = Action(
        "deleteCookie", [.cookies], [KeyStroke(.delete), .control("d")], "delete", "Delete the cookie.",
        reason: \.reasonWithoutCookie
    ) { explorer in explorer.selectedCookie.map { explorer.orderCookies(.remove($0)) } ?? [] }
    static let deleteCookies = Action(
        "deleteCookies", [.cookies], [.control("x")], "delete all", "Delete all cookies of the environment.",
        reason: { $0.current.reasonWithoutCookies }, perform: { $0.askToDeleteCookies() })
    static let showCookieValues = Action(
        "showCookieValues", [.cookies], [.control("o")], "values", "Show or mask the values.",
        reason: { $0.current.reasonWithoutCookies },
        perform: { $0.change(CookiesState.self) { $0.showsValues.toggle() } })
    static let switchCookies = Action(
        "switchCookies", [.cookies], [.control("t")], "on/off",
        "Enable or disable cookies for the environment."
    ) { $0.orderCookies(.turn(on: $0.current.cookies?.isOn == false)) }
}

extension ActionContext {
    static let cookies: ActionContext = .init(
        "cookies", "Cookies", .typedList, .closes, enter: ("edit", "Edit the value of the cookie."), way: .cookies)
}

extension CookiesState: TableList {
    static let context: ActionContext = .cookies
    static let actions: [Action] = [.cookies, .deleteCookie, .showCookieValues, .switchCookies, .deleteCookies]

    func rows(in explorer: ExplorerState) -> [CookieRow] {
        list.narrowed(explorer.cookieRows) { [$0.cookie.name, $0.cookie.domain + $0.cookie.path] }
    }

    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.askForCookieValue(isSecret: !showsValues)
        return []
    }

    func title(in explorer: ExplorerState) -> String {
        "Cookies: \(explorer.current.cookieHolder)\(explorer.current.cookies?.isOn == false ? ", disabled" : "")"
    }

    func emptyText(in explorer: ExplorerState) -> String {
        guard let cookies = explorer.current.cookies else { return "Loading cookies; Esc closes." }
        if !list.filter.text.isEmpty { return EmptyStateTexts.noCookieMatch }
        return explorer.withKeyNames(cookies.isOn ? EmptyStateTexts.noCookies : EmptyStateTexts.cookiesOff)
    }

    /// Name, value, where each goes, how long it lasts and what the shown request has to do with it. Values give way first, then places.
    static let columns: [ColumnLimit] = [
        .share(1, of: 4, rank: 0), .rest(rank: 3), .rest(3, of: 4, rank: 2), .share(2, of: 5, rank: 1),
    ]

    func cells(of row: CookieRow, in explorer: ExplorerState) -> [StyledText] {
        let cookie = row.cookie
        let facts = [
            row.isSent ? "sent" : nil, row.isNew ? "new" : nil, Self.end(of: cookie, explorer),
            cookie.isSecure ? "secure" : nil,
            cookie.isHTTPOnly ? "http only" : nil, cookie.sameSite.map { "same site \($0.rawValue)" },
        ]
        return [
            StyledText(cookie.name, row.isSent ? .label : .plain),
            StyledText(showsValues ? cookie.value : explorer.glyphs.secret),
            StyledText("\(cookie.isHostOnly ? "" : "*.")\(cookie.domain)\(cookie.path)"),
            StyledText(facts.compactMap { $0 }.joined(separator: ", "), .dimmed),
        ]
    }

    /// Returns the end of a cookie: "session", "until 14:02:11", "until 2026-12-01".
    private static func end(of cookie: Cookie, _ state: ExplorerState) -> String {
        guard let end = cookie.expiresAt else { return "session" }
        if end.timeIntervalSince(state.now) < 86_400 {
            return "until \(Wording.moment(end, now: state.now, secondsFromGMT: state.secondsFromGMT))"
        }
        return "until \(end.formatted(.iso8601.year().month().day()))"
    }
}
