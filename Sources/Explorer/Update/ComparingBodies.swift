import BodyStore
import BodyView
import OpenCollection

// How a body differs from the one before it.

extension ExplorerState {
    /// Compares what is shown of a body, once it is whole.
    mutating func orderComparison() -> [Effect] {
        guard let shown, let session, session.comparison == nil, var answer = session.answer,
            !answer.shownBody.changes.areOrdered, answer.failure == nil, let document = answer.document,
            document.index.isComplete, let earlier = answer.shownBody.changes.earlier, earlier.kind == document.kind,
            document.kind != .empty
        else { return [] }
        // A comparison of the whole body that is under way ends with this one, and is ordered again when that body is shown again.
        if answer.whole.changes.found == nil { answer.whole.changes.areOrdered = false }
        answer.shownBody.changes.areOrdered = true
        sessions[shown]?.answer = answer
        let comparison = BodyComparison(
            document, with: earlier, hasMarkers: answer.past != nil || answer.whole.changes.isEarlierPast)
        return effect(.changes(shown), { .compare(comparison, $0) }, note: { $0.take($2, in: document.store, at: $1) })
    }

    private mutating func take(_ compared: BodyComparison.Compared, in store: BodyStore, at path: ItemPath) {
        guard var answer = sessions[path]?.answer else { return }
        if answer.whole.document?.store === store {
            answer.whole.changes.found = compared.changes
        } else if answer.filtering.result?.body.document?.store === store {
            answer.filtering.result?.body.changes.found = compared.changes
        } else {
            return
        }
        sessions[path]?.answer = answer
        guard compared.isCut, isOnScreen(path) else { return }
        say(.info, "The first two million lines of both were compared; the rest counts as different.")
    }

    var reasonWithoutChanges: String? {
        guard let answer = session?.answer, bodyWithCursor != nil else {
            return reasonWithoutAnswer ?? "No body is shown: [ and ] show it."
        }
        guard answer.shownBody.changes.earlier != nil else {
            return answer.whole.changes.earlier == nil
                ? "There is no previous response: s sends it again."
                : "The previous response was not filtered like this: s sends it again."
        }
        guard let changes = answer.changes else {
            return "Its lines were not compared with the previous response."
        }
        return changes.isEmpty ? "The body is the same as in the previous response." : nil
    }

    mutating func switchMarks() {
        preferences.marksChanges.toggle()
        say(
            .info,
            preferences.marksChanges
                ? "Lines that differ from the previous response are marked." : "Differences are not marked.")
    }

    /// Goes to the next difference; what folds hide is shown.
    mutating func goToChange(by step: Int) {
        guard let changes = session?.answer?.changes, let line = bodyLine else { return }
        guard let target = step > 0 ? changes.next(after: line) : changes.previous(before: line) else {
            return say(.info, step > 0 ? "This is the last difference." : "This is the first difference.")
        }
        goToBodyLine(unfolding: target)
    }
}
