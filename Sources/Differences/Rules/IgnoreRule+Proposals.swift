extension IgnoreRules {
    /// What could be ignored so that a difference counts as none, the narrowest first.
    ///
    /// The path as it is (without the number of an equal name), the same for any element, and what both values look like.
    public static func proposals(for difference: JSONDifference, in differences: JSONDifferences) -> [IgnoreRule] {
        let exact = PathPattern(difference.path)
        var rules = [IgnoreRule.path(exact)]
        if exact.withAnyElements != exact { rules.append(.path(exact.withAnyElements)) }
        guard let old = differences.scalarText(of: difference.oldPlace, in: .old),
            let new = differences.scalarText(of: difference.newPlace, in: .new)
        else { return rules }
        return rules + patterns(old, new)
    }

    /// The header, and what both values look like.
    public static func proposals(for difference: HeaderDifference) -> [IgnoreRule] {
        let patterns =
            difference.old.count == 1 && difference.new.count == 1 ? patterns(difference.old[0], difference.new[0]) : []
        return [.header(difference.name)] + patterns
    }

    private static func patterns(_ old: String, _ new: String) -> [IgnoreRule] {
        [ValuePattern.isoDate, .uuid].filter { pattern in
            let ready = ReadyPattern(pattern)
            return [old, new].allSatisfy { Array($0.utf8).withUnsafeBytes(ready.matches) }
        }.map(IgnoreRule.values)
    }
}

extension JSONDifferences {
    /// The text of a string, the digits of a number; nil for what holds others.
    fileprivate func scalarText(of place: Range<Int>?, in side: DifferenceSide) -> String? {
        guard let place, place.count <= 1 << 16 else { return nil }
        return switch (side == .old ? old : new).scalar(in: place) {
        case .string(let text): text
        case .number(let text): text
        default: nil
        }
    }
}
