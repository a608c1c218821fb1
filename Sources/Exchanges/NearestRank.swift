extension Array {
    /// Returns the smallest of sorted values that at least `percent` percent of them do not exceed: always one of them; nil without any.
    ///
    /// - Parameter percent: The percentage, from 0 (the first) to 100 (the last).
    func nearestRank(_ percent: Int) -> Element? { isEmpty ? nil : self[count.nearestRank(percent)] }
}

extension Int {
    /// Returns the index of that value among this many sorted ones.
    ///
    /// - Parameter percent: The percentage, from 0 (the first) to 100 (the last).
    func nearestRank(_ percent: Int) -> Int {
        // The rank is rounded up, in whole numbers.
        let rank = (Swift.min(Swift.max(0, percent), 100) * self + 99) / 100
        return Swift.max(0, rank - 1)
    }
}
