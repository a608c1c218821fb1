import Exchanges
import MicroClient
import OpenCollection
import TextGrid

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
        return effect(.cookies(environment: environmentName), .cookies(change, environment: environmentName))
    }

    /// The preview knows the cookies of an environment as soon as it is chosen.
    mutating func orderUnreadCookies() -> [Effect] {
        guard current.exists, !current.credentials.orderedCookies.contains(environmentName) else { return [] }
        return [orderCookies(nil)]
    }

    mutating func take(_ cookies: EnvironmentCookies, of environment: String?) {
        if let problem = cookies.problem, current.credentials.cookies[environment]?.problem != problem {
            status = StatusMessage(.warning, problem)
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
            status = StatusMessage(.warning, "The cookie \(identity.name) is gone.")
            return []
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

extension CookiesState: NarrowedList {
    func context(in explorer: ExplorerState) -> ActionContext { .cookies }
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
