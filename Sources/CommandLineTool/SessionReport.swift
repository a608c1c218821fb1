import Exchanges
public import Foundation

/// The arguments of `microscope session`.
public struct SessionArguments: Sendable, Hashable {
    /// The collection's directory; nil uses the collection around the current directory.
    public var collection: String?
    /// The name of the environment; nil means all environments.
    public var environmentName: String?
    /// The name of the sessions that are deleted; nil lists them.
    public var deleted: String?
    public var printsJSON = false

    public init() {}
}

/// The output of `session list`: names and counts, no values.
public struct SessionReport {
    public struct Entry {
        public var name: String
        public var environment: String?
        public var usedAt: Date
        /// The names of captured values.
        public var variables: [String]
        /// The number of session cookies.
        public var cookies: Int

        fileprivate var place: String { environment ?? "no environment" }

        public init(name: String, environment: String?, usedAt: Date, variables: [String], cookies: Int) {
            (self.name, self.environment, self.usedAt) = (name, environment, usedAt)
            (self.variables, self.cookies) = (variables, cookies)
        }
    }

    private let entries: [Entry]
    private let now: Date
    private let secondsFromGMT: Int

    public init(_ entries: [Entry], now: Date, secondsFromGMT: Int) {
        self.entries = entries
        self.now = now
        self.secondsFromGMT = secondsFromGMT
    }

    /// Returns the error for a name that no session has; nil if one has it.
    ///
    /// - Parameter environment: The only environment that counts; nil means all.
    public func refusal(of name: String, in environment: String?) -> UsageError? {
        if entries.contains(where: { $0.name == name && environment ?? $0.environment == $0.environment }) {
            return nil
        }
        let names = entries.map { "\($0.name) (\($0.place))" }.joined(separator: ", ")
        return UsageError(
            "there is no session \"\(name)\"\(environment.map { " in the environment \($0)" } ?? "")",
            advice: entries.isEmpty ? Self.none : "there are: \(names)")
    }

    /// The text if there are no sessions.
    public static var none: String { "no session is saved for this collection" }

    /// Returns a line for each session, safe for a terminal; empty if there are none.
    public func text(showsNonASCII: Bool) -> String {
        entries.map { entry in
            let variables = entry.variables.isEmpty ? "no variables" : entry.variables.joined(separator: ", ")
            let parts = [
                variables, Wording.count(entry.cookies, "cookie"),
                "used \(Wording.moment(entry.usedAt, now: now, secondsFromGMT: secondsFromGMT))",
            ]
            return TerminalText.line(
                "\(entry.name) (\(entry.place)): \(parts.joined(separator: "; "))", showsNonASCII: showsNonASCII) + "\n"
        }.joined()
    }

    /// Writes an object with the list.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            try json.array("sessions", entries) { entry in
                try json.object {
                    try json.members([("name", entry.name), ("environment", entry.environment)])
                    try json.array("variables", entry.variables) { try json.string($0) }
                    try json.member("cookies", entry.cookies)
                    try json.member("secondsSinceUse", Int(now.timeIntervalSince(entry.usedAt)))
                }
            }
        }
    }
}

extension SessionArguments {
    /// - Parameter topic: One of the topics of sessions.
    init(_ reader: ArgumentReader, as topic: HelpTopic) throws(UsageError) {
        self.init()
        collection = reader.value(of: .collection)
        environmentName = reader.value(of: .sessionEnvironment)
        printsJSON = reader.printsJSON
        guard topic == .sessionDelete else { return }
        guard let name = reader.operands.first, !name.isEmpty else {
            throw UsageError("no session is given", advice: "microscope session list lists them")
        }
        deleted = name
    }
}

extension OptionSyntax {
    static let session = OptionSyntax(
        name: "--session", value: "NAME",
        summary:
            "share captured values and session cookies with other commands with this NAME, for 24 hours after its last use"
    )
    static let sessionEnvironment = OptionSyntax(
        name: "--env", value: "NAME", summary: "only sessions of this environment", fallback: "of all")
}

extension CommandSyntax {
    static let session = CommandSyntax(
        topic: .session, summary: "Lists the sessions of commands, and deletes them; see its commands.",
        options: [.collection, .sessionEnvironment, .json("print the list as JSON, without any values"), .help],
        details: [
            """
            With --session NAME, send, run, verify and history replay share captured variables and session cookies, in a private file \
            of the state directory: one for each collection, environment and NAME. It is deleted when no command has used it for 24 \
            hours. Without a command, the sessions are listed. Values that are saved on screen (v, Ctrl-S) are the session named kept: \
            every command has them, and it does not expire.
            """
        ],
        examples: [
            Example("microscope send login --session ci", "then, in another command:"),
            Example("microscope send me --session ci", "with the token that login captured"),
        ])

    static let sessionList = CommandSyntax(
        topic: .sessionList, summary: "Lists the sessions of a collection, the last used first.",
        options: [.collection, .sessionEnvironment, .json("print the list as JSON, without any values"), .help],
        details: [
            "Each line names the session, its environment, its variables and how many cookies; values are not shown."
        ])

    static let sessionDelete = CommandSyntax(
        topic: .sessionDelete, summary: "Deletes a session and its values.",
        operands: [Operand(name: "NAME", isRequired: true)], options: [.collection, .sessionEnvironment, .help],
        examples: [Example("microscope session delete ci", "in all environments of the collection")])
}
