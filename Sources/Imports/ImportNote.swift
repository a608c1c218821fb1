/// A place in a source: a JSON pointer, or a line.
public struct ImportOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The place in words: "/item/0/request/url", or "line 12"; empty for the whole source.
    public var description: String

    public init(_ description: String) { self.description = description }
    public init(line: Int) { description = "line \(line)" }

    public static let whole = ImportOrigin("")
}

/// A remark on how a part of a source was read.
public struct ImportNote: Sendable, Hashable {
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// The part means the same, in another form or in another place.
        case note
        /// The part is there, but it works in another way.
        case warning
        /// The part is missing from what was made.
        case error

        public static func < (left: Self, right: Self) -> Bool {
            allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
        }
    }

    public var severity: Severity
    public var origin: ImportOrigin
    /// One sentence without its full stop, the same for equal remarks, so that they can be counted together.
    public var text: String
    /// The number of parts of each kind that the result has more than the source because of this; negative for fewer.
    public var differences: ImportCounts

    public init(_ severity: Severity, _ origin: ImportOrigin, _ text: String, _ differences: ImportCounts = [:]) {
        self.severity = severity
        self.origin = origin
        self.text = text
        self.differences = differences
    }
}
