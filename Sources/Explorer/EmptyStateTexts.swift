/// The texts of empty panes and lists: why there is nothing, and what to do next, with its key. One sentence for each.
enum EmptyStateTexts {
    static let noCollection = "No collection is open: {openCollection} opens or creates one."
    static let noRequests =
        "No requests yet: {newItem} creates one; or paste a URL or a curl command."
    static let noTreeMatch = "Esc shows all, Backspace widens."
    static let keptTreeFilter = "Esc shows all, {filter} changes it."
    static let noRequest =
        "No request selected: {focusTree} goes to the tree, {openCollection} opens another collection."
    static let noResponseShown = "Select a request to see its response: {focusTree} goes to the tree."
    static let holdsWhatIsSent =
        "No response here: {runFolder} in the tree ({focusTree}) sends all requests in it."
    static let hasNoResponse = "Select a request in the tree ({focusTree}) to see its response."
    static let nothingToShow =
        "No requests yet: {newItem} in the tree ({focusTree}) creates one; or paste a URL or a curl command."
    static let nothingToSend =
        "No requests yet, so no response: {newItem} in the tree ({focusTree}) creates one."
    static let editToFix = "{editFile} opens it in your editor: it is reloaded when saved."
    static let editOrReload = "{editFile} opens it in your editor; if you fix it elsewhere, {reload} reloads it."
    static let unreadable = "In the tree ({focusTree}) {editFile} opens it in your editor."
    static let mergeMarked =
        "{merge} shows both sides field by field, and writes what you choose; {editFile} opens the file in your editor."
    static let leadsOutside = "{open} asks for permission, then shows the file."
    static let notSent = "Not sent yet: {send} sends the request."
    static let emptyBody = "The body is empty: {nextTab} shows its headers."
    static let emptyFilter = "No matches: {filterBody} changes the filter, Esc shows the whole body."
    static let noHeaders = "No headers yet: {send} sends the request."
    static let noEventsYet = "No events yet: each one is listed when it arrives. Esc cancels."
    static let noEvents = "The stream ended without events: {previousTab} shows the body, {send} sends again."
    static let noChecks =
        "No checks: the request has no assertions and no captures. In its tab Asserts ({focusRequest}, then {nextTab}), {add} adds one."
    static let noLog = "No log yet: {send} sends a request."
    static let noLogMatch =
        "No matches: {logMore} shows more levels, {filterLog} changes the text, {logScope} the request."
    static let noHistory =
        "No history yet: requests that you send are recorded here. Esc goes back, {send} sends one."
    static let noHistoryOfRequest =
        "This request was not sent yet: {send} sends it. {historyScope} shows the history of all requests."
    static let noHistoryMatch =
        "No matches: {filterHistory} changes the filter, Esc in it clears it."
    static let noCookies = "No cookies yet: servers set them. Esc goes back, {send} sends a request."
    static let cookiesOff = "No cookies: they are neither sent nor stored. {switchCookies} enables them."
    static let noCookieMatch = "No matches: Backspace widens the list, Esc closes it."
    static let noVariables = "No variables: type a name, and Enter sets its value for this session."
    static let noVariableMatch = "No such variable: Enter sets its value, Backspace widens the list."
    static let noChoice = "No matches: Backspace widens the list, Esc closes it."
    static let noEnvironments = "No environments yet: {newItem} in the tree creates one."
    static let noTrash =
        "The trash is empty: items deleted with {deleteItem} are kept there for 30 days."
    static let noOutside =
        "No external access: no commands, files or credentials for other hosts."
    static let noHelp = "No matches: Backspace shows more, Esc closes."

    static let all: [String] = [
        noCollection, noRequests, noTreeMatch, keptTreeFilter, noRequest, noResponseShown, notSent, emptyBody,
        emptyFilter,
        holdsWhatIsSent, hasNoResponse, nothingToShow, nothingToSend, editToFix, editOrReload, unreadable, mergeMarked,
        leadsOutside, noHeaders,
        noEventsYet, noEvents, noChecks, noLog, noLogMatch, noHistory, noHistoryOfRequest, noHistoryMatch, noCookies,
        cookiesOff, noCookieMatch, noVariables, noVariableMatch, noChoice, noEnvironments, noTrash, noOutside, noHelp,
    ]
}
