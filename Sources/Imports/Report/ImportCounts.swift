/// A kind of thing that is counted in a source and in what was made of it.
public enum ImportKind: String, Sendable, Hashable, CaseIterable {
    case folders, requests, environments, variables, headers, queryParameters, pathParameters, bodies, formFields, auth
    case scripts, examples, descriptions

    /// The name of the kind in a report: "query parameters".
    public var title: String {
        switch self {
        case .queryParameters: "query parameters"
        case .pathParameters: "path parameters"
        case .formFields: "form fields"
        case .auth: "credentials"
        default: rawValue
        }
    }
}

/// The number of parts of each kind; a difference may be negative.
public struct ImportCounts: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var counts: [ImportKind: Int] = [:]

    public init() {}
    public init(dictionaryLiteral elements: (ImportKind, Int)...) {
        for (kind, count) in elements { self[kind] += count }
    }

    public subscript(kind: ImportKind) -> Int {
        get { counts[kind] ?? 0 }
        set { counts[kind] = newValue == 0 ? nil : newValue }
    }

    public static func += (left: inout Self, right: Self) { for (kind, count) in right.counts { left[kind] += count } }

    static prefix func - (counts: Self) -> Self {
        var negative = Self()
        for (kind, count) in counts.counts { negative[kind] = -count }
        return negative
    }

    public static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum += right
        return sum
    }
}
