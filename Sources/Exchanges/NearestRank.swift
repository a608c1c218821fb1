extension Array {
    /// Of sorted values, the smallest that so many percent of them are not above: always one of them; nil without any.
    ///
    /// - Parameter percent: from 0 (the first) to 100 (the last).
    func nearestRank(_ percent: Int) -> Element? { isEmpty ? nil : self[count.nearestRank(percent)] }
}

extension Int {
    /// Of so many sorted values, the index of the smallest that so many percent of them are not above.
    ///
    /// - Parameter percent: from 0 (the first) to 100 (the last).
    func nearestRank(_ percent: Int) -> Int {
        // Rounded up, in whole numbers.
        let rank = (Swift.min(Swift.max(0, percent), 100) * self + 99) / 100
        return Swift.max(0, rank - 1)
    }
}
