import Exchanges
import ExplorerKit
import Foundation
import Interchange
import OpenCollection
import TextGrid

/// The facts on a token, in words: its state, what it is, what can be done with it.
struct TokenLines {
    let token: ShownToken
    let state: ExplorerState

    func runs(_ part: ShownToken.Part) -> [StyledText] {
        switch part {
        case .status: status
        case .value: [StyledText(value, .plain)]
        case .facts: [StyledText(facts, .dimmed)]
        case .keys: keys
        }
    }

    private var glyphs: Glyphs { state.glyphs }

    // MARK: State

    private var status: [StyledText] {
        if let words = underWay { return [StyledText("\(glyphs.running) \(words)", .warning)] }
        switch token.status(at: state.now) {
        case .unread: return [StyledText("is being looked up", .dimmed)]
        case .none: return [StyledText("none yet; \(next)", .dimmed)]
        case .good(nil):
            return [StyledText("\(glyphs.success) valid, expiry unknown", .success)]
        case .good(let end?):
            let after = token.isRefreshed ? "; it is refreshed then" : ""
            return [
                StyledText(
                    "\(glyphs.success) valid until \(time(end)) (in \(Wording.span(end.timeIntervalSince(state.now))))",
                    .success),
                StyledText(after, .dimmed),
            ]
        case .expired(let end):
            let over =
                end > state.now
                ? "expires now" : "expired \(time(end)) (\(Wording.span(state.now.timeIntervalSince(end))) ago)"
            return [StyledText("\(glyphs.clientError) \(over)", .warning), StyledText("; \(next)", .dimmed)]
        }
    }

    private var underWay: String? {
        let fetching = state.current.credentials.fetches[token.key]
        guard let running = fetching?.generation ?? state.session?.own.running?.generation else { return nil }
        if state.current.credentials.consents[running] != nil {
            return "waiting for the browser\(key(.consent).map { ": \($0) shows its page" } ?? "")"
        }
        return fetching == nil ? nil : "being fetched"
    }

    /// The next step where no token is valid.
    private var next: String {
        guard token.settings.fetchesToken else { return "autoFetchToken is off: no send fetches one" }
        if token.isRefreshed { return "a send refreshes it" }
        if token.settings.flow?.needsBrowser == true { return "a send asks in a browser" }
        return "a send fetches \(token.kept == nil ? "one" : "another")"
    }

    // MARK: What it is

    private var value: String {
        guard let value = token.value else { return "" }
        return state.current.credentials.showsTokens ? value.shownInLine(limit: 2000) : glyphs.secret
    }

    /// The scope that was granted, else the one that was requested.
    private var facts: String {
        let given = token.kept?.text("scope").map { "scope \($0)" }
        let asked = token.settings.scope.isEmpty ? nil : "scope requested: \(token.settings.scope)"
        let words = [given ?? asked, token.kept.map { "received \(time($0.receivedAt))" }]
        return words.compactMap { $0 }.joined(separator: ", ").shownInLine()
    }

    // MARK: What can be done

    private var keys: [StyledText] {
        let actions: [Action] =
            token.value == nil ? [.fetchToken] : [.fetchToken, .copyToken, .showToken, .forgetToken]
        return actions.flatMap { action -> [StyledText] in
            guard let key = key(action), let row = state.settings.keymap.row(of: action, in: .request) else {
                return []
            }
            return [StyledText(key, .key), StyledText(" \(row.label)  ", .dimmed)]
        }
    }

    private func key(_ action: Action) -> String? {
        state.settings.keymap.row(of: action, in: .request)?.keys.first?.title
    }

    private func time(_ date: Date) -> String {
        Wording.moment(date, now: state.now, secondsFromGMT: state.secondsFromGMT)
    }
}

extension RequestPane.Pane {
    func drawToken(_ token: ShownToken, _ part: ShownToken.Part, in line: Rect, nameColumns: Int, on grid: inout Grid) {
        let start = Point(column: line.column + 1, row: line.row)
        if part == .status { grid.write("Token", at: start, .label, in: line) }
        // Beside long names there is little room in a narrow pane.
        let column = start.column + (line.columns < 90 ? 7 : nameColumns + 2)
        let room = line.from(column: column)
        grid.write(TokenLines(token: token, state: state).runs(part), in: room)
    }
}
