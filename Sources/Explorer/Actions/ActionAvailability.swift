extension ExplorerState {
    /// Returns why an action can do nothing now, in words that name the next step; nil when it can.
    public func disabledReason(of action: Action) -> String? { disabledReason(of: action, in: shownForm) }

    /// Returns the reason where the form is at hand, which is made for those alone that ask for it.
    func disabledReason(of action: Action, in shown: @autoclosure () -> ShownForm?) -> String? {
        if let reason = reasonInPicture(action) ?? reasonOnHiddenRow(action) { return reason }
        return action.reason(self, shown)
    }

    var reasonWithoutCollection: String? {
        current.exists ? nil : said("No collection is open: {openCollection} opens one.")
    }

    var reasonWithoutEnvironment: String? {
        shownEnvironment == nil ? "No environment is shown: choose one in the tree (1)." : nil
    }

    var reasonWithoutSeries: String? {
        series == nil ? "No series yet: r repeats a request, R in the history replays what is marked." : nil
    }

    /// Why the pane with the focus has no tabs to change.
    var reasonWithoutTabs: String? {
        if focus == .response { return reasonWithoutAnswer }
        return session == nil ? Self.nothing : nil
    }

    var reasonNotToEditShown: String? { session == nil ? Self.nothing : current.reasonNotToEdit }
    var reasonNotToPaste: String? { typing.copiedText == nil ? Self.nothingCopied : nil }
    var reasonNotToZoom: String? { isPlain ? "Plain mode shows one pane at a time: 1 to 4 choose it." : nil }

    var reasonNotToGoToLine: String? {
        hasBodyCursor ? nil : reasonWithoutViews ?? "Only a body shown alone has lines to go to."
    }

    var reasonNotToWrap: String? {
        hasBodyCursor ? nil : "Only a body, shown alone, is broken into rows: [ and ] show it."
    }

    static let nothing = "Nothing is shown: choose a request, a folder or an environment in the tree (1)."
    static let nothingUnsaved = "Nothing here is unsaved."
    private static let nothingCopied =
        "Nothing was cut or copied in a field yet; what others copied is pasted by the terminal."
    static let noTable = "No table here; [ and ] show the tabs that have one."
    static let noRow = "The cursor is on no row of a table that allows it."

    var reasonNotToSendTo: String? {
        collection.environments.isEmpty ? "There are no environments to send to: n in the tree makes one." : nil
    }

    var reasonWithoutSides: String? {
        (session?.comparison?.sides.count ?? 0) > 1 ? nil : "There is one answer: & sends to several environments."
    }

    var reasonNotToSave: String? {
        guard let session else { return Self.nothing }
        if let reason = session.draft.base.readOnlyReason { return "This file cannot be edited: \(reason)" }
        if session.draft.isDirty || edit != nil { return nil }
        return session.isOnlyShown
            ? "This is a past exchange: e in the history makes a draft of it, which w saves."
            : "Nothing to save: no unsaved changes."
    }

    var reasonNotToMerge: String? {
        if case .changed? = session?.disk { return nil }
        if markedConflicts != nil { return nil }
        return "Nobody else changed what the draft changes."
    }
}
