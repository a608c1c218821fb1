/// A message of a macro to the user, with its place in the source.
public struct Diagnostic: Sendable, Hashable {
    public enum Severity: String, Sendable { case error, warning }

    public var severity: Severity
    public var message: String
    public var spot: Spot
    public var notes: [Note] = []
    public var fixIts: [FixIt] = []

    public struct Note: Sendable, Hashable {
        public var message: String
        public var spot: Spot
    }

    public struct FixIt: Sendable, Hashable {
        public var message: String
        public var spot: Spot
        public var replacement: String
    }
}

/// The result of expanding a macro.
public struct Expansion: Sendable, Hashable {
    public var source: String
    public var diagnostics: [Diagnostic]

    public init(source: String = "", diagnostics: [Diagnostic] = []) {
        self.source = source
        self.diagnostics = diagnostics
    }
}
