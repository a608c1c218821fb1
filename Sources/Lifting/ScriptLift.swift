public import OpenCollection

/// The checks and captures of a script that does nothing else.
///
/// The verdict on a response is that of the script: what has no such meaning is not lifted, and a script is lifted as a whole or not at all.
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
    /// Differences that are worth knowing, one sentence each.
    public internal(set) var remarks: [String] = []

    /// - Throws: ``LiftProblem`` if the script does more, or what it does has no assertion or capture.
    public init(_ code: String) throws(LiftProblem) {
        var lifter = ScriptLifter()
        try lifter.run(JavaScriptReader.statements(of: code))
        self = try lifter.result()
    }

    init() {}
}
