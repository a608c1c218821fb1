/// Everything a person can do, by name: the names stand in help, palette and key files.
public enum Action: String, Sendable, Hashable, CaseIterable {
    case send, save, cancel, help, palette, theme, environment, quit, interrupt, suspend, redraw
    case nextPane, previousPane, focusTree, focusRequest, focusResponse, focusLog, zoom
    case utc, useValue, markChanges, nextChange, previousChange
    case nextTab, previousTab, nextRequest, previousRequest, closeTab
    case arrange, borderLeft, borderDown, borderUp, borderRight, usualLayout, leaveLayout
    case hideTree, hideRequest, hideResponse, hideLog
    case nextArrangement, arrangeByItself, arrangeBelow, arrangeBeside, arrangeStacked
    case focusHeld, hold, release, inStep, mouse
    case moveUp, moveDown, moveLeft, moveRight, first, last, pageUp, pageDown
    case runFolder, newItem, renameItem, renameFile, duplicateItem, deleteItem, moveItems, itemUp, itemDown, markItem
    case undoTree, redoTree, restoreItem, editFile
    case open, edit, toggle, add, delete, duplicateRow, moveRowUp, moveRowDown
    case undo, redo, filter, copy, copyBody, review, externalEditor, discardDraft
    case sendTo, markEnvironment, markEnvironments, previousSide, nextSide, showAlone, showSides
    case cookies, deleteCookie, deleteCookies, showCookieValues, switchCookies
    case fetchToken, copyToken, showToken, forgetToken, consent, copyPage
    case variables, clearValue, keepValue, goToDefinition
    case find, nextMatch, previousMatch, switchRegex
    case wrap, saveBody, pageBody, openBody
    case fold, foldMore, foldLess, foldAll, unfoldAll
    case viewAs, goToLine
    case goToBracket, goToParent, goToChild, nextSibling, previousSibling
    case filterBody, keepFilter
    case markText, selectWord, selectLine, selectAll, copySelection, cutSelection, pasteCopied
    case findText, nextInText, previousInText, formatText
    case complete, nextCompletion, previousCompletion, takeCompletion, closeCompletion
    case compareDraft, nextHunk, previousHunk, revertField
    case commit, commitAndNext, breakLine, leaveEdit, undoTyping, redoTyping
    case choose, dismiss
    case protect, trust, forgetTrust, makeSecret
    case reload, merge, takeMine, takeTheirs
    case showWireSecrets, openPiece
    case findInList, nextFound, previousFound
    case filterLog, logLess, logMore, logScope, goToAttempt, saveLog
    case history, historyScope, openExchange, markExchange, filterHistory, pinExchange, noteExchange, deleteExchange
    case makeSet, replay, editExchange
    case repeatSend, showSeries, seriesMode, seriesPace, seriesGaps, seriesBail, skipOfSeries, stopSeries, hideSeries
    case compare, nextDifference, previousDifference, arrangeDifference, showIgnored, ignoreDifference
    case goToDifference, copyVerdict
    case makeExample, checkPast
    case latency, showBucket, otherEnvironment, nextStep, previousStep, keepHistory
    case share, saveShare, copyShare, nextShareFormat, previousShareFormat
    case findRequest, openAndSend, jump, back, forward
    case activities, goToActivity, cancelActivity, cancelActivities
    case tour, tourStep
    case openCollection, closeCollection, forgetRecent, completePath
}
