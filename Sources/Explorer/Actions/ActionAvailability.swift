extension ExplorerState {
    /// Why an action can do nothing now, in words that name the next step; nil when it can.
    public func disabledReason(of action: Action) -> String? { disabledReason(of: action, in: shownForm) }

    /// The same where the form is at hand, which is made for those alone that ask for it.
    func disabledReason(of action: Action, in shown: @autoclosure () -> ShownForm?) -> String? {
        if let reason = reasonInPicture(action) ?? reasonOnHiddenRow(action) { return reason }
        return switch action {
        case .send: reasonNotToSend
        case .runFolder: reasonNotToRun
        case .sendTo: reasonNotToSend ?? reasonNotToSendTo
        case .showSides, .previousSide, .nextSide: reasonWithoutSides
        case .save: reasonNotToSave
        case .formatText: reasonNotToFormat(in: shown())
        case .copySelection, .cutSelection: reasonWithoutSelection()
        case .pasteCopied: typing.copiedText == nil ? Self.nothingCopied : nil
        case .nextInText, .previousInText: reasonNotToFindInText()
        case .compareDraft: session == nil ? Self.nothing : session?.draft.isDirty == true ? nil : Self.nothingUnsaved
        case .revertField: reasonNotToRevertField()
        case .closeTab: reasonNotToCloseTab
        case .hold, .release, .inStep, .focusHeld: reasonAboutHeld(action)
        case .undo: session?.draft.canUndo == true ? nil : "Nothing to undo here."
        case .redo: session?.draft.canRedo == true ? nil : "Nothing to redo here."
        case .discardDraft: session?.draft.isDirty == true ? nil : Self.nothingUnsaved
        case .copy where focus == .log: reasonInLog(action)
        case .showWireSecrets: reasonWithoutWire
        case .openPiece: reasonInStream(action)
        case .findInList, .nextFound, .previousFound:
            !overlays.isEmpty
                ? reasonInOverlayText(action) : focus == .log ? reasonInLog(action) : reasonInStream(action)
        case .filterLog, .logLess, .logMore, .logScope, .goToAttempt, .saveLog: reasonInLog(action)
        case .copy: reasonWithoutRequest
        case .nextTab where focus == .response, .previousTab where focus == .response: reasonWithoutAnswer
        case .nextTab, .previousTab: session == nil ? Self.nothing : nil
        case .nextRequest, .previousRequest: reasonWithoutOtherTabs
        case .edit where focus == .tree: nil
        case .edit where session == nil, .externalEditor where session == nil: Self.nothing
        case .edit, .externalEditor: reasonNotToEdit
        case .editFile: reasonNotToEditFile
        case .add:
            shown()?.tableToAddTo == nil ? "No table here; [ and ] show the tabs that have one." : reasonNotToEdit
        case .toggle: shown()?.isAtSwitch == true ? reasonNotToEdit : Self.noRow
        case .delete: shown()?.rowAtCursor?.editing.remove == nil ? Self.noRow : reasonNotToEdit
        case .duplicateRow: shown()?.rowAtCursor?.editing.duplicate == nil ? Self.noRow : reasonNotToEdit
        case .moveRowUp, .moveRowDown: reasonNotToMoveRow(action, in: shown())
        case .back, .forward: reasonNotToStep(action)
        case .goToActivity, .cancelActivity, .cancelActivities: reasonInActivities(action)
        case .clearValue, .keepValue, .goToDefinition: reasonInVariables(action)
        case .deleteCookie, .deleteCookies, .showCookieValues: reasonInCookies(action)
        case .fetchToken, .copyToken, .showToken, .forgetToken: reasonForToken(action)
        case .consent: reasonForConsent
        case .forgetTrust: reasonNotToForgetTrust
        case .makeSecret: reasonInReport(action)
        case .choose: if overlays.last is ReportState { reasonInReport(action) } else { nil }
        case .trust: current.exists ? nil : "No collection is open."
        case .cookies: current.exists ? nil : "No collection is open."
        case .merge: reasonNotToMerge
        case .protect, .keepHistory:
            shownEnvironment == nil ? "No environment is shown: choose one in the tree (1)." : nil
        case .reload: current.exists ? nil : "No collection is open."
        case .closeCollection: current.exists ? nil : "No collection is open: o opens one."
        case .forgetRecent: reasonNotToForgetRecent
        case .copyBody: session?.answer?.document == nil ? reasonForNoBody : nil
        case .filterBody: reasonNotToFilter
        case .keepFilter: reasonNotToKeepFilter
        case .viewAs: reasonWithoutViews
        case .goToLine: hasBodyCursor ? nil : reasonWithoutViews ?? "Only a body shown alone has lines to go to."
        case .fold, .foldMore, .foldLess, .foldAll, .unfoldAll, .goToBracket, .goToParent, .goToChild, .nextSibling,
            .previousSibling:
            reasonWithoutPlaces
        case .wrap: hasBodyCursor ? nil : "Only a body, shown alone, is broken into rows: [ and ] show it."
        case .saveBody, .pageBody, .openBody: reasonForNoBodyFile
        case .find, .nextMatch, .previousMatch: reasonNotToFind(action)
        case .replay: reasonNotToReplay
        case .makeExample: reasonNotToMakeExample
        case .checkPast: reasonNotToCheck
        case .repeatSend: reasonNotToRepeat
        case .showSeries:
            series == nil ? "No series yet: r repeats a request, R in the history replays what is marked." : nil
        case .seriesPace, .skipOfSeries: reasonInSeries(action)
        case .openExchange, .editExchange, .markExchange, .pinExchange, .noteExchange, .deleteExchange, .makeSet,
            .historyScope:
            reasonInHistory(action)
        case .compare: reasonNotToCompare()
        case .latency: reasonWithoutLatency
        case .share: reasonNotToShare
        case .saveShare, .copyShare: reasonWithoutShare
        case .nextDifference, .previousDifference, .arrangeDifference, .showIgnored, .ignoreDifference, .goToDifference,
            .copyVerdict:
            reasonInDifference(action)
        case .useValue: reasonNotToUseAnswer
        case .tourStep: reasonWithoutTour
        case .zoom: isPlain ? "Plain mode shows one pane at a time: 1 to 4 choose it." : nil
        case .nextChange, .previousChange: reasonWithoutChanges
        case .newItem, .renameItem, .renameFile, .duplicateItem, .deleteItem, .moveItems, .itemUp, .itemDown, .markItem,
            .undoTree, .redoTree, .restoreItem:
            reasonNotToRearrange(action)
        default: nil
        }
    }

    private static let nothing = "Nothing is shown: choose a request, a folder or an environment in the tree (1)."
    private static let nothingUnsaved = "Nothing here is unsaved."
    private static let nothingCopied =
        "Nothing was cut or copied in a field yet; what others copied is pasted by the terminal."
    static let noRow = "The cursor is on no row of a table that allows it."

    private var reasonNotToSendTo: String? {
        collection.environments.isEmpty ? "There are no environments to send to: n in the tree makes one." : nil
    }

    private var reasonWithoutSides: String? {
        (session?.comparison?.sides.count ?? 0) > 1 ? nil : "There is one answer: & sends to several environments."
    }

    private var reasonNotToSave: String? {
        guard let session else { return Self.nothing }
        if let reason = session.draft.base.readOnlyReason { return "This file cannot be edited: \(reason)" }
        if session.draft.isDirty || edit != nil { return nil }
        return session.isOnlyShown
            ? "This is a past exchange: e in the history makes a draft of it, which w saves."
            : "Nothing to save: no unsaved changes."
    }

    private var reasonNotToMerge: String? {
        if case .changed? = session?.disk { return nil }
        if markedConflicts != nil { return nil }
        return "Nobody else changed what the draft changes."
    }

    var reasonNotToEdit: String? {
        session?.draft.base.readOnlyReason.map { "This file cannot be edited: \($0)" }
    }
}
