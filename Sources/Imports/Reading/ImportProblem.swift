/// A reason why a source cannot be imported at all, with its place and advice.
public struct ImportProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the file; "standard input".
    public var source: String
    /// Line and column; empty for the whole source.
    public var place: String
    public var message: String
    /// The next step, which is written behind a semicolon.
    public var advice: String

    public init(_ source: String, at place: String = "", _ message: String, advice: String) {
        self.source = source
        self.place = place
        self.message = message
        self.advice = advice
    }

    /// One line: "api.json:3:7: expected ',' or '}'; it must be JSON".
    public var description: String {
        "\(source)\(place.isEmpty ? "" : ":\(place)"): \(message)\(advice.isEmpty ? "" : "; \(advice)")"
    }
}
