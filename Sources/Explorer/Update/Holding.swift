import BodyView
import Exchanges
import OpenCollection

// A response that is held beside the current one.

extension ExplorerState {
    /// Keeps the response that is shown; another one that was held gives way.
    mutating func hold() {
        guard let session, session.response != nil else { return }
        held = HeldResponse(session, named: current.shownName)
        held?.stepLine = session.look.scroll[session.shownResponseTab] ?? 0
        say(.info, "Held: it stays beside the next responses. 5 goes to it.")
    }

    mutating func release() {
        held = nil
        if focus == .held { display.focusPane(.response) }
        if display.zoomed == .held { display.zoomed = .response }
    }

    mutating func switchStep() {
        let line = responseFirstLine
        held?.isInStep.toggle()
        held?.stepLine = line
        say(.info, held?.isInStep == true ? "Both responses scroll together." : "Each response scrolls by itself.")
    }

    var reasonWithoutHeld: String? { held == nil ? "No response is held: B holds the one that is shown." : nil }

    var reasonNotToHold: String? {
        guard let session, session.response != nil else {
            return reasonWithoutResponse ?? withKeyNames("No response to hold yet: {send} sends the request.")
        }
        return session.running == nil ? nil : "Running; a response is held when it is complete."
    }

    /// First line of the response that is shown.
    private var responseFirstLine: Int { session.map { $0.look.scroll[$0.shownResponseTab] ?? 0 } ?? 0 }

    private var heldFirstLine: Int {
        get { held.map { $0.session.look.scroll[$0.session.shownResponseTab] ?? 0 } ?? 0 }
        set {
            guard let tab = held?.session.shownResponseTab else { return }
            held?.session.look.scroll[tab] = newValue
        }
    }

    private var heldLastFirstLine: Int { max(0, heldLineCount - heldRows) }

    // MARK: Moving

    mutating func moveInHeld(_ action: Action) {
        guard let session = held?.session else { return }
        switch action {
        case .moveLeft: held?.session.look.columnOffset = max(0, session.look.columnOffset - 8)
        case .moveRight: held?.session.look.columnOffset = session.look.columnOffset + 8
        default: scrollHeld(to: Self.moved(heldFirstLine, action, page: heldRows, last: heldLastFirstLine))
        }
    }

    mutating func scrollHeld(to line: Int) {
        let before = heldFirstLine
        heldFirstLine = min(max(0, line), heldLastFirstLine)
        guard held?.isInStep == true, heldFirstLine != before else { return }
        scrollResponse(by: heldFirstLine - before)
        let line = responseFirstLine
        held?.stepLine = line
    }

    mutating func scrollHeld(by lines: Int) { scrollHeld(to: heldFirstLine + lines) }

    mutating func showHeldTab(_ tab: ResponseTab) { held?.session.responseTab = tab }

    mutating func showHeldTab(by step: Int) {
        guard let session = held?.session else { return }
        showHeldTab(session.responseTabs.element(after: session.shownResponseTab, by: step))
    }

    /// Scrolls the held response by as much as the response was scrolled.
    mutating func settleHeld() {
        guard held != nil else {
            if focus == .held { display.focusPane(.response) }
            return
        }
        guard held?.isInStep == true else { return }
        let line = responseFirstLine
        let moved = line - (held?.stepLine ?? line)
        held?.stepLine = line
        if moved != 0 { heldFirstLine = min(max(0, heldFirstLine + moved), heldLastFirstLine) }
    }

    /// Rows of the held response below title and tabs.
    var heldRows: Int { max(0, layout.held.rows - ResponsePane.headRows) }

    /// Lines of the tab of the held response.
    var heldLineCount: Int {
        held.map { ResponsePane.lineCount(of: $0.session, self, columns: layout.held.columns) } ?? 0
    }
}
