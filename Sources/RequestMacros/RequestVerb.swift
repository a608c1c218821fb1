import DeclarationScanner

/// The nine macros, named as the compiler names their types.
enum RequestVerb: String, CaseIterable {
    case get = "Get"
    case post = "Post"
    case put = "Put"
    case delete = "Delete"
    case patch = "Patch"
    case head = "Head"
    case options = "Options"
    case connect = "Connect"
    case trace = "Trace"

    /// The name of the member of `HTTPMethod`.
    var member: String { rawValue.lowercased() }

    static func isOne(_ attribute: Attribute) -> Bool { RequestVerb(rawValue: attribute.name) != nil }
}
