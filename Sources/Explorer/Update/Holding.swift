import BodyView
import Exchanges
import OpenCollection

// A response that is held beside the current one.

extension ExplorerState {
    /// Keeps the response that is shown; another one that was held gives way.
    mutating func hold() {
        guard let session, session.response != nil else { return }
        held = HeldResponse(session, named: current.shownName)
        held?.stepLine = session.firstLine
        say(.info, "Held: it stays beside the next responses. 5 goes to it.")
    }

    mutating func release() {
        held = nil
        if focus == .held { display.focusPane(.response) }
        if display.zoomed == .held { display.zoomed = .response }
    }

    mutating func switchStep() {
        let line = session?.firstLine ?? 0
        say(held?.switchStep(at: line))
    }

    var reasonWithoutHeld: String? { held == nil ? "No response is held: B holds the one that is shown." : nil }

    var reasonNotToHold: String? {
        guard let session, session.response != nil else {
            return reasonWithoutResponse ?? withKeyNames("No response to hold yet: {send} sends the request.")
        }
        return session.running == nil ? nil : "Running; a response is held when it is complete."
    }

    private var heldLastFirstLine: Int { max(0, heldLineCount - heldRows) }

    // MARK: Moving

    mutating func moveInHeld(_ action: Action) {
        guard let session = held?.session else { return }
        switch action {
        case .moveLeft: held?.session.look.columnOffset = max(0, session.look.columnOffset - 8)
        case .moveRight: held?.session.look.columnOffset = session.look.columnOffset + 8
        default: scrollHeld(to: Self.moved(session.firstLine, action, page: heldRows, last: heldLastFirstLine))
        }
    }

    mutating func scrollHeld(to line: Int) {
        guard let before = held?.session.firstLine else { return }
        let after = min(max(0, line), heldLastFirstLine)
        held?.session.firstLine = after
        guard held?.isInStep == true, after != before else { return }
        scrollResponse(by: after - before)
        let line = session?.firstLine ?? 0
        held?.stepLine = line
    }

    mutating func scrollHeld(by lines: Int) {
        if let first = held?.session.firstLine { scrollHeld(to: first + lines) }
    }

    /// Scrolls the held response by as much as the response was scrolled.
    mutating func settleHeld() {
        guard held != nil else {
            if focus == .held { display.focusPane(.response) }
            return
        }
        let line = session?.firstLine ?? 0
        guard held?.isInStep == true, held?.stepLine != line else { return }
        let last = heldLastFirstLine
        held?.follow(line, last: last)
    }

    /// Rows of the held response below title and tabs.
    var heldRows: Int { max(0, layout.held.rows - ResponsePane.headRows) }

    /// Lines of the tab of the held response.
    var heldLineCount: Int {
        held.map { ResponsePane.lineCount(of: $0.session, self, columns: layout.held.columns) } ?? 0
    }
}

extension HeldResponse {
    /// - Parameter line: First line of the response that is shown.
    fileprivate mutating func switchStep(at line: Int) -> StatusMessage {
        isInStep.toggle()
        stepLine = line
        return StatusMessage(.info, isInStep ? "Both responses scroll together." : "Each response scrolls by itself.")
    }

    /// Scrolls by as much as the response was scrolled to this line.
    fileprivate mutating func follow(_ line: Int, last: Int) {
        session.firstLine = min(max(0, session.firstLine + line - stepLine), last)
        stepLine = line
    }
}

extension RequestSession {
    /// First line of the response's tab that is shown.
    fileprivate var firstLine: Int {
        get { look.scroll[shownResponseTab] ?? 0 }
        set { look.scroll[shownResponseTab] = newValue }
    }
}
