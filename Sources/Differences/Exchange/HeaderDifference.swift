import Quoting

/// A header in which two responses differ: all fields of one name.
public struct HeaderDifference: Sendable, Hashable {
    /// The name as the new response spells it; as the old one spells it if it was removed.
    public var name: String
    /// The old values in their order; empty if the old response has none.
    public var old: [String]
    /// The new values in their order; empty if the new response has none.
    public var new: [String]
    public var ignoredBy: IgnoreRule?

    public init(name: String, old: [String], new: [String], ignoredBy: IgnoreRule? = nil) {
        (self.name, self.old, self.new, self.ignoredBy) = (name, old, new, ignoredBy)
    }

    /// The difference in words: "ETag: "a" → "b"", "Age: gone (12)", "Via: new (1.1 cache)".
    public var words: String {
        let (before, after) = (old.joined(separator: ", "), new.joined(separator: ", "))
        if old.isEmpty { return "\(name): new (\(after))" }
        return new.isEmpty ? "\(name): gone (\(before))" : "\(name): \(before) → \(after)"
    }

    /// Returns the differences by name, ignoring case; the values of one name are in their order. A field at another place is not a difference.
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

    /// Returns the rule for masked values if each value is equal to the other one's except for markers.
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
