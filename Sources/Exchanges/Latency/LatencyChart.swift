extension [LatencyBucket] {
    /// Returns the height of each median, in steps from 1 to `most`, the slowest highest; 0 if there was no response.
    public func heights(upTo most: Int) -> [Int] {
        let highest = highestMedian?.nanoseconds ?? 0
        return map { bucket in
            guard let median = bucket.total?.p50.nanoseconds else { return 0 }
            guard highest > 0 else { return 1 }
            return Swift.max(1, Int((Double(median) / Double(highest) * Double(most)).rounded(.up)))
        }
    }

    /// The slowest median; nil without any response.
    public var highestMedian: Duration? { compactMap(\.total?.p50).max() }
}
