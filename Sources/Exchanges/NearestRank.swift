extension Array {
    /// Of sorted values, the smallest that so many percent of them are not above: always one of them; nil without any.
    ///
    /// - Parameter percent: from 0 (the first) to 100 (the last).
    func nearestRank(_ percent: Int) -> Element? {
        guard !isEmpty else { return nil }
        // Rounded up, in whole numbers.
        let rank = (Swift.min(Swift.max(0, percent), 100) * count + 99) / 100
        return self[Swift.max(0, rank - 1)]
    }
}
