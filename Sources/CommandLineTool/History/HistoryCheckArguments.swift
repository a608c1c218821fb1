import Exchanges

/// The arguments of `history check`.
public struct HistoryCheckArguments: Sendable, Hashable {
    /// The exchanges, by address or by a filter.
    public var targets: HistoryTargets
    /// The values of `--var`, for variables in assertions.
    public var sessionValues: [String: String] = [:]

    public init(_ targets: HistoryTargets = HistoryTargets(["@"])) { self.targets = targets }

    /// Takes words as addresses if all of them are; otherwise as a filter.
    init(_ reader: ArgumentReader) throws(UsageError) {
        var targets = HistoryTargets()
        let words = reader.operands
        if words.allSatisfy({ HistoryAddress($0) != nil }) {
            targets.addresses = words.isEmpty ? ["@"] : words
        } else {
            targets.filter = HistoryFilter.text(ofWords: words)
        }
        targets.scope = try HistoryArguments.scope(reader)
        targets.printsJSON = reader.printsJSON
        self.init(targets)
        sessionValues = try reader.sessionValues()
    }
}

extension CommandSyntax {
    static let historyCheck = CommandSyntax(
        topic: .historyCheck, summary: "Checks past responses with the current assertions, without sending.",
        operands: [Operand(name: "FILTER|ADDRESS", isRepeated: true)],
        options: [
            .variable, .json("print the result of each assertion as JSON"), .historyCollection, .allCollections, .help,
        ], takesFilter: true,
        details: [
            """
            ADDRESS is the beginning of an exchange's id, @ for the last one, users/get@-1 the last but one of a request; other words \
            are a filter. Without any, the last exchange is checked.
            """,
            """
            The assertions are those that the request has now, in the environment that the exchange was sent to. --json shows the variables \
            that would be captured; nothing is stored. An assertion on a part that the history has masked, or does not have, is not \
            evaluated, and counts neither as passed nor as failed.
            """,
            """
            Each line on stdout is an exchange: ok, FAIL or skip, and below it the failed assertions.
            """,
        ],
        examples: [
            Example("microscope history check users/get@", "the last response of a request"),
            Example("microscope history check since:yesterday env:prod", "would today's assertions have seen it?"),
            Example("microscope history check status:200 --json | jq .failed", "for other programs"),
        ])
}
