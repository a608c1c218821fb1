extension IgnoreRules {
    /// Returns rules that would ignore a difference, the narrowest first.
    ///
    /// They are the path as it is (without the number of an equal name), the same for any element, and a pattern of both values.
    public static func proposals(for difference: JSONDifference, in differences: JSONDifferences) -> [IgnoreRule] {
        let exact = PathPattern(difference.path)
        var rules = [IgnoreRule.path(exact)]
        if exact.withAnyElements != exact { rules.append(.path(exact.withAnyElements)) }
        guard let old = differences.scalarText(of: difference.oldPlace, in: .old),
            let new = differences.scalarText(of: difference.newPlace, in: .new)
        else { return rules }
        return rules + patterns(old, new)
    }

    /// Returns the rules for a header: its name, and patterns of both values.
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
    /// Returns the text of a string, or the digits of a number; nil for containers.
    fileprivate func scalarText(of place: Range<Int>?, in side: DifferenceSide) -> String? {
        guard let place, place.count <= 1 << 16 else { return nil }
        return switch (side == .old ? old : new).scalar(in: place) {
        case .string(let text): text
        case .number(let text): text
        default: nil
        }
    }
}
