public import OpenCollection

/// The checks and captures of a script that does nothing else.
///
/// They judge a response exactly as the script does: a script is lifted as a whole or not at all.
public struct ScriptLift: Sendable, Hashable {
    /// A variable that the script sets to a part of the response.
    public struct Capture: Sendable, Hashable {
        public var variable: String
        /// The expression of an action, "res.body.token".
        public var expression: String
        /// The scope that the script sets it in.
        public var scope: ScriptScope
    }

    public internal(set) var assertions: [Assertion] = []
    public internal(set) var captures: [Capture] = []
    /// Differences that the user should know, one sentence each.
    public internal(set) var remarks: [String] = []

    /// - Throws: ``LiftProblem`` if the script does more, or has a part without an assertion or capture.
    public init(_ code: String) throws(LiftProblem) {
        var lifter = ScriptLifter()
        try lifter.run(JavaScriptReader.statements(of: code))
        self = try lifter.result()
    }

    init() {}
}
