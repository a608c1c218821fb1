import BodyStore
import BodyView
import ExplorerKit
import OpenCollection
import TextGrid

// A body that is a picture: decoded for the room that there is for it, and again when that changes.

extension ExplorerState {
    /// Orders the decoding of a picture once it is whole, and again when the room for it has changed.
    mutating func orderPicture() -> [Effect] {
        guard let shown, let reading = session?.shownPicture, let head = reading.head,
            let whole = session?.response?.whole.document, whole.index.isComplete
        else { return [] }
        let room = PictureDrawing.room(in: self)
        guard reading.room != room, room.columns > 0, room.rows > 0 else { return [] }
        let id = ResponseID(shown, in: session?.comparison?.shown.environment)
        sessions[id]?.response?.picture.room = room
        sessions[id]?.response?.picture.isRunning = true
        let order = PictureOrder(body: whole.store, head: head, room: room)
        return effect(
            .picture, of: id, { .scalePicture(order, $0) },
            note: { $0.sessions[$1]?.response?.take($2, in: whole.store) })
    }
}

extension ShownResponse {
    /// Takes a decoded picture, unless it comes too late, for another body.
    fileprivate mutating func take(_ outcome: PictureOutcome, in store: BodyStore) {
        guard whole.document?.store === store, whole.document?.kind == .picture else { return }
        picture.isRunning = false
        picture.outcome = outcome
    }
}

extension RequestSession {
    /// The picture that has the response pane, or will have it; nil: lines are shown, or another tab.
    var shownPicture: PictureReading? {
        guard let reading = pictureReading, reading.problem == nil else { return nil }
        return reading
    }

    /// The reading of a picture, also of one that cannot be shown.
    var pictureReading: PictureReading? {
        guard let response = response(in: .body), response.hasBodyToShow else { return nil }
        return response.whole.document?.kind == .picture ? response.picture : nil
    }

    /// Returns why an action on lines cannot be done with a picture.
    func reasonInPicture(_ action: Action) -> String? {
        guard shownPicture != nil else { return nil }
        switch action {
        case .goToLine, .wrap, .find, .nextMatch, .previousMatch, .nextChange, .previousChange, .useValue, .fold,
            .foldMore, .foldLess, .foldAll, .unfoldAll, .goToBracket, .goToParent, .goToChild, .nextSibling,
            .previousSibling:
            return "A picture has no lines: V shows it as hex."
        default: return nil
        }
    }
}
