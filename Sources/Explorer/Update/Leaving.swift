import Exchanges
import OpenCollection

// Cancelling and going out.

extension ExplorerState {
    /// Esc: cancels the shown request's send, else goes one step out.
    mutating func cancel() -> [Effect] {
        if let shown, sessions[shown]?.isSending == true { return current.cancelSend(at: shown) }
        if let cancelled = cancelPastChecks() { return cancelled }
        if stopLooking() { return [] }
        if let stopped = restFind() { return stopped }
        if let key = tokenUnderWay { return current.cancelToken(key) }
        if let left = leaveNearest() ?? leaveTour() { return left }
        focus = .tree
        return []
    }

    /// Whether Esc shows all of a narrowed tree, and has nothing nearer to leave.
    var isTreeWidenedByCancel: Bool { context == .tree && tree.filter != nil && display.zoomed == nil }

    /// Leaves what was entered last; nil: nothing is left but the focus.
    private mutating func leaveNearest() -> [Effect]? {
        if context == .response, session?.comparison?.isAlone == true {
            session?.comparison?.isAlone = false
        } else if context == .response, dropFilter() {
            return []
        } else if focus == .log, let message = log.dropFilter() {
            say(message)
            return []
        } else if focus == .response, let effects = leavePast() {
            return effects
        } else if focus == .held {
            display.focusPane(.response)
        } else if display.zoomed != nil {
            display.zoomed = nil
        } else if tree.filter != nil {
            clearTreeFilter()
        } else {
            return nil
        }
        return []
    }
}
