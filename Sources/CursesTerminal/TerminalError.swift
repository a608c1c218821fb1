/// The reason why a terminal could not be claimed. The message is one line with the next thing to try.
public struct TerminalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The part that was missing.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Input or output is a file or a pipe.
        public static let notATerminal = Code(rawValue: "notATerminal")
        /// TERM is not set, or to nothing.
        public static let noTerminalType = Code(rawValue: "noTerminalType")
        /// The terminfo database knows no such terminal, or there is no database.
        public static let unknownTerminalType = Code(rawValue: "unknownTerminalType")
        /// The terminal cannot place its cursor.
        public static let tooSimple = Code(rawValue: "tooSimple")
        /// The screen is claimed already in this process.
        public static let alreadyClaimed = Code(rawValue: "alreadyClaimed")
        /// A call to the system failed; see ``TerminalError/systemError``.
        public static let system = Code(rawValue: "system")
    }

    public let code: Code
    /// The C function that said so.
    public let operation: String
    public let message: String
    /// The errno; nil for every code but ``Code/system``.
    public let systemError: Int32?

    public var description: String { message }
}
