/// A request without a server: ``Client`` has the base URL. ``Get(_:of:)`` and the other macros make structs into requests; by hand:
///
/// ```swift
/// struct GetUser: HttpRequest {
///     var id: String
///
///     func write(to request: inout RequestWriter) {
///         request.append(path: "/users/")
///         request.append(segment: id)
///     }
/// }
/// ```
public protocol HttpRequest: Sendable {
    /// Writes the request.
    ///
    /// - Throws: Any error; nothing is sent then.
    func write(to request: inout RequestWriter) throws
}
