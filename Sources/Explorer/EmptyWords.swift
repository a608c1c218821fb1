/// The texts of empty panes and lists: why there is nothing, and what to do next, with its key. One sentence for each.
enum EmptyWords {
    static let noCollection = "Nothing is open: {openCollection} opens a collection, or makes one."
    static let noRequests =
        "No requests yet: {newItem} makes one; a URL or a curl command that is pasted becomes one."
    static let noTreeMatch = "Esc shows all, Backspace widens."
    static let keptTreeFilter = "Esc shows all, {filter} changes it."
    static let noRequest =
        "No request is shown: {focusTree} goes to the tree, {openCollection} opens another collection."
    static let notAnswered = "No request is shown, so there is no answer: {focusTree} goes to the tree."
    static let holdsWhatIsSent =
        "It has no answer of its own: {runFolder} in the tree ({focusTree}) sends all requests in it."
    static let hasNoAnswer = "It is not sent, so it has no answer: choose a request in the tree ({focusTree})."
    static let nothingToShow =
        "No requests yet: {newItem} in the tree ({focusTree}) makes one; a URL or a curl command that is pasted becomes one."
    static let nothingToAnswer =
        "No requests yet, so there is no answer: {newItem} in the tree ({focusTree}) makes one."
    static let mend = "{editFile} opens it in your editor: it is read again as soon as it is saved."
    static let mendAndReload = "{editFile} opens it in your editor; mended elsewhere, {reload} reads it again."
    static let unreadable = "In the tree ({focusTree}) {editFile} opens it in your editor."
    static let mergeMarked =
        "{merge} shows both sides field by field, and writes what you choose; {editFile} opens the file in your editor."
    static let leadsOutside = "{open} asks you about it, then shows what the file says."
    static let notSent = "Not sent yet: {send} sends the request."
    static let emptyBody = "The body is empty: {nextTab} shows its headers."
    static let emptyFilter = "The filter finds no value: {filterBody} changes it, Esc shows the whole body."
    static let noHeaders = "No headers yet: {send} sends the request."
    static let noEventsYet = "Nothing has come yet: each event stands here when it comes. Esc ends the wait."
    static let noEvents = "It ended without an event: {previousTab} shows what came, {send} sends it again."
    static let noChecks =
        "No checks: the request has no assertions and no captures. In its tab Asserts ({focusRequest}, then {nextTab}), {add} adds one."
    static let noLog = "Nothing yet: what is sent is told here, line by line. {send} sends a request."
    static let noLogMatch =
        "No line is like that: {logMore} shows more levels, {filterLog} changes the text, {logScope} the request."
    static let noHistory =
        "Nothing was sent yet: what is sent is kept here. Esc goes back, {send} sends a request."
    static let noHistoryOfRequest =
        "This request was not sent yet: {send} sends it. {historyScope} lists what was sent of all requests."
    static let noHistoryMatch =
        "Nothing is like that: {filterHistory} changes the filter, Esc in it takes it away."
    static let noCookies = "None yet: what servers set is kept here. Esc goes back, {send} sends a request."
    static let cookiesOff = "None. They are neither sent nor kept: {switchCookies} switches that on."
    static let noCookieMatch = "None is like that: Backspace widens the list, Esc closes it."
    static let noVariables = "No variables in sight: type a name, and Enter gives it a value for this session."
    static let noVariableMatch = "No such name: Enter gives it a value, Backspace widens the list."
    static let noChoice = "Nothing matches: Backspace widens the list, Esc closes it."
    static let noEnvironments = "There are none yet: {newItem} in the tree makes one."
    static let noTrash =
        "Nothing of this collection is in the trash: what {deleteItem} deletes is kept there for 30 days."
    static let noOutside =
        "Nothing outside of itself is run, read or reached with credentials: nothing to agree to."
    static let noHelp = "Nothing is called that: Backspace widens the page, Esc closes it."

    static let all: [String] = [
        noCollection, noRequests, noTreeMatch, keptTreeFilter, noRequest, notAnswered, notSent, emptyBody, emptyFilter,
        holdsWhatIsSent, hasNoAnswer, nothingToShow, nothingToAnswer, mend, mendAndReload, unreadable, mergeMarked,
        leadsOutside, noHeaders,
        noEventsYet, noEvents, noChecks, noLog, noLogMatch, noHistory, noHistoryOfRequest, noHistoryMatch, noCookies,
        cookiesOff, noCookieMatch, noVariables, noVariableMatch, noChoice, noEnvironments, noTrash, noOutside, noHelp,
    ]
}
