import TextGrid

extension ExplorerState {
    /// Does what an action means here and now, or says why it cannot.
    mutating func perform(_ action: Action, stroke: KeyStroke? = nil) -> [Effect] {
        if let reason = disabledReason(of: action) {
            status = StatusMessage(.warning, reason)
            return []
        }
        if context == .filter, let effects = performInFilter(action) { return effects }
        if context == .textFind, let effects = performInTextFind(action) { return effects }
        if overlays.last is DraftView, let effects = performInDraft(action) { return effects }
        switch action {
        case .filterBody: openFilterLine()
        case .keepFilter: return keepFilter()
        case .history: return openHistory()
        case .historyScope: return switchHistoryScope()
        case .openExchange: return openExchange()
        case .markExchange: markExchange()
        case .filterHistory: openHistoryFilter()
        case .pinExchange: return pinExchanges()
        case .noteExchange: askForNote()
        case .deleteExchange: askToDeleteExchanges()
        case .makeSet: askForSetName()
        case .latency: return openLatency()
        case .showBucket: return showBucket()
        case .otherEnvironment: return showOtherEnvironment()
        case .nextStep: goToStep(by: 1)
        case .previousStep: goToStep(by: -1)
        case .share: return openShare()
        case .saveShare: askWhereToSaveShared()
        case .copyShare: return copyShared()
        case .nextShareFormat: return nextShareFormat(by: 1)
        case .previousShareFormat: return nextShareFormat(by: -1)
        case .compare: return compareExchanges()
        case .nextDifference: goToDifference(by: 1)
        case .previousDifference: goToDifference(by: -1)
        case .arrangeDifference: arrangeDifference()
        case .showIgnored: showIgnored()
        case .ignoreDifference: askToIgnore()
        case .goToDifference: return goToDifferenceInBody()
        case .copyVerdict: return copyVerdict()
        case .replay: return replay()
        case .repeatSend: openRepeatForm()
        case .showSeries: showSeries()
        case .seriesMode: switchSeriesMode()
        case .seriesPace: return switchSeriesPace()
        case .seriesGaps: switchSeriesGaps()
        case .seriesBail: switchSeriesBail()
        case .skipOfSeries: return skipInSeries()
        case .stopSeries: return stopSeries()
        case .hideSeries: hideSeries()
        case .editExchange: return editExchange()
        case .makeExample: return proposeExample()
        case .checkPast: return checkPast()
        case .send: return sendShown()
        case .sendTo: openSendTo()
        case .markEnvironment: markEnvironment()
        case .markEnvironments: markEnvironments()
        case .previousSide: selectSide(by: -1)
        case .nextSide: selectSide(by: 1)
        case .showAlone: return showAlone()
        case .showSides: showSides()
        case .save: return saveShown()
        case .cancel: return cancel()
        case .interrupt: return interrupt()
        case .quit: return askToQuit()
        case .suspend: return [effect(.screen, .suspend)]
        case .redraw: return [effect(.screen, .redrawScreen)]
        case .help: openHelp()
        case .palette: openPalette()
        case .theme: askForTheme()
        case .environment: openEnvironments()
        case .dismiss: return dismiss()
        case .choose: return overlays.last?.choose(in: &self) ?? []
        case .nextPane: focusPane(by: 1)
        case .previousPane: focusPane(by: -1)
        case .focusTree: focus = .tree
        case .focusRequest: focus = .request
        case .focusResponse: focus = .response
        case .focusLog: goToLog()
        case .focusHeld: focus = .held
        case .hold: hold()
        case .release: release()
        case .inStep: switchStep()
        case .closeTab: return closeTab()
        case .mouse: switchMouse()
        case .arrange, .borderLeft, .borderDown, .borderUp, .borderRight, .usualLayout, .leaveLayout, .hideTree,
            .hideRequest, .hideResponse, .hideLog, .nextArrangement, .arrangeByItself, .arrangeBelow, .arrangeBeside,
            .arrangeStacked:
            arrangePanes(action)
        case .zoom: display.zoomed = display.zoomed == nil ? focus : nil
        case .nextTab: showTab(by: 1)
        case .previousTab: showTab(by: -1)
        case .nextRequest: showOpenRequest(by: 1)
        case .previousRequest: showOpenRequest(by: -1)
        case .moveUp, .moveDown, .moveLeft, .moveRight, .first, .last, .pageUp, .pageDown: return move(action)
        case .open: return openTreeRow()
        case .filter: openTreeFilter()
        case .edit: return focus == .tree ? editTreeRow() : beginEditAtCursor()
        case .toggle: return toggleAtCursor()
        case .add: return addRow()
        case .delete: return deleteRow()
        case .duplicateRow: return duplicateRow()
        case .moveRowUp: return moveRow(by: -1)
        case .moveRowDown: return moveRow(by: 1)
        case .runFolder: openRun()
        case .newItem: openNewItem()
        case .renameItem: openRename()
        case .renameFile: openRenameFile()
        case .duplicateItem: return duplicateItems()
        case .deleteItem: return deleteItems()
        case .moveItems: openMove()
        case .itemUp: return shiftItem(by: -1)
        case .itemDown: return shiftItem(by: 1)
        case .markItem: markItem()
        case .undoTree: return undoTree()
        case .redoTree: return redoTree()
        case .restoreItem: return [effect(.trash, .listTrash)]
        case .undo: return undoInForm()
        case .redo: return redoInForm()
        case .discardDraft: return discardDraft()
        case .externalEditor: return openExternalEditor()
        case .editFile: return editFile()
        case .useValue: return openUses()
        case .markChanges: switchMarks()
        case .nextChange: goToChange(by: 1)
        case .previousChange: goToChange(by: -1)
        case .utc:
            switchUTC()
            arrangeLatency()
        case .copy where focus == .log: openLogCopyMenu()
        case .copy: openCopyMenu()
        case .showWireSecrets: showWireSecrets()
        case .openPiece: openPiece()
        case .findInList where !overlays.isEmpty: askForOverlayText()
        case .findInList: if focus == .log { askForLogText() } else { askForStreamText() }
        case .nextFound where !overlays.isEmpty: findInOverlay(isForward: true)
        case .previousFound where !overlays.isEmpty: findInOverlay(isForward: false)
        case .nextFound, .previousFound: return findAgain(isForward: action == .nextFound)
        case .filterLog: askForLogFilter()
        case .logLess: changeLogLevel(by: 1)
        case .logMore: changeLogLevel(by: -1)
        case .logScope: changeLogScope()
        case .goToAttempt: return goToAttempt()
        case .saveLog: askForLogFile()
        case .copyBody: return copyBody()
        case .reload: return reload()
        case .merge: return markedConflicts.map { merge(marked: $0) } ?? shown.map { askAboutChange(at: $0) } ?? []
        case .protect: return protectShown()
        case .keepHistory: return keepHistoryOfShown()
        case .takeMine: take(.mine)
        case .takeTheirs: take(.theirs)
        case .tour: return takeTour()
        case .tourStep: return goOnInTour()
        case .openCollection: return askWhatToOpen()
        case .closeCollection: return closeShown()
        case .forgetRecent: return forgetRecent()
        case .completePath: return completePath()
        case .review: return [effect(.review, .review)]
        case .variables: openVariables()
        case .cookies: return openCookies()
        case .deleteCookie: return deleteCookie()
        case .deleteCookies: askToDeleteCookies()
        case .showCookieValues: showCookieValues()
        case .switchCookies: return switchCookies()
        case .fetchToken: return fetchToken()
        case .copyToken: return copyToken()
        case .showToken: showToken()
        case .forgetToken: return forgetToken()
        case .consent: openConsent()
        case .trust: return [effect(.outside, .outside(nil))]
        case .forgetTrust: return [effect(.outside, .outside(.forget))]
        case .makeSecret: return goToFinding(makingSecret: true)
        case .copyPage: return copyConsentPage()
        case .clearValue: return clearSessionValue()
        case .keepValue: return keepOrForgetCapture()
        case .goToDefinition: return goToDefinition()
        case .find: openFind()
        case .nextMatch: return step(.forward)
        case .previousMatch: return step(.backward)
        case .switchRegex: return switchRegex()
        case .wrap: switchWrapping()
        case .saveBody: askWhereToSave()
        case .pageBody: return pageBody()
        case .openBody: return openBodyOutside()
        case .fold: return toggleFold()
        case .foldMore: return foldLevel(by: -1)
        case .foldLess: return foldLevel(by: 1)
        case .foldAll: return foldAll()
        case .unfoldAll: unfoldAll()
        case .viewAs: openViews()
        case .goToLine: openGoToLine()
        case .goToBracket: return look(for: .bracket)
        case .goToParent: return look(for: .parent)
        case .goToChild: return goToChild()
        case .nextSibling: return look(for: .nextSibling)
        case .previousSibling: return look(for: .previousSibling)
        case .findRequest: openFinder()
        case .openAndSend: return openFound(sends: true)
        case .jump: openJump()
        case .back: return stepInTrail(by: -1)
        case .forward: return stepInTrail(by: 1)
        case .activities: openActivities()
        case .goToActivity: return goToActivity()
        case .cancelActivity: return cancelActivity()
        case .cancelActivities: askToCancelActivities()
        case .breakLine: return breakLineInEdit()
        case .commit, .commitAndNext: return commitEdit(stroke, goesOn: action)
        case .leaveEdit: return stepOutOfEdit()
        case .markText: switchMark()
        case .selectWord: select { $0.selectWord() }
        case .selectLine: select { $0.selectLine() }
        case .selectAll: select { $0.selectAll() }
        case .copySelection: return copySelection()
        case .cutSelection: return cutSelection()
        case .pasteCopied: return pasteCopied()
        case .findText: openTextFind()
        case .nextInText: goToMatchInText(isForward: true)
        case .previousInText: goToMatchInText(isForward: false)
        case .formatText: return formatText()
        case .complete: return complete()
        case .nextCompletion: selectCompletion(by: 1)
        case .previousCompletion: selectCompletion(by: -1)
        case .takeCompletion: return takeCompletion(stroke)
        case .closeCompletion: edit?.completion = nil
        case .compareDraft: return compareDraft()
        case .nextHunk: goToHunk(isForward: true)
        case .previousHunk: goToHunk(isForward: false)
        case .revertField: return revertField()
        case .undoTyping: return typeInEdit { $0.undo() }
        case .redoTyping: return typeInEdit { $0.redo() }
        }
        return []
    }

    /// Keys that are no action: text for a field, a question or a list's filter.
    mutating func type(_ stroke: KeyStroke) -> [Effect] {
        if let overlay = overlays.last { return overlay.type(stroke, in: &self) }
        if edit?.search?.isTyping == true {
            typeInTextFind { _ = $0.handle(stroke) }
        } else if display.isArranging {
            status = StatusMessage(.info, "\(stroke.title) does nothing here: hjkl move borders, Esc is done.")
        } else if edit != nil {
            return typeInEdit(stroke)
        } else if typing.filterLine != nil {
            typeInFilter { _ = $0.handle(stroke) }
        } else {
            status = StatusMessage(.info, "\(stroke.title) does nothing here. ? shows the keys.")
        }
        return []
    }

    mutating func handlePaste(_ text: String) -> [Effect] {
        status = nil
        if let effects = pasteIntoStart(text) { return effects }
        if let overlay = overlays.last { return overlay.paste(text, in: &self) }
        if edit?.search?.isTyping == true {
            typeInTextFind { $0.paste(text) }
        } else if edit != nil {
            return pasteIntoEdit(text)
        } else if typing.filterLine != nil {
            typeInFilter { $0.paste(text) }
        } else {
            return focus == .tree ? pasteIntoTree(text) : pasteBesideTree(text)
        }
        return []
    }
}
