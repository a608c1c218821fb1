public import Exchanges

/// The arguments of `history latency`.
public struct HistoryLatencyArguments: Sendable, Hashable {
    /// The path or name of a request; nil if the filter alone says which exchanges are meant.
    public var request: String?
    /// Words of a filter, as a shell gives them.
    public var filter: [String] = []
    public var scope = HistoryScope.aroundHere
    /// The length of the rows in a table over time; nil leaves it out.
    public var length: LatencyBucketLength?
    public var printsJSON = false

    public init() {}

    init(_ reader: ArgumentReader) throws(UsageError) {
        guard let first = reader.operands.first else {
            throw UsageError(
                "no request and no filter is given", advice: "usage: \(reader.syntax.usage)")
        }
        let isRequest = !first.contains(":") && !HistoryFilter.isNegatedTerm(first)
        request = isRequest ? first : nil
        filter = isRequest ? Array(reader.operands.dropFirst()) : reader.operands
        scope = try HistoryArguments.scope(reader)
        length = try reader.value(of: .byLength).map { word throws(UsageError) in try Self.length(word) }
        printsJSON = reader.printsJSON
    }

    private static func length(_ word: String) throws(UsageError) -> LatencyBucketLength {
        switch word {
        case "hour": return .hour
        case "day": return .day
        case "week": return .days(7)
        default: throw UsageError("--by takes hour, day or week, not \"\(word)\"", advice: "write --by day")
        }
    }
}

extension OptionSyntax {
    static let byLength = OptionSyntax(
        name: "--by", value: "SPAN", summary: "a line for each hour, day or week in which something was sent",
        words: ["hour", "day", "week"])
}

extension CommandSyntax {
    static let historyLatency = CommandSyntax(
        topic: .historyLatency, summary: "Shows the latency of a request, by phase and over time, and when it changed.",
        operands: [Operand(name: "REQUEST"), Operand(name: "FILTER", isRepeated: true)],
        options: [.byLength, .historyCollection, .allCollections, .json("print it as JSON"), .help], takesFilter: true,
        details: [
            """
            REQUEST is a request of the collection, by its path or its name; without it, all exchanges that match FILTER are taken together \
            (see microscope history list). Half of the responses took p50 or less, 95 percent p95 or less; failed ones are counted, but not \
            part of the times.
            """,
            """
            A step is a change of the response time, by at least a fifth and 2 ms, that is hardly chance: it is shown with its time, the \
            times before and after, and the phase. At least 8 responses are needed.
            """,
        ],
        examples: [
            Example("microscope history latency users/get", "of one request, in all environments"),
            Example("microscope history latency users/get env:prod since:30d --by day", "of a month, day by day"),
            Example("microscope history latency host:api.example.com --json | jq '.steps[-1]'", "for other programs"),
        ])
}
