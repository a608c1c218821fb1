import Exchanges

/// Which exchanges `history replay` sends again, and how.
public struct HistoryReplayArguments: Sendable, Hashable {
    /// ``HistoryTargets/printsJSON``: what came of each.
    public var targets = HistoryTargets()
    /// Whether each is made anew of the request as it is today.
    public var isAgain = false
    public var keepsGaps = false
    public var bails = false
    public var settings = SendSettings()

    public init() {}

    /// What is no address belongs to a filter.
    init(_ reader: ArgumentReader) throws(UsageError) {
        targets.addresses = reader.operands.filter { HistoryAddress($0) != nil }
        let words = reader.operands.filter { HistoryAddress($0) == nil }
        targets.filter = words.isEmpty ? nil : HistoryFilter.text(ofWords: words)
        guard !reader.operands.isEmpty else {
            throw UsageError(
                "no exchange is named", advice: "it is written \(reader.syntax.usage); @ is the last one")
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
