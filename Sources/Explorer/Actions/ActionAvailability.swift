extension ExplorerState {
    /// Returns why an action can do nothing now, in words that name the next step; nil when it can.
    public func disabledReason(of action: Action) -> String? { disabledReason(of: action, in: shownForm) }

    /// Returns the reason where the form is at hand, which is made for those alone that ask for it.
    func disabledReason(of action: Action, in shown: @autoclosure () -> ShownForm?) -> String? {
        if let reason = session?.reasonInPicture(action) ?? reasonOnHiddenRow(action) { return reason }
        return action.reason(self, shown)
    }

    var reasonWithoutCollection: String? {
        current.exists ? nil : withKeyNames("No collection is open: {openCollection} opens one.")
    }

    /// Why the pane with the focus has no tabs to change.
    var reasonWithoutTabs: String? {
        if focus == .response { return reasonWithoutResponse }
        return session == nil ? CollectionState.nothing : nil
    }

    var reasonNotToZoom: String? { isPlain ? "Plain mode shows one pane at a time: 1 to 4 select it." : nil }

    var reasonNotToGoToLine: String? {
        session?.bodyWithCursor != nil ? nil : reasonWithoutViews ?? "Select the body of a single response first."
    }

    var reasonNotToSave: String? {
        guard let session else { return CollectionState.nothing }
        if let reason = session.draft.base.readOnlyReason { return "This file cannot be edited: \(reason)" }
        if session.draft.isDirty || edit != nil { return nil }
        return session.isOnlyShown
            ? "This is a history entry: e in the history creates a draft from it, w saves it."
            : "Nothing to save: no unsaved changes."
    }

    var reasonNotToMerge: String? {
        if case .changed? = session?.disk { return nil }
        if markedConflicts != nil { return nil }
        return "No conflict: only your draft changed."
    }
}

extension CollectionState {
    var reasonWithoutEnvironment: String? {
        shownEnvironment == nil ? "No environment selected: select one in the tree (1)." : nil
    }

    var reasonNotToEditShown: String? { session == nil ? Self.nothing : reasonNotToEdit }

    var reasonNotToWrap: String? {
        session?.bodyWithCursor != nil ? nil : "Only a single response's body can be wrapped: [ and ] show it."
    }

    static let nothing = "Nothing selected: select a request, a folder or an environment in the tree (1)."
    static let nothingUnsaved = "No unsaved changes here."
    static let noTable = "No table here; [ and ] show the tabs that have one."
    static let noRow = "Move the cursor to a table row that supports this."

    var reasonNotToSendTo: String? {
        collection.environments.isEmpty ? "No environments to send to: n in the tree creates one." : nil
    }

    var reasonWithoutSides: String? {
        (session?.comparison?.sides.count ?? 0) > 1
            ? nil : "There is only one response: & sends to several environments."
    }
}
