import OpenCollection

/// The questions that wait, and what quitting waits for.
struct PendingState: Sendable {
    /// The questions to ask one after the other, when nothing else is asked or typed.
    var waitingQuestions: [WaitingQuestion] = []
    /// Whether Ctrl-C was pressed where there was nothing to cancel; the next one quits.
    var isAskedToQuit = false
    /// "Save all and quit" was chosen.
    var quitsWhenSaved = false
    /// Quitting waits for the end of what is done to files.
    var quitsWhenArranged = false
    var hasQuit = false

    /// Follows items to their new paths.
    mutating func follow(_ changes: [PathChange], in collection: String) {
        for index in waitingQuestions.indices where waitingQuestions[index].collection == collection {
            waitingQuestions[index].path = waitingQuestions[index].path.after(changes)
        }
    }
}

/// A request with something to decide.
struct WaitingQuestion: Sendable, Hashable {
    /// ``CollectionState/path``.
    var collection: String
    var path: ItemPath
    /// The environment whose send asks, one of several; nil: its draft is on a file that someone else changed.
    var environment: String?
}

extension ExplorerState {
    /// Asks the next of the questions that wait. A side is asked about while its request is shown.
    mutating func askWaitingQuestions() -> [Effect] {
        var effects: [Effect] = []
        while isFreeForQuestion, !hasQuit, !pending.waitingQuestions.isEmpty {
            let next = pending.waitingQuestions.removeFirst()
            if let environment = next.environment {
                if next.collection == current.path, next.path == shown { effects += askAbout(side: environment) }
            } else {
                effects += handling(next.collection) { $0.askAboutChange(at: next.path) } ?? []
            }
        }
        return effects
    }
}
