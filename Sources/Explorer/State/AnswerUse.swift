import MicroClient
import OpenCollection

/// What a person makes of a part of an answer.
enum AnswerUse: Sendable, Hashable {
    case copyValue, copyField, copyPath, copyPointer
    /// The body, by its path.
    case filter
    /// As a variable of the session.
    case keep
    /// By an action, from this answer's kind on.
    case capture
    case assert
    case open(LinkField.Link)
    /// As a path parameter of another request.
    case fillPath
}

/// A path parameter of a request.
public struct PathPlace: Sendable, Hashable {
    var path: ItemPath
    var name: String
}
