import OpenCollection

/// A path parameter of a request.
public struct PathPlace: Sendable, Hashable {
    var path: ItemPath
    var name: String
}
