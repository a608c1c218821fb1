import ExplorerKit
import TextGrid

extension Action {
    static let showWireSecrets = Action(
        "showWireSecrets",
        Keys(
            [.response], [.control("o")], "secrets",
            "In the tabs Headers and Wire: show credentials and known secrets, or dots in their place again."),
        reason: \.reasonWithoutWire
    ) { $0.showWireSecrets() }
    static let openPiece = Action(
        "openPiece", Keys([.events], [.enter], "whole", "Show the event or chunk whole, its JSON laid out."),
        reason: \.reasonWithoutPieces
    ) { $0.openPiece() }
    static let goToAttempt = Action(
        "goToAttempt",
        Keys(
            [.log], [.enter], "attempt",
            "Go to the request that the line is about, and to what was said on the wire in its attempt."),
        reason: \.reasonWithoutLog
    ) { $0.goToAttempt() }
    static let logLess = Action(
        "logLess", Keys([.log], ["-"], "less", "Show fewer levels: leave out debug, then info, then warnings."),
        reason: \.reasonWithoutLog
    ) { $0.changeLogLevel(by: 1) }
    static let logMore = Action(
        "logMore", Keys([.log], ["+"], "more", "Show more levels."),
        reason: \.reasonWithoutLog
    ) { $0.changeLogLevel(by: -1) }
    static let filterLog = Action(
        "filterLog", Keys([.log], ["F"], "filter", "Show only lines that hold what is typed."),
        reason: \.reasonWithoutLog
    ) { $0.askForLogFilter() }
    static let logScope = Action(
        "logScope", Keys([.log], ["r"], "of request", "Show the lines of the request that is shown, or all."),
        reason: \.reasonNotToScopeLog
    ) { $0.changeLogScope() }
    static let saveLog = Action(
        "saveLog", Keys([.log], ["D"], "save", "Save the lines as they are shown to a file."),
        reason: \.reasonWithoutLog
    ) { $0.askForLogFile() }
}

extension ActionTable {
    /// What can be done with the wire's tab, with what came in pieces, and with the log.
    static let lists: [ActionRow] =
        rows(of: .showWireSecrets, .openPiece, .goToAttempt, .logLess, .logMore, .filterLog, .logScope, .saveLog)
}
