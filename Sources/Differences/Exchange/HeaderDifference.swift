import Quoting

/// A header in which two answers differ: all fields of one name.
public struct HeaderDifference: Sendable, Hashable {
    /// As the new answer spells it; of what is gone, as the old one did.
    public var name: String
    /// In their order; empty: the old answer has none.
    public var old: [String]
    /// Empty: the new answer has none.
    public var new: [String]
    public var ignoredBy: IgnoreRule?

    public init(name: String, old: [String], new: [String], ignoredBy: IgnoreRule? = nil) {
        (self.name, self.old, self.new, self.ignoredBy) = (name, old, new, ignoredBy)
    }

    /// "ETag: "a" → "b"", "Age: gone (12)", "Via: new (1.1 cache)"
    public var words: String {
        let (before, after) = (old.joined(separator: ", "), new.joined(separator: ", "))
        if old.isEmpty { return "\(name): new (\(after))" }
        return new.isEmpty ? "\(name): gone (\(before))" : "\(name): \(before) → \(after)"
    }

    /// By name, in capitals or not; the values of one name in their order. What only stands at another place does not differ.
    static func differences(
        _ old: [ExchangeSide.HeaderField], _ new: [ExchangeSide.HeaderField], _ rules: ReadyRules
    ) -> [HeaderDifference] {
        var order: [String] = []
        var fields: [String: HeaderDifference] = [:]
        for field in new {
            let key = field.name.lowercased()
            if fields[key] == nil { order.append(key) }
            fields[key, default: HeaderDifference(name: field.name, old: [], new: [])].new.append(field.value)
        }
        for field in old {
            let key = field.name.lowercased()
            if fields[key] == nil { order.append(key) }
            fields[key, default: HeaderDifference(name: field.name, old: [], new: [])].old.append(field.value)
        }
        return order.compactMap { fields[$0] }.filter { differ($0.old, $0.new) }.map { $0.marked(by: rules) }
    }

    private func marked(by rules: ReadyRules) -> HeaderDifference {
        var marked = self
        let byValues = old.count == 1 && new.count == 1 ? Self.rule(old[0], new[0], rules) : nil
        let index = [rules.ruleForHeader(name), byValues, maskedRule(rules)].compactMap { $0 }.min()
        marked.ignoredBy = index.map { rules.rules[$0] }
        return marked
    }

    /// When each value is the other one's but for what is masked.
    private func maskedRule(_ rules: ReadyRules) -> Int? {
        guard let masked = rules.masked, old.count == new.count else { return nil }
        let isSame = zip(old, new).allSatisfy { old, new in
            old == new
                || Array(old.utf8).withUnsafeBytes { old in
                    Array(new.utf8).withUnsafeBytes { rules.ruleForMasked(old, $0) != nil }
                }
        }
        return isSame ? masked.index : nil
    }

    private static func rule(_ old: String, _ new: String, _ rules: ReadyRules) -> Int? {
        Array(old.utf8).withUnsafeBytes { old in
            Array(new.utf8).withUnsafeBytes { rules.ruleForValues(old, $0) }
        }
    }
}
