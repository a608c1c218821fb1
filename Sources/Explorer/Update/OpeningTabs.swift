import ExplorerKit
import OpenCollection

// Which requests are open. One that is only looked at, by moving over it in the tree, is not.

extension ExplorerState {
    /// Adds the shown item to the open ones once it is entered, edited or sent.
    mutating func settleTabs() {
        // An item in the place of a draft that is to come was not entered by the user.
        guard current.place.awaitedDraft == nil, let shown, let session, !current.opened.tabs.contains(shown) else {
            return
        }
        let isEntered = focus == .request || focus == .response || edit != nil
        if isEntered || session.isSending { current.opened.tabs.append(shown) }
    }

    /// Goes along the tabs, round the end.
    mutating func showOpenRequest(by step: Int) {
        let open = current.tabPaths
        guard let shown, open.contains(shown), open.count > 1 else {
            if let path = step > 0 ? open.first : open.last { reveal(path) }
            return
        }
        reveal(open.element(after: shown, by: step))
    }

    /// Why there is no other tab to go to.
    var reasonWithoutOtherTabs: String? {
        guard current.exists else { return "No collection is open." }
        let open = current.tabPaths
        let isInView = open.first == shown && tree.cursor == shown && current.rowAtTreeCursor != nil
        guard open.isEmpty || open.count == 1 && isInView else { return nil }
        return "Nothing else is open: what is edited, sent or entered (Enter, 2) has a tab."
    }

    /// Closes the tab, and shows the one behind it, else the one before it. Draft and response stay.
    mutating func closeTab() -> [Effect] {
        guard let shown, let index = current.openThere.firstIndex(of: shown) else { return [] }
        let effects = edit == nil ? [] : leaveEdit()
        let (name, isDirty) = (current.shownName, session?.draft.isDirty == true)
        current.opened.tabs.removeAll { $0 == shown }
        let open = current.openThere
        if let next = open[safe: index] ?? open.last {
            reveal(next)
        } else {
            display.focusPane(.tree)
        }
        say(.info, "Closed \(name)\(isDirty ? "; its draft is kept" : "").")
        return effects
    }

    var reasonNotToCloseTab: String? {
        guard let shown else { return "Nothing is open." }
        return current.opened.tabs.contains(shown)
            ? nil : "It has no tab: what is edited, sent or entered (Enter, 2) has one."
    }
}
