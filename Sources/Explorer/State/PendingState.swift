/// What waits to be asked, and what quitting waits for.
struct PendingState: Sendable {
    /// Conflicts that are asked about one after the other, when nothing else is asked or typed.
    var waitingConflicts: [WaitingConflict] = []
    /// Sides whose questions are asked one after the other.
    var waitingSides: [WaitingSide] = []
    /// Set by Ctrl-C where there was nothing to cancel; the next one quits.
    var isAskedToQuit = false
    /// "Save all and quit" was chosen.
    var quitsWhenSaved = false
    /// Quitting waits for the end of what is done to files.
    var quitsWhenArranged = false
    var hasQuit = false
}
