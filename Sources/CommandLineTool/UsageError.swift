/// A command line that cannot be understood, or that names what is not there.
public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    public var what: String
    /// The next thing to try.
    public var advice: String
    /// How the program ends with it.
    public var status: ExitStatus
    /// What it is about, one line each, to be printed below it; empty for most.
    public var list: [String] = []

    public init(_ what: String, advice: String, status: ExitStatus = .usage, list: [String] = []) {
        self.what = what
        self.advice = advice
        self.status = status
        self.list = list
    }

    /// One line: "unknown option --jsno; did you mean --json?"
    public var description: String { "\(what); \(advice)" }
}
