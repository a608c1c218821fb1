import BodyStore
import BodyView
import OpenCollection

// How a body differs from the one before it.

extension ExplorerState {
    /// Compares what is shown of a body, once it is whole.
    mutating func orderComparison() -> [Effect] {
        guard let shown, let session, session.comparison == nil, var response = session.response,
            !response.shownBody.changes.areOrdered, response.failure == nil, let document = response.document,
            document.index.isComplete, let earlier = response.shownBody.changes.earlier, earlier.kind == document.kind,
            document.kind != .empty
        else { return [] }
        // A comparison of the whole body that is under way ends with this one, and is ordered again when that body is shown again.
        if response.whole.changes.found == nil { response.whole.changes.areOrdered = false }
        response.shownBody.changes.areOrdered = true
        sessions[shown]?.response = response
        let comparison = BodyComparison(
            document, with: earlier, hasMarkers: response.past != nil || response.whole.changes.isEarlierPast)
        return effect(.changes(shown), { .compare(comparison, $0) }, note: { $0.take($2, in: document.store, at: $1) })
    }

    private mutating func take(_ compared: BodyComparison.Compared, in store: BodyStore, at path: ItemPath) {
        guard sessions[path]?.response?.take(compared.changes, in: store) == true, compared.isCut, isOnScreen(path)
        else { return }
        say(.info, "The first two million lines of both were compared; the rest counts as different.")
    }

    var reasonWithoutChanges: String? {
        guard let response = session?.response, session?.bodyWithCursor != nil else {
            return reasonWithoutResponse ?? "No body is shown: [ and ] show it."
        }
        guard response.shownBody.changes.earlier != nil else {
            return response.whole.changes.earlier == nil
                ? "There is no previous response: s sends it again."
                : "The previous response was not filtered like this: s sends it again."
        }
        guard let changes = response.changes else {
            return "Its lines were not compared with the previous response."
        }
        return changes.isEmpty ? "The body is the same as in the previous response." : nil
    }

    /// Goes to the next difference; what folds hide is shown.
    mutating func goToChange(by step: Int) {
        guard let changes = session?.response?.changes, let line = session?.bodyLine else { return }
        guard let target = step > 0 ? changes.next(after: line) : changes.previous(before: line) else {
            return say(.info, step > 0 ? "This is the last difference." : "This is the first difference.")
        }
        goToBodyLine(unfolding: target)
    }
}

extension ShownResponse {
    /// Takes the changes in its whole body, or in the filtered one.
    ///
    /// - Returns: False when they come too late, for another body.
    fileprivate mutating func take(_ changes: BodyChanges, in store: BodyStore) -> Bool {
        if whole.document?.store === store {
            whole.changes.found = changes
            return true
        }
        guard filtering.result?.body.document?.store === store else { return false }
        filtering.result?.body.changes.found = changes
        return true
    }
}
