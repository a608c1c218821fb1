extension WorstRow {
    /// The whole table.
    public static let all: [WorstRow] = ends + framing + heads + bodies + stalls + ways + certificates
}
