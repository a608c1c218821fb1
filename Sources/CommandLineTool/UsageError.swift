/// A command line that cannot be understood, or that names what is not there.
public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    public var what: String
    /// The next thing to try.
    public var advice: String
    /// The exit status of the program.
    public var status: ExitStatus
    /// The things that it is about, one line each, to be printed below it; empty for most errors.
    public var list: [String] = []

    public init(_ what: String, advice: String, status: ExitStatus = .usage, list: [String] = []) {
        self.what = what
        self.advice = advice
        self.status = status
        self.list = list
    }

    /// The error in one line: "unknown option --jsno; did you mean --json?"
    public var description: String { "\(what); \(advice)" }
}
