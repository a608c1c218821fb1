import Exchanges
import MicroClient
import OpenCollection

// The list of cookies, and what is done to them.

extension ExplorerState {
    /// Of the environment that is chosen; nil until they were read.
    var cookies: EnvironmentCookies? { current.credentials.cookies[environmentName] }

    mutating func openCookies() -> [Effect] {
        overlays.append(.cookies(CookiesState()))
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
        guard case .cookies(var list)? = overlays.last else { return }
        list.selected = max(0, min(list.selected, cookieRows.count - 1))
        overlays[overlays.count - 1] = .cookies(list)
    }

    /// What the filter leaves of the environment's cookies; those that the shown request carries come first.
    var cookieRows: [CookieRow] {
        guard case .cookies(let list)? = overlays.last(where: \.isCookies) else { return [] }
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
        guard case .cookies(let list)? = overlays.last else { return nil }
        return cookieRows[safe: list.selected]?.cookie
    }

    // MARK: - Actions

    func reasonInCookies(_ action: Action) -> String? {
        switch action {
        case .deleteCookie: selectedCookie == nil ? "No cookie is chosen." : nil
        case .deleteCookies, .showCookieValues: cookies?.cookies.isEmpty == false ? nil : "There are no cookies here."
        default: nil
        }
    }

    /// Enter: the list stays below the question.
    mutating func askForCookieValue(_ list: CookiesState) {
        overlays.append(.cookies(list))
        guard let cookie = selectedCookie else { return }
        var prompt = Prompt(
            .cookieValue(CookieIdentity(cookie)), title: "Value of \(cookie.name)",
            detail: "Sent to \(cookie.domain)\(cookie.path) as it is typed.", text: cookie.value)
        prompt.isSecret = !list.showsValues
        overlays.append(.prompt(prompt))
    }

    mutating func answerCookieValue(_ prompt: Prompt, _ identity: CookieIdentity) -> [Effect] {
        let value = prompt.editor.text
        guard !value.unicodeScalars.contains(where: { $0 == ";" || $0.value < 0x20 || $0.value == 0x7F }) else {
            var prompt = prompt
            prompt.complaint = "A cookie's value has no semicolon and no control characters."
            overlays.append(.prompt(prompt))
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
        let options = [Chooser.Option("Keep them"), Chooser.Option("Delete \(count)", detail: "they do not come back")]
        overlays.append(.chooser(Chooser(.deleteCookies, title: "Delete all of \(cookieHolder)?", options: options)))
    }

    mutating func deleteCookies() -> [Effect] { [orderCookies(.removeAll)] }

    mutating func switchCookies() -> [Effect] { [orderCookies(.turn(on: cookies?.isOn == false))] }

    mutating func showCookieValues() {
        guard case .cookies(var list)? = overlays.last else { return }
        list.showsValues.toggle()
        overlays[overlays.count - 1] = .cookies(list)
    }

    /// "local", "no environment".
    var cookieHolder: String { environmentName ?? "no environment" }
}

extension Overlay {
    var isCookies: Bool { if case .cookies = self { true } else { false } }
}
