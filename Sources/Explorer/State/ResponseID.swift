import OpenCollection

/// Identifies what one send of a request gets: a request has a response of the environment that is chosen, or one of each that it was sent to.
public struct ResponseID: Sendable, Hashable {
    public var path: ItemPath
    /// The one of several environments that it is sent to; nil: the one that is chosen.
    public var environment: String?

    public init(_ path: ItemPath, in environment: String? = nil) {
        (self.path, self.environment) = (path, environment)
    }
}

extension [ItemPath: RequestSession] {
    /// The send to an environment; nil when nothing was sent there.
    subscript(id: ResponseID) -> ShownSend? {
        get { self[id.path]?[id.environment] }
        // In place, as the session's own.
        _modify {
            var none: ShownSend?
            if let index = index(forKey: id.path) { yield &values[index][id.environment] } else { yield &none }
        }
    }
}

extension ItemPath {
    /// Returns the responses of a request: of the environment that is chosen, or of each of several.
    func responses(in session: RequestSession) -> [ResponseID] {
        session.comparison?.sides.map { ResponseID(self, in: $0.environment) } ?? [ResponseID(self)]
    }
}
