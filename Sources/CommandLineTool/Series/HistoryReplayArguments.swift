import Exchanges

/// The arguments of `history replay`.
public struct HistoryReplayArguments: Sendable, Hashable {
    /// The exchanges. ``HistoryTargets/printsJSON`` prints the outcome of each.
    public var targets = HistoryTargets()
    /// Whether each request is made again as it is today.
    public var isAgain = false
    public var keepsGaps = false
    public var bails = false
    public var settings = SendSettings()

    public init() {}

    /// Takes words that are no addresses as a filter.
    init(_ reader: ArgumentReader) throws(UsageError) {
        targets.addresses = reader.operands.filter { HistoryAddress($0) != nil }
        let words = reader.operands.filter { HistoryAddress($0) == nil }
        targets.filter = words.isEmpty ? nil : HistoryFilter.text(ofWords: words)
        guard !reader.operands.isEmpty else {
            throw UsageError(
                "no exchange is given", advice: "usage: \(reader.syntax.usage); @ is the last one")
        }
        try reader.refuseSeveral(of: "--as-sent", "--again")
        targets.scope = try HistoryArguments.scope(reader)
        targets.printsJSON = reader.printsJSON
        isAgain = reader.has(.again)
        keepsGaps = reader.has(.gaps)
        bails = reader.has(.bailReplay)
        settings = try SendSettings(reader)
    }
}
